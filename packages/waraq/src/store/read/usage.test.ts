// Dexie's live queries ask for a global IndexedDB when Dexie is loaded.
import 'fake-indexeddb/auto'
import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBench, type Bench } from '../../sync/bench.test-support.ts'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { WaraqDatabase } from '../database.ts'
import { readWriter } from '../writer.ts'
import { readUsage, UsageBook, writeAfterMs, type Later } from './usage.ts'
import { dayOf, usageOf } from '../usage-record.ts'

const day = 24 * 60 * 60 * 1000
const minute = 60_000
const keys: readonly ResourceKey[] = ['translations:20', 'translations:131', 'tafsirs:169']

let bench: Bench
beforeEach(async () => {
  bench = createBench()
  await bench.db.open()
  for (const key of keys) await bench.db.resources.put({ key } as never)
})
afterEach(() => bench.close())

/** A usage book whose timer the test controls, and how often it wrote. */
function open(clock = new VirtualClock(20_000 * day)) {
  const later: Later = (work, ms) => {
    const cancelled = new AbortController()
    clock.sleep(ms, cancelled.signal).then(work, () => undefined)
    return () => cancelled.abort()
  }
  const book = new UsageBook(bench.db, clock, later)
  return { book, clock, use: (...used: string[]) => used.forEach((key) => book.used(parseResourceKey(key)!)) }
}

const stored = async () => Object.fromEntries(await readUsage(bench.db))
function countWrites() {
  const put = vi.spyOn(bench.db.meta.core, 'mutate')
  return () => put.mock.calls.length
}

describe('days', () => {
  it.each([
    [0, 0],
    [day - 1, 0],
    [day, 1],
    [-1, -1],
  ])('at %d ms it is day %d', (ms, number) => expect(dayOf(ms)).toBe(number))

  it.each([
    [undefined],
    [null],
    [5],
    [{}],
    [{ key: 'usage' }],
    [{ days: null }],
    [{ days: 'x' }],
    [{ days: { 'a:1': '3', 'b:1': NaN, 'c:1': 1.5, 'd:1': null } }],
    [{ days: Object.create({ 'inherited:1': 3 }) as object }],
  ])('a record of %j holds none', (record) => expect(usageOf(record)).toEqual(new Map()))

  it('may have any key', () => {
    const days = JSON.parse('{"__proto__":1,"constructor":2,"toString":3,"a:1":4}') as object
    expect([...usageOf({ days })]).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
      ['toString', 3],
      ['a:1', 4],
    ])
  })
})

describe('what is read', () => {
  it('is written down after a moment, once, with the day', async () => {
    const writes = countWrites()
    const { clock, use } = open()
    use('translations:20', 'tafsirs:169', 'translations:20')
    await clock.advance(writeAfterMs - 1)
    expect(await stored()).toEqual({})
    await clock.advance(1)
    expect(await stored()).toEqual({ 'translations:20': 20_000, 'tafsirs:169': 20_000 })
    for (let hour = 0; hour < 20; hour++) {
      use('translations:20', 'tafsirs:169')
      await clock.advance(60 * minute)
    }
    expect(writes()).toBe(1)
  })
  it('is written within a moment each time that another resource is read', async () => {
    const writes = countWrites()
    const { clock, use } = open()
    use('translations:20')
    await clock.advance(writeAfterMs)
    use('translations:131')
    use('tafsirs:169')
    await clock.advance(writeAfterMs - 1)
    expect([writes(), await stored()]).toEqual([1, { 'translations:20': 20_000 }])
    await clock.advance(1)
    expect([writes(), Object.keys(await stored())]).toEqual([2, [...keys]])
  })
  it('counts anew the next day', async () => {
    const { clock, use } = open()
    use('translations:20', 'tafsirs:169')
    await clock.advance(day)
    use('translations:20')
    await clock.advance(writeAfterMs)
    expect(await stored()).toEqual({ 'translations:20': 20_001, 'tafsirs:169': 20_000 })
  })
  it('just before midnight keeps its day', async () => {
    const { clock, use } = open(new VirtualClock(20_000 * day + day - 500))
    use('translations:20')
    await clock.advance(500)
    use('tafsirs:169')
    await clock.advance(writeAfterMs)
    expect(await stored()).toEqual({ 'translations:20': 20_000, 'tafsirs:169': 20_001 })
  })
  it('heals a day that a wrong clock noted', async () => {
    const { clock, use } = open(new VirtualClock(99_999 * day))
    use('translations:20')
    await clock.advance(writeAfterMs)
    clock.jump(-79_999 * day)
    use('translations:20')
    await clock.advance(writeAfterMs)
    expect(await stored()).toEqual({ 'translations:20': 20_000 })
  })
  it('by another tab today already is not written again', async () => {
    const writes = countWrites()
    const first = open()
    first.use('translations:20')
    await first.clock.advance(writeAfterMs)
    const second = open()
    second.use('translations:20')
    await second.clock.advance(writeAfterMs)
    expect(writes()).toBe(1)
    second.use('tafsirs:169')
    await second.clock.advance(writeAfterMs)
    expect([writes(), Object.keys(await stored())]).toEqual([2, ['translations:20', 'tafsirs:169']])
  })
  it('and is not in the library leaves no trace, and what left it is forgotten', async () => {
    const writes = countWrites()
    const { clock, use, book } = open()
    use('articles:999')
    book.used({ group: '__proto__', id: 1 })
    await clock.advance(writeAfterMs)
    expect([writes(), await bench.db.meta.get('usage' as never)]).toEqual([0, undefined])
    use('translations:20')
    await clock.advance(writeAfterMs)
    await bench.db.resources.delete('translations:20')
    use('tafsirs:169')
    await clock.advance(writeAfterMs)
    expect(await stored()).toEqual({ 'tafsirs:169': 20_000 })
  })
  it('may have a key such as __proto__: it is data', async () => {
    await bench.db.resources.put({ key: '__proto__:1' } as never)
    const days = JSON.parse('{"__proto__:1":7,"__proto__":7}') as Record<string, number>
    await bench.db.meta.put({ key: 'usage', days } as never)
    await bench.db.resources.put({ key: '__proto__' } as never)
    const { clock, use } = open()
    use('translations:20')
    await clock.advance(writeAfterMs)
    expect([...(await readUsage(bench.db))]).toEqual([
      ['__proto__:1', 7],
      ['__proto__', 7],
      ['translations:20', 20_000],
    ])
    expect(({} as Record<string, unknown>)['translations:20']).toBeUndefined()
  })
})

