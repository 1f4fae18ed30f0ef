import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WaraqDatabase } from '../store/database.ts'
import { resourceRecord } from '../store/layers.test-support.ts'
import { forgetKept, noteCounts, noteDesired, readFilesEntry } from './files-entry.ts'

const key = 'recordings:recitations:1'
const counts = { bytes: 7, kept: 1, wanted: 2, version: 3, counts: { 1: [2, 1, 7] as const } }
const none = { parts: [], bytes: 0, kept: 0, wanted: 0, version: 0, counts: {} }
let db: WaraqDatabase

beforeEach(async () => {
  db = new WaraqDatabase({ name: 'files', indexedDB: new IDBFactory(), IDBKeyRange })
  await db.resources.bulkPut([
    resourceRecord('recitations:1'),
    resourceRecord('recitations:2', { status: 'unavailable' }),
  ])
})
afterEach(() => db.close())

describe('what is wanted and kept', () => {
  it('is noted of what is here, and only where something changes', async () => {
    expect(await noteDesired(db, key, () => [2, 1])).toEqual([2, 1])
    expect(await noteCounts(db, key, counts)).toBe(true)
    expect(await readFilesEntry(db)).toEqual(new Map([[key, { parts: [1, 2], ...counts }]]))
    let written = 0
    db.meta.hook('updating', () => void written++)
    expect(await noteCounts(db, key, { ...counts })).toBe(true)
    expect(written).toBe(0)
    await noteCounts(db, key, { ...counts, version: 4 })
    expect(written).toBe(1)
  })

  it.each(['recordings:recitations:2', 'recordings:recitations:3'] as const)(
    'is not noted of %s, which is not here',
    async (gone) => {
      expect(await noteDesired(db, gone, () => 'all')).toBeUndefined()
      expect(await noteCounts(db, gone, counts)).toBe(false)
      expect(await db.table('meta').get('files')).toBeUndefined()
    },
  )

  it('stays as the person wants it, whichever tab counts', async () => {
    await noteDesired(db, key, () => [1])
    await noteDesired(db, key, (parts) => [...(parts as number[]), 2])
    await noteCounts(db, key, counts)
    expect((await readFilesEntry(db)).get(key)?.parts).toEqual([1, 2])
  })

  it('is not counted where it was dropped', async () => {
    await noteDesired(db, key, () => [1])
    await forgetKept(db, key)
    expect((await readFilesEntry(db)).has(key)).toBe(true)
    await noteDesired(db, key, () => [])
    await forgetKept(db, key)
    expect(await noteCounts(db, key, counts)).toBe(false)
    expect((await readFilesEntry(db)).size).toBe(0)
  })

  it('is read from any record: what is no number is none', async () => {
    const odd = {
      'fonts:mushafs:1': { parts: 'some', bytes: -1, kept: '1', wanted: NaN, counts: 7 },
      'fonts:mushafs:2': null,
      other: 7,
    }
    await db.table('meta').put({ key: 'files', kept: odd } as never)
    expect([...(await readFilesEntry(db))]).toEqual(Object.keys(odd).map((each) => [each, none]))
    const parts = { parts: [3, 1, 1, -1, 'x'], counts: { 1: [1], 3: null } }
    await db.table('meta').put({ key: 'files', kept: { [key]: parts } } as never)
    expect((await readFilesEntry(db)).get(key)).toEqual({
      ...none,
      parts: [1, 3],
      counts: { 1: [1, 0, 0], 3: [0, 0, 0] },
    })
  })

  it('is not written where a newer version wrote the library', async () => {
    await db.table('meta').put({ key: 'writer', format: 99, epoch: 1, leader: '', leaseUntil: 0 })
    const refused = { code: 'newer_format' }
    await expect(noteDesired(db, key, () => 'all')).rejects.toMatchObject(refused)
    await expect(noteCounts(db, key, counts)).rejects.toMatchObject(refused)
    await expect(forgetKept(db, key)).rejects.toMatchObject(refused)
  })
})
