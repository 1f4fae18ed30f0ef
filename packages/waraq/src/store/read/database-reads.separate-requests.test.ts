import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../../sync/bench.test-support.ts'
import { chapterRange } from '@waraq/protocol'

/** A read of one resource makes its requests one after the other, and sees one commit all the same. */

const ref = { group: 'translations', id: 20 }

let bench: Bench
/** The tables of each transaction that was opened. */
let opened: [stores: unknown, ...rest: unknown[]][]
beforeEach(async () => {
  // Spied on before any database is open, because Dexie keeps the function that it finds then.
  opened = vi.spyOn(IDBDatabase.prototype, 'transaction').mock.calls
  bench = createBench()
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
})
afterEach(() => {
  vi.restoreAllMocks()
  return bench.close()
})

it('what is kept in memory is read without a look at the rows, so it waits for no writer of rows', async () => {
  const { store } = bench
  const rows = await store.rows('translation', ref, chapterRange(1))
  const key = rows[0]!.key
  opened.length = 0
  expect(await store.rows('translation', ref, chapterRange(1))).toEqual(rows)
  expect(await store.row('translation', ref, key)).toEqual(rows[0])
  expect(opened.map(([stores]) => [stores].flat())).toEqual([['resources'], ['resources']])
})

it('where to look is known from the last time: the rows are asked for together with the record that tells', async () => {
  const { sandbox, engine, store } = bench
  // No segment can have this key, so none is read.
  expect(await store.row('translation', ref, '0')).toBeUndefined()
  opened.length = 0
  const rows = await store.rows('translation', ref, chapterRange(1))
  expect(opened.map(([stores]) => [stores].flat())).toEqual([['translation'], ['resources']])
  // A commit came in between: the segments that were requested ahead are thrown away.
  sandbox.publish([{ resource: 'translations:20', update: { key: rows[0]!.key, text: 'corrected' } }])
  await engine.sync()
  expect(await store.row('translation', ref, rows[0]!.key)).toMatchObject({ data: { text: 'corrected' } })
  expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
})

it.each(['manifests', 'translation'])(
  'a commit between two requests, whose garbage took what the first one named (%s), is read whole',
  async (table) => {
    const { sandbox, engine, store } = bench
    // Its first snapshot begins with small segments; this one is a single segment.
    sandbox.invalidate('translations:20')
    await engine.sync()
    await store.resources()
    const real = IDBObjectStore.prototype.get as (key: unknown) => IDBRequest
    let gone = 0
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
      this: IDBObjectStore,
      key: unknown,
    ) {
      return real.call(this, this.name === table && gone++ === 0 ? 'collected' : key)
    } as never)
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
    expect(gone).toBeGreaterThan(1)
    expect(await store.resource(ref)).toMatchObject({ status: 'installed' })
    await engine.sync()
  },
)

it('what is missing for one transaction, too, is damage', async () => {
  await bench.db.segments('translation').clear()
  expect(await bench.store.rows('translation', ref)).toEqual([])
  expect(await bench.store.resource(ref)).toMatchObject({ status: 'damaged' })
})
