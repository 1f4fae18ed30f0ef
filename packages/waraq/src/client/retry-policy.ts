import { isWaraqError, type ErrorCode, type WaraqError } from '@waraq/protocol'

/** How often a request is tried again, and after which delays. */
export interface RetryPolicy {
  /** Number of tries, the first included. */
  attempts: number
  /** Ceiling of the first random delay, in milliseconds; it doubles with each try, up to two seconds. */
  baseMs: number
  /** Longest delay within a call, in milliseconds. */
  maxMs: number
  /** Number of tries of a snapshot whose body broke off: the bytes received so far are lost. Default: `attempts`. */
  brokenAttempts?: number | undefined
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 5, baseMs: 500, maxMs: 30_000 }

/** A person waits for the call: once the network or the service is back, it continues within this time. */
const longestBackoffMs = 2_000

/** Full jitter: a random delay between 0 and an exponential ceiling, so that many devices do not return at the same time. */
export function backoffMs(attempt: number, policy: RetryPolicy, random: () => number): number {
  const { baseMs, maxMs } = policy
  return random() * Math.min(maxMs, Math.max(baseMs, longestBackoffMs), baseMs * 2 ** (attempt - 1))
}

const refusedRights: ReadonlySet<ErrorCode> = /* @__PURE__ */ new Set<ErrorCode>([
  'unauthorized',
  'proxy_refused',
])

/** Whether a body ended early or stopped. The bytes received so far are lost, and the service does not refuse the rest. */
export function isBroken(error: unknown): boolean {
  return isWaraqError(error) && (error.code === 'truncated_body' || error.code === 'timeout')
}

/** What to do after a failed try. */
export type RetryDecision = { again: true; delayMs: number; error: WaraqError } | { again: false }

/**
 * Decides whether a call tries again after `error`, and after which delay.
 *
 * - Only errors that may pass without a change are tried again. A refused right is retryable for the caller, later, but not
 *   here: the request already had its fresh token, and a proxy has to see another session.
 * - A time named by the service is the minimum delay. If it is longer than the policy's longest delay, the call ends
 *   immediately, and its caller tries again at `error.retryAt`.
 */
export function decideRetry(failure: {
  error: unknown
  attempt: number
  policy: RetryPolicy
  random: () => number
  now: number
}): RetryDecision {
  const { error, attempt, policy, random, now } = failure
  if (!isWaraqError(error) || !error.retryable || refusedRights.has(error.code)) return { again: false }
  if (attempt >= policy.attempts) return { again: false }
  const askedMs = error.retryAt === undefined ? 0 : error.retryAt - now
  if (askedMs > policy.maxMs) return { again: false }
  return { again: true, delayMs: Math.max(askedMs, backoffMs(attempt, policy, random)), error }
}
