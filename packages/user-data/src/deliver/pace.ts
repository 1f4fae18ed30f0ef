import type { WaraqError } from '@waraq/contract'
import type { PaceRecord } from '../store/database.ts'

/** The first wait after a failed try, and the longest, in milliseconds. Each is drawn from nothing up to its bound. */
const firstMs = 5_000
const longestMs = 30 * 60_000

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
  const bound = Math.min(longestMs, firstMs * 2 ** (failures - 1))
  const own = now + Math.ceil(random() * bound)
  const named = retryAt !== undefined && retryAt > now
  const theirs = named ? retryAt + Math.ceil(random() * spread * (retryAt - now)) : 0
  return { key: 'pace', failures, nextAt: Math.max(own, theirs), named, code }
}

/** No wait is longer: a clock that was set back would otherwise keep the outbox for as long as it was wrong. */
const mostMs = 24 * 3_600_000

/** Milliseconds until the next try may be. */
export function waitOf(pace: PaceRecord | undefined, now: number): number {
  const ms = pace ? pace.nextAt - now : 0
  return ms > 0 && ms <= mostMs ? ms : 0
}
