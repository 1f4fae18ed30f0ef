import { plausible } from './plausible.ts'
import {
  floorAfterFailure,
  gateOfAsked,
  gateOfAutomatic,
  gateOfBackground,
  isBackgroundSync,
  savingUntil,
  type Gate,
} from './gates.ts'
import { nextAfterSleep } from './delays.ts'
import { isPaused } from './pause.ts'
import { counting } from './rate-budget.ts'
import { emptySchedule, type ScheduleReason, type ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type ScheduleContext } from './settings.ts'

/** Decides when to sync. Pure: time, random numbers and conditions are parameters. `after-sync.ts` handles the end of a sync. */

/**
 * Triggers of a sync.
 *
 * - `start`: a page of the application started.
 * - `session`: the first page of a browser session started. It syncs even soon after the last sync, so that a person who
 *   comes back gets what was published in the meantime.
 * - `visible`: a person looks at a page again.
 * - `online`: the network came back.
 * - `online_visible`: the network came back while a person looks at the page.
 * - `interval`: the alarm rang.
 * - `background`: the browser woke a service worker, by its own choice or on request.
 * - `asked`: a caller asked for the sync and waits for it.
 * - `subscribed`: the application changed its subscriptions.
 */
export type SyncTrigger =
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
      /** No reader waits for the sync: each request is tried once, and the timetable retries. */
      readonly background: boolean
    }
  | {
      readonly sync: false
      readonly record: ScheduleRecord
      /** When the next automatic sync starts. If a caller asked: when asking again helps. */
      readonly nextAt: number | null
      readonly reason: ScheduleReason
    }

/**
 * Decides on a trigger. To be called inside the transaction that stores the record: if the decision is to sync, the record
 * names `claim`, and the next engine that decides finds it.
 */
export function onTrigger(
  record: ScheduleRecord | null,
  trigger: SyncTrigger,
  claim: string,
  context: ScheduleContext,
): Decision {
  const known = withoutOldFailures(plausible(record ?? emptySchedule, context), trigger, context)
  if (isPaused(known) && trigger !== 'asked') return whilePaused(known, trigger)
  if (trigger === 'online' || trigger === 'online_visible')
    return wait(broughtForward(known, trigger, context))
  if (trigger === 'interval' && hasSlept(known, context))
    return wait({ ...known, nextAt: nextAfterSleep(known.nextAt, context), reason: 'slept' })
  if (trigger === 'asked') {
    const gate = gateOfAsked(known, context)
    return gate ? refused(known, gate) : started(known, trigger, claim, context)
  }
  if (trigger === 'background') return onBackground(known, claim, context)
  const asRequested = trigger === 'subscribed' && !known.requested ? { ...known, requested: true } : known
  // The engine that started the sync ends it. If that engine is gone, the next engine that gets the writer's lock does; see
  // `afterGone`.
  if (known.inProgress) return wait(awaited(asRequested, known.inProgress, trigger))
  if (!isCalledFor(known, trigger, context)) return wait(asRequested)
  const gate = gateOfAutomatic(asRequested, context)
  return gate ? wait(heldBack(asRequested, gate, context)) : started(asRequested, trigger, claim, context)
}

/**
 * Returns the record without its failures if a page starts with another relay, content root or version of the application.
 * That change may have fixed the cause, so the page tries immediately, and the waits after failures start again. If no reader
 * waits, it tries within half an hour: after a release all pages start, and all that failed would come back in the same
 * second.
 */
function withoutOldFailures(
  known: ScheduleRecord,
  trigger: SyncTrigger,
  context: ScheduleContext,
): ScheduleRecord {
  const { now, settings, random } = context
  if (trigger !== 'start' || known.failures === 0 || known.configuration === settings.configuration)
    return known
  if (!isBackgroundSync(known, now, true))
    return { ...known, failures: 0, notBefore: null, nextAt: now, reason: 'retry' }
  const nextAt = Math.min(known.nextAt ?? Infinity, now + 2 * bounds.firstBackgroundRetryMs * random())
  return nextAt === known.nextAt ? known : { ...known, notBefore: null, nextAt, reason: 'retry' }
}

/**
 * Returns whether the alarm rings so late that the page must have slept through its turn, and no reader waits for it. Pages
 * that slept wake at the same time, such as in the morning or when school starts.
 */
function hasSlept(
  known: ScheduleRecord,
  { now }: ScheduleContext,
): known is ScheduleRecord & { readonly nextAt: number } {
  if (known.nextAt === null || known.inProgress !== null) return false
  return now - known.nextAt > bounds.lateMs && isBackgroundSync(known, now, false)
}

