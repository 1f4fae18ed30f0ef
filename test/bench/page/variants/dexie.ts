import { Dexie, type IndexableTypeArrayReadonly, type Table } from 'dexie'
import type { NamedRow } from '../feed.ts'
import type { IndexEntry, Row } from '../protocol.ts'
import { rowStoreVariant, type RowStore } from './row-store.ts'
import type { Variant } from './variant.ts'

type Key = [string, number]
const keyOf = ({ recordType, id }: { recordType: string; id: number }): Key => [recordType, id]
const chunkRows = 1_000

async function put(rows: Table<Row, Key>, named: readonly NamedRow[]): Promise<void> {
  await rows.bulkPut(
    named.map(({ data }) => data),
    // Dexie's types know compound keys alone, but not in lists.
    named.map(keyOf) as unknown as IndexableTypeArrayReadonly,
  )
}

/** One after the other, so that readers come in between. */
async function inChunks<T>(items: readonly T[], work: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += chunkRows) await work(items.slice(at, at + chunkRows))
}

/**
 * Dexie, a record a row. Without indexes stretches are read by primary key, as bare IndexedDB does; with those of the
 * source, through them.
 */
function dexieVariant({ indexed }: { readonly indexed: boolean }): Variant {
  return rowStoreVariant(async ({ indexes }, name): Promise<RowStore> => {
    const db = new Dexie(name)
    db.version(1).stores({ rows: ['', ...(indexed ? indexes : [])].join(',') })
    await db.open()
    const rows = db.table<Row, Key>('rows')
    const within = (path: string, from: IndexEntry | Key, to: IndexEntry | Key) =>
      rows.where(path).between(from, to, true, true).toArray()
    return {
      write: (named) => db.transaction('rw', rows, () => put(rows, named)),
      replace: async (named, manner) => {
        if (manner === 'whole') {
          await db.transaction('rw', rows, async () => {
            await rows.clear()
            await put(rows, named)
          })
        } else {
          await inChunks(await rows.toCollection().primaryKeys(), (keys) => rows.bulkDelete(keys))
          await inChunks(named, (chunk) => put(rows, chunk))
        }
      },
      apply: (changes) =>
        db.transaction('rw', rows, async () => {
          await put(
            rows,
            changes.filter((change): change is NamedRow => change.data !== undefined),
          )
          await rows.bulkDelete(changes.filter(({ data }) => !data).map(keyOf))
        }),
      row: (name) => rows.get(keyOf(name)),
      count: () => rows.count(),
      stretch: ({ recordType, ids: [from, to], index }) =>
        indexed
          ? within(index.path, index.from, index.to)
          : within(':id', [recordType, from], [recordType, to]),
      all: (recordType) => within(':id', [recordType, -Infinity], [recordType, Infinity]),
      close: () => db.close(),
    }
  })
}

export const dexie = dexieVariant({ indexed: false })
export const dexieIndexed = dexieVariant({ indexed: true })
