import type { WaraqError } from '@waraq/protocol'
import type { PaceRecord } from '../store/database.ts'

/** The bound of the first wait after a failed try, in milliseconds. Each wait is drawn from nothing up to its bound. */
const firstMs = 5_000
/** Bounds double up to this. */
const usualMs = 30 * 60_000
/**
 * Then they are this part of how long tries have failed: all that was done meanwhile comes when the service is back, and the
 * longer it was away the more that is. A person who comes back waits for none of it.
 */
const shareOfOutage = 0.5
const longestMs = 12 * 3_600_000

/** How long tries have failed is taken from their number: clocks are set. */
function boundAfter(failures: number): number {
  let [bound, gone] = [firstMs, 0]
  for (let failure = 1; failure < failures; failure++) {
    gone += bound / 2
    bound = Math.min(longestMs, Math.max(Math.min(usualMs, bound * 2), shareOfOutage * gone))
  }
  return bound
}

/** The part of a time that the service named over which those who were told the same one come back. */
const spread = 0.1

/** When to try again after a failure. */
export function paceAfter(
  last: PaceRecord | undefined,
  { code, retryAt }: Pick<WaraqError, 'code' | 'retryAt'>,
  now: number,
  random: () => number,
): PaceRecord {
  const failures = Math.min((last?.failures ?? 0) + 1, 100)
  const own = now + Math.ceil(random() * boundAfter(failures))
  const named = retryAt !== undefined && retryAt > now
  const theirs = named ? retryAt + Math.ceil(random() * spread * (retryAt - now)) : 0
  return { key: 'pace', failures, nextAt: Math.max(own, theirs), failedAt: now, named, code }
}

/** No wait is longer, where it is not known when it began. */
const mostMs = 24 * 3_600_000
/** Clocks are corrected by less all the time. */
const setBackMs = 60_000

/** Milliseconds until the next try may be. A clock that was set back ends the wait, which would last for as long as it was wrong. */
export function waitOf(pace: PaceRecord | undefined, now: number): number {
  const ms = pace ? pace.nextAt - now : 0
  if (pace?.failedAt !== undefined && now < pace.failedAt - setBackMs) return 0
  return ms > 0 && ms <= mostMs ? ms : 0
}
