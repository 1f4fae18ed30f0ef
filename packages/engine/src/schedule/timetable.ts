import type { Ending } from './ending.ts'
import { plausible } from './plausible.ts'
import {
  floorAfterFailure,
  holdOfAsked,
  holdOfAutomatic,
  holdOfBackground,
  savingUntil,
  type Hold,
} from './holds.ts'
import { believedTime, looksOffline, nextAfterRefusal, nextInterval, nextRetry } from './pace.ts'
import { isPaused } from './pause.ts'
import { counting } from './rate-budget.ts'
import { emptySchedule, type ScheduleReason, type ScheduleRecord } from '../store/schedule-record.ts'
import { bounds, type Moment } from './settings.ts'

/** When to sync. Pure: time, chance and circumstances are handed in. */

/**
 * What may start a sync. `start`: the application started. `session`: the same, first of the pages of a browser session, so
 * that a person who comes back gets what was published meanwhile, however short that was. `visible`: somebody looks at it
 * again. `online`: the network came back. `interval`: the alarm rang. `background`: the browser woke a service worker, when
 * it saw fit or was asked to. `asked`: somebody asked, and waits. `subscribed`: what the application wants to keep has
 * changed.
 */
export type Wake =
  'start' | 'session' | 'visible' | 'online' | 'interval' | 'background' | 'asked' | 'subscribed'

export type Decision =
  | { readonly sync: true; readonly record: ScheduleRecord }
  | {
      readonly sync: false
      readonly record: ScheduleRecord
      /** When it comes to a sync without anybody doing anything; where somebody asked: when asking again helps. */
      readonly nextAt: number | null
      readonly reason: ScheduleReason
    }

/**
 * Decides what a wake leads to. To be called inside the transaction that stores the record: where it says to sync, the
 * record says that `claim` does, and whoever wakes next finds that.
 */
export function onWake(record: ScheduleRecord | null, wake: Wake, claim: string, moment: Moment): Decision {
  const known = withoutOldFailures(plausible(record ?? emptySchedule, moment), wake, moment)
  if (isPaused(known) && wake !== 'asked') return whilePaused(known, wake)
  if (wake === 'online') return wait(broughtForward(known, moment))
  if (!isCalledFor(known, wake, moment)) return wait(known)
  if (wake === 'asked') {
    const hold = holdOfAsked(known, moment)
    return hold ? refused(known, hold) : { sync: true, record: begun(known, wake, claim, moment) }
  }
  if (wake === 'background') return onBackground(known, claim, moment)
  const wanting = wake === 'subscribed' && !known.wish ? { ...known, wish: true } : known
  const hold = holdOfAutomatic(wanting, moment)
  return hold ? wait(heldBack(wanting, hold)) : { sync: true, record: begun(wanting, wake, claim, moment) }
}

/**
 * A page that starts with another relay, content root or version of the application may have mended what failed: it tries at
 * once, and the patience after failures begins anew.
 */
function withoutOldFailures(known: ScheduleRecord, wake: Wake, { now, settings }: Moment): ScheduleRecord {
  if (wake !== 'start' || known.failures === 0 || known.configuration === settings.configuration) return known
  return { ...known, failures: 0, notBefore: null, nextAt: now, reason: 'retry' }
}

/** A sync under way keeps its claim: this one waits behind it or goes on after it, and reports what came of it. */
function onBackground(known: ScheduleRecord, claim: string, moment: Moment): Decision {
  const hold = holdOfBackground(known, moment)
  if (hold) return { sync: false, record: known, nextAt: hold.until, reason: hold.reason }
  if (known.underWay === null || known.underWay.until <= moment.now)
    return { sync: true, record: begun(known, 'background', claim, moment) }
  return { sync: true, record: { ...known, automatic: spend(known, 'automatic', moment.now) } }
}

/** Milliseconds until the alarm has to ring; null where it need not. */
export function dueIn(record: ScheduleRecord | null, moment: Moment): number | null {
  if (!record) return null
  const known = plausible(record, moment)
  if (isPaused(known)) return null
  if (isDue(known, moment)) return 0
  return known.nextAt === null ? null : known.nextAt - moment.now
}

/**
 * The timetable after a sync. `claim` names the one that ended. Where another was begun since, and where a sync that nobody
 * claimed ends beside one that somebody did, only what the service asked for counts: the other's ending is still to come.
 */
