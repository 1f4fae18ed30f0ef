import { systemClock, type Clock } from '../client/clock.ts'
import type { SyncEngine } from '../sync/api/sync-engine.ts'
import { lineOf, problemLine } from './lines.ts'
import { withStatus, type LoggedRun } from './run-log.ts'

export interface ConsoleLogOptions {
  /** Default: the platform's. */
  readonly console?: Pick<Console, 'info' | 'warn'> | undefined
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/**
 * Logs each run that ends, here or in another tab, and each problem with its remedy, as one line on the console. Returns a
 * function that stops the log. In development builds, `createWaraq` and `connectSyncEngine` call this automatically.
 */
export function logToConsole(
  engine: Pick<SyncEngine, 'watch' | 'onProblem'>,
  { console: to = console, clock = systemClock }: ConsoleLogOptions = {},
): () => void {
  const say = (line: string) => to.info(`[waraq] ${line}`)
  const begun = clock.now()
  let runs: readonly LoggedRun[] = []
  let reported: ReadonlySet<number> = new Set()
  const endRuns = engine.watch((status) => {
    runs = withStatus(runs, status, clock.now())
    const ended = runs.filter(({ outcome }) => outcome !== null)
    // Runs that ended before this page started are not logged.
    for (const run of ended) if (!reported.has(run.id) && (run.recordedAt ?? begun) >= begun) say(lineOf(run))
    reported = new Set(ended.map(({ id }) => id))
  })
  let isWrong = false
  const endProblems = engine.onProblem((problem) => {
    if (problem) to.warn(`[waraq] ${problemLine(problem)}`)
    else if (isWrong) say('Nothing is wrong any more.')
    isWrong = problem !== null
  })
  return () => {
    endRuns()
    endProblems()
  }
}
