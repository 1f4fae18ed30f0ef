import type { Entity } from '../model/entity.ts'
import { fold, type Shown } from '../model/fold.ts'
import type { ListName } from '../model/listing.ts'
import type { Blocked, PendingChange, Row } from '../model/records.ts'
import type { UserDatabase } from '../store/database.ts'
import type { Followed } from '../store/follow.ts'

/** A query of user data, for `user.live` and `user.query`. */
export interface UserQuery<T> {
  /** Two queries with the same key are the same query. */
  readonly key: string
  /** The service's lists that the result is read from. A live query refreshes them while it is followed. */
  readonly lists: readonly ListName[]
  readonly read: (db: UserDatabase) => Promise<T>
}

/** The delivery state and times of each entity in a result. */
export interface StoredItem {
  /** It has not arrived at the service yet, or no account is signed in. */
  readonly pending: boolean
  /** Why it is not delivered until a person decides. Null if it is not blocked. */
  readonly blocked: Blocked | null
  /**
   * When it was made or put there, in milliseconds since the epoch by the service's clock. This is the time of the mutation if
   * this device or the feed of user data reports it, otherwise the time of its arrival. Null if unknown, and for the place and
   * settings.
   */
  readonly createdAt: number | null
  /** When it was last changed, with the same rules. */
  readonly updatedAt: number | null
}

/**
 * `text`, the default: in the order of the text, collections by name. `newest`: the latest first; entities without a known time
 * come last.
 */
export type MemberOrder = 'text' | 'newest'

/**
 * The records that results are read from. Of the bookkeeping only what `outbox` returns, because the rest is written every few
 * seconds.
 */
export function answersOf({ name }: UserDatabase): Followed {
  return { name, tables: { rows: 'all', pending: 'all', meta: ['backoff', 'transport', 'uncounted'] } }
}

/**
 * Reads the entire result in one transaction: between two transactions an acknowledgement would leave neither the pending
 * change nor the row. The inner function is async. Otherwise Dexie takes its awaits for those of the next transaction, which
 * then ends before its work, and a mutation at the same moment fails.
 */
export function answered<T>(read: (db: UserDatabase) => Promise<T>): (db: UserDatabase) => Promise<T> {
  return (db) => db.transaction('r', db.rows, db.pending, db.meta, async () => read(db))
}

export async function folded(
  find: (table: UserDatabase['rows'] | UserDatabase['pending']) => { toArray(): PromiseLike<unknown[]> },
  db: UserDatabase,
): Promise<Shown[]> {
  const [rows, allPending] = await Promise.all([find(db.rows).toArray(), find(db.pending).toArray()])
  return fold(rows as Row[], await withOthers(db, rows as Row[], allPending as PendingChange[]))
}

/**
 * Adds pending changes of notes that were found only by their row, because the pending change may be about other surahs. Both
 * have one key and are one entity. The keys of all other kinds determine how they are found.
 */
async function withOthers(
  db: UserDatabase,
  rows: readonly Row[],
  allPending: readonly PendingChange[],
): Promise<readonly PendingChange[]> {
  const notes = new Set(rows.flatMap(({ key, kind }) => (kind === 'note' ? [key] : [])))
  if (notes.size === 0) return allPending
  for (const { key } of allPending) notes.delete(key)
  const waiting = await db.pending.where('kind').equals('note').primaryKeys()
  const others = await db.pending.bulkGet(waiting.filter((key) => notes.has(key)))
  return [...allPending, ...others.filter((pending) => pending !== undefined)]
}

export const itemOf = ({
  pending,
  blocked,
  createdAt,
  updatedAt,
}: Omit<Shown, 'entity' | 'value' | 'at'>): StoredItem => ({
  pending,
  blocked: blocked ?? null,
  createdAt,
  updatedAt,
})

export function verseKeyOf({ target }: Pick<Entity, 'target'>): string | undefined {
  return target?.type === 'ayah' ? `${target.key}:${target.verseNumber}` : undefined
}

export const keyIn = (key: string, order: MemberOrder) => (order === 'text' ? key : `${key}|${order}`)
