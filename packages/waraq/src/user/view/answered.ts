import type { Entity } from '../model/entity.ts'
import { fold, type Shown } from '../model/fold.ts'
import type { ListName } from '../model/listing.ts'
import type { Blocked, PendingChange, Row } from '../model/records.ts'
import type { UserDatabase } from '../store/database.ts'
import type { Followed } from '../store/follow.ts'

/** A question about what a person keeps, for `user.live` and `user.read`. */
export interface UserQuery<T> {
  /** Two questions of one key are one question. */
  readonly key: string
  /** The service's lists that the answer is made of. A live query has them read again while it is followed. */
  readonly lists: readonly ListName[]
  readonly read: (db: UserDatabase) => Promise<T>
}

/** What an answer says of each thing in it. */
export interface Kept {
  /** It has not arrived at the service yet, or no account is signed in. */
  readonly pending: boolean
  /** Why it is not delivered: a person has to decide. Null where nothing holds it. */
  readonly blocked: Blocked | null
  /**
   * When it was made or put there, in milliseconds since the epoch by the service's clock: the time of the act for what this device
   * or the feed of user data tells, else that of its arrival. Null where that is not known, and of the place and settings.
   */
  readonly createdAt: number | null
  /** When it was last changed, likewise. */
  readonly updatedAt: number | null
}

/** `text`, the default: in the order of the text, collections by name. `newest`: what was made last first; what has no known time comes last. */
export type MemberOrder = 'text' | 'newest'

/** What answers are made of. Of the bookkeeping only what `outbox` says: the rest is written every few seconds. */
export function answersOf({ name }: UserDatabase): Followed {
  return { name, tables: { rows: 'all', pending: 'all', meta: ['pace', 'transport', 'uncounted'] } }
}

/**
 * All of an answer is read in one transaction: between two, an acknowledgement would leave neither the pending change nor the row. Async, or Dexie
 * takes the awaits of it for those of the next transaction, which then ends before its work: an act at the same moment failed.
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
 * The pending change of a note may be about other surahs than its row; one key is one thing all the same. All else is found by what its key
 * is made of.
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

export const keptOf = ({
  pending,
  blocked,
  createdAt,
  updatedAt,
}: Omit<Shown, 'entity' | 'value' | 'at'>): Kept => ({
  pending,
  blocked: blocked ?? null,
  createdAt,
  updatedAt,
})

export function verseKeyOf({ target }: Pick<Entity, 'target'>): string | undefined {
  return target?.type === 'ayah' ? `${target.key}:${target.verseNumber}` : undefined
}

export const keyIn = (key: string, order: MemberOrder) => (order === 'text' ? key : `${key}|${order}`)
