import type { ErrorCode } from '@waraq/protocol'
import type { RunReport } from '../sync/run/report.ts'
import type { EngineStatus, SubscriptionStatus } from '../sync/status/status.ts'

/**
 * A run in the timeline for developers. The engine's status has no history, so the timeline is built from the statuses that a
 * page has seen, of runs in this tab and in others. Pure.
 */
export interface LoggedRun {
  readonly id: number
  readonly filter: string
  /** Null until the mode is known. */
  readonly mode: RunReport['mode'] | null
  /** By this device's clock; null if the page saw only the run's end. */
  readonly startedAt: number | null
  /** Null while the run is in progress. */
  readonly endedAt: number | null
  readonly elsewhere: boolean
  /** Null if the page saw no counts. */
  readonly counts: RunCounts | null
  /** Null until the outcome is known. */
  readonly outcome: RunReport['outcome'] | null
  readonly errorCode: ErrorCode | null
  readonly retryAt: number | null
  /** Time of the run's end in the library's records; null until it is recorded. */
  readonly recordedAt: number | null
}

export interface RunCounts {
  readonly pages: number
  readonly mutations: number
  readonly snapshots: number
  readonly rows: number
  readonly bytes: number
  /** True: from the run's own report. False: from statuses, which count snapshots only and may miss the last ones. */
  readonly exact: boolean
}

type ReportedStatus = Pick<EngineStatus, 'activity' | 'role' | 'subscriptions'>

const mostRuns = 100

/** Highest counts so far: a run that has finished a resource no longer counts its bytes. */
function seen(
  { pages, mutations, snapshots, resources }: NonNullable<ReportedStatus['activity']>,
  before: RunCounts | null,
): RunCounts {
  const sum = (of: 'rows' | 'bytes') => resources.reduce((total, resource) => total + resource[of], 0)
  const most = (of: keyof Omit<RunCounts, 'exact'>, count: number) => Math.max(before?.[of] ?? 0, count)
  return {
    pages: most('pages', pages),
    mutations: most('mutations', mutations),
    snapshots: most('snapshots', snapshots.done),
    rows: most('rows', sum('rows')),
    bytes: most('bytes', sum('bytes')),
    exact: false,
  }
}

function isOver(run: LoggedRun, activity: ReportedStatus['activity']): boolean {
  if (activity?.filter !== run.filter) return true
  // The next run of the same filter starts from zero.
  return activity.phase === 'opening' && (run.counts?.pages ?? 0) > 0
}

function nextId(runs: readonly LoggedRun[]): number {
  return (runs.at(-1)?.id ?? 0) + 1
}

/** Ends runs that are no longer in progress; adds or updates the one that is. */
function withActivity(
  runs: readonly LoggedRun[],
  { activity, role }: ReportedStatus,
  now: number,
): LoggedRun[] {
  const ended = runs.map((run) =>
    run.endedAt === null && isOver(run, activity) ? { ...run, endedAt: now } : run,
  )
  if (!activity) return ended
  const { filter, mode } = activity
  const open = ended.find(({ endedAt }) => endedAt === null)
  const news = { mode, elsewhere: role === 'follower', counts: seen(activity, open?.counts ?? null) }
  if (open) return ended.map((run) => (run === open ? { ...open, ...news } : run))
  const rest = { outcome: null, errorCode: null, retryAt: null, recordedAt: null }
  return [...ended, { id: nextId(ended), filter, startedAt: now, endedAt: null, ...news, ...rest }]
}

/**
 * Milliseconds by which the recorded end of a run may differ from the times that the page saw: records are rounded and arrive
 * late.
 */
const slackMs = 2_000

/** Whether a run without a recorded end was in progress at that time, with a tolerance of `slack` milliseconds. */
function wasInProgress({ recordedAt, startedAt, endedAt }: LoggedRun, at: number, slack: number): boolean {
  if (recordedAt !== null) return false
  return at >= (startedAt ?? endedAt ?? 0) - slack && at <= (endedAt ?? Infinity) + slack
}

/** Index of the earliest run that fits: the filter's next run may have started before the records were read. */
function indexOfEnded(runs: readonly LoggedRun[], filter: string, at: number): number {
  const find = (slack: number) =>
    runs.findIndex((run) => run.filter === filter && wasInProgress(run, at, slack))
  const exactly = find(0)
  return exactly < 0 ? find(slackMs) : exactly
}

/** Adds the outcome of a subscription's latest run. */
function withEnding(runs: readonly LoggedRun[], { filter, lastRun }: SubscriptionStatus): LoggedRun[] {
  const isReported = runs.some((run) => run.filter === filter && run.recordedAt === lastRun?.at)
  if (!lastRun || isReported) return [...runs]
  const { at, outcome, errorCode, retryAt } = lastRun
  const result = { outcome, errorCode, retryAt, recordedAt: at }
  const index = indexOfEnded(runs, filter, at)
  const known = runs[index]
  if (known) {
    const ended = { ...known, ...result, endedAt: known.endedAt ?? at }
    return runs.map((run, place) => (place === index ? ended : run))
  }
  // The run was too short for this page to see, or ended before the page started to watch.
  const bare = { filter, mode: null, startedAt: null, endedAt: at, elsewhere: false, counts: null, ...result }
  return [...runs, { id: nextId(runs), ...bare }]
}

export function withStatus(
  runs: readonly LoggedRun[],
  status: ReportedStatus,
  now: number,
): readonly LoggedRun[] {
  const active = withActivity(runs, status, now)
  // Runs in the order in which they ended.
  const endings = status.subscriptions.toSorted((a, b) => (a.lastRun?.at ?? 0) - (b.lastRun?.at ?? 0))
  return endings.reduce(withEnding, active).slice(-mostRuns)
}

/** Replaces the data that the page saw of a run with the run's own report, or adds a run that the page did not see. */
export function withReport(runs: readonly LoggedRun[], report: RunReport, now: number): readonly LoggedRun[] {
  // Another tab made this run and has its counts.
  if (report.joined) return runs
  const { filter, mode, outcome, pages, mutations, snapshots, bytes, durationMs } = report
  const known = {
    filter,
    mode,
    outcome,
    errorCode: report.error?.code ?? null,
    retryAt: report.retryAt ?? null,
    startedAt: now - durationMs,
    counts: { pages, mutations, snapshots, rows: report.rowsWritten, bytes, exact: true },
  }
  const index = runs.findLastIndex((run) => run.filter === filter && !run.counts?.exact)
  const match = runs[index]
  if (match && (match.endedAt === null || match.endedAt >= known.startedAt - slackMs)) {
    const endedAt = match.endedAt ?? now
    const reported = { ...match, ...known, startedAt: endedAt - durationMs, endedAt }
    return runs.map((run, place) => (place === index ? reported : run))
  }
  return [...runs, { id: nextId(runs), endedAt: now, elsewhere: false, recordedAt: null, ...known }].slice(
    -mostRuns,
  )
}
