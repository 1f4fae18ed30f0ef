import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import {
  createBench,
  english,
  eventually,
  french,
  gate,
  places,
  ready,
  statusWhere,
  type Bench,
} from '../bench.test-support.ts'
import type { Search } from '../search.ts'
import { SearchDatabase } from '../storage/database.ts'

const key = 'translations:20'

async function visit(bench: Bench): Promise<Search> {
  const search = bench.newSearch()
  await ready(search)
  return search
}

/** A first visit that has indexed everything and is over. */
async function visited(filter = key): Promise<Bench> {
  const bench = await createBench(filter)
  const search = await visit(bench)
  search.close()
  bench.watched.reads = 0
  return bench
}

/** Does something to what is stored, behind the search's back. */
async function meddle(bench: Bench, work: (db: SearchDatabase) => Promise<unknown>): Promise<void> {
  const db = new SearchDatabase({ name: 'waraq', indexedDB: bench.indexedDB, IDBKeyRange })
  await db.open()
  await work(db)
  db.close()
}

describe('the next start', () => {
  it('reads no rows, and finds the same', async () => {
    const bench = await visited('translations:20,31')
    const search = bench.newSearch()
    const result = await search.search('allah', { limit: 1000 })
    expect(result.partial).toBe(false)
    expect(result.total).toBeGreaterThan(5)
    await ready(search)
    expect(bench.watched.reads).toBe(0)
    await search.choose([french, english])
    await ready(search)
    expect(bench.watched.reads).toBe(0)
    bench.newSearch({ name: 'other' })
    const again = bench.newSearch({ name: 'other' })
    await ready(again)
    expect(bench.watched.reads).toBeGreaterThan(0)
    expect(places(await again.search('allah', { limit: 1000 }))).toEqual(places(result))
  })
  it('takes up what was committed meanwhile', async () => {
    const bench = await visited()
    await bench.correct(key, 1, 'corrected overnight')
    const search = bench.newSearch()
    await ready(search)
    await eventually(async () => {
      expect(places(await search.search('overnight'))).toEqual(['20 1:2'])
      expect((await search.search('worlds')).total).toBe(0)
    })
    // The stored index names its rows' mark, so only the commit's rows were read.
    expect(bench.watched.reads).toBe(0)
    search.close()
    bench.watched.reads = 0
    await visit(bench)
    expect(bench.watched.reads).toBe(0)
  })
  it('forgets the index of what is not searched any more', async () => {
    const bench = await visited('translations:20,31')
    const search = await visit(bench)
    await search.choose([french])
    await ready(search)
    await eventually(() =>
      meddle(bench, async (db) => {
        expect(await db.heads.toCollection().primaryKeys()).toEqual(['translations:31'])
        expect(await db.bodies.toCollection().primaryKeys()).toEqual(['translations:31'])
      }),
    )
  })
  it('a second tab takes what the first has indexed', async () => {
    const bench = await createBench(key)
    await visit(bench)
    bench.watched.reads = 0
    await visit(bench)
    expect(bench.watched.reads).toBe(0)
  })
})

describe('what is stored of an index', () => {
  const damages: Record<string, (db: SearchDatabase) => Promise<unknown>> = {
    'has another byte': (db) =>
      db.bodies
        .toCollection()
        .modify((body) => void (body.bytes = body.bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))),
    'is shorter': (db) =>
      db.bodies.toCollection().modify((body) => void (body.bytes = body.bytes.slice(0, -9))),
    'has another word': (db) =>
      db.bodies.toCollection().modify((body) => void (body.words = body.words.replace('lord', 'lard'))),
    'lost a row': (db) => db.bodies.toCollection().modify((body) => void body.recordKeys.pop()),
    'has another digest': (db) =>
      db.bodies
        .toCollection()
        .modify((body) => void (body.digests = body.digests.map((digest) => digest ^ 1))),
    'lost its body': (db) => db.bodies.clear(),
    'lost its head': (db) => db.heads.clear(),
    'is something else': (db) => db.bodies.put({ key, words: 7 } as never),
    'is of an older format': (db) => db.heads.toCollection().modify({ format: 0 } as never),
    'is of a newer format': (db) => db.heads.toCollection().modify({ format: 99 } as never),
  }
  it.each(Object.entries(damages))('%s: it is built anew, without a word', async (_, damage) => {
    const bench = await visited()
    await meddle(bench, damage)
    const search = await visit(bench)
    expect(bench.watched.reads).toBeGreaterThan(0)
    expect(places(await search.search('lord worlds'))).toEqual(['20 1:2'])
    expect((await search.search('lard')).total).toBe(0)
    search.close()
    bench.watched.reads = 0
    await visit(bench)
    expect(bench.watched.reads).toBe(0)
  })
  it('is not taken for a choice where it is none', async () => {
    const bench = await visited()
    await meddle(bench, (db) => db.settings.put({ key: 'chosen', value: [{ group: 5 }] }))
    expect(await (await visit(bench)).status()).toMatchObject({ resources: [{ ref: english }] })
  })
  it('is written after builds and changes, and not for searches', async () => {
    const bench = await createBench(key)
    const search = await visit(bench)
    let writes = 0
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      if (this.transaction.db.name === 'waraq-search') writes++
      return put.apply(this, args)
    }
    try {
      for (const text of ['l', 'lo', 'lor', 'lord', '"lord of', '1:2']) await search.search(text)
      expect(writes).toBe(0)
      await bench.correct(key, 1, 'corrected')
      await eventually(async () => expect((await search.search('corrected')).total).toBe(1))
      await ready(search)
      // Its head and its body.
      await eventually(async () => expect(writes).toBe(2))
    } finally {
      IDBObjectStore.prototype.put = put
    }
  })
})

