import { timeKept } from '../model/created-at.ts'
import type { Row, PendingChange } from '../model/records.ts'
import { canonical, isSame, namedAs, without, type ReadingBookmark } from '../model/entity.ts'
import type { Found, Listing, ListName } from '../model/listing.ts'
import { stillBrought } from '../model/settle.ts'
import type { UserDatabase } from './database.ts'
import { storageError } from './storage-error.ts'

export interface ListingRead {
  readonly name: ListName
  /** The tick when the read started. */
  readonly began: number
  /** When it was read, by the clock of the device. */
  readonly at: number
  /**
   * Whether the list is read once more if it does not name something for the first time. In that case it does not count as read
   * yet.
   */
  readonly listsAgain: boolean
}

/**
 * Stores the result of a list, and that it was read, in one transaction. Rows that an answer has changed since the read started
 * are newer than the list. What the list does not name is gone only if a second list does not name it either.
 * @returns whether it did not name something for the first time, so that a second read is useful
 */
export async function storeListing(
  db: UserDatabase,
  { found, covers }: Listing,
  { name, began, at, listsAgain }: ListingRead,
): Promise<boolean> {
  try {
    return await db.transaction('rw', db.rows, db.pending, db.meta, async () => {
      const keys = await keysOf(db, found)
      const rows = await db.rows.bulkGet([...keys.values()])
      const writes = [...keys.keys()].flatMap((each, index) => {
        const next = rowOf(each, keys.get(each)!, rows[index], began)
        return next ? [next] : []
      })
      const named = new Set(keys.values())
      const missing = (await db.rows.filter((row) => covers(row) && !named.has(row.key)).toArray()).filter(
        ({ value, tick }) => value !== null && tick <= began,
      )
      const gone = missing.filter(({ missed }) => missed)
      const doubted = missing.filter(({ missed }) => !missed)
      const isDoubted = doubted.length > 0
      await Promise.all([
        ...(isDoubted && listsAgain ? [] : [db.meta.put({ key: `listed|${name}`, at })]),
        db.rows.bulkPut([
          ...writes,
          ...doubted.map((row): Row => ({ ...row, missed: true })),
          ...gone
            .filter(isKept)
            .map((row): Row => ({ ...without(row, 'id'), value: null, last: row.value! })),
        ]),
        // The members of a collection are deleted with it.
        db.rows
          .where('owner')
          .anyOf(gone.filter(isKept).map(({ key }) => key))
          .delete(),
        db.rows.bulkDelete(gone.filter((row) => !isKept(row)).map(({ key }) => key)),
      ])
      return isDoubted
    })
  } catch (error) {
    throw storageError(error)
  }
}

/** The name of a deleted collection is kept, so that it can be made again with the pending changes that need it. */
const isKept = ({ kind }: Row) => kind === 'collection'

/** The key of each entity of a list. What this device made keeps its key. */
async function keysOf(db: UserDatabase, found: readonly Found[]): Promise<Map<Found, string>> {
  const ids = found.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const [known, allPending] = await Promise.all([
    db.rows.where('id').anyOf(ids).toArray(),
    db.pending.where('kind').anyOf('collection', 'note').toArray(),
  ])
  // Ids of different kinds may be equal.
  const byId = new Map(known.map((row) => [`${row.kind}|${row.id}`, row.key]))
  const waiting = await withoutIds(db, allPending)
  return new Map(
    found.map((each) => {
      const { entity, id } = each
      const own = id === undefined ? entity.key : byId.get(`${entity.kind}|${id}`)
      return [each, own ?? takeMade(waiting, each) ?? entity.key]
    }),
  )
}

/** Pending changes of entities for which this device does not know an id of the service. */
async function withoutIds(db: UserDatabase, allPending: readonly PendingChange[]): Promise<PendingChange[]> {
  const rows = await db.rows.bulkGet(allPending.map(({ key }) => key))
  return allPending.filter((_, index) => rows[index]?.id === undefined)
}

/** Finds the pending change that made this entity, as the lost answer would have shown. Each one is matched once. */
function takeMade(waiting: PendingChange[], { entity, value }: Found): string | undefined {
  const at = waiting.findIndex(
    ({ kind, sent, desired }) =>
      kind === entity.kind &&
      (isSame(sent?.desired ?? null, value) || (kind === 'collection' && isSame(desired, value))),
  )
  return at < 0 ? undefined : waiting.splice(at, 1)[0]!.key
}

function rowOf(
  { entity, value: reported, id, state, at, sessions }: Found,
  key: string,
  row: Row | undefined,
  began: number,
): Row | undefined {
  if (row && row.tick > began) return undefined
  const value = entity.kind === 'reading' ? namedAs(reported as ReadingBookmark, row?.value) : reported
  const isKnown =
    row &&
    isSame(row.value, value) &&
    row.id === id &&
    row.state === state &&
    row.missed === undefined &&
    (!sessions || canonical(sessions) === canonical(row.sessions))
  if (isKnown) return undefined
  const next: Row = {
    ...entity,
    key,
    value,
    tick: row?.tick ?? 0,
    ...(id !== undefined && { id }),
    ...(state !== undefined && { state }),
    ...(at !== undefined && { at }),
    ...(sessions && { sessions }),
    ...timeKept(entity, row, entity.createdAt),
    ...stillBrought(row, value, at),
  }
  return next
}

/** When a list was last read completely, by the clock of the device. */
export async function listedAt(db: UserDatabase, name: ListName): Promise<number | undefined> {
  const record = await db.meta.get(`listed|${name}`)
  return record?.key.startsWith('listed|') ? (record as { readonly at: number }).at : undefined
}
