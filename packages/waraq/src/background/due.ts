import { meaningOf } from '../sync/errors/error-meanings.ts'
import type { SubscriptionStatus } from '../sync/status/status.ts'

/** Which subscriptions a slice syncs. Pure. */

/** A slice that goes on with the work of an earlier one leaves out subscriptions that became current this recently. */
const recentMs = 60 * 60 * 1000
/** The service names no time further off than this: a later one is due to a clock that was set. */
const furthestMs = 24 * 60 * 60 * 1000

export type Due =
  | { readonly filters: readonly string[] }
  /** There is nothing to do. */
  | 'nothing'
  /** The service asked to be left alone until a time that has not come. */
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
 * The subscriptions that a slice brings up to date: all of them, unless an earlier slice ran out of time. Then it leaves out
 * those that became current meanwhile. Each subscription costs at least one request, so with many of them every slice would
 * spend its time on the first ones, and the last would never have their turn.
 */
export function dueFilters(subscriptions: readonly Known[], now: number): Due {
  if (subscriptions.length === 0) return 'nothing'
  if (subscriptions.some((subscription) => mustWait(subscription, now))) return 'later'
  const cutOff = ({ lastRun }: Known) => !!lastRun?.errorCode && !!meaningOf(lastRun.errorCode).cutOff
  const goesOn = subscriptions.some(cutOff)
  const due = subscriptions.filter((known) => !goesOn || cutOff(known) || !isRecent(known.currentAt, now))
  return { filters: due.map(({ filter }) => filter) }
}
