import type { ScheduleRecord } from '../../store/schedule-record.ts'
import type { Ending } from './ending.ts'
import { bounds, type Moment } from './settings.ts'

/**
 * The usual pace, with a new random part for each sync, so that devices do not stay in step. After failures a device goes back
 * to the turn that it had before them: devices that failed together work again together, and would stay together for hours.
 */
export function nextInterval(
  { now, settings: { everyMs }, random }: Moment,
  { failures, workedAt }: Pick<ScheduleRecord, 'failures' | 'workedAt'>,
): number {
  if (failures === 0) return now + everyMs + jitterOf(everyMs, random)
  return nextTurn(workedAt ?? now - everyMs * random(), everyMs, now, random)
}

/**
 * The next turn of a page that slept through the one that it had: its own, so that pages that wake together do not come
 * together; and within an hour, however seldom it syncs.
 */
export function nextAfterSleep(missedAt: number, { now, settings: { everyMs }, random }: Moment): number {
  return nextTurn(missedAt, Math.min(everyMs, bounds.longestPatientMs), now, random)
}

const jitterOf = (everyMs: number, random: () => number) => everyMs * bounds.jitter * (2 * random() - 1)

/** The next of the turns that a device has had since then. */
function nextTurn(since: number, everyMs: number, now: number, random: () => number): number {
  const passed = Math.max(0, now - since) % everyMs
  const turn = now + everyMs - passed + jitterOf(everyMs, random)
  // What happens now stands for a turn that comes at once.
  return turn < now + bounds.restMs ? turn + everyMs : turn
}

/** Whether no answer came and the device says that it is offline. That may be wrong, so it only makes the pace slower. */
export function looksOffline(ending: Ending, { conditions }: Moment): boolean {
  return ending.offline && conditions.online === false
}

/** A named time to try again, at most the longest accepted wait from now; null where it has passed. */
export function acceptedTime(at: number | null, now: number): number | null {
  return at === null || at <= now ? null : Math.min(at, now + bounds.longestAskedMs)
}

/**
 * When to try again after a refusal, which another try alone does not mend. The wait grows from a minute to an hour; a person
 * who comes back to the page need not wait for it.
 */
export function nextAfterRefusal(failures: number, { now, random }: Moment): number {
  const wait = Math.min(bounds.firstRefusedMs * 2 ** (failures - 1), bounds.longestRefusedMs)
  return now + wait * (1 + bounds.jitter * random())
}

/**
 * When to try again where no reader waits: after minutes, and soon at the usual pace, so that a service which falls over gets
 * little more than on a quiet day. Where the service named a time, all devices may have been told the same one: they spread
 * over as long as they were told to wait.
 */
export function nextPatiently(failures: number, ending: Ending, { now, settings, random }: Moment): number {
  const { firstPatientMs, longestPatientMs, networkFloorMs } = bounds
  const ceiling = Math.min(firstPatientMs * 4 ** (failures - 1), settings.everyMs, longestPatientMs)
  const from = acceptedTime(ending.serviceAsked, now) ?? now
  const most = Math.max(ceiling, from - now)
  // Never before the wait that has to pass in any case: the status must not name a time at which no sync begins.
  const least = Math.max(0, Math.max(ceiling / 3, networkFloorMs) - (from - now))
  return from + least + (most - least) * random()
}

/** When to try again where a reader waits, or came back to what is here, and the failure may be over in a moment. */
export function nextSoon({ now, random }: Moment, waits = true): number {
  const { soonFloorMs, soonSpreadMs, returnFloorMs, returnSpreadMs } = bounds
  return now + (waits ? soonFloorMs + random() * soonSpreadMs : returnFloorMs + random() * returnSpreadMs)
}

/**
 * When to try again after a failure: full jitter under an exponential ceiling, added to the wait that must pass in any case.
 * Added, because a floor that swallowed the jitter would bring all devices back in the same second.
 */
export function nextRetry(failures: number, ending: Ending, moment: Moment): number {
  const { now, random } = moment
  const { firstRetryMs, longestRetryMs, networkFloorMs, floorMs } = bounds
  const earliest = Math.max(
    now + (ending.offline ? networkFloorMs : floorMs),
    acceptedTime(ending.serviceAsked, now) ?? now,
  )
  if (looksOffline(ending, moment)) return Math.max(earliest, now + longestRetryMs * (0.5 + 0.5 * random()))
  const ceiling = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs - networkFloorMs)
  return earliest + random() * ceiling
}
