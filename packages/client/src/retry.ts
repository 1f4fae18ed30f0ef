import type { Clock } from './clock.ts'
import type { AddressKind, RetryNotice } from './options.ts'
import { decideRetry, type RetryPolicy } from './retry-policy.ts'

export interface Retrying {
  address: AddressKind
  policy: RetryPolicy
  clock: Clock
  random: () => number
  signal: AbortSignal
  onRetry: ((notice: RetryNotice) => void) | undefined
}

/** Runs `work` until it succeeds or `decideRetry` says to stop; throws the last error. */
export async function withRetries<T>(work: (attempt: number) => Promise<T>, options: Retrying): Promise<T> {
  const { address, policy, clock, random, signal, onRetry } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      const decision = decideRetry({ error, attempt, policy, random, now: clock.now() })
      if (!decision.again) throw error
      onRetry?.({ address, attempt, delayMs: decision.delayMs, error: decision.error })
      await clock.sleep(decision.delayMs, signal)
    }
  }
}
