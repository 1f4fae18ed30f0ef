import { isWaraqError, WaraqError } from '@waraq/contract'
import type { Clock } from '../clock.ts'
import { decideRetry, type RetryPolicy } from '../retry-policy.ts'
import type { Operation } from './operation.ts'
import type { UserRetryNotice } from './user-client.ts'

export interface UserRetrying {
  readonly operation: string
  readonly repeat: Operation['repeat']
  readonly policy: RetryPolicy
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly onRetry: ((notice: UserRetryNotice) => void) | undefined
}

/**
 * Whether a failed try may be repeated. One whose outcome is unknown may have been done: only what is safe to do twice is
 * done again. That it was too much is said before anything is done.
 */
export function mayRepeat(repeat: Operation['repeat'], error: unknown): boolean {
  return (
    repeat === 'safe' || (isWaraqError(error) && ['rate_limited', 'token_unavailable'].includes(error.code))
  )
}

/** A try that failed in passing may have been done all the same: whoever wants it again has to look first. */
function outcomeUnknown(operation: string, error: unknown): unknown {
  if (!isWaraqError(error) || !error.retryable) return error
  return new WaraqError({
    code: 'outcome_unknown',
    message: `Nobody knows whether ${operation} was done: ${error.code}. Look before doing it again.`,
    status: error.status,
    details: { operation, code: error.code },
    cause: error,
  })
}

/** Runs `work` until it succeeds or trying again is no use or not safe; throws the last error, or `outcome_unknown`. */
export async function withUserRetries<T>(work: () => Promise<T>, options: UserRetrying): Promise<T> {
  const { operation, repeat, policy, clock, random, signal, onRetry } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!mayRepeat(repeat, error)) throw outcomeUnknown(operation, error)
      const decision = decideRetry({ error, attempt, policy, random, now: clock.now() })
      if (!decision.again) throw error
      onRetry?.({ operation, attempt, delayMs: decision.delayMs, error: decision.error })
      await clock.sleep(decision.delayMs, signal)
    }
  }
}