export function afterSync(
  record: ScheduleRecord | null,
  claim: string | null,
  ending: Ending,
  moment: Moment,
): ScheduleRecord {
  const known = plausible(record ?? emptySchedule, moment)
  const { underWay } = known
  if (claim === null ? underWay && underWay.until > moment.now : underWay?.id !== claim) {
    return afterHint(known, ending, moment)
  }
  const wished = known.wish || (underWay?.wish ?? false)
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
    silent: ending.offline,
  }
  switch (ending.verdict) {
    case 'nothing': {
      // Nobody was asked for anything, so it counts for nothing.
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
      return soonIfWished(idle, moment.now)
    }
    case 'worked': {
      const workedAt = moment.now
      return soonIfWished({ ...ended, workedAt, nextAt: nextInterval(moment), reason: 'interval' }, workedAt)
    }
    case 'cut_off': {
      const continued = known.continued + 1
      const nextAt = continued > bounds.mostContinued ? nextRetry(1, ending, moment) : moment.now
      return { ...ended, wish: wished, continued, nextAt, reason: 'budget' }
    }
    case 'retry': {
      const failures = known.failures + 1
      const notBefore = believedTime(ending.serviceAsked, moment.now)
      const reason = notBefore !== null ? 'service_asked' : looksOffline(ending, moment) ? 'offline' : 'retry'
      const nextAt = nextRetry(failures, { ...ending, retryAt: laterOf(ending.retryAt, notBefore) }, moment)
      return { ...ended, wish: wished, failures, notBefore, nextAt, reason }
    }
    case 'help': {
      const failures = known.failures + 1
      const refused = { ...ended, wish: wished, failures }
      // What was subscribed meanwhile may be what helps.
      return known.wish
        ? { ...refused, nextAt: moment.now + bounds.floorMs, reason: 'asked' }
        : { ...refused, nextAt: nextAfterRefusal(failures, moment), reason: 'needs_help' }
    }
  }
}

/** After a sync of which only the service's own words concern the timetable. */
export function afterHint(record: ScheduleRecord | null, ending: Ending, moment: Moment): ScheduleRecord {
  const known = plausible(record ?? emptySchedule, moment)
  const notBefore = believedTime(ending.serviceAsked, moment.now)
  if (notBefore === null || notBefore <= (known.notBefore ?? 0)) return known
  if (known.underWay || known.nextAt === null || known.nextAt >= notBefore) return { ...known, notBefore }
  const nextAt = notBefore + moment.random() * bounds.firstRetryMs
  return { ...known, notBefore, nextAt, reason: 'service_asked' }
}

/** After a sync that was cancelled: as if it had not been begun, so that another engine takes its place. */
export function afterCancel(
  record: ScheduleRecord | null,
  claim: string,
  moment: Moment,
): ScheduleRecord | null {
  if (record?.underWay?.id !== claim) return record
  const known = plausible(record, moment)
  const { before } = record.underWay
  const nextAt = before.nextAt === null ? null : Math.max(before.nextAt, moment.now + bounds.floorMs)
  const cancelled = {
    ...known,
    underWay: null,
    nextAt,
    reason: before.reason,
    wish: known.wish || before.wish,
  }
  return known.wish && nextAt === null
    ? { ...cancelled, nextAt: moment.now + bounds.floorMs, reason: 'asked' }
    : cancelled
}

/** A sign of life of the engine that syncs. */
export function stillUnderWay(
  record: ScheduleRecord | null,
  claim: string,
  moment: Moment,
): ScheduleRecord | null {
  if (record?.underWay?.id !== claim) return record
  const known = plausible(record, moment)
  const underWay = known.underWay!
  const until = Math.min(moment.now + bounds.claimMs, underWay.startedAt + bounds.longestClaimMs)
  return until <= underWay.until ? known : { ...known, underWay: { ...underWay, until }, nextAt: until }
}

/** Nothing begins by itself. What the application wants to keep is remembered for the time after. */
function whilePaused(known: ScheduleRecord, wake: Wake): Decision {
  const record = wake === 'subscribed' && !known.wish ? { ...known, wish: true } : known
  return { sync: false, record, nextAt: null, reason: 'paused' }
}

