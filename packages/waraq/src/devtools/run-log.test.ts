import type { ErrorCode } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../sync/run/report.ts'
import type { EngineStatus, SubscriptionStatus } from '../sync/status/status.ts'
import type { Activity } from '../sync/tabs/activity.ts'
import { withReport, withStatus, type LoggedRun } from './run-log.ts'

/** The timeline of runs, made of the engine's statuses. */

const start = Date.parse('2026-01-10T12:00:00Z')
const at = (seconds: number) => start + seconds * 1000

type LastRun = NonNullable<SubscriptionStatus['lastRun']>

function ended(
  seconds: number,
  outcome: LastRun['outcome'] = 'current',
  errorCode: ErrorCode | null = null,
): LastRun {
  return { at: at(seconds), epoch: 1, outcome, errorCode, message: null, retryAt: null }
}

function activity(phase: Activity['phase'], pages = 0, filter = 'translations:20'): Activity {
  const resource = { key: 'translations:20', ref: { group: 'translations', id: 20 } } as const
  const progress = { ...resource, phase: 'downloading', bytes: 500, bytesExpected: null, rows: 7 } as const
  const resources = phase === 'fetching' ? [progress] : []
  const snapshots = { total: 1, done: 0 }
  return { filter, mode: 'bootstrap', phase, pages, mutations: pages, snapshots, resources }
}

function statusOf(
  now: Activity | null,
  runs: Readonly<Record<string, LastRun | null>> = {},
  role: EngineStatus['role'] = 'writer',
): Parameters<typeof withStatus>[1] {
  const subscriptions = Object.entries(runs).map(([filter, lastRun]): SubscriptionStatus => {
    const never = { problem: null, refreshes: [], sequence: null, currentAt: null, currentAtServer: null }
    return {
      filter,
      ...never,
      owners: ['app'],
      resources: 0,
      emptyGroups: [],
      stale: false,
      lastRun,
      inProgress: false,
    }
  })
  return { activity: now, role, subscriptions }
}

/** The timeline after these statuses, one a second. */
function seen(...statuses: Parameters<typeof withStatus>[1][]): readonly LoggedRun[] {
  return statuses.reduce<readonly LoggedRun[]>(
    (runs, status, index) => withStatus(runs, status, at(index)),
    [],
  )
}

const short = (runs: readonly LoggedRun[]) =>
  runs.map(({ filter, startedAt, endedAt, outcome }) => {
    const seconds = (time: number | null) => (time === null ? null : (time - start) / 1000)
    return [filter, seconds(startedAt), seconds(endedAt), outcome]
  })

