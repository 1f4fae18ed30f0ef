import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { RawDatabase, type Edit } from './raw-database.ts'
import { openRaw, readTables, settled } from './read-tables.ts'

/** Both ways to read a database past the engine, on a database of any code. */

const name = 'waraq'

async function newDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const opening = factory.open(name, 3)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('meta', { keyPath: 'key' })
    opening.result.createObjectStore('garbage', { keyPath: 'id', autoIncrement: true })
  }
  return settled(opening)
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => resolve()
  })
}

async function put(db: IDBDatabase, ...records: object[]): Promise<void> {
  const writing = db.transaction('meta', 'readwrite')
  for (const record of records) writing.objectStore('meta').put(record)
  await ended(writing)
}

test('nothing lies there before the database was made, and looking makes none', async () => {
  const factory = new IDBFactory()
  const raw = new RawDatabase(factory)
  const read = await readTables(name, factory)
  expect([raw.version, raw.tables, raw.all('meta'), raw.edits()]).toEqual([null, [], [], 0])
  expect([read.tables, read.all('meta')]).toEqual([[], []])
  expect(await factory.databases()).toEqual([])
})

test('both give the same tables and records', async () => {
  const factory = new IDBFactory()
  const db = await newDatabase(factory)
  await put(db, { key: 'b', deep: [1] }, { key: 'a' })
  const raw = new RawDatabase(factory)
  const read = await readTables(name, factory)
  for (const each of [raw, read]) {
    expect([...each.tables].sort()).toEqual(['garbage', 'meta'])
    expect(each.all('meta')).toEqual([{ key: 'a' }, { key: 'b', deep: [1] }])
    expect(each.all('none')).toEqual([])
  }
  expect(raw.version).toBe(3)
  expect(raw.stores.find((store) => store.name === 'garbage')).toMatchObject({
    keyPath: 'id',
    autoIncrement: true,
  })
})

test("IndexedDB's entry point shows one moment, the raw tables each moment", async () => {
  const factory = new IDBFactory()
  const db = await newDatabase(factory)
  const raw = new RawDatabase(factory)
  const read = await readTables(name, factory)
  await put(db, { key: 'a' })
  expect([read.all('meta').length, raw.all('meta').length]).toEqual([0, 1])
})

test('a connection does not stand in the way of a newer version', async () => {
  const factory = new IDBFactory()
  const db = await newDatabase(factory)
  db.close()
  await openRaw(name, factory)
  const newer = await settled(factory.open(name, 4))
  expect(newer.version).toBe(4)
})

test('tells whether a transaction writes, and when all have come to rest', async () => {
  const factory = new IDBFactory()
  const db = await newDatabase(factory)
  const raw = new RawDatabase(factory)
  const reading = db.transaction('meta')
  await settled(reading.objectStore('meta').get('a'))
  expect(raw.isWritten).toBe(false)
  const writing = db.transaction('meta', 'readwrite')
  await settled(writing.objectStore('meta').put({ key: 'a' }))
  expect(raw.isWritten).toBe(true)
  let over = false
  void ended(writing).then(() => (over = true))
  await raw.idle()
  expect([raw.isWritten, over]).toEqual([false, true])
})

test('tells each edit with what was there, and whose it is; an abort takes its edits back by more of them', async () => {
  const factory = new IDBFactory()
  const db = await newDatabase(factory)
  await put(db, { key: 'a', version: 1 })
  const raw = new RawDatabase(factory)
  raw.watch()
  const before = raw.edits('meta')
  const edits: Edit[] = []
  raw.onEdit = (edit) => edits.push(edit)
  const writing = db.transaction(['meta', 'garbage'], 'readwrite')
  const { _rollbackLog: undo } = writing as unknown as { _rollbackLog: unknown }
  await settled(writing.objectStore('meta').put({ key: 'a', version: 2 }))
  await settled(writing.objectStore('meta').delete('a'))
  expect(edits).toEqual([
    { table: 'meta', before: { key: 'a', version: 1 }, after: { key: 'a', version: 2 }, undo },
    { table: 'meta', before: undefined, after: undefined, undo },
  ])
  expect(edits.every((edit) => edit.undo === undo)).toBe(true)
  expect([raw.edits('meta') - before, raw.edits('garbage')]).toEqual([2, 1])
  writing.abort()
  await ended(writing)
  await raw.idle()
  expect(raw.edits('meta') - before).toBeGreaterThan(2)
  expect(edits.slice(2).every((edit) => edit.undo === undefined)).toBe(true)
  expect(raw.all('meta')).toEqual([{ key: 'a', version: 1 }])
})