describe('where no database can be opened', () => {
  it('the index lives in memory, and all else is the same', async () => {
    const bench = await createBench('translations:20,31')
    const refused = {
      open() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    } as unknown as IDBFactory
    const search = bench.newSearch({ indexedDB: refused, IDBKeyRange })
    expect(await ready(search)).toMatchObject({ persistent: false })
    expect(places(await search.search('lord worlds'))).toEqual(['20 1:2'])
    await search.choose([french])
    await ready(search)
    expect((await search.search('lord worlds')).total).toBe(0)
    await bench.correct('translations:31', 0, 'corrigé')
    await eventually(async () => expect((await search.search('corrige')).total).toBe(1))
  })
  it('it stays there where writing fails', async () => {
    const bench = await createBench(key)
    const search = bench.newSearch()
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      if (this.name === 'bodies') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, args)
    }
    try {
      await ready(search)
      expect((await search.search('worlds')).total).toBe(1)
    } finally {
      IDBObjectStore.prototype.put = put
    }
    await meddle(bench, async (db) => expect(await db.heads.count()).toBe(0))
  })
  it('a choice that cannot be remembered is not made', async () => {
    const bench = await createBench('translations:20,31')
    const search = await visit(bench)
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    try {
      await expect(search.choose([french])).rejects.toMatchObject({ code: 'quota_exceeded' })
    } finally {
      IDBObjectStore.prototype.put = put
    }
    expect((await search.status()).resources).toHaveLength(2)
  })
})

describe('closing', () => {
  it('while an index is built: calls reject, nothing is read any more, and the next visit builds it', async () => {
    const bench = await createBench(key)
    const { closed, open } = gate()
    bench.watched.held = closed
    const search = bench.newSearch()
    const reported: unknown[] = []
    search.watch((status) => reported.push(status))
    await statusWhere(search, ({ state }) => state === 'building')
    const asked = search.search('1:5')
    const count = reported.length
    search.close()
    search.close()
    const error = { code: 'search_closed' }
    await expect(asked).rejects.toMatchObject(error)
    bench.watched.held = undefined
    open()
    const { reads } = bench.watched
    await expect(search.search('lord')).rejects.toMatchObject(error)
    await expect(search.choose('all')).rejects.toMatchObject(error)
    await expect(search.status()).rejects.toMatchObject(error)
    expect(search.watch(() => reported.push('again'))()).toBeUndefined()
    const next = await visit(bench)
    expect((await next.search('worlds')).total).toBe(1)
    expect(reported).toHaveLength(count)
    // The next visit's reads, and none of the closed one's.
    const again = bench.watched.reads - reads
    await meddle(bench, (db) => Promise.all([db.heads.clear(), db.bodies.clear()]))
    bench.watched.reads = 0
    await visit(bench)
    expect(again).toBe(bench.watched.reads)
  })
  it('while it opens', async () => {
    const bench = await createBench(key)
    const search = bench.newSearch()
    const asked = [search.search('lord'), search.status(), search.choose('all')]
    search.close()
    for (const each of asked) await expect(each).rejects.toMatchObject({ code: 'search_closed' })
  })
})
