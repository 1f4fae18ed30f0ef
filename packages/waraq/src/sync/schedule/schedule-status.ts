import type { ErrorCode } from '@waraq/protocol'
import { plausible } from './plausible.ts'
import { isPaused } from './pause.ts'
import { emptySchedule, type ScheduleReason, type ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type Moment } from './settings.ts'

/** The schedule for the status. Times are milliseconds since the epoch, by this device's clock. */
export interface ScheduleStatus {
  /** When the next sync comes by itself; a time that has passed means any moment now. Null where none does. */
  readonly nextSyncAt: number | null
  readonly reason: ScheduleReason
  readonly lastSyncAt: number | null
  /** The error that the last sync met. */
  readonly errorCode: ErrorCode | null
  /** Syncs in a row that failed. */
  readonly failures: number
}

export function scheduleStatus(
  record: ScheduleRecord | null,
  moment: Pick<Moment, 'now' | 'settings'>,
): ScheduleStatus {
  const known = plausible(record ?? emptySchedule, moment)
  const { nextAt, endedAt, errorCode, failures } = known
  const ended = { lastSyncAt: endedAt, errorCode, failures }
  return isPaused(record)
    ? { nextSyncAt: null, reason: 'paused', ...ended }
    : { nextSyncAt: nextAt, reason: reasonOf(known), ...ended }
}

/** Minutes after the time that the service named are a spread of ours. */
function reasonOf({ reason, nextAt, notBefore }: ScheduleRecord): ScheduleReason {
  const isOurs = reason === 'service_asked' && nextAt! - (notBefore ?? -Infinity) > bounds.firstRetryMs
  return isOurs ? 'retry' : reason
}
