import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { UserDatabase } from '../store/database.ts'
import { unreadableRows } from './unreadable.ts'

it('all rows are counted, and some named; none is no problem', async () => {
  const db = new UserDatabase('unreadable', { indexedDB: new IDBFactory(), IDBKeyRange })
  expect(await unreadableRows(db)).toBeUndefined()
  const feed = { key: 'feed', cursor: 1, wholeAt: 0 } as const
  await db.meta.put(feed)
  expect(await unreadableRows(db)).toBeUndefined()
  const rows = Array.from({ length: 7 }, (_, index) => `NOTE ${index}`)
  await db.meta.put({ ...feed, unreadable: rows })
  expect(await unreadableRows(db)).toMatchObject({
    code: 'invalid_response',
    retryable: false,
    details: { count: 7, rows: rows.slice(0, 5) },
  })
  db.close()
})
