import type { ScheduleReason, ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type Moment, type ScheduleSettings } from './settings.ts'

/** The longest wait that the timetable itself ever sets for a reason. */
function longestWaitMs(reason: ScheduleReason, { everyMs }: ScheduleSettings): number {
  switch (reason) {
    case 'interval':
      return everyMs * (1 + bounds.jitter)
    case 'data_saver':
      return bounds.dataSaverMs
    case 'under_way':
      return 0
    case 'rate_budget':
      return bounds.automatic.perMs
    case 'service_asked':
      return bounds.longestAskedMs + bounds.longestPatientMs
    default:
      return bounds.longestAskedMs + bounds.longestRetryMs
  }
}

function notLater(times: readonly number[], now: number): readonly number[] {
  return times.some((at) => at > now) ? times.map((at) => Math.min(at, now)) : times
}

/** The turn of this reason, no later than the timetable sets it. `endedAt` is that of the last sync, as it was stored. */
function plausibleTurn(
  { nextAt, reason }: Pick<ScheduleRecord, 'nextAt' | 'reason'>,
  endedAt: number | null,
  { now, settings }: Pick<Moment, 'now' | 'settings'>,
): number | null {
  // An earlier version named no next try after a refusal.
  if (nextAt === null) return reason === 'needs_help' ? now : null
  if (nextAt <= now + longestWaitMs(reason, settings) + bounds.slackMs) return nextAt
  // Another engine may have been told a longer interval; its syncs still count.
  const isOther = reason === 'interval' && endedAt !== null && endedAt <= now
  return isOther ? Math.max(now, endedAt + settings.everyMs) : now
}

/**
 * The record with its implausible times corrected: where the clock was set back, stored times lie in the future. A wait that
 * is longer than the timetable ever sets counts as over; a service that still wants it says so again. Past events in the
 * future move to now, so that a clock that was set back does not free a budget or a floor. Only the age of content is
 * dropped: a wrong age would keep old content. Returns the same record where no time is implausible.
 */
export function plausible(
  record: ScheduleRecord,
  { now, settings }: Pick<Moment, 'now' | 'settings'>,
): ScheduleRecord {
  const { slackMs, longestAskedMs } = bounds
  const { endedAt, workedAt, notBefore, nextAt, underWay } = record
  const changes: { -readonly [Key in keyof ScheduleRecord]?: ScheduleRecord[Key] } = {}
  if (endedAt !== null && endedAt > now) changes.endedAt = now
  if (workedAt !== null && workedAt > now + slackMs) changes.workedAt = null
  const isAskedOver = notBefore !== null && notBefore > now + longestAskedMs + slackMs
  if (isAskedOver) changes.notBefore = null
  // The turn was counted from the time that the service named.
  const isTurnOver = isAskedOver && record.reason === 'service_asked'
  const turn = isTurnOver ? now : plausibleTurn(record, endedAt, { now, settings })
  if (turn !== nextAt) changes.nextAt = turn
  if (underWay) {
    const { startedAt, before } = underWay
    // Whoever ends it finds the times of the end corrected, and could not tell this one any more.
    const corrected = {
      startedAt: Math.min(startedAt, now),
      before: { ...before, nextAt: plausibleTurn(before, endedAt, { now, settings }) },
    }
    if (corrected.startedAt !== startedAt || corrected.before.nextAt !== before.nextAt)
      changes.underWay = { ...underWay, ...corrected }
  }
  const automatic = notLater(record.automatic, now)
  if (automatic !== record.automatic) changes.automatic = automatic
  const asked = notLater(record.asked, now)
  if (asked !== record.asked) changes.asked = asked
  return Object.keys(changes).length === 0 ? record : { ...record, ...changes }
}
