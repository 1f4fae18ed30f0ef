import { createStore, type Row as Cells } from 'tinybase'
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db'
import type { Row } from '../protocol.ts'
import { rowStoreVariant, type RowStore } from './row-store.ts'

/** Cells are plain values; what is nested becomes text. */
function cellsOf(row: Row): Cells {
  const cells: Cells = {}
  for (const [field, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue
    cells[field] =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? value
        : JSON.stringify(value)
  }
  return cells
}

/** TinyBase holds all rows in memory; its persister writes whole tables. */
export const tinybase = rowStoreVariant((_source, name): Promise<RowStore> => {
  const store = createStore()
  const persister = createIndexedDbPersister(store, name)
  return Promise.resolve({
    async write(named) {
      store.transaction(() => {
        for (const { recordType, id, data } of named) store.setRow(recordType, String(id), cellsOf(data))
      })
      await persister.save()
    },
    row: ({ recordType, id }) => Promise.resolve(store.getRow(recordType, String(id))),
    count: () =>
      Promise.resolve(store.getTableIds().reduce((sum, table) => sum + store.getRowCount(table), 0)),
    close: async () => void (await persister.destroy()),
  })
})
