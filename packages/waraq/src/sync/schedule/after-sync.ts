import type { SyncResult } from './sync-result.ts'
import { isBackgroundSync } from './gates.ts'
import {
  acceptedTime,
  looksOffline,
  nextAfterRefusal,
  nextInterval,
  nextBackgroundRetry,
  nextRetry,
  nextSoon,
} from './delays.ts'
import { plausible } from './plausible.ts'
import { bounds, type ScheduleContext } from './settings.ts'
import { emptySchedule, type ScheduleRecord } from '../../store/schedule-record.ts'

/** Changes of the timetable after a sync. Pure, as `timetable.ts`, which decides on triggers. */

/**
 * Returns the timetable after a sync. `claim` identifies the sync that ended. If the record names another sync in progress,
 * only the times set by the service count, because the result of that other sync is still to come.
 */
export function afterSync(
  record: ScheduleRecord | null,
  claim: string,
  result: SyncResult,
  context: ScheduleContext,
): ScheduleRecord {
  const known = plausible(record ?? emptySchedule, context)
  const { inProgress } = known
  if (inProgress?.id !== claim) return afterHint(known, result, context)
  const requested = known.requested || (inProgress?.requested ?? false)
  const soon = inProgress?.soon ?? 0
  const background = isBackgroundSync(known, context.now, false)
  const cameSoon = known.failures > 0 && (known.soon ?? 0) > 0
  // If no reader waits, the last of the quick tries counts as the first background try.
  const failures = known.failures + (cameSoon && (soon > 0 || !background) ? 0 : 1)
  const ended: ScheduleRecord = {
    ...known,
    configuration: context.settings.configuration,
    inProgress: null,
    outcome: result.outcome,
    errorCode: result.errorCode,
    endedAt: context.now,
    notBefore: null,
    continued: 0,
    failures: 0,
    soon: 0,
    silent: result.offline,
  }
  switch (result.verdict) {
    case 'nothing': {
      // The sync sent no request, so it counts against no budget.
      const { endedAt, notBefore } = known
      const automatic = known.automatic.filter((at) => at !== inProgress?.startedAt)
      const idle: ScheduleRecord = {
        ...ended,
        endedAt,
        notBefore,
        automatic,
        nextAt: null,
        reason: 'nothing_subscribed',
      }
      return soonIfRequested(idle, context.now)
    }
    case 'worked': {
      const turn = nextInterval(context, known)
      if (result.dueAt === null)
        return soonIfRequested(
          { ...ended, workedAt: context.now, nextAt: turn, reason: 'interval' },
          context.now,
        )
      // The local content is as old as before: this sync did not fetch all of it, so it does not delay the next one that has
      // to.
      const nextAt = Math.min(turn, Math.max(result.dueAt, context.now))
      return soonIfRequested({ ...ended, nextAt, reason: 'interval' }, context.now)
    }
    case 'cut_off': {
      const continued = known.continued + 1
      const nextAt = continued > bounds.mostContinued ? nextRetry(1, result, context) : context.now
      return { ...ended, requested, continued, nextAt, reason: 'budget' }
    }
    case 'retry': {
      const notBefore = acceptedTime(result.serviceAsked, context.now)
      const tried = { ...ended, requested, failures, notBefore }
      const isOffline = looksOffline(result, context)
      if (soon > 0 && notBefore === null && !isOffline)
        return { ...tried, soon, nextAt: nextSoon(context, !background), reason: 'retry' }
      const nextAt = background
        ? nextBackgroundRetry(failures, result, context)
        : nextRetry(failures, result, context)
      return {
        ...tried,
        nextAt,
        reason: notBefore !== null ? 'service_asked' : isOffline ? 'offline' : 'retry',
      }
    }
    case 'help': {
      const refused = { ...ended, requested, failures }
      // One more try distinguishes a lost session from a brief server failure. A subscription that was made during the sync
      // may also help.
      if (known.requested || soon > 0 || (failures === 1 && !cameSoon)) {
        const reason = known.requested ? 'asked' : 'needs_help'
        return { ...refused, soon: Math.max(1, soon), nextAt: nextSoon(context), reason }
      }
      const nextAt = background
        ? nextBackgroundRetry(failures, result, context)
        : nextAfterRefusal(failures, context)
      return { ...refused, nextAt, reason: 'needs_help' }
    }
  }
}

/** Returns the timetable after a sync of which only the times set by the service count. */
export function afterHint(
  record: ScheduleRecord | null,
  result: SyncResult,
  context: ScheduleContext,
): ScheduleRecord {
  const known = plausible(record ?? emptySchedule, context)
  const notBefore = acceptedTime(result.serviceAsked, context.now)
  if (notBefore === null || notBefore <= (known.notBefore ?? 0)) return known
  if (known.inProgress || known.nextAt === null || known.nextAt >= notBefore) return { ...known, notBefore }
  const nextAt = isBackgroundSync(known, context.now, false)
    ? nextBackgroundRetry(1, result, context)
    : notBefore + context.random() * bounds.firstRetryMs
  return { ...known, notBefore, nextAt, reason: 'service_asked' }
}

/**
 * Returns the timetable after a cancelled sync, as if it had not started, so that another engine takes its place. `given` is
 * the delay in milliseconds. By default it is some seconds, or one second if a reader waits.
 */
export function afterCancel(
  record: ScheduleRecord | null,
  claim: string,
  context: ScheduleContext,
  given?: number,
): ScheduleRecord | null {
  if (record?.inProgress?.id !== claim) return record
  const known = plausible(record, context)
  const { before } = known.inProgress!
  const isAwaited = known.workedAt === null || known.requested || before.requested
  const afterMs = given ?? (isAwaited ? bounds.soonFloorMs : bounds.floorMs)
  const nextAt = before.nextAt === null ? null : Math.max(before.nextAt, context.now + afterMs)
  const cancelled = {
    ...known,
    inProgress: null,
    nextAt,
    reason: before.reason,
    requested: known.requested || before.requested,
  }
  return known.requested && nextAt === null
    ? { ...cancelled, nextAt: context.now + afterMs, reason: 'asked' }
    : cancelled
}

/** Returns the timetable after the syncing engine is gone: another engine immediately continues its work. */
export function afterGone(
  record: ScheduleRecord | null,
  claim: string,
  context: ScheduleContext,
): ScheduleRecord | null {
  const cancelled = afterCancel(record, claim, context, 0)
  if (!cancelled || !record?.inProgress || cancelled === record) return cancelled
  const { requested, soon } = record.inProgress
  // The engine that continues does so for the same reader.
  const left = soon > 0 ? { ...cancelled, soon } : cancelled
  return requested ? { ...left, nextAt: context.now, reason: 'asked', requested } : left
}

/** Brings the next sync forward if the application subscribed during this one, which may have been too late for it. */
function soonIfRequested(record: ScheduleRecord, now: number): ScheduleRecord {
  return record.requested ? { ...record, nextAt: now, reason: 'asked' } : record
}