/**
 * Decides on a background sync. A sync in progress keeps its claim; the background sync waits for it or continues after it,
 * and reports the result.
 */
function onBackground(known: ScheduleRecord, claim: string, context: ScheduleContext): Decision {
  const gate = gateOfBackground(known, context)
  if (gate) return { sync: false, record: known, nextAt: gate.until, reason: gate.reason }
  if (known.inProgress === null) return started(known, 'background', claim, context)
  const record = { ...known, automatic: spend(known, 'automatic', context.now) }
  return { sync: true, record, background: isBackgroundSync(known, context.now, false) }
}

/** Milliseconds until the alarm has to ring; null if it need not ring. */
export function dueIn(record: ScheduleRecord | null, context: ScheduleContext): number | null {
  if (!record) return null
  const known = plausible(record, context)
  if (isPaused(known) || known.inProgress) return null
  if (isDue(known, context)) return 0
  return known.nextAt === null ? null : known.nextAt - context.now
}

/** While syncing is paused, no automatic sync starts. A change of the subscriptions is noted for later. */
function whilePaused(known: ScheduleRecord, trigger: SyncTrigger): Decision {
  const record = trigger === 'subscribed' && !known.requested ? { ...known, requested: true } : known
  return { sync: false, record, nextAt: null, reason: 'paused' }
}

/** A reader who comes back during a sync waits for that sync. If it fails, tries follow as if the reader had started it. */
function awaited(
  known: ScheduleRecord,
  inProgress: NonNullable<ScheduleRecord['inProgress']>,
  trigger: SyncTrigger,
): ScheduleRecord {
  const { triesAfterReturn: soon } = bounds
  const isNews = isReturn.has(trigger) && known.failures === 0 && inProgress.soon < soon
  return isNews ? { ...known, inProgress: { ...inProgress, soon } } : known
}

function wait(record: ScheduleRecord): Decision {
  return { sync: false, record, nextAt: record.nextAt, reason: record.reason }
}

/**
 * A caller asked too early and learns when to ask again. If the service requested a wait, the request is noted, so that data
 * saving does not delay the next sync.
 */
function refused(known: ScheduleRecord, { until, reason }: Gate): Decision {
  const record = reason === 'service_asked' && !known.requested ? { ...known, requested: true } : known
  return { sync: false, record, nextAt: until, reason }
}

/** A gated sync starts when the gate opens. A wait that the service requested never moves a future turn forward. */
function heldBack(known: ScheduleRecord, { until, reason }: Gate, context: ScheduleContext): ScheduleRecord {
  const keepsTurn = reason === 'service_asked' && !isDue(known, context)
  const nextAt = keepsTurn ? laterOf(known.nextAt, until) : until
  return known.nextAt === nextAt ? known : { ...known, nextAt, reason }
}

function started(
  known: ScheduleRecord,
  trigger: SyncTrigger,
  claim: string,
  context: ScheduleContext,
): Decision {
  const background = trigger !== 'asked' && isBackgroundSync(known, context.now, isReturn.has(trigger))
  return { sync: true, record: begun(known, trigger, claim, context), background }
}

/** Returns the timetable while a caller syncs regardless of it. */
export function whileAsked(
  record: ScheduleRecord | null,
  claim: string,
  context: ScheduleContext,
): ScheduleRecord {
  return begun(plausible(record ?? emptySchedule, context), 'asked', claim, context)
}

function begun(
  known: ScheduleRecord,
  trigger: SyncTrigger,
  claim: string,
  context: ScheduleContext,
): ScheduleRecord {
  const { now } = context
  const interrupted = known.inProgress
  const earlier = interrupted?.before ?? known
  const requested = known.requested || (interrupted?.requested ?? false)
  return {
    ...known,
    requested: false,
    inProgress: {
      id: claim,
      startedAt: now,
      requested: requested || trigger === 'asked',
      soon: soonAfter(known, trigger),
      before: { nextAt: trigger === 'asked' ? earlier.nextAt : now, reason: earlier.reason, requested },
    },
    nextAt: now,
    reason: 'in_progress',
    automatic: spend(known, 'automatic', now, trigger !== 'asked' && !continuesSlices(known, trigger)),
    asked: spend(known, 'asked', now, trigger === 'asked'),
  }
}

