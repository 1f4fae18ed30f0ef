import type { Clock } from '../../client/clock.ts'
import type { ResourceKey, ResourceRef } from '@waraq/protocol'
import { dayMs, isStale, type Freshness } from '../../store/freshness.ts'
import type { Problem } from './problem.ts'
import { pausedSince } from '../schedule/pause.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { scheduleStatus, type ScheduleStatus } from '../schedule/schedule-status.ts'
import type { ScheduleSettings } from '../schedule/settings.ts'
import { ofFilter } from '../run/report.ts'
import { readSchedule } from '../schedule/stored-schedule.ts'
import { damageProblem, hiddenProblem, runProblem, unlistedProblem, worstProblem } from './status-problem.ts'
import type { StorageFigures } from '../../platform/storage/storage-figures.ts'
import { storageStatus, type StorageStatus } from '../space/storage-status.ts'
import { readSubscriptions } from '../../store/bookkeeping.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import {
  dataFormat,
  type LastRun,
  type SubscriptionOwner,
  type SubscriptionRecord,
  type WriterRecord,
} from '../../store/records.ts'
import type { Activity } from '../tabs/activity.ts'
import type { OpenedDatabase } from '../../store/open/open-database.ts'
import { readCounters, readWriter } from '../../store/writer.ts'
import { asksWith, inOrderMade } from '../../store/subscriptions.ts'

/** A deferred refresh of a local resource. It comes later because no reader waits for it; `sync()` fetches it immediately. */
export interface RefreshStatus {
  readonly ref: ResourceRef
  /**
   * Approximate time at which the timetable fetches it; a time in the past means with the next sync. Milliseconds since the
   * epoch.
   */
  readonly dueAt: number
}

export interface SubscriptionStatus {
  /** Canonical. */
  readonly filter: string
  /** The owners that subscribed to it. */
  readonly owners: readonly SubscriptionOwner[]
  /** The highest sequence that the subscription is current at; null until its first run is complete. */
  readonly sequence: number | null
  /** Number of resources that it lists. */
  readonly resources: number
  readonly emptyGroups: readonly string[]
  /** When a run last became current: by this device's clock, and by the service's. Milliseconds since the epoch. */
  readonly currentAt: number | null
  readonly currentAtServer: number | null
  /** No run became current within seven days, or within the engine's `freshness`. False before the first one. */
  readonly stale: boolean
  readonly lastRun: LastRun | null
  /** The problem that keeps it from being current. */
  readonly problem: Problem | null
  /** A batch was started and not finished; the next run continues it. */
  readonly inProgress: boolean
  /** Deferred refreshes. The local content stays good until then. */
  readonly refreshes: readonly RefreshStatus[]
}

/** The status of the library. It is the same in every tab, except `role`. */
export interface EngineStatus {
  readonly name: string
  /** Whether the library outlives the page. False if it is in memory, as the last resort. */
  readonly persistent: boolean
  /** A newer version of this engine wrote the database: content can be read, but not written. Reload the page. */
  readonly newerFormat: boolean
  /** How much storage there is, and what to do if there is too little. */
  readonly storage: StorageStatus
  readonly subscriptions: readonly SubscriptionStatus[]
  /** The most severe problem, and what to do about it. Null if there is none. */
  readonly problem: Problem | null
  /**
   * When the next automatic sync starts, and the reason for that time; see `startAutoSync`. Null if no application ever
   * called `startAutoSync` or `pause` on this library.
   */
  readonly schedule: ScheduleStatus | null
  /** Since when syncing is paused, in milliseconds since the epoch; null if it is not. See `pause`. */
  readonly pausedSince: number | null
  /** Number of commits of this library: a greater number means that content changed. */
  readonly commits: number
  /** `writer`: this engine writes. `follower`: another engine writes. `idle`: no engine writes. */
  readonly role: 'writer' | 'follower' | 'idle'
  /** The current run, here or in another tab, with its resources; null if there is none. */
  readonly activity: Activity | null
}

/** The part of the status that is stored in the database. */
export interface StoredStatus {
  /** In the order of their creation. */
  readonly subscriptions: readonly SubscriptionRecord[]
  readonly inProgress: ReadonlySet<string>
  readonly writer: WriterRecord
  readonly commits: number
  readonly schedule: ScheduleRecord | null
  /** Resources that the service has, or withdrew with a reason. */
  readonly known: ReadonlySet<ResourceKey>
  /** Damaged resources that are not fetched again yet. */
  readonly damaged: readonly ResourceRef[]
  readonly refreshes: readonly RefreshStatus[]
}

