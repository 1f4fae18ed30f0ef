import { openDB, type DBSchema } from 'idb'
import type { Row } from '../protocol.ts'
import { rowStoreVariant, type RowStore } from './row-store.ts'

interface Schema extends DBSchema {
  rows: { key: [string, number]; value: Row }
}

/** idb, a record a row. Of the puts only the end of their transaction is awaited, as its documentation advises. */
export const idb = rowStoreVariant(async (_source, name): Promise<RowStore> => {
  const db = await openDB<Schema>(name, 1, { upgrade: (fresh) => void fresh.createObjectStore('rows') })
  return {
    async write(named) {
      const transaction = db.transaction('rows', 'readwrite')
      const puts = named.map(({ recordType, id, data }) => transaction.store.put(data, [recordType, id]))
      await Promise.all([...puts, transaction.done])
    },
    row: ({ recordType, id }) => db.get('rows', [recordType, id]),
    count: () => db.count('rows'),
    stretch: ({ recordType, ids: [from, to] }) =>
      db.getAll('rows', IDBKeyRange.bound([recordType, from], [recordType, to])),
    all: (recordType) => db.getAll('rows', IDBKeyRange.bound([recordType], [recordType, Infinity])),
    close: () => db.close(),
  }
})