/** Number of quick tries that follow if this one, and each of them, fails. */
function soonAfter(
  { failures, soon = 0, workedAt, requested }: ScheduleRecord,
  trigger: SyncTrigger,
): number {
  // In a long outage readers come back repeatedly, and would become many clients at the same time.
  if (failures > 0) return Math.max(0, soon - 1)
  if (workedAt === null || requested || trigger === 'asked') return bounds.triesWhileWaiting
  return isReturn.has(trigger) ? bounds.triesAfterReturn : soon
}

/** Returns the times that count against the budget of this kind, with this sync added if `isSpent`. */
function spend(
  known: ScheduleRecord,
  which: 'automatic' | 'asked',
  now: number,
  isSpent = true,
): readonly number[] {
  const recent = counting(known[which], bounds[which], now)
  return isSpent ? [...recent, now] : recent
}

/** Consecutive slices of background work count as one sync. */
function continuesSlices({ reason }: ScheduleRecord, trigger: SyncTrigger): boolean {
  return trigger === 'background' && reason === 'budget'
}

/** The next try comes soon but not immediately, because other devices on the same network do the same. */
function broughtForward(
  known: ScheduleRecord,
  trigger: 'online' | 'online_visible',
  context: ScheduleContext,
): ScheduleRecord {
  const { now, random } = context
  const isSeen = trigger === 'online_visible'
  if (known.nextAt === null || (known.reason === 'online' && !isSeen)) return known
  if (isGatedAnyway(known, isSeen, context)) return known
  const rested = known.endedAt === null || known.failures > 0 ? -Infinity : known.endedAt + bounds.restMs
  // A person who looks at a page, asked for something or has nothing to read yet waits for the sync.
  const isAwaited = isSeen || known.workedAt === null || known.requested
  const soon = Math.max(known.soon ?? 0, isAwaited ? 1 : 0)
  const floor = floorAfterFailure({ ...known, soon }, true)
  const earliest = Math.max(now, rested, floor, known.notBefore ?? -Infinity)
  const { onlineSpreadMs, backgroundOnlineSpreadMs, soonSpreadMs } = bounds
  const isBackgroundNow = !isSeen && isBackgroundSync(known, now, false)
  const spread = isBackgroundNow ? backgroundOnlineSpreadMs : soon > 0 ? soonSpreadMs : onlineSpreadMs
  const nextAt = earliest + random() * spread
  // The alarm of a missed turn leads to a later turn, for which a reader does not wait.
  const isSooner = nextAt < known.nextAt || (isSeen && hasSlept(known, context))
  return isSooner ? { ...known, soon, nextAt, reason: 'online' } : known
}

/** Returns whether the next sync is gated for a reason that the network's return does not change. */
function isGatedAnyway(known: ScheduleRecord, isSeen: boolean, context: ScheduleContext): boolean {
  if (known.reason === 'data_saver') return savingUntil(known, context) !== null
  // Devices that wake get their network back a moment later, and few of them are visible.
  if (known.reason === 'slept') return !isSeen
  // The service may have sent the same time to all devices. If no reader waits, they keep the spread after it.
  if (
    known.notBefore !== null &&
    known.notBefore > context.now &&
    isBackgroundSync(known, context.now, false)
  )
    return true
  return known.reason === 'rate_budget' || known.inProgress !== null
}

function isDue(known: ScheduleRecord, context: ScheduleContext): boolean {
  if (known.nextAt === null) return false
  return (
    known.nextAt <= context.now || (known.reason === 'data_saver' && savingUntil(known, context) === null)
  )
}

/** Triggers of a reader who comes back to the page. */
const isReturn: ReadonlySet<SyncTrigger> = new Set(['start', 'session', 'visible'])

/** Triggers that require a sync at any age of content. */
const alwaysCalledFor: ReadonlySet<SyncTrigger> = new Set(['asked', 'subscribed', 'background', 'session'])

function isCalledFor(known: ScheduleRecord, trigger: SyncTrigger, context: ScheduleContext): boolean {
  if (alwaysCalledFor.has(trigger)) return true
  if (isDue(known, context)) return true
  if (known.reason === 'nothing_subscribed') return trigger === 'start'
  if (known.endedAt === null) return trigger !== 'interval'
  const since = context.now - known.endedAt
  switch (trigger) {
    case 'start':
      // After a release, each open page starts with a new configuration. Without earlier failures, that is no reason for all
      // of them to sync at the same time.
      return since >= bounds.restMs && known.configuration === context.settings.configuration
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
