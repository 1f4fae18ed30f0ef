import { IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock, type Clock } from '../../client/clock.ts'
import { createBench, type Bench, type BenchOptions } from '../../sync/bench.test-support.ts'
import { refuse } from '../storage-faults.test-support.ts'
import type { ContentStore, ContentStoreOptions } from './content-store.ts'
import { openContentStore } from './open-content-store.ts'

/** Opening and closing, and reads of a database that is damaged or missing. */

let bench: Bench
const stores: ContentStore[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const store of stores.splice(0)) store.close()
  await bench.close()
})

const ref = { group: 'translations', id: 20 }

async function synced(options?: BenchOptions): Promise<ContentStore> {
  bench = createBench(options)
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
  return open()
}

function open(options?: Partial<ContentStoreOptions>): ContentStore {
  const { indexedDB } = bench
  const store = openContentStore({ indexedDB, IDBKeyRange, ...options })
  stores.push(store)
  return store
}

describe('a store', () => {
  it('of a library that is not there yet is empty, and makes none', async () => {
    bench = createBench()
    const store = open()
    expect(await store.resources()).toEqual([])
    expect(await store.rows('translation', ref)).toEqual([])
    await bench.engine.subscribe('translations:20')
    await bench.engine.sync()
    expect((await store.rows('translation', ref)).length).toBeGreaterThan(0)
  })
  it('that was closed refuses all calls from then on', async () => {
    const store = await synced()
    await store.resources()
    store.close()
    const closed = { code: 'store_closed' }
    await expect(store.resources()).rejects.toMatchObject(closed)
    await expect(store.row('translation', ref, '1')).rejects.toMatchObject(closed)
    await expect(store.query((view) => view.resources())).rejects.toMatchObject(closed)
    store.close()
  })
  it('says in our words what the browser refuses', async () => {
    const store = await synced()
    refuse({ method: 'get', store: 'resources', error: 'UnknownError' })
    await expect(store.row('translation', ref, '1')).rejects.toMatchObject({ name: 'WaraqError' })
  })
  it('that could not be opened can be tried again', async () => {
    await synced()
    const sleep: Clock['sleep'] = (ms, signal) => systemClock.sleep(ms / 100, signal)
    const store = open({ clock: { ...systemClock, sleep } })
    const opening = vi.spyOn(bench.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('not now', 'InvalidStateError')
    })
    await expect(store.resources()).rejects.toMatchObject({ name: 'WaraqError' })
    opening.mockRestore()
    expect(await store.resources()).toHaveLength(1)
  })
})

describe('damage that a reader meets', () => {
  const firstSegment = async () => {
    const [id] = await bench.db.segments('translation').toCollection().primaryKeys()
    await bench.db.segments('translation').delete(id!)
  }

  it('makes the resource absent there and then, in every way of reading', async () => {
    const store = await synced()
    const [row] = await store.rows('translation', ref)
    await firstSegment()
    const other = open()
    expect(await other.row('translation', ref, row!.key)).toBeUndefined()
    expect(await other.rows('translation', ref)).toEqual([])
    expect(await other.resource(ref)).toMatchObject({ status: 'damaged' })
  })
  it('in the middle of a view has it begin again, from where the resource is absent', async () => {
    await synced()
    await firstSegment()
    const seen: unknown[] = []
    const answer = await open().query(async (view) => {
      seen.push((await view.resource(ref))!.status)
      return view.rows('translation', ref)
    })
    expect([seen, answer]).toEqual([['installed', 'damaged'], []])
  })
  it('in between two requests is none where one transaction finds all of it', async () => {
    const store = await synced()
    let asked = 0
    const original = IDBObjectStore.prototype.get
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, query) {
      // The manifest was replaced and collected between two requests, once.
      return original.call(this, this.name === 'manifests' && asked++ === 0 ? 'none' : query)
    })
    expect((await store.rows('translation', ref)).length).toBeGreaterThan(0)
    expect(await store.resource(ref)).toMatchObject({ status: 'installed' })
  })
})
