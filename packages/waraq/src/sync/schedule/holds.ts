import { wantsSaving } from '../../platform/conditions.ts'
import { spentUntil } from './rate-budget.ts'
import type { ScheduleReason, ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type Moment } from './settings.ts'

/** What keeps a sync from beginning, and until when. */
export interface Hold {
  readonly until: number
  readonly reason: ScheduleReason
}

/**
 * The earliest time of the try after a failed one. Where no answer came at all the wait is longer, except for the first try
 * after the network came back: a network that comes and goes must not shorten the wait each time.
 */
export function floorAfterFailure(record: ScheduleRecord, backOnline: boolean): number {
  const { endedAt, failures, silent, soon = 0 } = record
  if (endedAt === null || failures === 0) return -Infinity
  if (soon > 0) return endedAt + bounds.soonFloorMs
  const short = !silent || (backOnline && failures === 1)
  return endedAt + (short ? bounds.floorMs : bounds.networkFloorMs)
}

/**
 * Whether no reader waits for a sync: none asked for it, and the content that is here is good. Content is good for a day;
 * while no reader `cameBack` to the page, it is for as long as the service wants it synced.
 */
export function isPatient(
  { requested, workedAt, underWay }: Pick<ScheduleRecord, 'requested' | 'workedAt' | 'underWay'>,
  now: number,
  cameBack: boolean,
): boolean {
  // What was requested of the sync under way stays requested if the tab of that sync is gone.
  if (requested || underWay?.requested) return false
  return workedAt !== null && now - workedAt < (cameBack ? bounds.goodMs : bounds.dataSaverMs)
}

/** Until when saving data holds back automatic syncs; null where it does not. */
export function savingUntil(record: ScheduleRecord, { now, conditions, settings }: Moment): number | null {
  // Before the first content arrived there is nothing to read meanwhile. Content that the application asked for is worth its
  // data.
  if (settings.dataSaver === 'ignore' || record.workedAt === null || record.requested) return null
  const until = record.workedAt + bounds.dataSaverMs
  return wantsSaving(conditions) && until > now ? until : null
}

function first(now: number, holds: readonly (Hold | null)[]): Hold | null {
  return holds.find((hold) => hold !== null && hold.until > now) ?? null
}

/** What holds back a sync that no caller waits for: an automatic one, or one for a new subscription. */
export function holdOfAutomatic(record: ScheduleRecord, moment: Moment): Hold | null {
  const { notBefore, automatic } = record
  const { now } = moment
  const saving = savingUntil(record, moment)
  const spent = spentUntil(automatic, bounds.automatic, now)
  return first(now, [
    notBefore === null ? null : { until: notBefore, reason: 'service_asked' },
    { until: floorAfterFailure(record, record.reason === 'online'), reason: 'retry' },
    saving === null ? null : { until: saving, reason: 'data_saver' },
    spent === null ? null : { until: spent, reason: 'rate_budget' },
  ])
}

/**
 * What holds back a sync in the background. The browser chooses the moment, and waits after failures by its own rules, so the
 * timetable's wait does not count. Nor does a sync under way: where another engine really writes, the lock tells.
 */
export function holdOfBackground(record: ScheduleRecord, moment: Moment): Hold | null {
  const { notBefore, automatic, reason } = record
  const saving = savingUntil(record, moment)
  // The next slices go on with the sync that a slice began.
  const spent = reason === 'budget' ? null : spentUntil(automatic, bounds.automatic, moment.now)
  return first(moment.now, [
    notBefore === null ? null : { until: notBefore, reason: 'service_asked' },
    saving === null ? null : { until: saving, reason: 'data_saver' },
    spent === null ? null : { until: spent, reason: 'rate_budget' },
  ])
}

/**
 * What holds back a sync whose caller waits for it. A sync under way does not: it may have read the feed before the call. A
 * long wait that the service asked for holds for a while; after that a person may try.
 */
export function holdOfAsked({ notBefore, endedAt, asked }: ScheduleRecord, { now }: Moment): Hold | null {
  const heeded =
    notBefore === null || endedAt === null ? notBefore : Math.min(notBefore, endedAt + bounds.askFloorMs)
  const spent = spentUntil(asked, bounds.asked, now)
  return first(now, [
    heeded === null ? null : { until: heeded, reason: 'service_asked' },
    spent === null ? null : { until: spent, reason: 'rate_budget' },
  ])
}
