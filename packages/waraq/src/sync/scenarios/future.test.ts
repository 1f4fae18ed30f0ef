import { afterEach, describe, expect, it } from 'vitest'
import { clockAhead, createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'

/** Snapshots with a wrong sequence: older than the run asked for, or newer than the service itself. */

let bench: Bench
afterEach(() => bench.close())

const filter = 'translations:20'
const hour = 60 * 60 * 1000

async function expectSame(): Promise<void> {
  expect(await readerRows(bench.store, filter)).toEqual(serviceRows(bench.sandbox, filter))
}

describe('a snapshot older than the set that asked for it', () => {
  it('of a resource that was never here stays needed, as what it is', async () => {
    bench = createBench()
    const { engine, sandbox } = bench
    await engine.subscribe(filter)
    sandbox.fault({
      match: { path: 'snapshot' },
      effect: { envelope: { sync_sequence: 5 } },
      times: Infinity,
    })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'partial',
      needed: [{ error: { code: 'stale_snapshot' } }],
    })
    sandbox.clearFaults()
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })
})

describe('a snapshot that claims to be newer than the service', () => {
  it('keeps its resource as it is for a while, and not for ever', async () => {
    let ahead = 0
    const now = () => Date.now() + ahead
    bench = createBench({ sandbox: { now }, engine: { clock: clockAhead(() => ahead) } })
    const { engine, sandbox, store } = bench
    await engine.subscribe(filter)
    sandbox.fault({ match: { path: 'snapshot' }, effect: { envelope: { sync_sequence: 10 ** 9 } } })
    expect((await engine.sync()).outcome).toBe('current')
    const before = await readerRows(store, filter)
    sandbox.invalidate(filter, [
      { resource: filter, remove: (sandbox.snapshotRows(filter)![0] as { id: number }).id },
    ])
    for (let run = 0; run < 3; run++) {
      const { runs } = await engine.sync()
      expect(runs[0]).toMatchObject({ outcome: 'partial', needed: [{ error: { code: 'feed_went_back' } }] })
      expect(await readerRows(store, filter)).toEqual(before)
      ahead += hour
      sandbox.expireTokens()
    }
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode: 'bootstrap',
      snapshots: 1,
    })
    await expectSame()
  })
})
