import {
  checkGroups,
  filterCovers,
  formatFilter,
  invalidArgument,
  parseFilter,
  parseResourceKey,
} from '@waraq/protocol'
import { readSubscriptions } from './bookkeeping.ts'
import type { WaraqDatabase } from './database.ts'
import { filterWithout } from './filter-without.ts'
import { garbageOf } from './garbage.ts'
import { isSubscriptionOwner } from './record-decoders.ts'
import { newSubscription, type SubscriptionOwner, type SubscriptionRecord } from './records.ts'
import { checkFormat, countCommit, type Writer } from './writer.ts'

/**
 * Options of a subscription. Subscriptions belong to the application, so any tab writes them, without the writer's leadership. A
 * run detects in its commit that its subscription changed, and then stores nothing.
 */

export interface SubscribeOptions {
  /**
   * `refuse`, the default: a group that this version does not know is refused as a typing error. `allow`: it is accepted,
   * because the service may be newer than this version.
   */
  readonly unknownGroups?: 'refuse' | 'allow' | undefined
}

export interface OwnerOption {
  /**
   * The owner. `app`, the default: the application, whose `setSubscriptions` drops the filter if it is not in its list. `person`:
   * a person chose it, and only `unsubscribe` drops it. A filter may have both owners.
   */
  readonly owner?: SubscriptionOwner | undefined
}

/** A filter to keep, and its owner. */
export interface DesiredSubscription {
  readonly filter: string
  readonly owner: SubscriptionOwner
}

/**
 * Returns the canonical form of a filter to subscribe to.
 * @throws {InvalidFilterError}
 */
export function filterToKeep(filter: string, { unknownGroups = 'refuse' }: SubscribeOptions = {}): string {
  const parsed = parseFilter(filter)
  if (unknownGroups !== 'allow') checkGroups(parsed)
  return formatFilter(parsed)
}

/** @throws {WaraqError} `invalid_argument` */
export function checkOwner(owner: SubscriptionOwner): void {
  if (!isSubscriptionOwner(owner)) throw invalidArgument('owner', 'app or person', owner)
}

/** Returns the filter and the token of the subscription's next incremental run. */
export function asksWith({ filter, token, shared }: SubscriptionRecord): {
  readonly filter: string
  readonly token: string | null
} {
  return (token !== null && shared) || { filter, token }
}

export function inOrderMade(subscriptions: readonly SubscriptionRecord[]): SubscriptionRecord[] {
  return [...subscriptions].sort((a, b) => a.createdAt - b.createdAt || (a.filter < b.filter ? -1 : 1))
}

/**
 * Whether a subscription that was made after `since` has never been part of a sync. Its page may have ended right after it
 * subscribed.
 */
export async function hasUntried(db: WaraqDatabase, since = -Infinity): Promise<boolean> {
  const isUntried = ({ token, lastRun, createdAt }: SubscriptionRecord) =>
    token === null && lastRun === null && createdAt > since
  return (await readSubscriptions(db)).some(isUntried)
}

export async function addSubscription(
  db: WaraqDatabase,
  filter: string,
  now: number,
  owner: SubscriptionOwner = 'app',
): Promise<void> {
  await db.transaction('rw', [db.subscriptions, db.meta], async () => {
    await checkFormat(db)
    const known = await db.subscriptions.get(filter)
    if (!known) await db.subscriptions.put(newSubscription(filter, now, [owner]))
    else if (!known.owners.includes(owner))
      await db.subscriptions.put({ ...known, owners: [...known.owners, owner] })
  })
}

/**
 * Makes these the only subscriptions of the application. Resolves with the filters that were added and those that were dropped.
 */
export async function keepSubscriptions(
  db: WaraqDatabase,
  filters: readonly string[],
  now: number,
): Promise<{ readonly added: readonly string[]; readonly dropped: readonly string[] }> {
  return db.transaction('rw', [db.subscriptions, db.batchCursors, db.meta], async () => {
    await checkFormat(db)
    const before = await db.subscriptions.toArray()
    const added = [...new Set(filters)].filter((filter) => !before.some((each) => each.filter === filter))
    const changed = before.flatMap((each) => {
      const others = each.owners.filter((owner) => owner !== 'app')
      const owners = filters.includes(each.filter) ? [...others, 'app' as const] : others
      return owners.length === each.owners.length ? [] : [{ ...each, owners }]
    })
    const dropped = changed.filter(({ owners }) => owners.length === 0).map(({ filter }) => filter)
    await db.subscriptions.bulkPut([
      ...added.map((filter) => newSubscription(filter, now)),
      ...changed.filter(({ owners }) => owners.length > 0),
    ])
    await db.subscriptions.bulkDelete(dropped)
    await db.batchCursors.bulkDelete(dropped)
    return { added, dropped }
  })
}

