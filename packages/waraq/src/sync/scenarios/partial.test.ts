import { settle } from '@waraq/test-support/at-rest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chapterRange, parseResourceKey, type ResourceRef } from '@waraq/protocol'
import { createBench, serviceRows, unreachableSegments, type Bench } from '../bench.test-support.ts'
import type { OpenChannel } from '../../platform/channel.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { openContentStore } from '../../store/read/open-content-store.ts'
import type { SyncEngine } from '../api/sync-engine.ts'
import type { PartialSnapshot } from '../../store/partial.ts'
import { segmentLimits } from '../../store/packer.ts'
import { GatedSnapshots } from './gated-snapshots.test-support.ts'

/** The first snapshot of a resource may be read while it comes, by who asks for that. */

const ref: ResourceRef = { group: 'translations', id: 20 }
const key = 'translations:20'
const verses = 900

let bench: Bench
let gate: GatedSnapshots
let engine: SyncEngine
beforeEach(async () => {
  bench = createBench({ sandbox: { content: { resources: 'articles:1' } } })
  const rows = Array.from({ length: verses }, (_, index) => ({
    id: index + 1,
    verse_key: `2:${index + 1}`,
    text: `Verse ${index + 1}, as long as verses are: ${'word '.repeat(20)}`,
  }))
  bench.sandbox.add(ref, rows)
  gate = new GatedSnapshots()
  engine = bench.newEngine({ fetch: gate.fetchOf(bench), retry: { attempts: 1 } })
  await engine.subscribe(key)
})
afterEach(async () => {
  vi.restoreAllMocks()
  gate.open()
  await bench.close()
})

const keysOf = (rows: readonly { readonly key: string }[]) => rows.map((row) => row.key)
const first = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

/** What a reader gets who asks for it, of one moment. */
function look() {
  return bench.store.query(async (view) => ({
    rows: await view.rows('translation', ref, {}, { includePartial: true }),
    partial: await view.partial(ref),
  }))
}

const partialRowCount = async () => (await look()).partial?.rows ?? 0

/** A test that fails before it ends leaves no unhandled rejection. */
function quietly<T>(ending: Promise<T>): Promise<T> {
  ending.catch(() => undefined)
  return ending
}

/** A sync that is under way once some rows can be read. */
async function begun(by = engine, signal?: AbortSignal) {
  const ending = quietly(by.sync(signal ? { signal } : {}))
  gate.give(20_000)
  await expect.poll(partialRowCount).toBeGreaterThan(0)
  return { ending }
}

/** The sync's tab ends in the middle. */
async function killed(): Promise<number> {
  const tab = new AbortController()
  const { ending } = await begun(engine, tab.signal)
  const rows = await partialRowCount()
  tab.abort(new DOMException('the tab was closed', 'AbortError'))
  await expect(ending).rejects.toThrow('the tab was closed')
  return rows
}

