import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { dataFormat } from '../store/records.ts'
import { readWriter } from '../store/writer.ts'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

describe('a database of an older format', () => {
  it('is fetched anew by whoever writes next', async () => {
    bench = createBench()
    const { engine, db, sandbox, store, requests } = bench
    await engine.subscribe('translations:20')
    await engine.sync()
    const writer = await readWriter(db)
    await db.meta.put({ ...writer, format: dataFormat - 1 })
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
