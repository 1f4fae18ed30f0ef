import { shown } from '../model/mutation.ts'
import { entityOf, isSame, memberOf, type Entity, type Value } from '../model/entity.ts'
import type { PendingChange, Row } from '../model/records.ts'
import type { UserMutation } from './mutate.ts'
import { keyOfName } from './collections.ts'
import type { UserDatabase } from './database.ts'

/** An entity before a mutation replaced its value. */
export interface Replaced {
  /** With its creation time, if it existed. */
  readonly entity: Entity
  readonly was: Value | null
  /** The value that replaced it. Missing for the members of a deleted collection, which were removed with it. */
  readonly desired?: Value | null
}

function replaced(row: Row | undefined, pending: PendingChange | undefined): Replaced {
  return { entity: entityOf((pending ?? row)!), was: shown(row, pending) }
}

/** Returns what these mutations replace. Call it in their transaction, before they are written. */
export async function replacedBy(
  db: UserDatabase,
  mutations: readonly UserMutation[],
): Promise<readonly Replaced[]> {
  const all: Replaced[] = []
  for (const { entity, desired } of mutations) {
    const { key, kind } = entity
    const [row, pending] = await Promise.all([db.rows.get(key), db.pending.get(key)])
    const was = shown(row, pending)
    all.push({ entity: was === null ? entity : entityOf((pending ?? row)!), was, desired })
    if (kind !== 'collection' || desired !== null) continue
    const [rows, allPending] = await Promise.all([
      db.rows.where('owner').equals(key).toArray(),
      db.pending.where('owner').equals(key).toArray(),
    ])
    // Includes members that were being removed, so that they stay removed.
    const changed = new Set(allPending.map((each) => each.key))
    all.push(...rows.filter((each) => !changed.has(each.key)).map((each) => replaced(each, undefined)))
    all.push(...allPending.map((each) => replaced(undefined, each)))
  }
  return all
}

/**
 * Returns the mutations that take these back. What has changed since stays as it is. A setting or place that did not exist
 * before also stays once it was sent, because the service cannot delete it. Members of a collection whose deletion was sent may
 * be deleted with it. Call it in a transaction of mutations.
 */
export async function mutationsBack(db: UserDatabase, all: readonly Replaced[]): Promise<UserMutation[]> {
  const mutations: UserMutation[] = []
  const moved = new Map<string, string>()
  const leaving = new Set<string>()
  for (const { entity, was, desired } of all) {
    const { key, kind, owner = '', target } = entity
    const [row, pending] = await Promise.all([db.rows.get(key), db.pending.get(key)])
    if (desired !== undefined && !isSame(shown(row, pending), desired)) continue
    const isLasting = (kind === 'setting' || kind === 'place') && was === null
    if (isLasting && (!pending || pending.sent || pending.base !== null)) continue
    if (kind === 'collection' && pending?.sent) leaving.add(key)
    // Another collection of this name has been made since: the members are moved there.
    const same =
      kind === 'collection' && was && (await keyOfName(db, (was as { readonly name: string }).name))
    const other = moved.get(owner)
    if (same && same !== key) moved.set(key, same)
    else if (!other) mutations.push({ entity, desired: was, recreate: was !== null && leaving.has(owner) })
    else if (was) mutations.push({ entity: { ...entity, ...memberOf(other, target!) }, desired: was })
  }
  return mutations
}
