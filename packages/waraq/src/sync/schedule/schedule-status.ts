import type { ErrorCode } from '@waraq/protocol'
import { plausible } from './plausible.ts'
import { isPaused } from './pause.ts'
import { emptySchedule, type ScheduleReason, type ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type ScheduleContext } from './settings.ts'

/** The schedule for the status. Times are milliseconds since the epoch, by this device's clock. */
export interface ScheduleStatus {
  /** When the next automatic sync starts; a time in the past means any moment now. Null if none is planned. */
  readonly nextSyncAt: number | null
  readonly reason: ScheduleReason
  readonly lastSyncAt: number | null
  /** Error code of the last sync. */
  readonly errorCode: ErrorCode | null
  /** Number of failed syncs in a row. */
  readonly failures: number
}

export function scheduleStatus(
  record: ScheduleRecord | null,
  context: Pick<ScheduleContext, 'now' | 'settings'>,
): ScheduleStatus {
  const known = plausible(record ?? emptySchedule, context)
  const { nextAt, endedAt, errorCode, failures } = known
  const ended = { lastSyncAt: endedAt, errorCode, failures }
  return isPaused(record)
    ? { nextSyncAt: null, reason: 'paused', ...ended }
    : { nextSyncAt: nextAt, reason: reasonOf(known), ...ended }
}

/** A turn minutes after the time that the service set is the engine's own spread, so its reason is `retry`. */
function reasonOf({ reason, nextAt, notBefore }: ScheduleRecord): ScheduleReason {
  const isOurs = reason === 'service_asked' && nextAt! - (notBefore ?? -Infinity) > bounds.firstRetryMs
  return isOurs ? 'retry' : reason
}
