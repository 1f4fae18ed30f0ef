import { meaningOf } from '../errors/error-meanings.ts'
import type { LastRun } from '../store/records.ts'
import type { RunReport } from './report.ts'
import { syncOutcome, type SyncReport } from './report.ts'

/** The report of a run that was not begun, because the run before it met an obstacle that this one would meet too. */
function withoutTrying(filter: string, before: RunReport): RunReport {
  const { outcome, mode, error, retryAt } = before
  return {
    ...emptyReport(filter, mode, outcome),
    ...(error ? { error } : {}),
    ...(retryAt === undefined ? {} : { retryAt }),
  }
}

/** The report of a run that did nothing. */
export function emptyReport(
  filter: string,
  mode: RunReport['mode'],
  outcome: RunReport['outcome'],
): RunReport {
  return {
    filter,
    mode,
    outcome,
    pages: 0,
    mutations: 0,
    snapshots: 0,
    rowsWritten: 0,
    rowsDeleted: 0,
    rowsRejected: 0,
    bytes: 0,
    sequence: null,
    owed: [],
    unavailable: [],
    emptyGroups: [],
    unknownChanges: 0,
    outsideFilter: 0,
    durationMs: 0,
  }
}

/** Whether each other run of the round would meet what this one met. */
export function isObstacle({ error, outcome }: Pick<RunReport, 'error' | 'outcome'>): boolean {
  if (outcome === 'current' || error === undefined) return false
  return meaningOf(error.code).wholeRun === true || failedFeed({ outcome, errorCode: error.code })
}

/** Whether a run failed at its feed in a way that the feeds of other subscriptions may. */
export function failedFeed({ outcome, errorCode }: Pick<LastRun, 'outcome' | 'errorCode'>): boolean {
  // A run that owes snapshots has read its feed.
  return outcome !== 'partial' && errorCode !== null && meaningOf(errorCode).wholeFeed === true
}

/**
 * One sync: runs the chosen subscriptions one after the other. `runOne` resolves with null where its subscription was dropped
 * meanwhile. After an obstacle that every request would meet, the remaining subscriptions are not tried.
 */
export async function runRound(
  filters: readonly string[],
  runOne: (filter: string) => Promise<RunReport | null>,
): Promise<SyncReport> {
  const runs: RunReport[] = []
  let obstacle: RunReport | undefined
  for (const filter of filters) {
    const report = obstacle ? withoutTrying(filter, obstacle) : await runOne(filter)
    if (!report) continue
    runs.push(report)
    if (isObstacle(report)) obstacle = report
  }
  return { outcome: syncOutcome(runs.map((run) => run.outcome)), runs }
}
