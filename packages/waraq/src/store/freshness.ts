import { WaraqError, type ResourceKey } from '@waraq/protocol'
import type { SubscriptionRecord } from './records.ts'

export const dayMs = 24 * 60 * 60 * 1000

/** After this long without a complete run, content counts as stale; the service asks for a sync every seven days. */
export const staleAfterMs = 7 * dayMs

/** What to do with content that no sync has confirmed for too long. Age alone removes nothing unless it is chosen here. */
export interface FreshnessOptions {
  /** Age in milliseconds from which content counts as stale. Default seven days. */
  readonly staleAfterMs?: number | undefined
  /**
   * `tell`: stale content is read as before, and marked. `hide`: reads find nothing until a sync confirms it; nothing is
   * lost. `remove`: it is also deleted from the device when a sync could not confirm it. Default `tell`.
   */
  readonly policy?: 'tell' | 'hide' | 'remove' | undefined
}

export interface Freshness {
  readonly staleAfterMs: number
  readonly policy: 'tell' | 'hide' | 'remove'
}

/**
 * `terms` follows the service's terms by itself: content that no sync confirmed within seven days is not shown until one
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

/** When a subscription that lists the resource was last current; null where none was. */
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
 * Whether content that was last confirmed then is stale now. The device's clock may be wrong, so the service's times count
 * too: a later time that another subscription heard from the service tells how much time has passed at least.
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
