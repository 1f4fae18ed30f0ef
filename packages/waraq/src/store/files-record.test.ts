import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resourceRecord } from './layers.test-support.ts'
import { WaraqDatabase } from './database.ts'
import { bytesOfFiles, count, fileEntries, filesWithoutRows, writeFileEntries } from './files-record.ts'

const entry = { parts: 'all', bytes: 7, kept: 1, wanted: 2, version: 3, counts: {} }

describe('a record of files', () => {
  it.each<[string, unknown, unknown]>([
    ['that is missing is empty', undefined, []],
    ['that is none is empty', 7, []],
    ['of a text is empty', { kept: 'a text' }, []],
    ['without entries is empty', { key: 'files', kept: null }, []],
    ['with a number for its entries is empty', { key: 'files', kept: 7 }, []],
    ['has what is in it', { kept: { 'fonts:mushafs:1': entry } }, [['fonts:mushafs:1', entry]]],
  ])('%s', (_, record, expected) => expect(fileEntries(record)).toEqual(expected))

  it.each<[unknown, number]>([
    [7, 7],
    [0, 0],
    [-1, 0],
    [1.5, 0],
    [NaN, 0],
    ['7', 0],
    [null, 0],
    [undefined, 0],
  ])('counts %j as %i', (value, counted) => expect(count(value)).toBe(counted))

  it('adds up the bytes of all kinds of a resource', () => {
    const kept = { 'fonts:mushafs:1': entry, 'pictures:mushafs:1': entry, 'fonts:mushafs:2': { bytes: '9' } }
    expect([...bytesOfFiles({ kept })]).toEqual([
      ['mushafs:1', 14],
      ['mushafs:2', 0],
    ])
  })
})

describe('in a library', () => {
  let db: WaraqDatabase
  beforeEach(() => {
    db = new WaraqDatabase({ name: 'files', indexedDB: new IDBFactory(), IDBKeyRange })
  })
  afterEach(() => db.close())

  it('tells what left its files behind', async () => {
    await db.resources.bulkPut([
      resourceRecord('mushafs:1'),
      resourceRecord('mushafs:2', { status: 'unavailable' }),
    ])
    expect(await filesWithoutRows(db)).toEqual([])
    const keys = ['fonts:mushafs:1', 'fonts:mushafs:2', 'recordings:recitations:3', 'odd']
    await writeFileEntries(db, new Map(keys.map((key) => [key, entry])))
    expect(await filesWithoutRows(db)).toEqual(keys.slice(1))
  })
})
