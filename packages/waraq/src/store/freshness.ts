import { WaraqError, type ResourceKey } from '@waraq/protocol'
import type { SubscriptionRecord } from './records.ts'

export const dayMs = 24 * 60 * 60 * 1000

/** Content counts as stale after this long without a complete run. The service requests a sync every seven days. */
export const staleAfterMs = 7 * dayMs

/** What to do with content that no sync has confirmed for too long. Age only removes content if that is chosen here. */
export interface FreshnessOptions {
  /** Age in milliseconds from which content counts as stale. Default seven days. */
  readonly staleAfterMs?: number | undefined
  /**
   * `tell`: stale content is read as before, and marked. `hide`: reads find nothing until a sync confirms it; nothing is lost.
   * `remove`: it is also deleted from the device if a sync could not confirm it. Default `tell`.
   */
  readonly policy?: 'tell' | 'hide' | 'remove' | undefined
}

export interface Freshness {
  readonly staleAfterMs: number
  readonly policy: 'tell' | 'hide' | 'remove'
}

/**
 * `terms` follows the service's terms automatically: content that no sync confirmed within seven days is not shown until one
 * does. Nothing is lost.
 */
export type FreshnessOption = FreshnessOptions | 'terms'

/** @throws {WaraqError} `invalid_option` */
export function resolveFreshness(option: FreshnessOption = {}): Freshness {
  const options: FreshnessOptions = option === 'terms' ? { policy: 'hide' } : option
  const freshness = {
    staleAfterMs: options.staleAfterMs ?? staleAfterMs,
    policy: options.policy ?? 'tell',
  }
  if (!(freshness.staleAfterMs > 0)) {
    throw new WaraqError({
      code: 'invalid_option',
      message: `The option freshness.staleAfterMs is ${freshness.staleAfterMs}; give a number of milliseconds above 0.`,
      details: { option: 'freshness.staleAfterMs' },
    })
  }
  return freshness
}

type Confirmation = Pick<SubscriptionRecord, 'currentAt' | 'currentAtServer'>

/** Returns when a subscription that lists the resource was last current; null if none was. */
export function confirmedAt(
  key: ResourceKey,
  subscriptions: readonly SubscriptionRecord[],
): Confirmation | null {
  const confirming = subscriptions.filter(
    ({ listed, currentAt }) => currentAt !== null && listed.includes(key),
  )
  return confirming.reduce<Confirmation | null>(
    (latest, next) => (latest && latest.currentAt! >= next.currentAt! ? latest : next),
    null,
  )
}

/**
 * Whether content that was last confirmed then is stale now. The device's clock may be wrong, so the service's times count, too:
 * a later time that another subscription received from the service shows how much time has passed at least.
 */
export function isStale(
  confirmed: Confirmation | null,
  now: number,
  subscriptions: readonly Confirmation[],
  limit: number = staleAfterMs,
): boolean {
  if (confirmed === null || confirmed.currentAt === null) return false
  if (now - confirmed.currentAt > limit) return true
  const { currentAtServer } = confirmed
  if (currentAtServer === null) return false
  return subscriptions.some((other) => (other.currentAtServer ?? 0) - currentAtServer > limit)
}
