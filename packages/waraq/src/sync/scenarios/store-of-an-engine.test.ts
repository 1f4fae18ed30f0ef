import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'
import { start } from '../../worker/stage.test-support.ts'
import type { ContentStore } from '../../store/read/content-store.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
import type { SyncEngine } from '../api/sync-engine.ts'

/** A store with an engine reads that engine's library, and refuses options that ask for another. */

const ref = { group: 'translations', id: 20 }

let bench: Bench
let stores: ContentStore[] = []
const opened = (options: Parameters<typeof openContentStore>[0]) => {
  const store = openContentStore(options)
  stores.push(store)
  return store
}
afterEach(async () => {
  for (const store of stores.splice(0)) store.close()
  await bench.close()
})

async function synced(engine: SyncEngine) {
  await engine.setSubscriptions(['translations:20'])
  expect((await engine.sync()).outcome).toBe('current')
}

describe('the store of an engine', () => {
  it('of this context has its name and its IndexedDB', async () => {
    bench = createBench({ engine: { name: 'another' } })
    await synced(bench.engine)
    expect(await opened({ engine: bench.engine }).rows('translation', ref)).not.toEqual([])
    expect(bench.engine.library).toMatchObject({ name: 'another', indexedDB: bench.indexedDB, IDBKeyRange })
  })

  it('of a worker has its name', async () => {
    bench = createBench({ engine: { name: 'of-a-worker', indexedDB, IDBKeyRange: globalThis.IDBKeyRange } })
    await synced(bench.engine)
    const { connection } = start({ name: 'of-a-worker', freshness: { policy: 'hide' } })
    expect(await opened({ engine: connection }).rows('translation', ref)).not.toEqual([])
    expect(connection.library).toMatchObject({ freshness: { policy: 'hide' } })
  })

  it('in the place of a worker has its name', async () => {
    bench = createBench({ engine: { name: 'fallback', indexedDB, IDBKeyRange: globalThis.IDBKeyRange } })
    await synced(bench.engine)
    const make = () => {
      throw new Error('refused')
    }
    const { connection } = start({ make, fallback: async () => bench.engine })
    expect(await connection.read({ read: 'rows', recordType: 'translation', ref, range: {} })).not.toEqual([])
  })

  it('goes by no other name', () => {
    bench = createBench({ engine: { name: 'another' } })
    const { engine } = bench
    const refused = expect.objectContaining({ code: 'invalid_option', details: { option: 'name' } })
    expect(() => opened({ engine, name: 'waraq' })).toThrow(refused)
    expect(() => opened({ engine: start().connection, name: 'another' })).toThrow(refused)
    expect(() => opened({ engine, name: 'another' })).not.toThrow()
  })
})

describe('a mistaken read', () => {
  const mistakes: [
    string,
    string,
    (from: Pick<ContentStore, 'resource' | 'row' | 'rows'>) => Promise<unknown>,
  ][] = [
    ['a record type of another group', 'recordType', (from) => from.rows('tafsir', ref)],
    ['one row of another group', 'recordType', (from) => from.row('tafsir', ref, '1')],
    ['a group as a resource', 'ref', (from) => from.rows('translation', 'translations' as never)],
    ['no resource', 'ref', (from) => from.resource(20 as never)],
    ['a number for a record key', 'recordKey', (from) => from.row('translation', ref, 1 as never)],
  ]
  it.each(mistakes)('of %s is told at once, also before anything is here', async (_, argument, read) => {
    bench = createBench()
    const reported = { code: 'invalid_argument', details: { argument } }
    const { store, engine } = bench
    for (const step of [() => engine.subscribe('tafsirs:169'), () => synced(engine)]) {
      await step()
      await expect(read(store)).rejects.toMatchObject(reported)
      await expect(store.query((view) => read(view))).rejects.toMatchObject(reported)
    }
    const live = new Promise((resolve, reject) => {
      store.live((from) => read(from)).subscribe({ next: resolve, error: reject })
    })
    await expect(live).rejects.toMatchObject(reported)
  })
})
