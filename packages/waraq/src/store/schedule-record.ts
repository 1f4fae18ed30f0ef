import type { ErrorCode } from '@waraq/protocol'
import type { SyncOutcome } from './outcome.ts'

/** Why `nextAt` is when it is. */
export type ScheduleReason =
  /** The usual pace. */
  | 'interval'
  /** The last sync failed in a way that may pass. */
  | 'retry'
  /** The same, and the device says that it has no network: a slower pace. */
  | 'offline'
  /** The network came back. */
  | 'online'
  /** The page or its device slept through the last turn. */
  | 'slept'
  /** The service named the time. */
  | 'service_asked'
  /** The last sync was cut off by its budget and goes on. */
  | 'budget'
  /** The application asked for content that no sync has brought yet. */
  | 'asked'
  /** The device saves data, and what is here is young enough. */
  | 'data_saver'
  /** Too many syncs lately. */
  | 'rate_budget'
  /** A sync is under way. Where its engine is gone, the next one that gets the writer's lock begins another. */
  | 'under_way'
  | 'never_synced'
  /** There is nothing to sync; `nextAt` is null. */
  | 'nothing_subscribed'
  /** Syncing is paused; the status tells null as `nextAt`. */
  | 'paused'
  /** The service refused. Another try alone does not help; the next one finds out whether an operator or a person has. */
  | 'needs_help'

/**
 * A sync that one of the engines began. While it is recorded, the others begin none: they wait for the writer's lock, which
 * its engine has for as long as it lives.
 */
export interface SyncUnderWay {
  /** Known to the engine that began it; what others report of their syncs cannot end it. */
  readonly id: string
  readonly startedAt: number
  /** The application asked for the sync, or for content that it is to bring. */
  readonly requested: boolean
  /** So many more tries come soon where this one fails. */
  readonly soon: number
  /** The state that is restored where the sync is cancelled, or its engine is gone. */
  readonly before: {
    readonly nextAt: number | null
    readonly reason: ScheduleReason
    readonly requested: boolean
  }
}

/**
 * When to sync next and why: one record for all engines of a database, so that they share one timetable, one back-off and
 * one rate budget, and a restart changes none of them. Times are milliseconds since the epoch by this device's clock.
 */
export interface ScheduleRecord {
  readonly key: 'schedule'
  /** When the last sync ended that had anything to do. */
  readonly endedAt: number | null
  /** When the last sync ended that brought all it could. */
  readonly workedAt: number | null
  readonly outcome: SyncOutcome | null
  readonly errorCode: ErrorCode | null
  /** Syncs in a row that failed. */
  readonly failures: number
  /** `ScheduleSettings.configuration` of the last sync; missing where an earlier version wrote the record. */
  readonly configuration?: string
  /** The last sync got no answer at all. */
  readonly silent: boolean
  /**
   * So many tries come soon, one after the other, because a reader waits or has come back. They do not count as further
   * failures. Missing: none.
   */
  readonly soon?: number
  /** Syncs in a row that were cut off by their budget. */
  readonly continued: number
  /** The service asked all clients to wait until then. */
  readonly notBefore: number | null
  readonly nextAt: number | null
  readonly reason: ScheduleReason
  /** The application asked for content, and no sync that began since has brought it. Saving data does not hold that back. */
  readonly requested: boolean
  readonly underWay: SyncUnderWay | null
  /** Since when syncing is paused: only requested syncs begin then. Missing where an earlier version wrote the record. */
  readonly pausedAt?: number | null
  /**
   * When syncs began, oldest first: the automatic ones of the last hour, and the requested ones of the last minute. Times and
   * not a count, because a count of fixed hours lets twice as many through around the turn of the hour.
   */
  readonly automatic: readonly number[]
  readonly asked: readonly number[]
}

export const emptySchedule: ScheduleRecord = {
  key: 'schedule',
  endedAt: null,
  workedAt: null,
  outcome: null,
  errorCode: null,
  failures: 0,
  silent: false,
  continued: 0,
  notBefore: null,
  nextAt: null,
  reason: 'never_synced',
  requested: false,
  underWay: null,
  automatic: [],
  asked: [],
}