describe('a first snapshot on its way', () => {
  it('gives the rows so far to who asks for them, tells how far it is, and is complete or absent to all others', async () => {
    const { ending } = await begun()
    const { rows, partial } = await look()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(verses)
    expect(keysOf(rows)).toEqual(first(rows.length))
    const whole = serviceRows(bench.sandbox, key)!
    for (const row of rows) expect(JSON.stringify(row.data)).toBe(whole.get(`translation ${row.key}`))
    expect(partial).toMatchObject({ rows: rows.length })
    expect(partial!.bytes).toBeGreaterThan(0)
    expect(partial!.of).toBeGreaterThan(partial!.bytes)
    const { store } = bench
    expect(await store.rows('translation', ref, {}, { includePartial: true })).toEqual(rows)
    const range = { from: 2_003, to: 2_005 }
    expect(keysOf(await store.rows('translation', ref, range, { includePartial: true }))).toEqual([
      '3',
      '4',
      '5',
    ])
    expect(await store.rows('translation', ref)).toEqual([])
    expect(await store.query((view) => view.rows('translation', ref))).toEqual([])
    expect(await store.row('translation', ref, '1')).toBeUndefined()
    expect(await store.resources()).toEqual([])
    expect(await store.changedRows('translation', ref)).toBeUndefined()
    expect(await engine.status()).toMatchObject({ commits: 0 })

    gate.open()
    expect((await ending).outcome).toBe('current')
    const { rows: all, partial: over } = await look()
    expect(keysOf(all)).toEqual(first(verses))
    expect(over).toBeUndefined()
    expect(await store.rows('translation', ref, range, { includePartial: true })).toHaveLength(3)
    expect(await unreachableSegments(bench.db)).toEqual([])
  })

  it('shows its first rows long before a usual segment is full', async () => {
    const ending = quietly(engine.sync())
    gate.give(14_000)
    await expect.poll(partialRowCount).toBeGreaterThan(0)
    expect(await partialRowCount()).toBeLessThan(segmentLimits.rows / 4)
    gate.open()
    await ending
    const [manifest] = await bench.db.manifests.toArray()
    expect(manifest!.segments.slice(0, 3).map(({ count }) => count)).toEqual([16, 32, 64])
  })

  it('wakes the live queries that asked, and no others', async () => {
    const seen: (PartialSnapshot | undefined)[] = []
    let others = 0
    const end = bench.store
      .live(async (store) => {
        await store.rows('translation', ref, chapterRange(2), { includePartial: true })
        return store.partial(ref)
      })
      .subscribe((partial) => seen.push(partial))
    const endOther = bench.store
      .live((store) => store.rows('translation', ref, chapterRange(2)))
      .subscribe(() => others++)
    await expect.poll(() => [seen.length, others]).toEqual([1, 1])
    const { ending } = await begun()
    await expect.poll(() => seen.at(-1)?.rows).toBeGreaterThan(0)
    const before = seen.at(-1)!.rows
    gate.give(100_000)
    await expect.poll(() => seen.at(-1)?.rows).toBeGreaterThan(before)
    expect(others).toBe(1)
    gate.open()
    await ending
    await expect.poll(() => [seen.at(-1), others]).toEqual([undefined, 2])
    expect(seen.map((partial) => partial?.rows ?? 0).slice(0, -1)).toEqual(
      seen
        .map((partial) => partial?.rows ?? 0)
        .slice(0, -1)
        .sort((a, b) => a - b),
    )
    end()
    endOther()
  })

  it('is not told of where the resource was here before', async () => {
    gate.open()
    await engine.sync()
    bench.sandbox.hide(key)
    await engine.sync()
    expect(await look()).toEqual({ rows: [], partial: undefined })
    gate.again()
    bench.sandbox.restore(key)
    const ending = quietly(engine.sync())
    gate.give(100_000)
    await expect.poll(() => gate.sent).toBeGreaterThan(90_000)
    await settle()
    expect(await look()).toEqual({ rows: [], partial: undefined })
    gate.open()
    await ending
    expect((await look()).rows).toHaveLength(verses)
  })

  it('is not told of before its envelope came', async () => {
    gate.change = (text) => {
      const { records, ...envelope } = JSON.parse(text) as { records: unknown }
      return `{"records":${JSON.stringify(records)},${JSON.stringify(envelope).slice(1)}`
    }
    const ending = quietly(engine.sync())
    gate.give(100_000)
    await expect.poll(() => gate.sent).toBeGreaterThan(90_000)
    await settle()
    expect(await look()).toEqual({ rows: [], partial: undefined })
    gate.open()
    expect((await ending).outcome).toBe('current')
    expect((await look()).rows).toHaveLength(verses)
  })
})

