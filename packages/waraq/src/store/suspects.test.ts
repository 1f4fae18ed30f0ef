import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WaraqDatabase } from './database.ts'
import { noteSuspect } from './suspects.ts'

let db: WaraqDatabase
beforeEach(() => {
  db = new WaraqDatabase({ name: 'suspects', indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => db.close())

const noted = async () => ((await db.meta.get('suspects')) as { resources?: unknown } | undefined)?.resources

it('each resource is noted once, whoever meets its damage', async () => {
  for (const resource of ['translations:20', 'tafsirs:169', 'translations:20'])
    await noteSuspect(db, resource)
  expect(await noted()).toEqual(['translations:20', 'tafsirs:169'])
})

it('no more are noted than a library has', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `translations:${index}`)
  await db.meta.put({ key: 'suspects', resources: many })
  await noteSuspect(db, 'tafsirs:169')
  expect(await noted()).toEqual(many)
})

it('nothing is noted in a library of a newer version', async () => {
  await db.meta.put({ key: 'writer', format: 999, epoch: 1, leader: 'x', leaseUntil: 0 })
  await expect(noteSuspect(db, 'translations:20')).rejects.toMatchObject({ code: 'newer_format' })
  expect(await noted()).toBeUndefined()
})
