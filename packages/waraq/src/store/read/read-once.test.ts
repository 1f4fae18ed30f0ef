import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { clockAhead, createBench, type Bench } from '../../sync/bench.test-support.ts'
import { readOnce, type FirstReadOptions } from './read-once.ts'
import type { StoreView } from './store-view.ts'

let bench: Bench
afterEach(() => bench?.close())

const ref = { group: 'translations', id: 20 }
const day = 24 * 60 * 60 * 1000

async function synced(): Promise<void> {
  bench = createBench()
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
}

const read = <T>(query: (view: StoreView) => Promise<T>, options: FirstReadOptions = {}) =>
  readOnce(query, { indexedDB: bench.indexedDB, IDBKeyRange, ...options })

/** Everything that a view can be asked. */
async function everything(view: StoreView) {
  const rows = await view.rows('translation', ref)
  return {
    resources: await view.resources(),
    resource: await view.resource(ref),
    absent: await view.resource({ group: 'translations', id: 131 }),
    rows,
    some: await view.rows('translation', ref, { from: 112_001, to: 112_003 }),
    row: await view.row('translation', ref, rows[3]!.key),
    inner: await view.query(async (inner) => inner.row('translation', ref, 'no such key')),
  }
}

describe('the first read', () => {
  it('answers as a view of the store does', async () => {
    await synced()
    expect(await read(everything)).toEqual(await bench.store.query(everything))
    expect((await read((view) => view.rows('translation', ref)))!.length).toBeGreaterThan(10)
  })

  it('answers so with deltas over the rows', async () => {
    await synced()
    const [first] = await bench.store.rows('translation', ref)
    bench.sandbox.publish([{ resource: 'translations:20', update: { key: first!.key, text: 'corrected' } }])
    await bench.engine.sync()
    const [corrected] = (await read((view) => view.rows('translation', ref)))!
    expect(corrected!.data['text']).toBe('corrected')
    expect(await read(everything)).toEqual(await bench.store.query(everything))
  })

  it('hides old content where the application wants it so', async () => {
    await synced()
    const freshness = 'terms'
    const rows = (view: StoreView) => view.rows('translation', ref)
    expect(await read(rows, { freshness })).not.toEqual([])
    expect(await read(rows, { freshness, clock: clockAhead(() => 8 * day) })).toEqual([])
  })

  it('leaves to the store what only that can answer: no library, damage', async () => {
    await synced()
    const { db } = bench
    expect(await read(everything, { indexedDB: new IDBFactory() })).toBeUndefined()
    expect(await read(everything, { name: 'other' })).toBeUndefined()
    await db.segments('translation').clear()
    expect(await read(everything)).toBeUndefined()
  })

  it('keeps neither deletion nor upgrade of the database waiting', async () => {
    await synced()
    await read(everything)
    await bench.close()
    const asked = bench.indexedDB.deleteDatabase('waraq')
    let blocked = false
    asked.onblocked = () => (blocked = true)
    await new Promise((resolve) => (asked.onsuccess = resolve))
    expect(blocked).toBe(false)
  })

  it('passes on what the query throws, and refuses wrong arguments', async () => {
    await synced()
    const throwing = read(async () => {
      throw new RangeError('of the query')
    })
    await expect(throwing).rejects.toThrow(RangeError)
    await expect(read((view) => view.resource({ group: '', id: 0 }))).rejects.toMatchObject({
      code: 'invalid_argument',
    })
    await expect(read(everything, { freshness: { staleAfterMs: 0 } })).rejects.toMatchObject({
      code: 'invalid_option',
    })
  })
})
