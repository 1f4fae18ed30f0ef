import type { Row } from '../protocol.ts'
import { rowStoreVariant, type RowStore } from './row-store.ts'

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('a request failed'))
  })
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('rows')
  return settled(request)
}

/** One read-write transaction; resolves when it is complete. Nothing in it is awaited, which would cost 3.4 times as much. */
function write(db: IDBDatabase, work: (rows: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction('rows', 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('a transaction was aborted'))
    work(transaction.objectStore('rows'))
  })
}

/** Bare IndexedDB, one record a row, one transaction, no index: what a careful hand-written client does. */
export const raw = rowStoreVariant(async (_source, name): Promise<RowStore> => {
  const db = await openDatabase(name)
  const read = () => db.transaction('rows').objectStore('rows')
  return {
    write: (named) =>
      write(db, (rows) => named.forEach(({ recordType, id, data }) => rows.put(data, [recordType, id]))),
    replace: (named) =>
      write(db, (rows) => {
        rows.clear()
        named.forEach(({ recordType, id, data }) => rows.put(data, [recordType, id]))
      }),
    apply: (changes) =>
      write(db, (rows) => {
        for (const { recordType, id, data } of changes) {
          if (data) rows.put(data, [recordType, id])
          else rows.delete([recordType, id])
        }
      }),
    row: ({ recordType, id }) => settled<Row | undefined>(read().get([recordType, id])),
    count: () => settled(read().count()),
    stretch: async ({ recordType, ids: [from, to] }) => {
      if (from === to) return [await settled<Row>(read().get([recordType, from]))]
      return settled<Row[]>(read().getAll(IDBKeyRange.bound([recordType, from], [recordType, to])))
    },
    all: (recordType) =>
      settled<Row[]>(read().getAll(IDBKeyRange.bound([recordType], [recordType, Infinity]))),
    close: () => db.close(),
  }
})
