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
import { garbageOf } from './garbage.ts'
import { newSubscription, type SubscriptionOwner, type SubscriptionRecord } from './records.ts'
import { isSubscriptionOwner } from './record-checks.ts'
import { checkFormat, countCommit, type Writer } from './writer.ts'

/**
 * What the application asks to keep. Subscriptions belong to the application, so any tab writes them, without the writer's
 * leadership. A run notices in its commit that its subscription changed, and then stores nothing.
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
   * Who asks. `app`, the default: the application, whose `setSubscriptions` drops it once it is not among them. `person`: somebody
   * chose it, and only `unsubscribe` drops it. Both may ask for one filter.
   */
  readonly owner?: SubscriptionOwner | undefined
}

/** What is to be kept, and for whom. */
export interface Wanted {
  readonly filter: string
  readonly owner: SubscriptionOwner
}

/**
 * The canonical form of a filter to subscribe to.
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

/** The filter and the token that the subscription's next incremental run asks with. */
export function asksWith({ filter, token, shared }: SubscriptionRecord): {
  readonly filter: string
  readonly token: string | null
} {
  return (token !== null && shared) || { filter, token }
}

export function inOrderMade(subscriptions: readonly SubscriptionRecord[]): SubscriptionRecord[] {
  return [...subscriptions].sort((a, b) => a.createdAt - b.createdAt || (a.filter < b.filter ? -1 : 1))
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

/** Makes these the only subscriptions of the application. Resolves with the filters that were added and those that were dropped. */
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

/** Deletes the subscription with its token and its batch; with an owner, only where no other asks for it. */
export async function dropSubscription(
  db: WaraqDatabase,
  filter: string,
  owner?: SubscriptionOwner,
): Promise<void> {
  await db.transaction('rw', [db.subscriptions, db.batchCursors, db.meta], async () => {
    await checkFormat(db)
    const known = await db.subscriptions.get(filter)
    const owners = known?.owners.filter((each) => owner !== undefined && each !== owner) ?? []
    if (known && owners.length > 0) return void (await db.subscriptions.put({ ...known, owners }))
    await db.subscriptions.delete(filter)
    await db.batchCursors.delete(filter)
  })
}

/** Makes the subscription's next run fetch everything again. False where there is no such subscription. */
export async function askForResync(db: WaraqDatabase, filter: string): Promise<boolean> {
  return db.transaction('rw', [db.subscriptions, db.meta], async () => {
    await checkFormat(db)
    return (await db.subscriptions.update(filter, { resync: true })) > 0
  })
}

/** Whether one of the subscriptions asks for a resource. */
function coveredBy(subscriptions: readonly SubscriptionRecord[]): (key: string) => boolean {
  const filters = subscriptions.map(({ filter }) => parseFilter(filter))
  return (key) => {
    const ref = parseResourceKey(key)
    return ref !== undefined && filters.some((filter) => filterCovers(filter, ref))
  }
}

/** Removes resources that no subscription asks for any more. Their segments become garbage. */
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
