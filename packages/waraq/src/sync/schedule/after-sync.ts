import type { Ending } from './ending.ts'
import { isPatient } from './holds.ts'
import {
  acceptedTime,
  looksOffline,
  nextAfterRefusal,
  nextInterval,
  nextPatiently,
  nextRetry,
  nextSoon,
} from './pace.ts'
import { plausible } from './plausible.ts'
import { bounds, type Moment } from './settings.ts'
import { emptySchedule, type ScheduleRecord } from '../../store/schedule-record.ts'

/** What the end of a sync leaves in the timetable. Pure, as `timetable.ts`, which says what a wake leads to. */

/**
 * The timetable after a sync. `claim` names the sync that ended. Where the record names another sync that is under way, only
 * the times that the service named count: the ending of the other is still to come.
 */
export function afterSync(
  record: ScheduleRecord | null,
  claim: string,
  ending: Ending,
  moment: Moment,
): ScheduleRecord {
  const known = plausible(record ?? emptySchedule, moment)
  const { underWay } = known
  if (underWay?.id !== claim) return afterHint(known, ending, moment)
  const requested = known.requested || (underWay?.requested ?? false)
  const soon = underWay?.soon ?? 0
  const patient = isPatient(known, moment.now, false)
  const cameSoon = known.failures > 0 && (known.soon ?? 0) > 0
  // Where no reader waits, the last try that came soon stands for the first of the patient ones.
  const failures = known.failures + (cameSoon && (soon > 0 || !patient) ? 0 : 1)
  const ended: ScheduleRecord = {
    ...known,
    configuration: moment.settings.configuration,
    underWay: null,
    outcome: ending.outcome,
    errorCode: ending.errorCode,
    endedAt: moment.now,
    notBefore: null,
    continued: 0,
    failures: 0,
    soon: 0,
    silent: ending.offline,
  }
  switch (ending.verdict) {
    case 'nothing': {
      // The sync made no request, so it counts against no budget.
      const { endedAt, notBefore } = known
      const automatic = known.automatic.filter((at) => at !== underWay?.startedAt)
      const idle: ScheduleRecord = {
        ...ended,
        endedAt,
        notBefore,
        automatic,
        nextAt: null,
        reason: 'nothing_subscribed',
      }
      return soonIfRequested(idle, moment.now)
    }
    case 'worked': {
      const turn = nextInterval(moment, known)
      if (ending.dueAt === null)
        return soonIfRequested(
          { ...ended, workedAt: moment.now, nextAt: turn, reason: 'interval' },
          moment.now,
        )
      // What is here is no younger than before: the sync did not bring all, so it does not delay the next that has to.
      const nextAt = Math.min(turn, Math.max(ending.dueAt, moment.now))
      return soonIfRequested({ ...ended, nextAt, reason: 'interval' }, moment.now)
    }
    case 'cut_off': {
      const continued = known.continued + 1
      const nextAt = continued > bounds.mostContinued ? nextRetry(1, ending, moment) : moment.now
      return { ...ended, requested, continued, nextAt, reason: 'budget' }
    }
    case 'retry': {
      const notBefore = acceptedTime(ending.serviceAsked, moment.now)
      const tried = { ...ended, requested, failures, notBefore }
      const isOffline = looksOffline(ending, moment)
      if (soon > 0 && notBefore === null && !isOffline)
        return { ...tried, soon, nextAt: nextSoon(moment, !patient), reason: 'retry' }
      const nextAt = patient ? nextPatiently(failures, ending, moment) : nextRetry(failures, ending, moment)
      return {
        ...tried,
        nextAt,
        reason: notBefore !== null ? 'service_asked' : isOffline ? 'offline' : 'retry',
      }
    }
    case 'help': {
      const refused = { ...ended, requested, failures }
      // One more try tells a session that is lost from a server that stumbled; and a subscription that was made during the
      // sync may be what helps.
      if (known.requested || soon > 0 || (failures === 1 && !cameSoon)) {
        const reason = known.requested ? 'asked' : 'needs_help'
        return { ...refused, soon: Math.max(1, soon), nextAt: nextSoon(moment), reason }
      }
      const nextAt = patient ? nextPatiently(failures, ending, moment) : nextAfterRefusal(failures, moment)
      return { ...refused, nextAt, reason: 'needs_help' }
    }
  }
}

/** The timetable after a sync of which only the times that the service named count. */
export function afterHint(record: ScheduleRecord | null, ending: Ending, moment: Moment): ScheduleRecord {
  const known = plausible(record ?? emptySchedule, moment)
  const notBefore = acceptedTime(ending.serviceAsked, moment.now)
  if (notBefore === null || notBefore <= (known.notBefore ?? 0)) return known
  if (known.underWay || known.nextAt === null || known.nextAt >= notBefore) return { ...known, notBefore }
  const nextAt = isPatient(known, moment.now, false)
    ? nextPatiently(1, ending, moment)
    : notBefore + moment.random() * bounds.firstRetryMs
  return { ...known, notBefore, nextAt, reason: 'service_asked' }
}

/**
 * The timetable after a cancelled sync: as if it had not been begun, so that another engine takes its place. By default that is some
 * seconds later, or one where a reader waits.
 */
export function afterCancel(
  record: ScheduleRecord | null,
  claim: string,
  moment: Moment,
  given?: number,
): ScheduleRecord | null {
  if (record?.underWay?.id !== claim) return record
  const known = plausible(record, moment)
  const { before } = known.underWay!
  const isAwaited = known.workedAt === null || known.requested || before.requested
  const afterMs = given ?? (isAwaited ? bounds.soonFloorMs : bounds.floorMs)
  const nextAt = before.nextAt === null ? null : Math.max(before.nextAt, moment.now + afterMs)
  const cancelled = {
    ...known,
    underWay: null,
    nextAt,
    reason: before.reason,
    requested: known.requested || before.requested,
  }
  return known.requested && nextAt === null
    ? { ...cancelled, nextAt: moment.now + afterMs, reason: 'asked' }
    : cancelled
}

/** The timetable where the engine that syncs is gone: another goes on at once with what it was to do. */
export function afterGone(
  record: ScheduleRecord | null,
  claim: string,
  moment: Moment,
): ScheduleRecord | null {
  const cancelled = afterCancel(record, claim, moment, 0)
  if (!cancelled || !record?.underWay || cancelled === record) return cancelled
  const { requested, soon } = record.underWay
  // Whoever goes on does so for the same reader.
  const left = soon > 0 ? { ...cancelled, soon } : cancelled
  return requested ? { ...left, nextAt: moment.now, reason: 'asked', requested } : left
}

/** Brings the next sync forward where the application subscribed during this one, which may have been too late for it. */
function soonIfRequested(record: ScheduleRecord, now: number): ScheduleRecord {
  return record.requested ? { ...record, nextAt: now, reason: 'asked' } : record
}
