import type { ErrorCode } from '@waraq/contract'
import type { Outcome } from './outcome.ts'

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
  /** The service named the time. */
  | 'service_asked'
  /** The last sync was cut off by its budget and goes on. */
  | 'budget'
  /** The application asked for something that no sync has brought yet. */
  | 'asked'
  /** The device saves data, and what is here is young enough. */
  | 'data_saver'
  /** Too many syncs lately. */
  | 'rate_budget'
  /** A sync is under way; if nothing is heard of it until then, another one begins. */
  | 'under_way'
  | 'never_synced'
  /** Nothing to sync; `nextAt` is null. */
  | 'nothing_subscribed'
  /** Syncing is paused; `nextAt` is null in what is told. */
  | 'paused'
  /** Trying again cannot mend what was refused; the next try finds out whether an operator or a person has. */
  | 'needs_help'

/** A sync that one of the engines began. It keeps the others from beginning one too. */
export interface SyncUnderWay {
  /** Known to the engine that began it; what others report of their syncs cannot end it. */
  readonly id: string
  readonly startedAt: number
  /** Its engine counts as gone after this. Pushed out while it works. */
  readonly until: number
  /** The application asked for it, or for what it is to bring. */
  readonly wish: boolean
  /** What to return to where it is cancelled. */
  readonly before: {
    readonly nextAt: number | null
    readonly reason: ScheduleReason
    readonly wish: boolean
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
  /** When the last one ended that brought all it could. */
  readonly workedAt: number | null
  readonly outcome: Outcome | null
  readonly errorCode: ErrorCode | null
  /** Syncs in a row that failed. */
  readonly failures: number
  /** `ScheduleSettings.configuration` of the last one; missing where an earlier version wrote the record. */
  readonly configuration?: string
  /** No answer at all came to the last one. */
  readonly silent: boolean
  /** Syncs in a row that were cut off by their budget. */
  readonly continued: number
  /** The service asked that nobody comes back earlier. */
  readonly notBefore: number | null
  readonly nextAt: number | null
  readonly reason: ScheduleReason
  /** The application asked, and no sync that began since has brought it. Saving data does not hold that back. */
  readonly wish: boolean
  readonly underWay: SyncUnderWay | null
  /** Since when syncing is paused: then only what somebody asks for begins. Missing where an earlier version wrote the record. */
  readonly pausedAt?: number | null
  /**
   * When syncs began, oldest first: those of the last hour that nobody asked for, and those of the last minute that
   * somebody did. Times and not a count, because a count of fixed hours lets twice as many through around the turn.
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
  wish: false,
  underWay: null,
  automatic: [],
  asked: [],
}
