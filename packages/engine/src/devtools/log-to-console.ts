import { systemClock, type Clock } from '@waraq/client'
import type { SyncEngine } from '../api/sync-engine.ts'
import { lineOf, problemLine } from './lines.ts'
import { withStatus, type LoggedRun } from './run-log.ts'

export interface ConsoleLogOptions {
  /** Default: the platform's. */
  readonly console?: Pick<Console, 'info' | 'warn'> | undefined
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/**
 * Tells the console of each run that ends, here or in another tab, and of what is wrong and what to do about it: a line
 * each. Returns what ends it. `connectSyncEngine` does this by itself where a bundler builds for development.
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
    // What ended before this page began is no news.
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
