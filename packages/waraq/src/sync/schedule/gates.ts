import { wantsSaving } from '../../platform/conditions.ts'
import { spentUntil } from './rate-budget.ts'
import type { ScheduleReason, ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type ScheduleContext } from './settings.ts'

/** A reason that keeps a sync from starting, and the time until which it does. */
export interface Gate {
  readonly until: number
  readonly reason: ScheduleReason
}

/**
 * Returns the earliest time of the next try after a failure. If no answer came at all, the wait is longer, except for the
 * first try after the network came back: an unstable network must not shorten the wait each time.
 */
export function floorAfterFailure(record: ScheduleRecord, backOnline: boolean): number {
  const { endedAt, failures, silent, soon = 0 } = record
  if (endedAt === null || failures === 0) return -Infinity
  if (soon > 0) return endedAt + bounds.soonFloorMs
  const short = !silent || (backOnline && failures === 1)
  return endedAt + (short ? bounds.floorMs : bounds.networkFloorMs)
}

/**
 * Returns whether no reader waits for a sync: none asked for it, and the local content is still good. If a reader `cameBack`
 * to the page, content is good for a day (`bounds.goodMs`), otherwise for six days (`bounds.dataSaverMs`).
 */
export function isBackgroundSync(
  { requested, workedAt, inProgress }: Pick<ScheduleRecord, 'requested' | 'workedAt' | 'inProgress'>,
  now: number,
  cameBack: boolean,
): boolean {
  // A request that the current sync serves stays a request if the tab of that sync is gone.
  if (requested || inProgress?.requested) return false
  return workedAt !== null && now - workedAt < (cameBack ? bounds.goodMs : bounds.dataSaverMs)
}

/** Returns until when data saving delays automatic syncs; null if it does not. */
export function savingUntil(
  record: ScheduleRecord,
  { now, conditions, settings }: ScheduleContext,
): number | null {
  // Before the first content arrives, there is nothing to read in the meantime. Content that the application asked for is
  // worth its data.
  if (settings.dataSaver === 'ignore' || record.workedAt === null || record.requested) return null
  const until = record.workedAt + bounds.dataSaverMs
  return wantsSaving(conditions) && until > now ? until : null
}

function first(now: number, gates: readonly (Gate | null)[]): Gate | null {
  return gates.find((gate) => gate !== null && gate.until > now) ?? null
}

/** Returns the gate of a sync that no caller waits for: an automatic one, or one for a new subscription. */
export function gateOfAutomatic(record: ScheduleRecord, context: ScheduleContext): Gate | null {
  const { notBefore, automatic } = record
  const { now } = context
  const saving = savingUntil(record, context)
  const spent = spentUntil(automatic, bounds.automatic, now)
  return first(now, [
    notBefore === null ? null : { until: notBefore, reason: 'service_asked' },
    { until: floorAfterFailure(record, record.reason === 'online'), reason: 'retry' },
    saving === null ? null : { until: saving, reason: 'data_saver' },
    spent === null ? null : { until: spent, reason: 'rate_budget' },
  ])
}

/**
 * Returns the gate of a background sync. The browser chooses its time and waits after failures by its own rules, so the
 * timetable's wait does not count. A sync in progress does not count either: the writer's lock shows whether another engine
 * really writes.
 */
export function gateOfBackground(record: ScheduleRecord, context: ScheduleContext): Gate | null {
  const { notBefore, automatic, reason } = record
  const saving = savingUntil(record, context)
  // The next slices continue the sync that an earlier slice started.
  const spent = reason === 'budget' ? null : spentUntil(automatic, bounds.automatic, context.now)
  return first(context.now, [
    notBefore === null ? null : { until: notBefore, reason: 'service_asked' },
    saving === null ? null : { until: saving, reason: 'data_saver' },
    spent === null ? null : { until: spent, reason: 'rate_budget' },
  ])
}

/**
 * Returns the gate of a sync whose caller waits for it. A sync in progress is no gate, because it may have read the feed
 * before the call. A long wait that the service requested holds for a limited time; after that a person may try.
 */
export function gateOfAsked(
  { notBefore, endedAt, asked }: ScheduleRecord,
  { now }: ScheduleContext,
): Gate | null {
  const heeded =
    notBefore === null || endedAt === null ? notBefore : Math.min(notBefore, endedAt + bounds.askFloorMs)
  const spent = spentUntil(asked, bounds.asked, now)
  return first(now, [
    heeded === null ? null : { until: heeded, reason: 'service_asked' },
    spent === null ? null : { until: spent, reason: 'rate_budget' },
  ])
}
