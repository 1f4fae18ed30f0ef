import type { ScheduleRecord } from '../../store/schedule-record.ts'
import type { SyncResult } from './sync-result.ts'
import { bounds, type ScheduleContext } from './settings.ts'

/**
 * Returns the time of the next regular sync: the usual interval with a new random part for each sync, so that devices do not
 * stay in step. After failures, a device returns to the turn that it had before them. Devices that failed together also
 * recover together, and would otherwise sync at the same time for hours.
 */
export function nextInterval(
  { now, settings: { everyMs }, random }: ScheduleContext,
  { failures, workedAt }: Pick<ScheduleRecord, 'failures' | 'workedAt'>,
): number {
  if (failures === 0) return now + everyMs + jitterOf(everyMs, random)
  return nextTurn(workedAt ?? now - everyMs * random(), everyMs, now, random)
}

/**
 * Returns the next turn of a page that slept through its turn. Each page keeps its own turn, so that pages that wake together
 * do not sync together. The turn is within an hour, even if the page syncs rarely.
 */
export function nextAfterSleep(
  missedAt: number,
  { now, settings: { everyMs }, random }: ScheduleContext,
): number {
  return nextTurn(missedAt, Math.min(everyMs, bounds.longestBackgroundRetryMs), now, random)
}

const jitterOf = (everyMs: number, random: () => number) => everyMs * bounds.jitter * (2 * random() - 1)

/** Returns the next of the turns that recur every `everyMs` from `since` on. */
function nextTurn(since: number, everyMs: number, now: number, random: () => number): number {
  const passed = Math.max(0, now - since) % everyMs
  const turn = now + everyMs - passed + jitterOf(everyMs, random)
  // The current event replaces a turn that would come right after it.
  return turn < now + bounds.restMs ? turn + everyMs : turn
}

/**
 * Returns whether no answer came and the device reports that it is offline. That report may be wrong, so it only makes the
 * interval longer.
 */
export function looksOffline(result: SyncResult, { conditions }: ScheduleContext): boolean {
  return result.offline && conditions.online === false
}

/** Returns a retry time of the service, limited to the longest accepted wait from now. Null if it has passed. */
export function acceptedTime(at: number | null, now: number): number | null {
  return at === null || at <= now ? null : Math.min(at, now + bounds.longestAskedMs)
}

/**
 * Returns when to try again after a refusal, which another try does not fix. The wait grows from a minute to an hour. A
 * person who comes back to the page need not wait for it.
 */
export function nextAfterRefusal(failures: number, { now, random }: ScheduleContext): number {
  const wait = Math.min(bounds.firstRefusedMs * 2 ** (failures - 1), bounds.longestRefusedMs)
  return now + wait * (1 + bounds.jitter * random())
}

/**
 * Returns when to try again if no reader waits: after minutes, and soon at the usual interval, so that a failing service gets
 * little more load than on a quiet day. If the service set a time, all devices may have received the same one, so they spread
 * over as long as they were told to wait.
 */
export function nextBackgroundRetry(
  failures: number,
  result: SyncResult,
  { now, settings, random }: ScheduleContext,
): number {
  const { firstBackgroundRetryMs, longestBackgroundRetryMs, networkFloorMs } = bounds
  const ceiling = Math.min(
    firstBackgroundRetryMs * 4 ** (failures - 1),
    settings.everyMs,
    longestBackgroundRetryMs,
  )
  const from = acceptedTime(result.serviceAsked, now) ?? now
  const most = Math.max(ceiling, from - now)
  // Never before the mandatory wait: the status must not show a time at which no sync starts.
  const least = Math.max(0, Math.max(ceiling / 3, networkFloorMs) - (from - now))
  return from + least + (most - least) * random()
}

/**
 * Returns when to try again if a reader waits, or (with `waits` false) came back to existing content, and the failure may be
 * over in a moment.
 */
export function nextSoon({ now, random }: ScheduleContext, waits = true): number {
  const { soonFloorMs, soonSpreadMs, returnFloorMs, returnSpreadMs } = bounds
  return now + (waits ? soonFloorMs + random() * soonSpreadMs : returnFloorMs + random() * returnSpreadMs)
}

/**
 * Returns when to try again after a failure: full jitter under an exponential ceiling, added to the mandatory wait. It is
 * added, because a floor that absorbed the jitter would bring all devices back in the same second.
 */
export function nextRetry(failures: number, result: SyncResult, context: ScheduleContext): number {
  const { now, random } = context
  const { firstRetryMs, longestRetryMs, networkFloorMs, floorMs } = bounds
  const earliest = Math.max(
    now + (result.offline ? networkFloorMs : floorMs),
    acceptedTime(result.serviceAsked, now) ?? now,
  )
  if (looksOffline(result, context)) return Math.max(earliest, now + longestRetryMs * (0.5 + 0.5 * random()))
  const ceiling = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs - networkFloorMs)
  return earliest + random() * ceiling
}