export function readStored(db: WaraqDatabase): Promise<StoredStatus> {
  return db.transaction('r', [db.subscriptions, db.batchCursors, db.meta, db.resources], async () => {
    const [subscriptions, inProgress, writer, counters, schedule, resources] = await Promise.all([
      readSubscriptions(db),
      db.batchCursors.toCollection().primaryKeys(),
      readWriter(db),
      readCounters(db),
      readSchedule(db),
      db.resources.toArray(),
    ])
    // A batch is stored under one of the subscriptions that requested it together.
    const asking = subscriptions
      .filter(({ filter }) => inProgress.includes(filter))
      .map((each) => asksWith(each).token)
    const isInProgress = (each: SubscriptionRecord) =>
      inProgress.includes(each.filter) || (each.shared !== undefined && asking.includes(each.shared.token))
    return {
      subscriptions: inOrderMade(subscriptions),
      inProgress: new Set(subscriptions.filter(isInProgress).map(({ filter }) => filter)),
      writer,
      commits: counters.commits,
      schedule,
      damaged: resources.filter(({ needsSnapshot }) => needsSnapshot === 'damage'),
      refreshes: resources.flatMap(({ group, id, needsSnapshot, refreshDueAt: dueAt }) =>
        dueAt === undefined || needsSnapshot !== null ? [] : [{ ref: { group, id }, dueAt }],
      ),
      known: new Set(resources.filter(({ reason }) => reason !== 'snapshot_not_found').map(({ key }) => key)),
    }
  })
}

function subscriptionStatus(
  record: SubscriptionRecord,
  { subscriptions, inProgress, known, damaged, refreshes }: StoredStatus,
  now: number,
  { staleAfterMs, policy }: Freshness,
  nextTryAt: number | null,
): SubscriptionStatus {
  const stale = isStale(record, now, subscriptions, staleAfterMs)
  const met =
    runProblem(record, nextTryAt) ??
    damageProblem(record, damaged, nextTryAt) ??
    unlistedProblem(record, known, nextTryAt)
  return {
    filter: record.filter,
    owners: record.owners,
    sequence: record.sequence,
    resources: record.listed.length,
    emptyGroups: record.emptyGroups,
    // If the clock was set back, no event may be later than now.
    currentAt: record.currentAt === null ? null : Math.min(record.currentAt, now),
    currentAtServer: record.currentAtServer,
    stale,
    lastRun: record.lastRun,
    problem:
      stale && policy !== 'tell' ? hiddenProblem(record.filter, Math.round(staleAfterMs / dayMs), met) : met,
    inProgress: inProgress.has(record.filter),
    refreshes: ofFilter(refreshes, record.filter),
  }
}

interface Library {
  readonly name: string
  readonly freshness: Freshness
  readonly clock: Pick<Clock, 'now'>
}

/** Composes the status from the stored records and the current run. */
export function composeStatus(
  { name, freshness, clock }: Library,
  scheduling: ScheduleSettings,
  stored: StoredStatus,
  current: { readonly activity: Activity; readonly own: boolean } | null,
  database: OpenedDatabase,
  figures: StorageFigures & { readonly needed: number | null; readonly evicted: boolean },
): EngineStatus {
  const { writer, commits } = stored
  const now = clock.now()
  const role = current?.own ? 'writer' : current || writer.leaseUntil > now ? 'follower' : 'idle'
  const schedule = stored.schedule && scheduleStatus(stored.schedule, { now, settings: scheduling })
  // A run that became current since then is stored a moment before the end of its sync.
  const isOver = stored.subscriptions.some(
    ({ lastRun }) => lastRun?.outcome === 'current' && lastRun.at >= (schedule?.lastSyncAt ?? 0),
  )
  // A running sync is the next try.
  const nextTryAt = stored.schedule?.inProgress?.startedAt ?? schedule?.nextSyncAt ?? null
  const subscriptions = stored.subscriptions.map((record) =>
    subscriptionStatus(record, stored, now, freshness, nextTryAt),
  )
  const met = subscriptions.map(({ problem }) => problem)
  return {
    name,
    persistent: database.kind === 'indexeddb',
    newerFormat: writer.format > dataFormat,
    storage: storageStatus({
      kind: database.kind,
      ...figures,
      refused: subscriptions.some(({ lastRun }) => lastRun?.errorCode === 'quota_exceeded'),
    }),
    subscriptions,
    problem: worstProblem({
      format: writer.format,
      database,
      met,
      schedule: isOver ? null : schedule,
      silent: stored.schedule?.silent ?? false,
      nextTryAt,
    }),
    schedule,
    pausedSince: pausedSince(stored.schedule),
    commits,
    role,
    activity: current?.activity ?? null,
  }
}
