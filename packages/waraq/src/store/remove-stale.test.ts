import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clockAhead, createBench, readerRows, serviceRows, type Bench } from '../sync/bench.test-support.ts'

const day = 24 * 60 * 60 * 1000
const ref = { group: 'translations', id: 20 }

let bench: Bench
let ahead: number

beforeEach(async () => {
  ahead = 0
  bench = createBench({ engine: { clock: clockAhead(() => ahead), freshness: { policy: 'remove' } } })
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
})
afterEach(() => bench.close())

describe('stale content', () => {
  it('is removed by a sync that could not confirm it, where the application chose that', async () => {
    const { engine, sandbox, store, db } = bench
    ahead = 8 * day
    sandbox.fault({ effect: { networkError: true }, times: Infinity })
    await engine.sync()
    expect(await store.resource(ref)).toMatchObject({ status: 'unavailable', reason: 'stale', rows: 0 })
    // A call without work begins once the call before it has finished tidying up.
    await engine.sync({ filters: [] })
    expect(await db.segments('translation').count()).toBe(0)
    sandbox.clearFaults()
    const report = await engine.sync()
    expect(report.runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })

  it('is never removed by a sync that confirmed it, nor by time alone', async () => {
    const { engine, store } = bench
    ahead = 8 * day
    await bench.newEngine().status()
    expect((await store.resource(ref))!.status).toBe('installed')
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 0 })
    expect((await store.resource(ref))!.status).toBe('installed')
  })
})
