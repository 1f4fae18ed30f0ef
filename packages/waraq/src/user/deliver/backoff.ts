import type { WaraqError } from '@waraq/protocol'
import type { BackoffRecord } from '../store/database.ts'

/** The bound of the first wait after a failed try, in milliseconds. Each wait is random between 0 and its bound. */
const firstMs = 5_000
/** Bounds double up to this, in milliseconds. */
const usualMs = 30 * 60_000
/**
 * After that, the bound is this share of the time for which tries have failed. All pending changes arrive when the service is
 * back, and the longer it was away the more they are. A person who comes back does not wait.
 */
const shareOfOutage = 0.5
const longestMs = 12 * 3_600_000

/** The time for which tries have failed is estimated from their number, because clocks can be set. */
function boundAfter(failures: number): number {
  let [bound, gone] = [firstMs, 0]
  for (let failure = 1; failure < failures; failure++) {
    gone += bound / 2
    bound = Math.min(longestMs, Math.max(Math.min(usualMs, bound * 2), shareOfOutage * gone))
  }
  return bound
}

/** Clients that received the same `retryAt` are spread over a period after it, which is this share of the time until it. */
const spread = 0.1
/** The longest wait that is accepted from the service, in milliseconds, without the spread. A longer one counts as this one. */
const longestNamedMs = 24 * 3_600_000

/** Returns when to try again after a failure. */
export function backoffAfter(
  last: BackoffRecord | undefined,
  { code, retryAt }: Pick<WaraqError, 'code' | 'retryAt'>,
  now: number,
  random: () => number,
): BackoffRecord {
  const failures = Math.min((last?.failures ?? 0) + 1, 100)
  const own = now + Math.ceil(random() * boundAfter(failures))
  const named = retryAt !== undefined && retryAt > now
  const namedMs = named ? Math.min(retryAt - now, longestNamedMs) : 0
  const theirs = named ? now + namedMs + Math.ceil(random() * spread * namedMs) : 0
  return { key: 'backoff', failures, nextAt: Math.max(own, theirs), failedAt: now, named, code }
}

/**
 * Maximum milliseconds of a wait. No failure causes a longer one, so the clock was set, and the wait is ignored. Records without
 * `failedAt` need this limit.
 */
const mostMs = longestNamedMs * (1 + spread)
/** Milliseconds by which clocks are corrected regularly. Only a larger step counts as a clock that was set back. */
const setBackMs = 60_000

/**
 * Milliseconds until the next try. A clock that was set back ends the wait, because it would last as long as the clock was
 * wrong.
 */
export function waitOf(backoff: BackoffRecord | undefined, now: number): number {
  const ms = backoff ? backoff.nextAt - now : 0
  if (backoff?.failedAt !== undefined && now < backoff.failedAt - setBackMs) return 0
  return ms > 0 && ms <= mostMs ? ms : 0
}
