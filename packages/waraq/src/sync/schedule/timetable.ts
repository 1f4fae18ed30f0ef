import { plausible } from './plausible.ts'
import {
  floorAfterFailure,
  holdOfAsked,
  holdOfAutomatic,
  holdOfBackground,
  isPatient,
  savingUntil,
  type Hold,
} from './holds.ts'
import { nextAfterSleep } from './pace.ts'
import { isPaused } from './pause.ts'
import { counting } from './rate-budget.ts'
import { emptySchedule, type ScheduleReason, type ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type Moment } from './settings.ts'

/** When to sync. Pure: time, random numbers and circumstances are parameters. What a sync leaves is in `after-sync.ts`. */

/**
 * What may start a sync.
 *
 * - `start`: a page of the application started.
 * - `session`: the first page of a browser session started. It syncs even soon after the last sync, so that a person who
 *   comes back gets what was published meanwhile.
 * - `visible`: a person looks at a page again.
 * - `online`: the network came back.
 * - `online_visible`: the network came back while a person looks at the page.
 * - `interval`: the alarm rang.
 * - `background`: the browser woke a service worker, by its own choice or because it was asked to.
 * - `asked`: a caller asked for the sync and waits for it.
 * - `subscribed`: the application changed what it wants to keep.
 */
export type Wake =
  | 'start'
  | 'session'
  | 'visible'
  | 'online'
  | 'online_visible'
  | 'interval'
  | 'background'
  | 'asked'
  | 'subscribed'

export type Decision =
  | {
      readonly sync: true
      readonly record: ScheduleRecord
      /** No reader waits for the sync: each request is tried once, and the timetable is what tries again. */
      readonly patient: boolean
    }
  | {
      readonly sync: false
      readonly record: ScheduleRecord
      /** When the next sync comes by itself; where a caller asked: when asking again helps. */
      readonly nextAt: number | null
      readonly reason: ScheduleReason
    }

/**
 * Decides what a wake leads to. To be called inside the transaction that stores the record: where the decision is to sync,
 * the record names `claim`, and the next engine that wakes finds it.
 */
export function onWake(record: ScheduleRecord | null, wake: Wake, claim: string, moment: Moment): Decision {
  const known = withoutOldFailures(plausible(record ?? emptySchedule, moment), wake, moment)
  if (isPaused(known) && wake !== 'asked') return whilePaused(known, wake)
  if (wake === 'online' || wake === 'online_visible') return wait(broughtForward(known, wake, moment))
  if (wake === 'interval' && hasSlept(known, moment))
    return wait({ ...known, nextAt: nextAfterSleep(known.nextAt, moment), reason: 'slept' })
  if (wake === 'asked') {
    const hold = holdOfAsked(known, moment)
    return hold ? refused(known, hold) : started(known, wake, claim, moment)
  }
  if (wake === 'background') return onBackground(known, claim, moment)
  const wanting = wake === 'subscribed' && !known.requested ? { ...known, requested: true } : known
  // Whoever began it ends it; where that engine is gone, whoever gets the writer's lock: `afterGone`.
  if (known.underWay) return wait(awaited(wanting, known.underWay, wake))
  if (!isCalledFor(known, wake, moment)) return wait(wanting)
  const hold = holdOfAutomatic(wanting, moment)
  return hold ? wait(heldBack(wanting, hold, moment)) : started(wanting, wake, claim, moment)
}

/**
 * The record without its failures, where a page starts with another relay, content root or version of the application. That
 * may have mended what failed, so the page tries at once, and the waits after failures begin anew. Where no reader waits it
 * tries within half an hour: after a release all pages start, and all that failed would come back in the same second.
 */
function withoutOldFailures(known: ScheduleRecord, wake: Wake, moment: Moment): ScheduleRecord {
  const { now, settings, random } = moment
  if (wake !== 'start' || known.failures === 0 || known.configuration === settings.configuration) return known
  if (!isPatient(known, now, true))
    return { ...known, failures: 0, notBefore: null, nextAt: now, reason: 'retry' }
  const nextAt = Math.min(known.nextAt ?? Infinity, now + 2 * bounds.firstPatientMs * random())
  return nextAt === known.nextAt ? known : { ...known, notBefore: null, nextAt, reason: 'retry' }
}

