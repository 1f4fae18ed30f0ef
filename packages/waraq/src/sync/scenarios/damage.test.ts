import { systemClock } from '../../client/clock.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  clockAhead,
  createBench,
  readerRows,
  serviceRows,
  type Bench,
  type BenchOptions,
} from '../bench.test-support.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
import type { SegmentRecord } from '../../store/segment.ts'
import { refuse, type RefusedRequests } from '../../store/storage-faults.test-support.ts'

/**
 * Browsers lose parts of a store. Whichever step meets the loss, the resource is fetched again and the others are left
 * alone.
 */

let bench: Bench
afterEach(async () => {
  vi.restoreAllMocks()
  await bench.close()
})

async function bootstrapped(filter: string, options?: BenchOptions): Promise<void> {
  bench = createBench(options)
  await bench.engine.subscribe(filter)
  expect((await bench.engine.sync()).outcome).toBe('current')
  await rested()
  bench.sandbox.clearRequests()
}

/** Resolves when the engine has tidied up after its last sync. */
async function rested(): Promise<void> {
  await bench.engine.verify({ group: 'articles', id: 999 })
}

async function expectSame(...keys: string[]): Promise<void> {
  for (const key of keys)
    expect([key, await readerRows(bench.store, key)]).toEqual([key, serviceRows(bench.sandbox, key)])
}

const firstId = (key: string) => (bench.sandbox.snapshotRows(key)![0] as { id: number }).id
const changeOne = (key: string) =>
  bench.sandbox.publish([{ resource: key, update: { key: firstId(key), text: 'changed' } }])
const deleteOne = (key: string) => bench.sandbox.publish([{ resource: key, remove: firstId(key) }])

