import {
  filterCovers,
  formatFilter,
  parseFilter,
  parseResourceKey,
  resourceKey,
  type ResourceFilter,
  type ResourceKey,
} from '@waraq/protocol'
import { meaningOf } from '../errors/error-meanings.ts'
import type { Bookkeeping } from '../../store/bookkeeping.ts'
import type { LastRun, ResourceRecord, SharedToken, SubscriptionRecord } from '../../store/records.ts'
import { asksWith, inOrderMade } from '../../store/subscriptions.ts'
import type { RunResult } from './machine.ts'
import { asksForChanges, needsResync } from './resync.ts'

/**
 * Decides which subscriptions share one token, so that one run covers all of them. Pure.
 *
 * One rule is the basis: a subscription may use a token whose filter covers its own and whose `upTo` is not above the
 * sequence that the subscription is current at. Changes that the feed then repeats have no effect; see PROTOCOL.md.
 */

export const sharingLimits = {
  /** Milliseconds for which new subscriptions run separately, and between two attempts to share a token. */
  restMs: 60 * 60 * 1000,
  /** Milliseconds to wait after an attempt in which the service refused the filter or listed less than the local content. */
  refusedMs: 24 * 60 * 60 * 1000,
  /**
   * Characters of the filter as encoded in an address. Servers and proxies accept 8,000 for the complete address, some only
   * 4,000.
   */
  filterLength: 2_000,
  /** Milliseconds of repeated errors after which a run ends the sharing: the service may reject the filter. */
  unansweredMs: 24 * 60 * 60 * 1000,
}

/** A token from the end of a bootstrap of the filter. */
export interface OfferedToken {
  /** Canonical. */
  readonly filter: string
  readonly token: string
  readonly upTo: number
  /** The resources that the bootstrap listed. */
  readonly listed: ReadonlySet<ResourceKey>
}

/** Subscriptions that one run covers. The first one is the main one. */
export interface Together {
  readonly filters: readonly string[]
  /** Whether they use a shared token. */
  readonly shares: boolean
  /** How the latest run of the first one ended. */
  readonly lastRun: LastRun | null
}

/** Returns a run of this subscription only. */
export function askedAlone(filter: string, lastRun: LastRun | null = null): Together {
  return { filters: [filter], shares: false, lastRun }
}

/** Returns whether the subscription requests the changes since its token. */
function goesOn(record: SubscriptionRecord): boolean {
  return asksForChanges(record) && !needsResync(record)
}

/** Returns the first subscription together with those of the others that have the same token. */
export function askedTogether(first: SubscriptionRecord, others: readonly SubscriptionRecord[]): Together {
  const { filter, token } = asksWith(first)
  const isSame = (other: SubscriptionRecord) => {
    const asks = asksWith(other)
    return other.filter !== first.filter && goesOn(other) && asks.filter === filter && asks.token === token
  }
  const { lastRun } = first
  if (!goesOn(first)) return askedAlone(first.filter, lastRun)
  const filters = [first, ...others.filter(isSame)].map((record) => record.filter)
  return { filters, shares: filters.length > 1 || first.shared !== undefined, lastRun }
}

/** Returns the union of these filters. */
export function unionOf(filters: readonly string[]): ResourceFilter {
  return parseFilter(filters.join(';'))
}

function covers(wide: ResourceFilter, filter: string): boolean {
  return parseFilter(filter).groups.every(({ group, ids }) =>
    wide.groups.some(
      (other) =>
        other.group === group &&
        (other.ids === '*' || (ids !== '*' && ids.every((id) => filterCovers(wide, { group, id })))),
    ),
  )
}

function isCurrent({ token, sequence, lastRun, resync }: SubscriptionRecord): boolean {
  return token !== null && sequence !== null && !resync && lastRun?.outcome === 'current'
}

/**
 * Returns whether each part of the filter has local content. If a part has none, a list cannot show whether the service read
 * that part: a service is known to have cut off a filter silently. Such a subscription does not share a token.
 */
function isFull({ filter, listed }: SubscriptionRecord): boolean {
  return parseFilter(filter).groups.every(({ group, ids }) =>
    ids === '*'
      ? listed.some((key) => key.startsWith(`${group}:`))
      : ids.every((id) => listed.includes(resourceKey({ group, id }))),
  )
}

/** Returns as many subscriptions as one address has room for, and their common filter. */
function fitting(records: readonly SubscriptionRecord[]): {
  readonly filter: string
  readonly records: readonly SubscriptionRecord[]
} {
  const taken: SubscriptionRecord[] = []
  let filter = ''
  for (const record of records) {
    const wider = formatFilter(unionOf([filter, record.filter].filter((each) => each !== '')))
    if (encodeURIComponent(wider).length > sharingLimits.filterLength) continue
    filter = wider
    taken.push(record)
  }
  return { filter, records: taken }
}

/** Returns the filter for which to request a token now; null if there is no need, or it is not time yet. */
export function filterToShare(
  { subscriptions, sharing }: Pick<Bookkeeping, 'subscriptions' | 'sharing'>,
  now: number,
): string | null {
  const { restMs, refusedMs } = sharingLimits
  const wait = (sharing?.notBefore ?? 0) - now
  // A clock that was set back must not cause a longer delay than that.
  if (wait > 0 && wait <= refusedMs) return null
  const ready = inOrderMade(subscriptions).filter(
    (record) => isCurrent(record) && isFull(record) && Math.abs(now - record.createdAt) >= restMs,
  )
  const { filter, records } = fitting(ready)
  if (records.length < 2) return null
  const shared = asksWith(records[0]!).filter
  if (records.some((record) => asksWith(record).filter !== shared)) return filter
  // They already share a token. Request a new one if it covers content of dropped subscriptions.
  return covers(unionOf(subscriptions.map((each) => each.filter)), shared) ? null : filter
}

