import { fakeLocks } from '@waraq/test-support/locks'
import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

describe('two engines on one database', () => {
  it('take turns and agree', async () => {
    bench = createBench()
    const other = bench.newEngine()
    await bench.engine.subscribe('translations:20,131')
    const reports = await Promise.all([bench.engine.sync(), other.sync()])
    expect(reports.map(({ outcome }) => outcome)).toEqual(['current', 'current'])
    expect(bench.requests().filter((request) => request === 'translations:20')).toHaveLength(1)
    for (const key of ['translations:20', 'translations:131']) {
      expect(await readerRows(bench.store, key)).toEqual(serviceRows(bench.sandbox, key))
    }
  })

  it('a frozen one that wakes up after it was replaced writes nothing more', async () => {
    bench = createBench()
    const { sandbox, db } = bench
    let thaw = () => {}
    const frozen = new Promise<void>((resolve) => (thaw = resolve))
    let asked = () => {}
    const inSnapshot = new Promise<void>((resolve) => (asked = resolve))
    const sleeper = bench.newEngine({
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (request.url.includes('/snapshots/')) {
          asked()
          await frozen
        }
        return sandbox.fetch(request)
      },
    })
    await sleeper.subscribe('translations:20')
    const sleeping = sleeper.sync()
    await inSnapshot
    // The lock of the frozen engine does not keep this one out, as if it had stolen that lock.
    const taker = bench.newEngine({ locks: fakeLocks() })
    expect((await taker.sync()).outcome).toBe('current')
    const before = await db.resources.toArray()
    thaw()
    const { runs } = await sleeping
    expect(runs[0]).toMatchObject({ outcome: 'interrupted', error: { code: 'writer_superseded' } })
    expect(await db.resources.toArray()).toEqual(before)
    expect(await readerRows(bench.store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })
})
