import type { ErrorCode } from '@waraq/protocol'
import type { SyncOutcome } from './outcome.ts'

/** Reason for the time in `nextAt`. */
export type ScheduleReason =
  /** The usual interval. */
  | 'interval'
  /** The last sync failed in a way that may pass. */
  | 'retry'
  /** The same, and the device reports that it has no network: a longer interval. */
  | 'offline'
  /** The network came back. */
  | 'online'
  /** The page or its device slept through the last scheduled time. */
  | 'slept'
  /** The service named the time. */
  | 'service_asked'
  /** The last sync was cut off by its budget and continues. */
  | 'budget'
  /** The application asked for content that no sync has fetched yet. */
  | 'asked'
  /** The device saves data, and the stored content is recent enough. */
  | 'data_saver'
  /** There were too many syncs lately. */
  | 'rate_budget'
  /** A sync is under way. If its engine is gone, the next one that gets the writer's lock starts another. */
  | 'in_progress'
  | 'never_synced'
  /** There is nothing to sync; `nextAt` is null. */
  | 'nothing_subscribed'
  /** Syncing is paused; the status reports `nextAt` as null. */
  | 'paused'
  /** The service refused. A retry does not fix that. The next sync finds out whether an operator or a person has fixed it. */
  | 'needs_help'

/**
 * A sync that one of the engines started. While it is recorded, the others start none: they wait for the writer's lock, which its
 * engine holds for as long as it lives.
 */
export interface SyncInProgress {
  /** Known to the engine that started it, so that the reports of other engines about their syncs cannot end it. */
  readonly id: string
  readonly startedAt: number
  /** Whether the application requested the sync, or content that it should fetch. */
  readonly requested: boolean
  /** Number of further attempts that follow soon if this one fails. */
  readonly soon: number
  /** The state that is restored if the sync is cancelled, or its engine is gone. */
  readonly before: {
    readonly nextAt: number | null
    readonly reason: ScheduleReason
    readonly requested: boolean
  }
}

/**
 * When to sync next and why. There is one record for all engines of a database, so that they share one timetable, one backoff and
 * one rate budget, and a restart changes none of them. Times are milliseconds since the epoch by this device's clock.
 */
export interface ScheduleRecord {
  readonly key: 'schedule'
  /** When the last sync ended that had something to do. */
  readonly endedAt: number | null
  /** When the last sync ended that fetched all it could. */
  readonly workedAt: number | null
  readonly outcome: SyncOutcome | null
  readonly errorCode: ErrorCode | null
  /** Consecutive syncs that failed. */
  readonly failures: number
  /** `ScheduleSettings.configuration` of the last sync; missing if an earlier version wrote the record. */
  readonly configuration?: string
  /** Whether the last sync got no response at all. */
  readonly silent: boolean
  /**
   * Number of attempts that follow soon, one after the other, because a reader waits or has returned. They do not count as
   * further failures. Missing: none.
   */
  readonly soon?: number
  /** Consecutive syncs that were cut off by their budget. */
  readonly continued: number
  /** Time until which the service asked all clients to wait. */
  readonly notBefore: number | null
  readonly nextAt: number | null
  readonly reason: ScheduleReason
  /**
   * Whether the application asked for content, and no sync that started since has fetched it. Saving data does not hold that
   * back.
   */
  readonly requested: boolean
  readonly inProgress: SyncInProgress | null
  /** Time since which syncing is paused: only requested syncs start then. Missing if an earlier version wrote the record. */
  readonly pausedAt?: number | null
  /**
   * When syncs started, oldest first: the automatic ones of the last hour, and the requested ones of the last minute. These are
   * times and not a count, because a count per fixed hour lets twice as many through around the turn of the hour.
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
  inProgress: null,
  automatic: [],
  asked: [],
}