/**
 * Returns whether the subscription's own runs brought its rows up to the token's `upTo` or later, and the list shows that the
 * token fits it.
 */
function mayTake(
  record: SubscriptionRecord,
  { filter, upTo, listed }: OfferedToken,
  resources: ReadonlyMap<string, ResourceRecord>,
): boolean {
  if (!isCurrent(record) || !isFull(record) || record.sequence! < upTo) return false
  if (!covers(parseFilter(filter), record.filter)) return false
  if (!record.listed.every((key) => listed.has(key))) return false
  const own = parseFilter(record.filter)
  return [...listed].every((key) => {
    const resource = resources.get(key)
    if (!resource) {
      const ref = parseResourceKey(key)
      return !ref || !filterCovers(own, ref)
    }
    if (!filterCovers(own, resource)) return true
    const { needsSnapshot, status, asOf, probedAt } = resource
    return needsSnapshot === null && (status === 'installed' || asOf >= upTo || probedAt !== null)
  })
}

/** Returns the own token of a subscription whose filter is the entire filter. It need not be requested. */
function ownToken(filter: string, subscriptions: readonly SubscriptionRecord[]): OfferedToken | null {
  const whole = subscriptions.find(
    (record) => record.filter === filter && !record.shared && isCurrent(record),
  )
  if (!whole) return null
  return { filter, token: whole.token!, upTo: whole.sequence!, listed: new Set(whole.listed) }
}

/** Returns whether there is such a subscription. */
export function hasOwnToken(filter: string, subscriptions: readonly SubscriptionRecord[]): boolean {
  return ownToken(filter, subscriptions) !== null
}

/**
 * Returns the subscriptions whose token changes at the end of a sync:
 *
 * - Those that take the offered token.
 * - Those of one shared filter whose tokens differ, because one of them was synced separately. They all take the token of the
 *   lowest sequence.
 *
 * `offered`: a token, or the filter of a subscription whose own token can be used.
 */
export function takingTokens(
  subscriptions: readonly SubscriptionRecord[],
  offered: OfferedToken | string | null,
  resources: readonly ResourceRecord[],
): SubscriptionRecord[] {
  const byKey = new Map<string, ResourceRecord>(resources.map((resource) => [resource.key, resource]))
  const offer = typeof offered === 'string' ? ownToken(offered, subscriptions) : offered
  const taking = offer ? subscriptions.filter((record) => mayTake(record, offer, byKey)) : []
  if (offer && taking.length > 1) return taking.map((record) => withToken(record, offer))
  return apart(subscriptions).flatMap((group) => {
    const least = group.reduce((one, other) => (other.sequence! < one.sequence! ? other : one))
    const { filter, token } = asksWith(least)
    return group.map((record) => withToken(record, { filter, token: token! }))
  })
}

/** A subscription whose own filter is the entire filter stores the token as its own. */
function withToken(record: SubscriptionRecord, { filter, token }: SharedToken): SubscriptionRecord {
  return record.filter === filter
    ? { ...record, token, shared: undefined }
    : { ...record, shared: { filter, token } }
}

/**
 * Returns whether the list lacks local content, or the other way round: a subscription that is current at the token's `upTo`
 * may not take the token. The list will be the same in an hour.
 */
export function isRefused(
  subscriptions: readonly SubscriptionRecord[],
  offer: OfferedToken,
  taking: readonly SubscriptionRecord[],
): boolean {
  const wide = parseFilter(offer.filter)
  return subscriptions.some(
    (record) =>
      isCurrent(record) &&
      isFull(record) &&
      covers(wide, record.filter) &&
      record.sequence! >= offer.upTo &&
      !taking.some((each) => each.filter === record.filter),
  )
}

/** Returns groups of subscriptions of one shared filter whose tokens differ. */
function apart(subscriptions: readonly SubscriptionRecord[]): SubscriptionRecord[][] {
  const byFilter = new Map<string, SubscriptionRecord[]>()
  for (const record of subscriptions) {
    if (!isCurrent(record) || !goesOn(record)) continue
    const { filter } = asksWith(record)
    byFilter.set(filter, [...(byFilter.get(filter) ?? []), record])
  }
  return [...byFilter.values()].filter(
    (group) => new Set(group.map((record) => asksWith(record).token)).size > 1,
  )
}

/** Returns since when runs have ended with this error; undefined if the latest one ended otherwise. */
export function startedFailing(lastRun: LastRun | null, errorCode: string | null): number | undefined {
  return lastRun?.errorCode === errorCode ? (lastRun?.since ?? lastRun?.at) : undefined
}

/**
 * Returns whether the run's error may be specific to one of the subscriptions that share the token, or to the token itself.
 * Each then continues with its own token. Errors that all requests would meet, and those that a retry resolves, are no
 * reason.
 */
export function endsSharing(
  { outcome, error }: RunResult,
  pages: number,
  lastRun: LastRun | null,
  now: number,
): boolean {
  if (!error || outcome === 'current' || outcome === 'partial') return false
  const { wholeRun, harmless } = meaningOf(error.code)
  if (wholeRun || harmless) return false
  // The entire feed went back before it named any resource, so each subscription would meet the error.
  if (error.code === 'feed_went_back' && pages === 0) return false
  const since = startedFailing(lastRun, error.code)
  return outcome === 'failed' || (since !== undefined && now - since >= sharingLimits.unansweredMs)
}