/**
 * Whether the alarm rings so late that the page must have slept through its turn, and no reader waits for it. Pages that
 * slept wake together, as in the morning or when a school begins.
 */
function hasSlept(
  known: ScheduleRecord,
  { now }: Moment,
): known is ScheduleRecord & { readonly nextAt: number } {
  if (known.nextAt === null || known.underWay !== null) return false
  return now - known.nextAt > bounds.lateMs && isPatient(known, now, false)
}

/** A sync under way keeps its claim. The background sync waits for it or goes on after it, and reports the result. */
function onBackground(known: ScheduleRecord, claim: string, moment: Moment): Decision {
  const hold = holdOfBackground(known, moment)
  if (hold) return { sync: false, record: known, nextAt: hold.until, reason: hold.reason }
  if (known.underWay === null) return started(known, 'background', claim, moment)
  const record = { ...known, automatic: spend(known, 'automatic', moment.now) }
  return { sync: true, record, patient: isPatient(known, moment.now, false) }
}

/** Milliseconds until the alarm has to ring; null where it need not. */
export function dueIn(record: ScheduleRecord | null, moment: Moment): number | null {
  if (!record) return null
  const known = plausible(record, moment)
  if (isPaused(known) || known.underWay) return null
  if (isDue(known, moment)) return 0
  return known.nextAt === null ? null : known.nextAt - moment.now
}

/** While syncing is paused, no sync begins by itself. A change of what the application wants to keep is noted for later. */
function whilePaused(known: ScheduleRecord, wake: Wake): Decision {
  const record = wake === 'subscribed' && !known.requested ? { ...known, requested: true } : known
  return { sync: false, record, nextAt: null, reason: 'paused' }
}

/** A reader who comes back while a sync is under way waits for that one: where it fails, tries follow as after one of her own. */
function awaited(
  known: ScheduleRecord,
  underWay: NonNullable<ScheduleRecord['underWay']>,
  wake: Wake,
): ScheduleRecord {
  const { triesAfterReturn: soon } = bounds
  const isNews = isReturn.has(wake) && known.failures === 0 && underWay.soon < soon
  return isNews ? { ...known, underWay: { ...underWay, soon } } : known
}

function wait(record: ScheduleRecord): Decision {
  return { sync: false, record, nextAt: record.nextAt, reason: record.reason }
}

/**
 * A caller asked too early: it is told when to ask again. Where the service asked to wait, the request is noted, so that saving
 * data does not hold back the next sync.
 */
function refused(known: ScheduleRecord, { until, reason }: Hold): Decision {
  const record = reason === 'service_asked' && !known.requested ? { ...known, requested: true } : known
  return { sync: false, record, nextAt: until, reason }
}

/**
 * A sync that is held back comes when the hold ends. A wait that the service asked for never makes a turn earlier that is still
 * to come.
 */
function heldBack(known: ScheduleRecord, { until, reason }: Hold, moment: Moment): ScheduleRecord {
  const keepsTurn = reason === 'service_asked' && !isDue(known, moment)
  const nextAt = keepsTurn ? laterOf(known.nextAt, until) : until
  return known.nextAt === nextAt ? known : { ...known, nextAt, reason }
}

function started(known: ScheduleRecord, wake: Wake, claim: string, moment: Moment): Decision {
  const patient = wake !== 'asked' && isPatient(known, moment.now, isReturn.has(wake))
  return { sync: true, record: begun(known, wake, claim, moment), patient }
}

/** The timetable where a caller syncs whatever it says. */
export function whileAsked(record: ScheduleRecord | null, claim: string, moment: Moment): ScheduleRecord {
  return begun(plausible(record ?? emptySchedule, moment), 'asked', claim, moment)
}

function begun(known: ScheduleRecord, wake: Wake, claim: string, moment: Moment): ScheduleRecord {
  const { now } = moment
  const interrupted = known.underWay
  const earlier = interrupted?.before ?? known
  const requested = known.requested || (interrupted?.requested ?? false)
  return {
    ...known,
    requested: false,
    underWay: {
      id: claim,
      startedAt: now,
      requested: requested || wake === 'asked',
      soon: soonAfter(known, wake),
      before: { nextAt: wake === 'asked' ? earlier.nextAt : now, reason: earlier.reason, requested },
    },
    nextAt: now,
    reason: 'under_way',
    automatic: spend(known, 'automatic', now, wake !== 'asked' && !continuesSlices(known, wake)),
    asked: spend(known, 'asked', now, wake === 'asked'),
  }
}

