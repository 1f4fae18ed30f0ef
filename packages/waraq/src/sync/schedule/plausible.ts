import type { ScheduleReason, ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type ScheduleContext, type ScheduleSettings } from './settings.ts'

/** The longest wait in milliseconds that the timetable sets for a reason. */
function longestWaitMs(reason: ScheduleReason, { everyMs }: ScheduleSettings): number {
  switch (reason) {
    case 'interval':
      return everyMs * (1 + bounds.jitter)
    case 'data_saver':
      return bounds.dataSaverMs
    case 'in_progress':
      return 0
    case 'rate_budget':
      return bounds.automatic.perMs
    case 'service_asked':
      return bounds.longestAskedMs + bounds.longestBackgroundRetryMs
    default:
      return bounds.longestAskedMs + bounds.longestRetryMs
  }
}

function notLater(times: readonly number[], now: number): readonly number[] {
  return times.some((at) => at > now) ? times.map((at) => Math.min(at, now)) : times
}

/**
 * Returns the turn for this reason, no later than the timetable would set it. `endedAt` is that of the last sync, as it was
 * stored.
 */
function plausibleTurn(
  { nextAt, reason }: Pick<ScheduleRecord, 'nextAt' | 'reason'>,
  endedAt: number | null,
  { now, settings }: Pick<ScheduleContext, 'now' | 'settings'>,
): number | null {
  // An earlier version stored no next try after a refusal.
  if (nextAt === null) return reason === 'needs_help' ? now : null
  if (nextAt <= now + longestWaitMs(reason, settings) + bounds.slackMs) return nextAt
  // Another engine may have a longer interval; its syncs still count.
  const isOther = reason === 'interval' && endedAt !== null && endedAt <= now
  return isOther ? Math.max(now, endedAt + settings.everyMs) : now
}

/**
 * Returns the record with implausible times corrected: after the clock was set back, stored times lie in the future.
 *
 * - A wait that is longer than the timetable ever sets counts as over. A service that still needs it sends it again.
 * - Past events in the future move to now, so that a clock that was set back does not free a budget or a floor.
 * - Only the age of content is dropped: a wrong age would keep old content.
 *
 * Returns the same record if no time is implausible.
 */
export function plausible(
  record: ScheduleRecord,
  { now, settings }: Pick<ScheduleContext, 'now' | 'settings'>,
): ScheduleRecord {
  const { slackMs, longestAskedMs } = bounds
  const { endedAt, workedAt, notBefore, nextAt, inProgress } = record
  const changes: { -readonly [Key in keyof ScheduleRecord]?: ScheduleRecord[Key] } = {}
  if (endedAt !== null && endedAt > now) changes.endedAt = now
  if (workedAt !== null && workedAt > now + slackMs) changes.workedAt = null
  const isAskedOver = notBefore !== null && notBefore > now + longestAskedMs + slackMs
  if (isAskedOver) changes.notBefore = null
  // The turn was counted from the time that the service set.
  const isTurnOver = isAskedOver && record.reason === 'service_asked'
  const turn = isTurnOver ? now : plausibleTurn(record, endedAt, { now, settings })
  if (turn !== nextAt) changes.nextAt = turn
  if (inProgress) {
    const { startedAt, before } = inProgress
    // Correct these times now: once `endedAt` is corrected, the engine that ends this sync could no longer detect them.
    const corrected = {
      startedAt: Math.min(startedAt, now),
      before: { ...before, nextAt: plausibleTurn(before, endedAt, { now, settings }) },
    }
    if (corrected.startedAt !== startedAt || corrected.before.nextAt !== before.nextAt)
      changes.inProgress = { ...inProgress, ...corrected }
  }
  const automatic = notLater(record.automatic, now)
  if (automatic !== record.automatic) changes.automatic = automatic
  const asked = notLater(record.asked, now)
  if (asked !== record.asked) changes.asked = asked
  return Object.keys(changes).length === 0 ? record : { ...record, ...changes }
}