function wait(record: ScheduleRecord): Decision {
  return { sync: false, record, nextAt: record.nextAt, reason: record.reason }
}

/** An ask that comes too early: it is told when to ask again, and no saving of data holds back what comes by itself. */
function refused(known: ScheduleRecord, { until, reason }: Hold): Decision {
  const record = reason === 'service_asked' && !known.wish ? { ...known, wish: true } : known
  return { sync: false, record, nextAt: until, reason }
}

/** What is held back comes when the hold ends; the service's wish does not bring anything forward. */
function heldBack(known: ScheduleRecord, { until, reason }: Hold): ScheduleRecord {
  const nextAt = reason === 'service_asked' ? laterOf(known.nextAt, until) : until
  return known.nextAt === nextAt ? known : { ...known, nextAt, reason }
}

function begun(known: ScheduleRecord, wake: Wake, claim: string, moment: Moment): ScheduleRecord {
  const { now } = moment
  const interrupted = known.underWay
  const earlier = interrupted?.before ?? known
  const wish = known.wish || (interrupted?.wish ?? false)
  return {
    ...known,
    wish: false,
    underWay: {
      id: claim,
      startedAt: now,
      until: now + bounds.claimMs,
      wish: wish || wake === 'asked',
      before: { nextAt: wake === 'asked' ? earlier.nextAt : now, reason: earlier.reason, wish },
    },
    nextAt: now + bounds.claimMs,
    reason: 'under_way',
    automatic: spend(known, 'automatic', now, wake !== 'asked' && !continuesSlices(known, wake)),
    asked: spend(known, 'asked', now, wake === 'asked'),
  }
}

/** What still counts against a budget, with this sync where it is one of that kind. */
function spend(
  known: ScheduleRecord,
  which: 'automatic' | 'asked',
  now: number,
  isSpent = true,
): readonly number[] {
  const recent = counting(known[which], bounds[which], now)
  return isSpent ? [...recent, now] : recent
}

/** Slices of background work that follow each other count as one sync. */
function continuesSlices({ reason }: ScheduleRecord, wake: Wake): boolean {
  return wake === 'background' && reason === 'budget'
}

/** The next try comes soon, but not at once: whoever shares the network that came back does the same. */
function broughtForward(known: ScheduleRecord, moment: Moment): ScheduleRecord {
  const { now, random } = moment
  if (known.nextAt === null || known.reason === 'online' || isHeldAnyway(known, moment)) return known
  const rested = known.endedAt === null || known.failures > 0 ? -Infinity : known.endedAt + bounds.restMs
  const earliest = Math.max(now, rested, floorAfterFailure(known, true), known.notBefore ?? -Infinity)
  const nextAt = earliest + random() * bounds.onlineSpreadMs
  return nextAt < known.nextAt ? { ...known, nextAt, reason: 'online' } : known
}

/** The network's return changes nothing about these. */
function isHeldAnyway(known: ScheduleRecord, moment: Moment): boolean {
  if (known.reason === 'data_saver') return savingUntil(known, moment) !== null
  return known.reason === 'rate_budget' || (known.underWay !== null && known.underWay.until > moment.now)
}

function isDue(known: ScheduleRecord, moment: Moment): boolean {
  if (known.nextAt === null) return false
  return known.nextAt <= moment.now || (known.reason === 'data_saver' && savingUntil(known, moment) === null)
}

/** However young content is. */
const alwaysCalledFor: ReadonlySet<Wake> = new Set(['asked', 'subscribed', 'background', 'session'])

function isCalledFor(known: ScheduleRecord, wake: Wake, moment: Moment): boolean {
  if (alwaysCalledFor.has(wake)) return true
  if (isDue(known, moment)) return true
  if (known.reason === 'nothing_subscribed') return wake === 'start'
  if (known.endedAt === null) return wake !== 'interval'
  const since = moment.now - known.endedAt
  switch (wake) {
    case 'start':
    case 'visible':
      return since >= bounds.restMs
    default:
      return false
  }
}

/** What was subscribed while the sync was under way may have come too late for it. */
function soonIfWished(record: ScheduleRecord, now: number): ScheduleRecord {
  return record.wish ? { ...record, nextAt: now, reason: 'asked' } : record
}

function laterOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}
