import { shown } from '../model/act.ts'
import { entityOf, isSame, memberOf, type Entity, type Value } from '../model/entity.ts'
import type { PendingChange, Row } from '../model/records.ts'
import type { Act } from './acts.ts'
import { keyOfName } from './collections.ts'
import type { UserDatabase } from './database.ts'

/** What an act has replaced. */
export interface Replaced {
  /** With the time at which it was made, if it was there. */
  readonly entity: Entity
  readonly was: Value | null
  /** What was wanted instead. Missing of what is in a collection that was deleted, which went with it. */
  readonly want?: Value | null
}

function replaced(row: Row | undefined, pending: PendingChange | undefined): Replaced {
  return { entity: entityOf((pending ?? row)!), was: shown(row, pending) }
}

/** What these acts replace. To be called in their transaction, before they are written. */
export async function replacedBy(db: UserDatabase, acts: readonly Act[]): Promise<readonly Replaced[]> {
  const all: Replaced[] = []
  for (const { entity, want } of acts) {
    const { key, kind } = entity
    const [row, pending] = await Promise.all([db.rows.get(key), db.pending.get(key)])
    const was = shown(row, pending)
    all.push({ entity: was === null ? entity : entityOf((pending ?? row)!), was, want })
    if (kind !== 'collection' || want !== null) continue
    const [rows, allPending] = await Promise.all([
      db.rows.where('owner').equals(key).toArray(),
      db.pending.where('owner').equals(key).toArray(),
    ])
    // Those that were being taken out stay out, so they are among them.
    const changed = new Set(allPending.map((each) => each.key))
    all.push(...rows.filter((each) => !changed.has(each.key)).map((each) => replaced(each, undefined)))
    all.push(...allPending.map((each) => replaced(undefined, each)))
  }
  return all
}

/**
 * What takes these acts back. What has changed since stays as it is, and so do a setting and the place that were nowhere before,
 * once they are on their way: the service cannot forget them. What was in a collection whose deletion is on its way may go
 * with it. To be called in a transaction of acts.
 */
export async function actsBack(db: UserDatabase, all: readonly Replaced[]): Promise<Act[]> {
  const acts: Act[] = []
  const moved = new Map<string, string>()
  const leaving = new Set<string>()
  for (const { entity, was, want } of all) {
    const { key, kind, owner = '', target } = entity
    const [row, pending] = await Promise.all([db.rows.get(key), db.pending.get(key)])
    if (want !== undefined && !isSame(shown(row, pending), want)) continue
    const isLasting = (kind === 'setting' || kind === 'place') && was === null
    if (isLasting && (!pending || pending.sent || pending.base !== null)) continue
    if (kind === 'collection' && pending?.sent) leaving.add(key)
    // Another of its name has been made since: what was in it goes there.
    const same =
      kind === 'collection' && was && (await keyOfName(db, (was as { readonly name: string }).name))
    const other = moved.get(owner)
    if (same && same !== key) moved.set(key, same)
    else if (!other) acts.push({ entity, want: was, anew: was !== null && leaving.has(owner) })
    else if (was) acts.push({ entity: { ...entity, ...memberOf(other, target!) }, want: was })
  }
  return acts
}