/** Deletes the subscription of all its owners, with its token and its batch. */
export async function dropSubscription(db: WaraqDatabase, filter: string): Promise<void> {
  await db.transaction('rw', [db.subscriptions, db.batchCursors, db.meta], async () => {
    await checkFormat(db)
    await db.subscriptions.delete(filter)
    await db.batchCursors.delete(filter)
  })
}

/**
 * The subscription to a part of its filter. What was confirmed of its resources still is. It has no token: the service binds a
 * token to the filter that it was issued for.
 */
function narrowed(
  { shared: _shared, ...record }: SubscriptionRecord,
  filter: string,
  owner: SubscriptionOwner,
): SubscriptionRecord {
  const isCovered = coveredBy([{ filter }])
  const emptyGroups = record.emptyGroups.filter((group) =>
    parseFilter(filter).groups.some((each) => each.group === group),
  )
  const listed = record.listed.filter(isCovered)
  return { ...record, filter, owners: [owner], token: null, lastRun: null, listed, emptyGroups }
}

/** The subscriptions without the owner's request for the resources of a filter. @throws {InvalidFilterError} */
export function desiredWithout(
  desired: readonly DesiredSubscription[],
  filter: string,
  owner: SubscriptionOwner,
): readonly DesiredSubscription[] {
  return desired.flatMap((each) => {
    if (each.owner !== owner) return [each]
    const left = filterWithout(each.filter, filter)
    return left === null ? [] : [{ filter: left, owner }]
  })
}

/**
 * Takes the resources of a filter out of the subscriptions of one owner. A subscription to more resources is replaced by one to
 * the others. Resolves with the filters that were added and those that were dropped.
 * @throws {InvalidFilterError} if a subscription has all resources of a group, and the filter some
 */
export async function removeOwned(
  db: WaraqDatabase,
  filter: string,
  owner: SubscriptionOwner,
): Promise<{ readonly added: readonly string[]; readonly dropped: readonly string[] }> {
  return db.transaction('rw', [db.subscriptions, db.batchCursors, db.meta], async () => {
    await checkFormat(db)
    const before = await db.subscriptions.toArray()
    const after = new Map(before.map((each) => [each.filter, each]))
    const [added, dropped]: [string[], string[]] = [[], []]
    for (const each of before.filter(({ owners }) => owners.includes(owner))) {
      const left = filterWithout(each.filter, filter)
      if (left === each.filter) continue
      const owners = each.owners.filter((other) => other !== owner)
      if (owners.length > 0) after.set(each.filter, { ...each, owners })
      else {
        after.delete(each.filter)
        dropped.push(each.filter)
      }
      const known = left === null ? undefined : after.get(left)
      if (left === null || known?.owners.includes(owner)) continue
      after.set(left, known ? { ...known, owners: [...known.owners, owner] } : narrowed(each, left, owner))
      if (!known) added.push(left)
    }
    await db.subscriptions.bulkPut([...after.values()].filter((each) => !before.includes(each)))
    await db.subscriptions.bulkDelete(dropped)
    await db.batchCursors.bulkDelete(dropped)
    return { added, dropped }
  })
}

/** Makes the subscription's next run fetch everything again. Returns false if there is no such subscription. */
export async function askForResync(db: WaraqDatabase, filter: string): Promise<boolean> {
  return db.transaction('rw', [db.subscriptions, db.meta], async () => {
    await checkFormat(db)
    const subscription = await db.subscriptions.get(filter)
    if (subscription) await db.subscriptions.put({ ...subscription, resync: true })
    return subscription !== undefined
  })
}

/** Whether one of the subscriptions covers a resource. */
function coveredBy(subscriptions: readonly Pick<SubscriptionRecord, 'filter'>[]): (key: string) => boolean {
  const filters = subscriptions.map(({ filter }) => parseFilter(filter))
  return (key) => {
    const ref = parseResourceKey(key)
    return ref !== undefined && filters.some((filter) => filterCovers(filter, ref))
  }
}

/** Removes resources that no subscription covers any more. Their segments become garbage. */
export async function removeUnsubscribed(writer: Writer): Promise<void> {
  const { db } = writer
  const { resources, subscriptions } = await writer.known()
  const isCovered = coveredBy(subscriptions)
  if (resources.every(({ key }) => isCovered(key))) return
  await writer.write(['resources', 'subscriptions', 'garbage'], async () => {
    const isStillCovered = coveredBy(await readSubscriptions(db))
    for (const resource of await db.resources.toArray()) {
      if (isStillCovered(resource.key)) continue
      await db.garbage.bulkAdd(garbageOf(resource.manifests, []))
      await db.resources.delete(resource.key)
    }
    await countCommit(db)
  })
}
