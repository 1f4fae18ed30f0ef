import { afterEach, describe, expect, it } from 'vitest'
import { createBench, type Bench, type BenchOptions } from '../bench.test-support.ts'

/** Another tab drops a subscription, or closes the engine, at any moment of a run: nothing more is stored for it. */

let bench: Bench
const start = (options?: BenchOptions) => (bench = createBench(options))
afterEach(() => bench.close())

const filter = 'translations:20'
const drop = () => bench.db.subscriptions.delete(filter)

/** An engine that does something before a request for `part` of an address is answered, once. */
function before(part: string, act: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined
  return bench.newEngine({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.url.includes(part)) await (done ??= act())
      return bench.sandbox.fetch(request)
    },
  })
}

const stopped = {
  outcome: 'interrupted',
  error: { code: 'subscription_changed', retryable: true },
  sequence: null,
}

async function expectNothingStored(): Promise<void> {
  expect(await bench.db.subscriptions.count()).toBe(0)
  expect((await bench.db.resources.toArray()).filter(({ status }) => status === 'installed')).toEqual([])
}

describe('a subscription that another tab drops', () => {
  it('while its first page is on its way: the page is not staged', async () => {
    start()
    await bench.engine.subscribe(filter)
    const { runs } = await before('/sync', drop).sync()
    expect(runs[0]).toMatchObject(stopped)
    expect(await bench.db.staged.count()).toBe(0)
    await expectNothingStored()
  })
  it('while the snapshot of its bootstrap is on its way: the snapshot is not shown', async () => {
    start()
    await bench.engine.subscribe(filter)
    const { runs } = await before('/snapshots/', drop).sync()
    expect(runs[0]).toMatchObject({ ...stopped, snapshots: 0 })
    await expectNothingStored()
  })
  it('between opening and the first request: nothing of the answer is stored', async () => {
    start()
    await bench.engine.subscribe(filter)
    await bench.db.open()
    const { runs } = await bench.engine.sync({
      onProgress: ({ phase }) => void (phase === 'paging' && drop()),
    })
    expect(runs[0]).toMatchObject(stopped)
    expect(bench.requests()).toEqual(['sync'])
    await expectNothingStored()
  })
  it('before its turn comes: it is not begun', async () => {
    start()
    const first = await bench.engine.subscribe('tafsirs:169')
    await bench.engine.subscribe(filter)
    const { runs } = await before('/snapshots/', drop).sync()
    expect(runs.map(({ filter: of, outcome, mode }) => [of, outcome, mode])).toEqual([
      [first, 'current', 'bootstrap'],
    ])
    expect(bench.requests()).toEqual(['sync', 'tafsirs:169'])
  })
})

describe('a subscription that is made twice', () => {
  it('keeps its token', async () => {
    start()
    const canonical = await bench.engine.subscribe('translations:20,131')
    await bench.engine.sync()
    const record = await bench.db.subscriptions.get(canonical)
    expect(await bench.engine.subscribe('translations:131;translations:20')).toBe(canonical)
    expect(await bench.db.subscriptions.toArray()).toEqual([record])
  })
  it('is one of those that were made in the same millisecond, in the order of their names', async () => {
    start({
      engine: { clock: { now: () => 5, monotonic: () => 0, sleep: () => new Promise(() => undefined) } },
    })
    for (const each of ['tafsirs:169', 'articles:1', 'translations:20', 'mushafs:1'])
      await bench.engine.subscribe(each)
    const { subscriptions } = await bench.engine.status()
    expect(subscriptions.map(({ filter: name }) => name)).toEqual([
      'articles:1',
      'mushafs:1',
      'tafsirs:169',
      'translations:20',
    ])
  })
})

describe('a closed engine', () => {
  it('refuses every call, and writes nothing', async () => {
    start()
    await bench.engine.close()
    const { engine } = bench
    for (const call of [
      engine.subscribe(filter),
      engine.unsubscribe(filter),
      engine.sync(),
      engine.status(),
      engine.resync(filter),
      engine.verify({ group: 'translations', id: 20 }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'engine_closed' })
    }
    expect(await bench.db.subscriptions.count()).toBe(0)
  })
})

describe('data of a newer format', () => {
  it('is left as it is by every call that would write', async () => {
    start()
    const { engine, db } = bench
    await engine.subscribe(filter)
    await engine.sync()
    await engine.verify({ group: 'articles', id: 999 })
    expect((await engine.status()).newerFormat).toBe(false)
    const writer = await db.meta.get('writer')
    await db.meta.put({ ...writer!, format: 99 } as never)
    const all = () => Promise.all(db.tables.map((table) => table.toArray()))
    const stored = await all()
    for (const call of [
      () => engine.subscribe('tafsirs:169'),
      () => engine.unsubscribe(filter),
      () => engine.resync(filter),
      () => engine.sync(),
      () => engine.verify({ group: 'translations', id: 20 }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'newer_format' })
    }
    expect(await all()).toEqual(stored)
    expect(await engine.status()).toMatchObject({ newerFormat: true, subscriptions: [{ filter }] })
  })
})
