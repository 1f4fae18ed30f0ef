import { meaningOf } from '../sync/errors/error-meanings.ts'
import type { SubscriptionStatus } from '../sync/status/status.ts'

/** Selects the subscriptions that a slice syncs. Pure. */

/** A slice that continues the work of an earlier one skips subscriptions that became current this recently. In milliseconds. */
const recentMs = 60 * 60 * 1000
/** The service names no time further away than this. A later time means that the device's clock was changed. In milliseconds. */
const furthestMs = 24 * 60 * 60 * 1000

export type Due =
  | { readonly filters: readonly string[] }
  /** There is nothing to do. */
  | 'nothing'
  /** The service requested a wait until a time that is still ahead. */
  | 'later'

type Known = Pick<SubscriptionStatus, 'filter' | 'currentAt' | 'lastRun'>

function isRecent(at: number | null, now: number): boolean {
  return at !== null && at <= now && now - at < recentMs
}

function mustWait({ lastRun }: Known, now: number): boolean {
  const { errorCode, retryAt } = lastRun ?? {}
  return !!errorCode && !!meaningOf(errorCode).asksToWait && retryAt! > now && retryAt! - now < furthestMs
}

/**
 * Returns the subscriptions that a slice syncs: all of them, unless an earlier slice ran out of time. Then it skips those
 * that became current in the meantime. Each subscription costs at least one request, so with many of them every slice would
 * spend its time on the first ones and never reach the last.
 */
export function dueFilters(subscriptions: readonly Known[], now: number): Due {
  if (subscriptions.length === 0) return 'nothing'
  if (subscriptions.some((subscription) => mustWait(subscription, now))) return 'later'
  const cutOff = ({ lastRun }: Known) => !!lastRun?.errorCode && !!meaningOf(lastRun.errorCode).cutOff
  const goesOn = subscriptions.some(cutOff)
  const due = subscriptions.filter((known) => !goesOn || cutOff(known) || !isRecent(known.currentAt, now))
  return { filters: due.map(({ filter }) => filter) }
}
