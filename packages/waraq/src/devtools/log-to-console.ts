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
 * Logs a line to the console for each run that ends, here or in another tab, and for each problem with its remedy. Returns a
 * function that ends the log. In development builds `connectSyncEngine` calls this by itself.
 */
export function logToConsole(
  engine: Pick<SyncEngine, 'watch' | 'onProblem'>,
  { console: to = console, clock = systemClock }: ConsoleLogOptions = {},
): () => void {
  const say = (line: string) => to.info(`[waraq] ${line}`)
  const begun = clock.now()
  let runs: readonly LoggedRun[] = []
  let told: ReadonlySet<number> = new Set()
  const endRuns = engine.watch((status) => {
    runs = withStatus(runs, status, clock.now())
    const ended = runs.filter(({ outcome }) => outcome !== null)
    // Runs that ended before this page began are no news.
    for (const run of ended) if (!told.has(run.id) && (run.recordedAt ?? begun) >= begun) say(lineOf(run))
    told = new Set(ended.map(({ id }) => id))
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