describe('where writing is impossible', () => {
  it('data of a newer format is left as it is', async () => {
    await bench.db.meta.put({ ...(await readWriter(bench.db)), format: 99 })
    const before = await bench.db.meta.toArray()
    const { clock, use } = open()
    use('translations:20')
    await clock.advance(writeAfterMs)
    expect(await bench.db.meta.toArray()).toEqual(before)
  })
  it('a failure is swallowed, and made up for with the next write', async () => {
    const { clock, use } = open()
    const failing = vi.spyOn(bench.db, 'transaction').mockRejectedValueOnce(new Error('quota') as never)
    use('translations:20')
    await clock.advance(writeAfterMs)
    expect([failing.mock.calls.length, await stored()]).toEqual([1, {}])
    use('tafsirs:169')
    await clock.advance(writeAfterMs)
    expect(Object.keys(await stored())).toEqual(['translations:20', 'tafsirs:169'])
  })
  it('a database that is not open is not opened', async () => {
    const clock = new VirtualClock()
    const { indexedDB } = bench
    const db = new WaraqDatabase({ name: 'another', indexedDB, IDBKeyRange })
    const book = new UsageBook(db, clock, (work) => (work(), () => undefined))
    book.used({ group: 'translations', id: 20 })
    await settle()
    expect(db.isOpen()).toBe(false)
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('another')
  })
  it('a closed book writes nothing', async () => {
    const { clock, use, book } = open()
    use('translations:20')
    book.close()
    use('tafsirs:169')
    await clock.advance(day)
    expect(await stored()).toEqual({})
  })
})

describe('noting in the middle of a read', () => {
  /** As soon as may be: a turn of the event loop. */
  const soon: Later = (work) => {
    const id = setTimeout(work, 0)
    return () => clearTimeout(id)
  }
  const written = () =>
    vi.waitUntil(async () => (await readUsage(bench.db)).has('translations:20'), {
      timeout: 20_000,
    })

  it('does not disturb a transaction', async () => {
    const book = new UsageBook(bench.db, new VirtualClock(), soon)
    await bench.db.transaction('r', [bench.db.resources], async () => {
      await bench.db.resources.get('translations:20')
      book.used({ group: 'translations', id: 20 })
      await bench.db.resources.get('tafsirs:169')
    })
    await written()
  })
  it('does not fall under the ban on writing in live queries, nor wake one', async () => {
    const book = new UsageBook(bench.db, new VirtualClock(), soon)
    let ran = 0
    const statuses: unknown[] = []
    const unwatch = bench.engine.watch((status) => statuses.push(status))
    await vi.waitUntil(() => statuses.length > 0, { timeout: 20_000 })
    const subscription = liveQuery(async () => {
      ran++
      const record = await bench.db.resources.get('translations:20')
      book.used({ group: 'translations', id: 20 })
      await bench.db.resources.get('tafsirs:169')
      return record
    }).subscribe(() => undefined)
    await written()
    await settle()
    expect([ran, statuses.length]).toEqual([1, 1])
    subscription.unsubscribe()
    unwatch()
  })
})
