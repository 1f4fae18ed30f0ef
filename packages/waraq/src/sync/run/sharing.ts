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
 * Which subscriptions share one token, so that one run asks for all of them. Pure.
 *
 * All of it rests on one rule: a subscription may use a token whose filter covers its own and whose bound is not above the bound that
 * the subscription is current at. What the feed then tells once more changes nothing; see PROTOCOL.md.
 */

export const sharingLimits = {
  /** Subscriptions that were added within this time run alone, and so long after one try comes the next. */
  restMs: 60 * 60 * 1000,
  /** After a try in which the service refused the filter or listed less than is here. */
  refusedMs: 24 * 60 * 60 * 1000,
  /** Characters of the filter as an address has it. Servers and proxies take 8,000 for a whole address, some 4,000. */
  filterLength: 2_000,
  /** A run that has had no better answer than an error for so long ends the sharing: the service may dislike the filter. */
  unansweredMs: 24 * 60 * 60 * 1000,
}

/** A token that a bootstrap of the filter gave at its end. */
export interface OfferedToken {
  /** Canonical. */
  readonly filter: string
  readonly token: string
  readonly upTo: number
  /** What the bootstrap listed. */
  readonly listed: ReadonlySet<ResourceKey>
}

/** Subscriptions that one run asks for, the first one of them foremost. */
export interface Together {
  readonly filters: readonly string[]
  /** They ask with a shared token. */
  readonly shares: boolean
  /** How the latest run of the first one ended. */
  readonly lastRun: LastRun | null
}

/** A run of this subscription alone. */
export function askedAlone(filter: string, lastRun: LastRun | null = null): Together {
  return { filters: [filter], shares: false, lastRun }
}

/** Whether the subscription asks what changed since its token. */
function goesOn(record: SubscriptionRecord): boolean {
  return asksForChanges(record) && !needsResync(record)
}

/** The first subscription, and those of the others that have the same token. */
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

/** The filter that asks for all that these ask for. */
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
 * Whether something is here of each part of the filter. Of a part that has nothing no list can tell whether the service read it: a
 * service is known to have cut a filter without a word. Such a subscription stays alone.
 */
function isFull({ filter, listed }: SubscriptionRecord): boolean {
  return parseFilter(filter).groups.every(({ group, ids }) =>
    ids === '*'
      ? listed.some((key) => key.startsWith(`${group}:`))
      : ids.every((id) => listed.includes(resourceKey({ group, id }))),
  )
}

/** As many as one address has room for, and their filter. */
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

/** The filter that a token is to be asked for now; null: there is no need, or it is not time. */
export function filterToShare(
  { subscriptions, sharing }: Pick<Bookkeeping, 'subscriptions' | 'sharing'>,
  now: number,
): string | null {
  const { restMs, refusedMs } = sharingLimits
  const wait = (sharing?.notBefore ?? 0) - now
  // A clock that was set back delays nothing for longer than that.
  if (wait > 0 && wait <= refusedMs) return null
  const ready = inOrderMade(subscriptions).filter(
    (record) => isCurrent(record) && isFull(record) && Math.abs(now - record.createdAt) >= restMs,
  )
  const { filter, records } = fitting(ready)
  if (records.length < 2) return null
  const shared = asksWith(records[0]!).filter
  if (records.some((record) => asksWith(record).filter !== shared)) return filter
  // They share one. It is asked for anew where it brings what was dropped since.
  return covers(unionOf(subscriptions.map((each) => each.filter)), shared) ? null : filter
}

/** Whether the subscription's rows are as of the token's bound or later, by runs of its own, and the list shows that the token is for it. */
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

/** The token that a subscription has which alone asks for all of the filter. It need not be asked for. */
function ownToken(filter: string, subscriptions: readonly SubscriptionRecord[]): OfferedToken | null {
  const whole = subscriptions.find(
    (record) => record.filter === filter && !record.shared && isCurrent(record),
  )
  if (!whole) return null
  return { filter, token: whole.token!, upTo: whole.sequence!, listed: new Set(whole.listed) }
}

/** Whether there is such a subscription. */
export function hasOwnToken(filter: string, subscriptions: readonly SubscriptionRecord[]): boolean {
  return ownToken(filter, subscriptions) !== null
}

/**
 * The subscriptions that change hands at the end of a sync: those that take the token offered, and those of one shared filter that have
 * come to have different tokens, because one of them was synced by itself; of these the token of the least bound does for all.
 * `offered`: a token, or the filter of a subscription whose own token does.
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

/** A subscription that asks for all of the filter by itself has the token as its own. */
function withToken(record: SubscriptionRecord, { filter, token }: SharedToken): SubscriptionRecord {
  return record.filter === filter
    ? { ...record, token, shared: undefined }
    : { ...record, shared: { filter, token } }
}

/**
 * Whether the list lacks something that is here, or the other way round: a subscription that is current at its bound may not take
 * the token. The list will be the same in an hour.
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

/** Subscriptions of one shared filter whose tokens differ. */
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

/** Since when runs have ended with this error; undefined where the latest ended otherwise. */
export function startedFailing(lastRun: LastRun | null, errorCode: string | null): number | undefined {
  return lastRun?.errorCode === errorCode ? (lastRun?.since ?? lastRun?.at) : undefined
}

/**
 * Whether the run's error may be that of one subscription among those that share the token, or of the token itself: each then goes on
 * with its own. Errors that all requests would meet, and those that a repeat passes, are no reason.
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
  // The whole feed went back, before it named any resource. Each subscription would meet it.
  if (error.code === 'feed_went_back' && pages === 0) return false
  const since = startedFailing(lastRun, error.code)
  return outcome === 'failed' || (since !== undefined && now - since >= sharingLimits.unansweredMs)
}
