import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  clockAhead,
  createBench,
  readerRows,
  serviceRows,
  type Bench,
  type BenchOptions,
} from '../bench.test-support.ts'
import { refuse } from '../store/storage-faults.test-support.ts'

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
  it('of a directory is found when an engine first runs', async () => {
    await bootstrapped('translations:20,131')
    await bench.db.directories.clear()
    expect((await bench.newEngine().sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 2 })
    await expectSame('translations:20', 'translations:131')
  })
  it.each(['all of it', 'its keys', 'its rows'])(
    'of a patch, %s, is found when an engine first runs',
    async (what) => {
      await bootstrapped('translations:20,131')
      changeOne('translations:20')
      await bench.engine.sync()
      await rested()
      const patch = (await bench.db.directories.toArray()).find(({ decides }) => decides !== undefined)!
      if (what === 'all of it') await bench.db.directories.delete(patch.id)
      else if (what === 'its keys') await bench.db.directories.update(patch.id, { decides: '[[],[]]' })
      else await bench.db.segments('translation').delete(patch.segments[0]!.id)
      expect((await bench.newEngine().sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
      await expectSame('translations:20', 'translations:131')
    },
  )
  it('of a directory is found by the audit of a running engine', async () => {
    let passedMs = 0
    await bootstrapped('translations:20', { engine: { clock: clockAhead(() => passedMs) } })
    await bench.db.directories.clear()
    passedMs = 7 * 24 * 3_600_000
    expect((await bench.engine.sync()).outcome).toBe('current')
    await expect.poll(async () => (await bench.db.resources.get('translations:20'))?.owes).toBe('damage')
    expect((await bench.engine.sync()).outcome).toBe('current')
    await expectSame('translations:20')
  })
  it('of a directory that lists fewer rows than were installed is found', async () => {
    await bootstrapped('mushafs:1', { sandbox: { content: { chapters: [1, 36] } } })
    const directory = (await bench.db.directories.toArray()).find(({ segments }) => segments.length > 1)!
    await bench.db.directories.put({ ...directory, segments: directory.segments.slice(1) })
    expect((await bench.newEngine().sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    await expectSame('mushafs:1')
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
      expect((await bench.db.resources.toArray()).map(({ owes }) => owes)).toEqual([null, null])
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