/** How many tries come soon where this one, and each of them, fails. */
function soonAfter({ failures, soon = 0, workedAt, requested }: ScheduleRecord, wake: Wake): number {
  // In a long outage readers come back again and again, and would be a crowd.
  if (failures > 0) return Math.max(0, soon - 1)
  if (workedAt === null || requested || wake === 'asked') return bounds.triesWhileWaiting
  return isReturn.has(wake) ? bounds.triesAfterReturn : soon
}

/** The times that count against the budgets, with this sync added to the budget of its kind. */
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

/** The next try comes soon, but not at once: other devices of the network that came back do the same. */
function broughtForward(
  known: ScheduleRecord,
  wake: 'online' | 'online_visible',
  moment: Moment,
): ScheduleRecord {
  const { now, random } = moment
  const isSeen = wake === 'online_visible'
  if (known.nextAt === null || (known.reason === 'online' && !isSeen)) return known
  if (isHeldAnyway(known, isSeen, moment)) return known
  const rested = known.endedAt === null || known.failures > 0 ? -Infinity : known.endedAt + bounds.restMs
  // Who looks at a page, asked for something, or has nothing to read yet, waits for it.
  const isAwaited = isSeen || known.workedAt === null || known.requested
  const soon = Math.max(known.soon ?? 0, isAwaited ? 1 : 0)
  const floor = floorAfterFailure({ ...known, soon }, true)
  const earliest = Math.max(now, rested, floor, known.notBefore ?? -Infinity)
  const { onlineSpreadMs, patientOnlineSpreadMs, soonSpreadMs } = bounds
  const isPatientNow = !isSeen && isPatient(known, now, false)
  const spread = isPatientNow ? patientOnlineSpreadMs : soon > 0 ? soonSpreadMs : onlineSpreadMs
  const nextAt = earliest + random() * spread
  // The alarm of a turn that was slept through leads to another turn, for which a reader does not wait.
  const isSooner = nextAt < known.nextAt || (isSeen && hasSlept(known, moment))
  return isSooner ? { ...known, soon, nextAt, reason: 'online' } : known
}

/** Whether the next sync is held back for a reason that the network's return does not change. */
function isHeldAnyway(known: ScheduleRecord, isSeen: boolean, moment: Moment): boolean {
  if (known.reason === 'data_saver') return savingUntil(known, moment) !== null
  // Devices that wake have their network back a moment later, and few of them are looked at.
  if (known.reason === 'slept') return !isSeen
  // The service may have named one time to all devices. Where no reader waits, they keep the spread after it.
  if (known.notBefore !== null && known.notBefore > moment.now && isPatient(known, moment.now, false))
    return true
  return known.reason === 'rate_budget' || known.underWay !== null
}

function isDue(known: ScheduleRecord, moment: Moment): boolean {
  if (known.nextAt === null) return false
  return known.nextAt <= moment.now || (known.reason === 'data_saver' && savingUntil(known, moment) === null)
}

/** Wakes by a reader who comes back to the page. */
const isReturn: ReadonlySet<Wake> = new Set(['start', 'session', 'visible'])

/** Wakes that call for a sync at any age of content. */
const alwaysCalledFor: ReadonlySet<Wake> = new Set(['asked', 'subscribed', 'background', 'session'])

function isCalledFor(known: ScheduleRecord, wake: Wake, moment: Moment): boolean {
  if (alwaysCalledFor.has(wake)) return true
  if (isDue(known, moment)) return true
  if (known.reason === 'nothing_subscribed') return wake === 'start'
  if (known.endedAt === null) return wake !== 'interval'
  const since = moment.now - known.endedAt
  switch (wake) {
    case 'start':
      // After a release each open page starts. What failed for none of them is no reason to sync all of them at once.
      return since >= bounds.restMs && known.configuration === moment.settings.configuration
    case 'visible':
      return since >= bounds.restMs
    default:
      return false
  }
}

function laterOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}
