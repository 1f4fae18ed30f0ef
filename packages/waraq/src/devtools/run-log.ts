import type { ErrorCode } from '@waraq/protocol'
import type { RunReport } from '../sync/run/report.ts'
import type { EngineStatus, SubscriptionStatus } from '../sync/status/status.ts'

/**
 * A run in the timeline for developers. The engine's status has no history, so the timeline is made of the statuses that a
 * page has seen, of runs in this tab and in others. Pure.
 */
export interface LoggedRun {
  readonly id: number
  readonly filter: string
  /** Null until the mode is known. */
  readonly mode: RunReport['mode'] | null
  /** By this device's clock; null where the page saw only the run's end. */
  readonly startedAt: number | null
  /** Null while the run is under way. */
  readonly endedAt: number | null
  readonly elsewhere: boolean
  /** Null where the page saw no counts. */
  readonly counts: RunCounts | null
  /** Null until the outcome is known. */
  readonly outcome: RunReport['outcome'] | null
  readonly errorCode: ErrorCode | null
  readonly retryAt: number | null
  /** Time of the run's end in the library's records; null until they have it. */
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

type Told = Pick<EngineStatus, 'activity' | 'role' | 'subscriptions'>

const mostRuns = 100

/** The greatest counts seen so far: a run that is done with a resource no longer counts its bytes. */
function seen(
  { pages, mutations, snapshots, resources }: NonNullable<Told['activity']>,
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

function isOver(run: LoggedRun, activity: Told['activity']): boolean {
  if (activity?.filter !== run.filter) return true
  // The next run of the same filter begins from nothing.
  return activity.phase === 'opening' && (run.counts?.pages ?? 0) > 0
}

function nextId(runs: readonly LoggedRun[]): number {
  return (runs.at(-1)?.id ?? 0) + 1
}

/** Ends runs that are no longer under way; begins or updates the one that is. */
function withActivity(runs: readonly LoggedRun[], { activity, role }: Told, now: number): LoggedRun[] {
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

/** How far the recorded end of a run may lie outside of the times that the page saw: records are rounded and come late. */
const slackMs = 2_000

/** Whether a run whose end is not yet recorded was under way at that time, give or take the slack. */
function wasUnderWay({ recordedAt, startedAt, endedAt }: LoggedRun, at: number, slack: number): boolean {
  if (recordedAt !== null) return false
  return at >= (startedAt ?? endedAt ?? 0) - slack && at <= (endedAt ?? Infinity) + slack
}

/** Index of the earliest run that fits: the filter's next run may have begun before the records were read. */
function indexOfEnded(runs: readonly LoggedRun[], filter: string, at: number): number {
  const find = (slack: number) =>
    runs.findIndex((run) => run.filter === filter && wasUnderWay(run, at, slack))
  const exactly = find(0)
  return exactly < 0 ? find(slackMs) : exactly
}

/** Adds the outcome of a subscription's latest run. */
function withEnding(runs: readonly LoggedRun[], { filter, lastRun }: SubscriptionStatus): LoggedRun[] {
  const isTold = runs.some((run) => run.filter === filter && run.recordedAt === lastRun?.at)
  if (!lastRun || isTold) return [...runs]
  const { at, outcome, errorCode, retryAt } = lastRun
  const result = { outcome, errorCode, retryAt, recordedAt: at }
  const index = indexOfEnded(runs, filter, at)
  const known = runs[index]
  if (known) {
    const ended = { ...known, ...result, endedAt: known.endedAt ?? at }
    return runs.map((run, place) => (place === index ? ended : run))
  }
  // The run was too short for this page to see, or ended before the page looked.
  const bare = { filter, mode: null, startedAt: null, endedAt: at, elsewhere: false, counts: null, ...result }
  return [...runs, { id: nextId(runs), ...bare }]
}

export function withStatus(runs: readonly LoggedRun[], status: Told, now: number): readonly LoggedRun[] {
  const active = withActivity(runs, status, now)
  // Runs in the order in which they ended.
  const endings = status.subscriptions.toSorted((a, b) => (a.lastRun?.at ?? 0) - (b.lastRun?.at ?? 0))
  return endings.reduce(withEnding, active).slice(-mostRuns)
}

/** Replaces what the page saw of a run by the run's own report, or adds a run that the page did not see. */
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
    const told = { ...match, ...known, startedAt: endedAt - durationMs, endedAt }
    return runs.map((run, place) => (place === index ? told : run))
  }
  return [...runs, { id: nextId(runs), endedAt: now, elsewhere: false, recordedAt: null, ...known }].slice(
    -mostRuns,
  )
}
