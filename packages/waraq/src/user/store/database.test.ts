import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UserDatabase } from './database.ts'

let db: UserDatabase
beforeEach(() => {
  db = new UserDatabase('test', { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => db.close())

it('the way is that of the operations until another is noted', async () => {
  expect(await db.transport()).toBe('operations')
  await db.noteTransport('feed')
  expect(await db.transport()).toBe('feed')
})

it('the feed is read from its beginning once operations have been the way', async () => {
  const feed = { key: 'feed', cursor: 100, wholeAt: 0 } as const
  await db.meta.put(feed)
  await db.noteTransport('feed')
  expect(await db.feed()).toEqual(feed)
  await db.noteTransport('operations')
  expect([await db.feed(), await db.transport()]).toEqual([undefined, 'operations'])
})