describe('a resource that a person waits for', () => {
  const others = ['translations:131', 'translations:33']
  const asked = async (first: readonly ResourceRef[]) => {
    for (const each of others)
      bench.sandbox.add(parseResourceKey(each)!, [{ id: 1, verse_key: '2:1', text: '' }])
    await engine.unsubscribe(key)
    for (const filter of ['articles:1', 'translations:20,33,131']) await engine.subscribe(filter)
    bench.sandbox.clearRequests()
    const syncing = bench.newEngine({ snapshotConcurrency: 1 })
    expect((await syncing.sync({ first })).outcome).toBe('current')
    return bench.requests().filter((each) => each !== 'sync')
  }

  it('comes before the others of its run, and its subscription before others', async () => {
    const order = await asked([{ group: 'translations', id: 33 }])
    expect(order[0]).toBe('translations:33')
    expect(order.at(-1)).toBe('articles:1')
    expect(order).toHaveLength(4)
  })
  it('is none where the caller names no resource: all come in the order in which they were asked for', async () => {
    const order = await asked([])
    expect(order[0]).toBe('articles:1')
    expect(order).toHaveLength(4)
  })

  /** What is asked for where `done` is done while the first snapshot of a run comes. Each subscription ends as current, once. */
  const askedAfter = async (
    filters: readonly string[],
    done: (running: SyncEngine, other: SyncEngine) => Promise<unknown>,
  ) => {
    for (const each of [...others, 'translations:57'])
      bench.sandbox.add(parseResourceKey(each)!, [{ id: 1, verse_key: '2:1', text: '' }])
    // Messages are heard at once, so that the test knows when.
    const listeners = new Set<(message: unknown) => void>()
    const channel: OpenChannel = (_, listener) => {
      listeners.add(listener)
      const post = (message: unknown) => listeners.forEach((hear) => hear !== listener && hear(message))
      return { post, close: () => void listeners.delete(listener) }
    }
    const tab = () => bench.newEngine({ fetch: gate.fetchOf(bench), snapshotConcurrency: 1, channel })
    const [running, other] = [tab(), tab()]
    await running.setSubscriptions(filters)
    await other.status()
    bench.sandbox.clearRequests()
    const ending = quietly(running.sync())
    const snapshots = () => bench.requests().filter((each) => each !== 'sync')
    await expect.poll(snapshots).toHaveLength(1)
    await done(running, other)
    gate.open()
    const { outcome, runs } = await ending
    expect(outcome).toBe('current')
    expect(runs.map(({ filter }) => filter).sort()).toEqual(
      (await bench.db.subscriptions.toCollection().primaryKeys()).sort(),
    )
    return snapshots()
  }
  const later: ResourceRef = { group: 'translations', id: 57 }

  const three = ['translations:20,33,131']

  it('is asked for in its turn where it is not named', async () => {
    expect(await askedAfter(three, async () => undefined)).toEqual([key, ...others])
  })
  it('comes before the others of the run that another tab makes', async () => {
    const [one, last] = others
    const done = (_: SyncEngine, other: SyncEngine) => other.prioritize([parseResourceKey(last!)!])
    expect(await askedAfter(three, done)).toEqual([key, last, one])
  })
  it('makes the run of another subscription give way, which then goes on', async () => {
    const asked = await askedAfter([...three, 'translations:57'], (running) => running.prioritize([later]))
    // Most of the first was to come, so it was let go.
    expect(asked).toEqual([key, 'translations:57', key, ...others])
  })
  it('may be subscribed to during a sync, which then brings it as well', async () => {
    const asked = await askedAfter(three, async (running, other) => {
      await other.subscribe('translations:57')
      await running.prioritize([later])
    })
    expect(asked).toEqual([key, 'translations:57', key, ...others])
  })
  it('comes with it also where the sync finds nothing else', async () => {
    await bench.engine.setSubscriptions(['articles:1'])
    await bench.engine.sync()
    bench.sandbox.add(later, [{ id: 1, verse_key: '2:1', text: '' }])
    let reader: Promise<string> | undefined
    const running: SyncEngine = bench.newEngine({
      fetch: async (input, init) => {
        await (reader ??= running.subscribe('translations:57'))
        return bench.sandbox.fetch(new Request(input, init))
      },
    })
    bench.sandbox.clearRequests()
    const { outcome, runs } = await running.sync()
    expect([outcome, runs.map(({ filter }) => filter)]).toEqual([
      'current',
      ['articles:1', 'translations:57'],
    ])
    expect(bench.requests()).toEqual(['sync', 'sync', 'translations:57'])
  })
  it.each([
    ['comes with this run', ref],
    ['no subscription asks for', later],
    ['is here', { group: 'articles', id: 1 }],
  ] as const)('ends no download where it %s', async (_, awaited) => {
    await bench.engine.subscribe('articles:1')
    await bench.engine.sync({ filters: ['articles:1'] })
    const asked = await askedAfter(['articles:1', ...three], (running) => running.prioritize([awaited]))
    expect(asked).toEqual([key, ...others])
  })
  it('is a reference', async () => {
    for (const wrong of ['translations', 20])
      for (const refused of [engine.sync({ first: [wrong as never] }), engine.prioritize([wrong as never])])
        await expect(refused).rejects.toMatchObject({ code: 'invalid_argument' })
  })
})

