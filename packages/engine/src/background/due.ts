import { meaningOf } from '../errors/error-meanings.ts'
import type { SubscriptionStatus } from '../status/status.ts'

/** Pure: what a slice asks for. */

/** What became current this recently is not asked for again by a slice that goes on with another one's work. */
const recentMs = 60 * 60 * 1000
/** A time further off than this was not named by the service; a clock was set. */
const furthestMs = 24 * 60 * 60 * 1000

export type Due =
  | { readonly filters: readonly string[] }
  /** Nothing to do. */
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
 * Which subscriptions a slice brings up to date: all of them, unless an earlier one ran out of time. Then those that became
 * current meanwhile are left out. Each asks the service at least once, so with enough of them every slice would spend its
 * time on the first ones, and the last would never have its turn.
 */
export function dueFilters(subscriptions: readonly Known[], now: number): Due {
  if (subscriptions.length === 0) return 'nothing'
  if (subscriptions.some((subscription) => mustWait(subscription, now))) return 'later'
  const cutOff = ({ lastRun }: Known) => !!lastRun?.errorCode && !!meaningOf(lastRun.errorCode).cutOff
  const goesOn = subscriptions.some(cutOff)
  const due = subscriptions.filter((known) => !goesOn || cutOff(known) || !isRecent(known.currentAt, now))
  return { filters: due.map(({ filter }) => filter) }
}
