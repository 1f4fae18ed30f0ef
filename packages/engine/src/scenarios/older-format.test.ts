import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { verseLocator } from '../store/locator.ts'
import { dataFormat } from '../store/records.ts'
import { readWriter } from '../store/writer.ts'
import { format2 } from './format-2.test-support.ts'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

describe('a database of format 1', () => {
  it('is fetched anew by whoever writes next', async () => {
    bench = createBench()
    const { engine, db, sandbox, store, requests } = bench
    await engine.subscribe('translations:20')
    await engine.sync()
    const writer = await readWriter(db)
    await db.meta.put({ ...writer, format: 1 })
    sandbox.clearRequests()
    expect((await bench.newEngine().sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode: 'incremental',
    })
    expect(requests()).toEqual(['sync', 'translations:20'])
    expect((await readWriter(db)).format).toBe(dataFormat)
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })
})

describe('a database of format 2', () => {
  const [core, mushaf] = [
    { group: 'quran_core', id: 1 },
    { group: 'mushafs', id: 900 },
  ]
  const place = verseLocator(112, 2)

  /** The database as that format's own code left it, and the service that it was filled from. */
  async function found(): Promise<Bench> {
    bench = createBench({ sandbox: { content: { chapters: [112], resources: 'translations:20' } } })
    const { db, sandbox, store } = bench
    for (const [table, records] of Object.entries(format2)) {
      const encoded = records.map((record) =>
        'rows' in record && typeof record.rows === 'string'
          ? { ...record, rows: new TextEncoder().encode(record.rows) }
          : record,
      )
      await db.table(table).bulkPut(encoded)
    }
    const rows = async (type: string, ref: typeof core) =>
      (await store.rows(type, ref)).map(({ data }) => data)
    sandbox.add(mushaf, [...(await rows('mushaf', mushaf)), ...(await rows('font_asset', mushaf))])
    sandbox.add(core, (await Promise.all(['chapter', 'verse', 'juz'].map((type) => rows(type, core)))).flat())
    expect(sandbox.snapshotRows(core)).toHaveLength(6)
    return bench
  }

  it('is read as it is: rows by their key and all of them', async () => {
    const { store, sandbox } = await found()
    for (const key of ['mushafs:900', 'quran_core:1', 'translations:20'])
      expect([key, await readerRows(store, key)]).toEqual([key, serviceRows(sandbox, key)])
    expect(await store.row('verse', core, '6223')).toBeDefined()
  })

  it('is fetched anew only where rows lay elsewhere: fonts and what is of quran_core', async () => {
    const { engine, store, sandbox, requests, db } = await found()
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests().sort()).toEqual(['mushafs:900', 'quran_core:1', 'sync'])
    expect((await readWriter(db)).format).toBe(dataFormat)
    expect((await store.rows('verse', core, { from: place, to: place })).map(({ key }) => key)).toEqual([
      '6223',
    ])
    expect((await store.rows('font_asset', mushaf)).map(({ key }) => key)).toEqual(['72', '71'])
    for (const key of ['mushafs:900', 'quran_core:1', 'translations:20'])
      expect([key, await readerRows(store, key)]).toEqual([key, serviceRows(sandbox, key)])
  })
})
