import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WaraqDatabase } from './database.ts'
import {
  fontsWithoutText,
  forgetKeptFonts,
  count,
  fontEntries,
  noteKeptFonts,
  readKeptFonts,
  writeFontEntries,
} from './fonts-record.ts'
import { resourceRecord } from './layers.test-support.ts'

const entry = { bytes: 7, kept: 1, wanted: 2, version: 3 }
const none = { bytes: 0, kept: 0, wanted: 0, version: 0 }

describe('a record of fonts', () => {
  it.each<[string, unknown, unknown]>([
    ['that is missing is empty', undefined, []],
    ['that is none is empty', 7, []],
    ['without resources is empty', { key: 'fonts', resources: null }, []],
    ['with a number for resources is empty', { key: 'fonts', resources: 7 }, []],
    ['has what is in it', { resources: { 'mushafs:1': entry } }, [['mushafs:1', entry]]],
  ])('%s', (_, record, expected) => expect(fontEntries(record)).toEqual(expected))

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
})

describe('in a library', () => {
  let db: WaraqDatabase
  beforeEach(async () => {
    db = new WaraqDatabase({ name: 'fonts', indexedDB: new IDBFactory(), IDBKeyRange })
    await db.resources.bulkPut([
      resourceRecord('mushafs:1'),
      resourceRecord('mushafs:2', { status: 'unavailable' }),
    ])
  })
  afterEach(() => db.close())

  it('is noted of what is here, and only where something changes', async () => {
    expect(await noteKeptFonts(db, 'mushafs:1', entry)).toBe(true)
    expect(await readKeptFonts(db)).toEqual(new Map([['mushafs:1', entry]]))
    let written = 0
    db.meta.hook('updating', () => void written++)
    expect(await noteKeptFonts(db, 'mushafs:1', { ...entry })).toBe(true)
    expect(written).toBe(0)
    await noteKeptFonts(db, 'mushafs:1', { ...entry, version: 4 })
    expect(written).toBe(1)
    await forgetKeptFonts(db, 'mushafs:1')
    expect((await readKeptFonts(db)).size).toBe(0)
  })

  it.each(['mushafs:2', 'mushafs:3'] as const)('is not noted of %s, which is not here', async (key) => {
    expect(await noteKeptFonts(db, key, entry)).toBe(false)
    expect(await db.table('meta').get('fonts')).toBeUndefined()
  })

  it('takes what is no number for none, and no entry for one of nothing', async () => {
    const odd = { 'mushafs:1': { bytes: -1, kept: '1', wanted: NaN }, 'mushafs:2': null, other: 7 }
    await db.table('meta').put({ key: 'fonts', resources: odd } as never)
    expect([...(await readKeptFonts(db))]).toEqual(Object.keys(odd).map((key) => [key, none]))
  })

  it('tells what left its fonts behind', async () => {
    expect(await fontsWithoutText(db)).toEqual([])
    const keys = ['mushafs:1', 'mushafs:2', 'mushafs:3'] as const
    await writeFontEntries(db, new Map(keys.map((key) => [key, entry])))
    expect(await fontsWithoutText(db)).toEqual(['mushafs:2', 'mushafs:3'])
  })

  it('is not written where a newer version wrote the library', async () => {
    await db.table('meta').put({ key: 'writer', format: 99, fence: 1, holder: '', leaseUntil: 0 })
    await expect(noteKeptFonts(db, 'mushafs:1', entry)).rejects.toMatchObject({ code: 'newer_format' })
    await expect(forgetKeptFonts(db, 'mushafs:1')).rejects.toMatchObject({ code: 'newer_format' })
  })
})
