import { wantsSaving } from '../platform/conditions.ts'
import { spentUntil } from './rate-budget.ts'
import type { ScheduleReason, ScheduleRecord } from '../store/schedule-record.ts'
import { bounds, type Moment } from './settings.ts'

/** What keeps a sync from beginning, and until when. */
export interface Hold {
  readonly until: number
  readonly reason: ScheduleReason
}

/**
 * No try follows a failed one sooner than this. Where no answer came at all the wait is longer, but for the first try after
 * the network came back: networks that come and go must not make it shorter each time.
 */
export function floorAfterFailure(record: ScheduleRecord, backOnline: boolean): number {
  const { endedAt, failures, silent } = record
  if (endedAt === null || failures === 0) return -Infinity
  const short = !silent || (backOnline && failures === 1)
  return endedAt + (short ? bounds.floorMs : bounds.networkFloorMs)
}

/** Until when saving data holds back what nobody asked for; null where it does not. */
export function savingUntil(record: ScheduleRecord, { now, conditions, settings }: Moment): number | null {
  // Where nothing ever arrived there is nothing to read meanwhile; and what somebody asked for is worth its data.
  if (settings.dataSaver === 'ignore' || record.workedAt === null || record.wish) return null
  const until = record.workedAt + bounds.dataSaverMs
  return wantsSaving(conditions) && until > now ? until : null
}

function first(now: number, holds: readonly (Hold | null)[]): Hold | null {
  return holds.find((hold) => hold !== null && hold.until > now) ?? null
}

/** What holds back a sync that nobody asked for, or that the application asked for without anybody waiting for it. */
export function holdOfAutomatic(record: ScheduleRecord, moment: Moment): Hold | null {
  const { underWay, notBefore, automatic } = record
  const { now } = moment
  const saving = savingUntil(record, moment)
  const spent = spentUntil(automatic, bounds.automatic, now)
  return first(now, [
    underWay && { until: underWay.until, reason: 'under_way' },
    notBefore === null ? null : { until: notBefore, reason: 'service_asked' },
    { until: floorAfterFailure(record, record.reason === 'online'), reason: 'retry' },
    saving === null ? null : { until: saving, reason: 'data_saver' },
    spent === null ? null : { until: spent, reason: 'rate_budget' },
  ])
}

/**
 * What holds back a sync in the background. The browser chooses the moment and has a patience of its own after failures, so
 * the timetable's does not count. Nor does a sync under way: a service worker that the browser ended in the middle left
 * one behind, and where somebody really writes, the lock tells.
 */
export function holdOfBackground(record: ScheduleRecord, moment: Moment): Hold | null {
  const { notBefore, automatic, reason } = record
  const saving = savingUntil(record, moment)
  // What a slice began, the next ones go on with.
  const spent = reason === 'budget' ? null : spentUntil(automatic, bounds.automatic, moment.now)
  return first(moment.now, [
    notBefore === null ? null : { until: notBefore, reason: 'service_asked' },
    saving === null ? null : { until: saving, reason: 'data_saver' },
    spent === null ? null : { until: spent, reason: 'rate_budget' },
  ])
}

/**
 * What holds back a sync that somebody asks for and waits for. One under way does not: it may have read the feed before
 * the question. A long wait that the service asked for is heeded for a while; after that a person may find out.
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