describe('a first snapshot that does not come to its end', () => {
  it.each([
    ['another resource', '"resource_id":21'],
    ['an old sequence', '"sync_sequence":0'],
    ['no sequence', '"sync_sequence":"none"'],
    ['more than JSON', '"sync_sequence":'],
  ])('and tells %s at its end takes its rows away', async (_, field) => {
    gate.change = (text) => text.replace(/\}$/, `,${field}}`)
    const seen: number[] = []
    const end = bench.store
      .live(async (store) => (await store.rows('translation', ref, {}, { includePartial: true })).length)
      .subscribe((rows) => seen.push(rows))
    const { ending } = await begun()
    await expect.poll(() => seen.at(-1)).toBeGreaterThan(0)
    gate.open()
    expect((await ending).outcome).not.toBe('current')
    expect(await look()).toEqual({ rows: [], partial: undefined })
    await expect.poll(() => seen.at(-1)).toBe(0)
    end()
    await expect.poll(() => unreachableSegments(bench.db)).toEqual([])
  })

  it('and breaks leaves its rows, and keeps them until the next one is whole', async () => {
    const { ending } = await begun()
    const rows = await partialRowCount()
    gate.break()
    expect((await ending).outcome).not.toBe('current')
    expect(await partialRowCount()).toBe(rows)
  })

  it('because its tab ended leaves its rows until the next run has more of the new one', async () => {
    const left = await killed()
    expect(await partialRowCount()).toBe(left)
    // The service corrects all that was read.
    bench.sandbox.publish(
      first(verses).map((id) => ({
        resource: key,
        update: { key: id, text: `Corrected ${'word '.repeat(20)}` },
      })),
    )
    gate.again()
    const next = bench.newEngine({ fetch: gate.fetchOf(bench), retry: { attempts: 1 } })
    const ending = quietly(next.sync())
    const kinds = new Set<string>()
    for (let bytes = 4_000; bytes < 200_000; bytes += 2_000) {
      gate.give(bytes)
      await new Promise((resolve) => setTimeout(resolve, 2))
      const { rows } = await look()
      expect(rows.length).toBeGreaterThanOrEqual(left)
      expect(keysOf(rows)).toEqual(first(rows.length))
      const corrected = new Set(rows.map(({ data }) => data.text.startsWith('Corrected')))
      expect(corrected.size).toBe(1)
      kinds.add([...corrected].join())
    }
    expect([...kinds]).toEqual(['false', 'true'])
    gate.open()
    await ending
    expect((await look()).rows).toHaveLength(verses)
    await expect.poll(() => unreachableSegments(bench.db)).toEqual([])
    expect(await bench.db.stagings.count()).toBe(0)
  })

  it('leaves its rows where the next run fails before it has any', async () => {
    const left = await killed()
    const offline = bench.newEngine({ fetch: () => Promise.reject(new TypeError('offline')) })
    expect((await offline.sync()).outcome).not.toBe('current')
    await offline.close()
    expect(await partialRowCount()).toBe(left)
  })

  it('leaves nothing where the service has none of it any more', async () => {
    await killed()
    bench.sandbox.fault({ match: { path: 'snapshot' }, effect: { code: 'snapshot_not_found' } })
    await bench.newEngine().sync()
    expect(await look()).toEqual({ rows: [], partial: undefined })
    await expect.poll(() => unreachableSegments(bench.db)).toEqual([])
  })

  it('leaves nothing where no subscription asks for it any more', async () => {
    await killed()
    const next = bench.newEngine()
    await next.unsubscribe(key)
    await expect.poll(look).toEqual({ rows: [], partial: undefined })
    await expect.poll(() => unreachableSegments(bench.db)).toEqual([])
  })

  it('gives its room to the next one where that does not fit', async () => {
    const left = await killed()
    expect(await partialRowCount()).toBe(left)
    const { collectGarbage } = await import('../../store/garbage.ts')
    const { claimWriter } = await import('../../store/writer.ts')
    const writer = await claimWriter(bench.db, 'test')
    await collectGarbage(writer)
    expect(await partialRowCount()).toBe(left)
    await collectGarbage(writer, undefined, { keepsPartial: false })
    expect(await look()).toEqual({ rows: [], partial: undefined })
    expect(await unreachableSegments(bench.db)).toEqual([])
  })

  it('is absent where the browser lost part of what it left', async () => {
    await killed()
    const segments = bench.db.segments('translation')
    await segments.delete((await segments.toCollection().primaryKeys())[0]!)
    const store = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
    expect(await store.rows('translation', ref, {}, { includePartial: true })).toEqual([])
    expect(await store.partial(ref)).toBeUndefined()
    store.close()
    gate.open()
    gate.change = (text) => text
    expect((await bench.newEngine().sync()).outcome).toBe('current')
    expect((await look()).rows).toHaveLength(verses)
  })
})
