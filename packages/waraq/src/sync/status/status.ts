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

/** A deferred refresh of a resource that is here, which comes later because no reader waits for it; `sync()` brings it at once. */
export interface RefreshStatus {
  readonly ref: ResourceRef
  /** When about the timetable fetches it; a time that has passed means with the next sync. Milliseconds since the epoch. */
  readonly dueAt: number
}

export interface SubscriptionStatus {
  /** Canonical. */
  readonly filter: string
  /** Who asked for it. */
  readonly owners: readonly SubscriptionOwner[]
  /** The bound that the subscription is current at; null until its first run is complete. */
  readonly sequence: number | null
  /** Count of the resources that it lists. */
  readonly resources: number
  readonly emptyGroups: readonly string[]
  /** When a run last became current: by this device's clock, and by the service's. Milliseconds since the epoch. */
  readonly currentAt: number | null
  readonly currentAtServer: number | null
  /** No run became current within seven days, or within what the engine's `freshness` says. False before the first one. */
  readonly stale: boolean
  readonly lastRun: LastRun | null
  /** What keeps it from being current. */
  readonly problem: Problem | null
  /** A batch was begun and not finished; the next run goes on with it. */
  readonly underWay: boolean
  /** Refreshes that come later. What is here stays good until then. */
  readonly refreshes: readonly RefreshStatus[]
}

/** The status of the library. It is the same in every tab, except `role`. */
export interface EngineStatus {
  readonly name: string
  /** Whether the library outlives the page. False where it is in memory, as the last resort. */
  readonly persistent: boolean
  /**
   * A newer version of this engine has written the database: content can be read, and nothing is written. Reload the page.
   */
  readonly newerFormat: boolean
  /** How much storage there is, and what to do where there is too little. */
  readonly storage: StorageStatus
  readonly subscriptions: readonly SubscriptionStatus[]
  /** The problem that hinders most, and what to do about it. Null where there is none. */
  readonly problem: Problem | null
  /**
   * When the next sync comes by itself, and why then; see `startAutoSync`. Null where no application ever called `startAutoSync`
   * or `pause` on this library.
   */
  readonly schedule: ScheduleStatus | null
  /** Since when syncing is paused, in milliseconds since the epoch; null where it is not. See `pause`. */
  readonly pausedSince: number | null
  /** Counts the commits of this library: a greater number means that content changed. */
  readonly commits: number
  /** `writer`: this engine writes. `follower`: another engine writes. `idle`: no engine writes. */
  readonly role: 'writer' | 'follower' | 'idle'
  /** The run under way, here or in another tab, with its resources; null where there is none. */
  readonly activity: Activity | null
}

/** The part of the status that the database holds. */
export interface StoredStatus {
  /** In the order in which they were made. */
  readonly subscriptions: readonly SubscriptionRecord[]
  readonly underWay: ReadonlySet<string>
  readonly writer: WriterRecord
  readonly commits: number
  readonly schedule: ScheduleRecord | null
  /** Resources that the service has, or withdrew with a reason. */
  readonly known: ReadonlySet<ResourceKey>
  /** Resources that were found damaged and are not fetched again yet. */
  readonly damaged: readonly ResourceRef[]
  readonly refreshes: readonly RefreshStatus[]
}

export function readStored(db: WaraqDatabase): Promise<StoredStatus> {
  return db.transaction('r', [db.subscriptions, db.batchCursors, db.meta, db.resources], async () => {
    const [subscriptions, underWay, writer, counters, schedule, resources] = await Promise.all([
      readSubscriptions(db),
      db.batchCursors.toCollection().primaryKeys(),
      readWriter(db),
      readCounters(db),
      readSchedule(db),
      db.resources.toArray(),
    ])
    // A batch is stored under one of the subscriptions that asked for it together.
    const asking = subscriptions
      .filter(({ filter }) => underWay.includes(filter))
      .map((each) => asksWith(each).token)
    const isUnderWay = (each: SubscriptionRecord) =>
      underWay.includes(each.filter) || (each.shared !== undefined && asking.includes(each.shared.token))
    return {
      subscriptions: inOrderMade(subscriptions),
      underWay: new Set(subscriptions.filter(isUnderWay).map(({ filter }) => filter)),
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
  { subscriptions, underWay, known, damaged, refreshes }: StoredStatus,
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
    // Somebody set the clock back: nothing happened later than now.
    currentAt: record.currentAt === null ? null : Math.min(record.currentAt, now),
    currentAtServer: record.currentAtServer,
    stale,
    lastRun: record.lastRun,
    problem:
      stale && policy !== 'tell' ? hiddenProblem(record.filter, Math.round(staleAfterMs / dayMs), met) : met,
    underWay: underWay.has(record.filter),
    refreshes: ofFilter(refreshes, record.filter),
  }
}

interface Library {
  readonly name: string
  readonly freshness: Freshness
  readonly clock: Pick<Clock, 'now'>
}

/** The status, from the stored records and the run under way. */
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
  // A run that has become current since is noted a moment before the end of its sync.
  const isOver = stored.subscriptions.some(
    ({ lastRun }) => lastRun?.outcome === 'current' && lastRun.at >= (schedule?.lastSyncAt ?? 0),
  )
  // A sync that is under way is the next try.
  const nextTryAt = stored.schedule?.underWay?.startedAt ?? schedule?.nextSyncAt ?? null
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