describe('a run', () => {
  it('is under way, then ended, then known by its outcome', () => {
    const begun = seen(
      statusOf(activity('opening')),
      statusOf(activity('paging', 1)),
      statusOf(activity('fetching', 1)),
    )
    expect(short(begun)).toEqual([['translations:20', 0, null, null]])
    expect(begun[0]!.counts).toEqual({
      pages: 1,
      mutations: 1,
      snapshots: 0,
      rows: 7,
      bytes: 500,
      exact: false,
    })
    const over = withStatus(begun, statusOf(null), at(3))
    expect(short(over)).toEqual([['translations:20', 0, 3, null]])
    const known = withStatus(
      over,
      statusOf(null, { 'translations:20': ended(3, 'failed', 'network') }),
      at(4),
    )
    expect(short(known)).toEqual([['translations:20', 0, 3, 'failed']])
    expect(known[0]!.errorCode).toBe('network')
  })

  it('is not told twice, however often the same is said', () => {
    const last = statusOf(null, { 'translations:20': ended(1) })
    expect(short(seen(statusOf(activity('paging', 1)), last, last, last))).toEqual([
      ['translations:20', 0, 1, 'current'],
    ])
  })

  it('that begins right after another of its filter is another one', () => {
    const before = { 'translations:20': ended(1) }
    const runs = seen(
      statusOf(activity('paging', 1)),
      statusOf(activity('opening'), before),
      statusOf(activity('paging', 1), before),
      statusOf(null, { 'translations:20': ended(3, 'interrupted') }),
    )
    expect(short(runs)).toEqual([
      ['translations:20', 0, 1, 'current'],
      ['translations:20', 1, 3, 'interrupted'],
    ])
  })

  it('that was cut off leaves no record, and the next one keeps its own', () => {
    const runs = seen(
      statusOf(activity('fetching', 1)),
      statusOf(null),
      statusOf(activity('fetching', 1)),
      statusOf(null, { 'translations:20': ended(2.5) }),
    )
    expect(short(runs)).toEqual([
      ['translations:20', 0, 1, null],
      ['translations:20', 2, 3, 'current'],
    ])
  })

  it('goes on while the end of another one is told', () => {
    const other = { 'mushafs:1': ended(0.5) }
    const runs = seen(
      statusOf(activity('paging', 1)),
      statusOf(activity('paging', 2), other),
      statusOf(activity('paging', 3), other),
    )
    expect(short(runs)).toEqual([
      ['translations:20', 0, null, null],
      ['mushafs:1', null, 0.5, 'current'],
    ])
    expect(runs[0]!.counts!.pages).toBe(3)
  })

  it('keeps the bytes that were seen when the status no longer counts them', () => {
    const done = { ...activity('committing', 1), resources: [] }
    const [run] = seen(statusOf(activity('fetching', 1)), statusOf(done))
    expect(run!.counts).toMatchObject({ bytes: 500, rows: 7 })
  })

  it('of another filter ends the one before', () => {
    const runs = seen(
      statusOf(activity('paging', 1)),
      statusOf(activity('opening', 0, 'mushafs:1'), { 'translations:20': ended(1) }),
    )
    expect(short(runs)).toEqual([
      ['translations:20', 0, 1, 'current'],
      ['mushafs:1', 1, null, null],
    ])
  })

  it('that went by unseen is told by its end alone', () => {
    const runs = seen(statusOf(null, { 'mushafs:1': ended(-60), 'translations:20': ended(-90, 'partial') }))
    expect(short(runs)).toEqual([
      ['translations:20', null, -90, 'partial'],
      ['mushafs:1', null, -60, 'current'],
    ])
    expect(runs.every(({ counts }) => counts === null)).toBe(true)
  })

  it('of another tab says so', () => {
    expect(seen(statusOf(activity('paging', 1), {}, 'follower'))[0]!.elsewhere).toBe(true)
  })
})

const report: RunReport = {
  filter: 'translations:20',
  mode: 'incremental',
  outcome: 'current',
  pages: 2,
  mutations: 3,
  snapshots: 1,
  rowsWritten: 40,
  rowsDeleted: 0,
  bytes: 900,
  sequence: 5,
  needed: [],
  unavailable: [],
  emptyGroups: [],
  rowsRejected: 0,
  unknownChanges: 0,
  outsideFilter: 0,
  durationMs: 2_000,
}
const exact = { pages: 2, mutations: 3, snapshots: 1, rows: 40, bytes: 900, exact: true }

describe('a report', () => {
  it('takes the place of what was seen, and its end in the records adds nothing', () => {
    const runs = seen(statusOf(activity('paging', 1)), statusOf(activity('fetching', 1)), statusOf(null))
    const reported = withReport(runs, report, at(2))
    expect(short(reported)).toEqual([['translations:20', 0, 2, 'current']])
    expect(reported[0]!.counts).toEqual(exact)
    const known = withStatus(reported, statusOf(null, { 'translations:20': ended(2) }), at(3))
    expect(short(known)).toEqual([['translations:20', 0, 2, 'current']])
    expect(known[0]!.counts).toEqual(exact)
  })

  it('of a run that the page did not see is a run', () => {
    expect(short(withReport([], report, at(5)))).toEqual([['translations:20', 3, 5, 'current']])
  })

  it('is no other run where its end was known first', () => {
    const runs = seen(statusOf(null, { 'translations:20': ended(0) }))
    expect(short(withReport(runs, report, at(1)))).toEqual([['translations:20', -2, 0, 'current']])
  })

  it('of a later run leaves the earlier ones alone', () => {
    const runs = withReport(withReport([], report, at(5)), report, at(60))
    expect(short(runs)).toEqual([
      ['translations:20', 3, 5, 'current'],
      ['translations:20', 58, 60, 'current'],
    ])
  })

  it('of what another tab did has no counts and is left out', () => {
    expect(withReport([], { ...report, joined: true }, at(5))).toEqual([])
  })
})

describe('the log', () => {
  it('keeps the latest hundred', () => {
    const statuses = Array.from({ length: 150 }, (_, index) =>
      statusOf(null, { 'translations:20': ended(index) }),
    )
    const runs = seen(...statuses)
    expect(runs).toHaveLength(100)
    expect(runs.at(-1)!.endedAt).toBe(at(149))
  })
})