describe('damage', () => {
  it('met while working changes in: the same run fetches the resource', async () => {
    await bootstrapped('translations:20,131')
    await bench.db.segments('translation').clear()
    changeOne('translations:20')
    expect((await bench.engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    expect(bench.requests()).toEqual(['sync', 'translations:20'])
    await expectSame('translations:20')
  })
  it('met while looking a deleted row up: the same', async () => {
    await bootstrapped('tafsirs:169;translations:20')
    await bench.db.segments('tafsir').clear()
    deleteOne('tafsirs:169')
    expect((await bench.engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    await expectSame('tafsirs:169', 'translations:20')
  })
  it('of a manifest is found when an engine first runs', async () => {
    await bootstrapped('translations:20,131')
    await bench.db.manifests.clear()
    expect((await bench.newEngine().sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 2 })
    await expectSame('translations:20', 'translations:131')
  })
  it.each(['all of it', 'its keys', 'its rows'])(
    'of a delta, %s, is found when an engine first runs',
    async (what) => {
      await bootstrapped('translations:20,131')
      changeOne('translations:20')
      await bench.engine.sync()
      await rested()
      const delta = (await bench.db.manifests.toArray()).find(({ decides }) => decides !== undefined)!
      if (what === 'all of it') await bench.db.manifests.delete(delta.id)
      else if (what === 'its keys') await bench.db.manifests.update(delta.id, { decides: '[[],[]]' })
      else await bench.db.segments('translation').delete(delta.segments[0]!.id)
      expect((await bench.newEngine().sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
      await expectSame('translations:20', 'translations:131')
    },
  )
  it('of a manifest is found by the audit of a running engine', async () => {
    let passedMs = 0
    await bootstrapped('translations:20', { engine: { clock: clockAhead(() => passedMs) } })
    await bench.db.manifests.clear()
    passedMs = 7 * 24 * 3_600_000
    expect((await bench.engine.sync()).outcome).toBe('current')
    await expect
      .poll(async () => (await bench.db.resources.get('translations:20'))?.needsSnapshot)
      .toBe('damage')
    expect((await bench.engine.sync()).outcome).toBe('current')
    await expectSame('translations:20')
  })
  it('of a manifest that lists fewer rows than were installed is found', async () => {
    await bootstrapped('mushafs:1', { sandbox: { content: { chapters: [1, 36] } } })
    const manifest = (await bench.db.manifests.toArray()).find(({ segments }) => segments.length > 1)!
    await bench.db.manifests.put({ ...manifest, segments: manifest.segments.slice(1) })
    expect((await bench.newEngine().sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    await expectSame('mushafs:1')
  })
  it.each<[string, (record: SegmentRecord) => object]>([
    ['rows that are no bytes', (record) => ({ ...record, rows: 7 })],
    ['rows that are no list', (record) => ({ ...record, rows: [] })],
    ['keys that are no text', (record) => ({ ...record, keys: {} })],
    ['other bytes', ({ rows, ...record }) => ({ ...record, rows: rows.map((byte) => byte ^ 1) })],
  ])('that a reader meets, %s, is fetched with the next sync', async (_, altered) => {
    await bootstrapped('translations:20,131')
    const segments = bench.db.segments('translation')
    const [record] = await segments.toArray()
    await segments.put(altered(record!) as SegmentRecord)
    await Promise.all(['20', '131'].map((id) => readerRows(bench.store, `translations:${id}`)))
    await expect.poll(() => bench.db.meta.get('suspects')).toBeDefined()
    expect((await bench.engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    await expectSame('translations:20', 'translations:131')
    expect(await bench.db.meta.get('suspects')).toBeUndefined()
  })
  it('that a reader meets wakes the engine of its store; what was only said changes nothing', async () => {
    await bootstrapped('translations:20,131')
    await bench.db.meta.put({ key: 'suspects', resources: ['translations:131', 'translations:999', ''] })
    await bench.db.segments('translation').clear()
    const { indexedDB } = bench
    const store = openContentStore({ engine: bench.engine, indexedDB, IDBKeyRange })
    await readerRows(store, 'translations:20')
    await expect.poll(async () => (await readerRows(store, 'translations:20'))?.size).toBeGreaterThan(0)
    await expectSame('translations:20', 'translations:131')
    store.close()
  })
  it('of a resource found by verify is repaired there and then', async () => {
    await bootstrapped('translations:20')
    await bench.db.segments('translation').clear()
    const rows = bench.sandbox.snapshotRows('translations:20')!.length
    expect(await bench.engine.verify({ group: 'translations', id: 20 })).toMatchObject({
      outcome: 'repaired',
      missing: rows,
      extra: 0,
      changed: 0,
    })
    await expectSame('translations:20')
  })
})

describe('a store that refuses to be read', () => {
  it.each(['translations:20', 'tafsirs:169'])(
    'for once, while a change of %s is worked in: nothing is taken for damage',
    async (key) => {
      await bootstrapped('tafsirs:169;translations:20')
      if (key === 'translations:20') changeOne(key)
      else deleteOne(key)
      const store = key === 'translations:20' ? 'translation' : 'tafsir'
      const refused = refuse({ method: 'get', store, error: 'UnknownError', times: 1 })
      expect((await bench.engine.sync()).runs[0]).toMatchObject({
        outcome: 'failed',
        error: { code: 'storage_lost', retryable: true },
      })
      expect(refused()).toBe(1)
      expect((await bench.db.resources.toArray()).map(({ needsSnapshot }) => needsSnapshot)).toEqual([
        null,
        null,
      ])
      bench.sandbox.clearRequests()
      expect((await bench.engine.sync()).outcome).toBe('current')
      expect(bench.requests().filter((request) => request !== 'sync')).toEqual([])
      await expectSame('tafsirs:169', 'translations:20')
    },
  )
  it('for once, while a resource is verified: an error, and nothing is replaced', async () => {
    await bootstrapped('translations:20')
    refuse({ method: 'get', store: 'translation', error: 'UnknownError', times: 1 })
    const before = await bench.db.resources.toArray()
    await expect(bench.engine.verify({ group: 'translations', id: 20 })).rejects.toMatchObject({
      code: 'storage_lost',
    })
    expect(await bench.db.resources.toArray()).toEqual(before)
  })
})

describe('a store that the browser cannot read any more', () => {
  /** As in browsers: an engine that may recreate the database, with a clock whose rests are short. */
  const engine = {
    recovery: { recreate: true, memory: false },
    clock: {
      ...systemClock,
      sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms > 2_000 ? ms : 1, signal),
    },
  }
  /** Requests fail until the database is deleted. */
  function broken(
    method: RefusedRequests['method'],
    store: string,
    error = 'UnknownError',
    times = Infinity,
  ) {
    const deletes = vi.spyOn(IDBFactory.prototype, 'deleteDatabase')
    refuse({ method, store, error, times, until: () => deletes.mock.calls.length > 0 })
    return () => deletes.mock.calls.length
  }
  const both = 'translations:20,131'

  it.each([
    ['get', 'meta'],
    ['put', 'meta'],
    ['getAll', 'subscriptions'],
    ['put', 'subscriptions'],
    ['put', 'translation'],
    ['get', 'translation'],
  ] as const)('where %s of %s fails: the same sync ends current in a new one', async (method, store) => {
    await bootstrapped(both, { engine })
    changeOne('translations:20')
    const deleted = broken(method, store)
    expect(await bench.engine.sync()).toMatchObject({ outcome: 'current', runs: [{ snapshots: 2 }] })
    expect(deleted()).toBe(1)
    await expectSame('translations:20', 'translations:131')
  })
  it.each(['UnknownError', 'AbortError'])(
    'is recreated where a reader meets it (%s), and no sync',
    async (error) => {
      await bootstrapped(both, { engine })
      const deleted = broken('getAll', 'translation', error)
      broken('get', 'translation', error)
      const { indexedDB } = bench
      const store = openContentStore({ engine: bench.engine, indexedDB, IDBKeyRange })
      expect(await bench.engine.sync()).toMatchObject({ outcome: 'current', runs: [{ snapshots: 0 }] })
      await expect(readerRows(store, 'translations:20')).rejects.toMatchObject({ code: 'storage_lost' })
      const read = async (id: number) => (await readerRows(store, `translations:${id}`))?.size
      for (const id of [20, 131]) await expect.poll(() => read(id).catch(() => undefined)).toBeGreaterThan(0)
      expect(deleted()).toBe(1)
      await expectSame('translations:20', 'translations:131')
      store.close()
    },
  )
  it('for a moment, while a reader reads: nothing is fetched', async () => {
    await bootstrapped(both, { engine })
    refuse({ method: 'getAll', store: 'translation', error: 'UnknownError', times: 1 })
    await expect(readerRows(bench.store, 'translations:20')).rejects.toMatchObject({ code: 'storage_lost' })
    await expect.poll(() => bench.db.meta.get('suspects')).toBeDefined()
    expect(await bench.engine.sync()).toMatchObject({ outcome: 'current', runs: [{ snapshots: 0 }] })
    expect(bench.requests().filter((request) => request !== 'sync')).toEqual([])
    await expectSame('translations:20', 'translations:131')
  })
  it('is recreated with what an engine before it was asked to keep', async () => {
    await bootstrapped(both, { engine })
    const deleted = broken('put', 'meta')
    expect(await bench.newEngine().sync()).toMatchObject({
      outcome: 'current',
      runs: [{ filter: both, snapshots: 2 }],
    })
    expect(deleted()).toBe(1)
    await expectSame('translations:20', 'translations:131')
  })
  it('is recreated once, whatever is asked at the same time', async () => {
    await bootstrapped(both, { engine })
    const deleted = broken('get', 'meta')
    const [report] = await Promise.all([
      bench.engine.sync(),
      bench.engine.status(),
      bench.engine.subscribe('tafsirs:169'),
      bench.newEngine().subscribe('mushafs:1'),
    ])
    expect(report.outcome).toBe('current')
    expect(deleted()).toBe(1)
    const all = ['mushafs:1', 'tafsirs:169', both].sort()
    const asked = async () => (await bench.engine.status()).subscriptions.map(({ filter }) => filter).sort()
    // The other tab asks again once its connection is open again.
    await expect.poll(asked).toEqual(all)
    expect((await bench.engine.sync()).runs.map(({ filter }) => filter).sort()).toEqual(all)
    await expectSame('tafsirs:169', 'translations:20', 'translations:131', 'mushafs:1')
  })
  it.each([1, 2])(
    '%i times and then can again: nothing is deleted, and the sync ends current',
    async (times) => {
      await bootstrapped(both, { engine })
      const deleted = broken('put', 'meta', 'UnknownError', times)
      expect(await bench.engine.sync()).toMatchObject({ outcome: 'current', runs: [{ snapshots: 0 }] })
      expect(deleted()).toBe(0)
    },
  )
  it.each(['QuotaExceededError', 'InvalidStateError', 'AbortError'])(
    'that fails with %s, which is no damage, is never deleted',
    async (error) => {
      await bootstrapped(both, { engine })
      changeOne('translations:20')
      const deleted = broken('put', 'translation', error)
      expect((await bench.engine.sync()).outcome).not.toBe('current')
      expect((await bench.engine.sync()).outcome).not.toBe('current')
      expect(deleted()).toBe(0)
      vi.restoreAllMocks()
      expect((await bench.engine.sync()).outcome).toBe('current')
      await expectSame('translations:20', 'translations:131')
    },
  )
  it('again and again is given up: the sync fails, and does not download for ever', async () => {
    await bootstrapped(both, { engine })
    changeOne('translations:20')
    const real = vi.spyOn(IDBFactory.prototype, 'deleteDatabase')
    refuse({ method: 'put', store: 'translation', error: 'UnknownError' })
    for (let syncs = 0; syncs < 5; syncs++)
      expect((await bench.engine.sync()).runs[0]).toMatchObject({
        outcome: 'failed',
        error: { code: 'storage_lost' },
      })
    expect(real).toHaveBeenCalledTimes(3)
  })
})

describe('a deleted row whose key rule is not confirmed', () => {
  it('and that is here is deleted', async () => {
    await bootstrapped('tafsirs:169')
    deleteOne('tafsirs:169')
    expect((await bench.engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      rowsDeleted: 1,
      snapshots: 0,
    })
    await expectSame('tafsirs:169')
  })
  it('and whose whole type is not here is answered with a snapshot', async () => {
    await bootstrapped('mushafs:1')
    bench.sandbox.fault({
      match: { path: 'sync' },
      effect: {
        addMutations: [
          {
            type: 'ROW_DELETE',
            resource_group: 'mushafs',
            resource_id: 1,
            record_type: 'mushaf_stamp',
            record_key: '5',
          },
        ],
      },
    })
    bench.sandbox.touch('mushafs:1')
    expect((await bench.engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
  })
})

describe('a row of a type that the resource had none of', () => {
  it('is added to it', async () => {
    await bootstrapped('mushafs:1')
    bench.sandbox.publish([
      {
        resource: 'mushafs:1',
        type: 'ROW_CREATE',
        recordType: 'mushaf_stamp',
        recordKey: '5',
        data: { id: 5, record_type: 'mushaf_stamp', ink: 'red' },
      },
    ])
    expect((await bench.engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      rowsWritten: 1,
      snapshots: 0,
    })
    await expectSame('mushafs:1')
  })
})
