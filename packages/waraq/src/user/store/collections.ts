import { fold } from '../model/fold.ts'
import type { UserDatabase } from './database.ts'

/** The names of the person's collections that are shown, by their keys. Can be called inside or outside a transaction. */
export async function collectionsOf(db: UserDatabase): Promise<ReadonlyMap<string, string>> {
  const [rows, allPending] = await Promise.all([
    db.rows.where('kind').equals('collection').toArray(),
    db.pending.where('kind').equals('collection').toArray(),
  ])
  return new Map(
    fold(rows, allPending).map(({ entity, value }) => [
      entity.key,
      (value as { readonly name: string }).name,
    ]),
  )
}

/** The key of the collection with this name; undefined if there is none. */
export async function keyOfName(db: UserDatabase, name: string): Promise<string | undefined> {
  for (const [key, each] of await collectionsOf(db)) if (each === name) return key
  return undefined
}
