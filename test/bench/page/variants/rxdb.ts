import { createRxDatabase, type RxJsonSchema } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import type { Row } from '../protocol.ts'
import { rowStoreVariant, type RowStore } from './row-store.ts'

interface Document {
  readonly key: string
  readonly data: Row
}

/** RxDB keeps only what its schema names; the row goes whole into one field, which is not looked into. */
const schema: RxJsonSchema = {
  version: 0,
  primaryKey: 'key',
  type: 'object',
  properties: {
    key: { type: 'string', maxLength: 100 },
    data: { type: 'object', additionalProperties: true },
  },
  required: ['key', 'data'],
}

const keyOf = ({ recordType, id }: { recordType: string; id: number }) => `${recordType} ${id}`

/** RxDB on its Dexie storage, which is free of charge. */
export const rxdb = rowStoreVariant(async (_source, name): Promise<RowStore> => {
  const database = await createRxDatabase({ name, storage: getRxStorageDexie(), multiInstance: false })
  const { rows } = await database.addCollections<Document>({ rows: { schema } })
  return {
    async write(named) {
      const { error } = await rows.bulkInsert(named.map((row) => ({ key: keyOf(row), data: row.data })))
      if (error.length > 0) throw new Error(`${error.length} rows were refused`)
    },
    async row(name) {
      const found = await rows.findOne(keyOf(name)).exec()
      return found?.toJSON().data
    },
    count: () => rows.count().exec(),
    close: async () => void (await database.close()),
  }
})
