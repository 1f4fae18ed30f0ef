import { afterEach, describe, expect, it } from 'vitest'
import {
  clockAhead,
  createBench,
  readerRows,
  serviceRows,
  unreachableSegments,
  type Bench,
  type BenchOptions,
} from '../bench.test-support.ts'
import { systemClock, type Clock } from '../../client/clock.ts'
import type { AuditRecord } from '../../store/records.ts'
import { chapterRange, pageRange } from '@waraq/protocol'

let bench: Bench
const start = (options?: BenchOptions) => (bench = createBench(options))
afterEach(() => bench.close())

async function expectSame(keys: readonly string[]): Promise<void> {
  for (const key of keys)
    expect([key, await readerRows(bench.store, key)]).toEqual([key, serviceRows(bench.sandbox, key)])
}

/** A row of a translation as the service has it. */
function someRow(key: string, index = 3) {
  return bench.sandbox.snapshotRows(key)![index] as { id: number; verse_key: string; text: string }
}

const four = [
  'mushafs:1',
  'tafsirs:169',
  'translations:131',
  'translations:20',
  'word_by_word_transliterations:60',
]
const fourFilter = 'mushafs:1;tafsirs:169;translations:20,131;word_by_word_transliterations:60'

describe('bootstrap', () => {
  it('installs every row exactly as the service has it', async () => {
    const { engine, store, sandbox } = start()
    expect(await engine.subscribe(fourFilter)).toBe(
      'mushafs:1;tafsirs:169;translations:20,131;word_by_word_transliterations:60',
    )
    const report = await engine.sync()
    expect(report.outcome).toBe('current')
    expect(report.runs[0]).toMatchObject({
      mode: 'bootstrap',
      snapshots: 5,
      needed: [],
      unavailable: [],
      emptyGroups: [],
      rowsRejected: 0,
    })
    await expectSame(four)
    for (const info of await store.resources()) {
      expect(Object.fromEntries(info.rowsByType)).toEqual(sandbox.rowCounts(info.key))
      expect(info.confirmedAt).not.toBeNull()
    }
  })

  it('waits for none of the figures of the storage', async () => {
    const never = () => new Promise<never>(() => undefined)
    let asked = 0
    const estimate = () => {
      asked++
      return never()
    }
    // The deadline of a figure never comes, either.
    const sleep: Clock['sleep'] = (ms, signal) => (ms === 2_000 ? never() : systemClock.sleep(ms, signal))
    const { engine } = start({ engine: { storage: { estimate }, clock: { ...systemClock, sleep } } })
    await engine.subscribe('translations:20')
    expect(await engine.sync()).toMatchObject({ outcome: 'current' })
    expect(asked).toBe(3)
  })
  it('a second sync makes one request and writes no row', async () => {
    const { engine, sandbox, requests, db } = start()
    await engine.subscribe(fourFilter)
    await engine.sync()
    const before = await db.resources.toArray()
    sandbox.clearRequests()
    const { runs } = await engine.sync()
    expect(requests()).toEqual(['sync'])
    expect(runs[0]).toMatchObject({
      mode: 'incremental',
      outcome: 'current',
      pages: 1,
      mutations: 0,
      rowsWritten: 0,
      rowsDeleted: 0,
    })
    expect(await db.resources.toArray()).toEqual(before)
    expect(await db.staged.count()).toBe(0)
  })

  it('reads several pages under one bound, also where changes land in between', async () => {
    const { sandbox } = start()
    const engine = bench.newEngine({ perPage: 1 })
    await engine.subscribe('translations:20,131;tafsirs:169')
    let published = false
    const report = await engine.sync({
      onProgress: ({ pages }) => {
        if (pages < 1 || published) return
        published = true
        sandbox.publish([
          {
            resource: 'translations:20',
            update: { key: someRow('translations:20').id, text: 'between pages' },
          },
        ])
      },
    })
    expect(published).toBe(true)
    expect(report.runs[0]).toMatchObject({ outcome: 'current', pages: 3, snapshots: 3 })
    await engine.sync()
    await expectSame(['translations:20', 'translations:131', 'tafsirs:169'])
  })

  it('shows each resource as soon as it is whole', async () => {
    const { engine, store } = start({ engine: { snapshotConcurrency: 1 } })
    await engine.subscribe('translations:20,131')
    const seen: string[][] = []
    const looks: Promise<void>[] = []
    await engine.sync({
      onProgress: ({ resource }) => {
        if (resource?.phase !== 'done') return
        looks.push(store.resources().then((infos) => void seen.push(infos.map(({ key }) => key))))
      },
    })
    await Promise.all(looks)
    expect(seen[0]).toContain('translations:20')
    expect(seen[0]!.length).toBeLessThanOrEqual(2)
  })

  it('names groups that the service listed nothing of, and removes nothing of them unasked', async () => {
    const { engine, sandbox } = start({
      sandbox: { content: { chapters: [114], resources: 'tafsirs:169;translations:20' } },
    })
    await engine.subscribe('articles:*;translations:20')
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', emptyGroups: ['articles'] })
    expect((await engine.status()).subscriptions[0]!.emptyGroups).toEqual(['articles'])

    await engine.subscribe('tafsirs:*;translations:20')
    await engine.sync()
    sandbox.fault({ match: { path: 'sync', group: 'tafsirs' }, effect: { page: { mutations: [] } } })
    const { runs } = await engine.resync('tafsirs:*;translations:20')
    expect(runs[0]).toMatchObject({
      outcome: 'current',
      emptyGroups: ['tafsirs', 'translations'],
      unavailable: [],
    })
    await expectSame(['tafsirs:169', 'translations:20'])
  })

  it('asks for ids that the list left out, and believes a 404 about the others', async () => {
    const { engine, store } = start({
      sandbox: { content: 'small', quirks: { bootstrapOmits: ['translations:131'] } },
    })
    await engine.subscribe('translations:20,131,9999')
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({
      outcome: 'current',
      snapshots: 2,
      unavailable: [{ ref: { group: 'translations', id: 9999 }, reason: 'snapshot_not_found' }],
    })
    await expectSame(['translations:131'])
    expect(await store.resource({ group: 'translations', id: 9999 })).toMatchObject({
      status: 'unavailable',
      rows: 0,
    })
  })

  it('keeps groups and rows that this version does not know', async () => {
    const { engine, sandbox, store } = start()
    sandbox.add({ group: 'layers', id: 5 }, [
      { id: 7, deep: { a: [1, null] } },
      { nothing: 'to be known by' },
    ])
    sandbox.add({ group: 'mushafs', id: 77 }, [{ id: 3, record_type: 'mushaf_stamp', ink: 'red' }])
    await engine.subscribe('layers:5;mushafs:77', { unknownGroups: 'allow' })
    expect((await engine.sync()).outcome).toBe('current')
    expect(await store.rows('layers', { group: 'layers', id: 5 })).toEqual([
      { key: '7', data: { id: 7, deep: { a: [1, null] } } },
      { key: '#1', data: { nothing: 'to be known by' } },
    ])
    expect(await store.row('mushaf_stamp', { group: 'mushafs', id: 77 }, '3')).toMatchObject({
      data: { ink: 'red' },
    })
  })

  it('sets aside rows that the contract rejects, counts them and keeps the others', async () => {
    const { engine, sandbox, store } = start()
    sandbox.add({ group: 'translations', id: 900 }, [
      { id: 1, verse_key: '1:1', text: 'good' },
      { verse_key: '1:2', text: 'no id' },
    ])
    sandbox.fault({
      match: { group: 'translations', id: 900 },
      effect: {
        envelope: {
          records: [
            { id: 1, verse_key: '1:1', text: 'good' },
            'no object',
            { text: 'no id' },
            { id: 1, verse_key: '1:2', text: 'the id of another' },
            { id: 2, verse_key: '1:2', text: 'too great', extra: 2 ** 60 },
          ],
        },
      },
    })
    await engine.subscribe('translations:900')
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'current', rowsRejected: 4 })
    expect(await store.resource({ group: 'translations', id: 900 })).toMatchObject({
      rows: 1,
      rejected: { count: 4, samples: [{ index: 1 }, { index: 2 }, { index: 3 }, { index: 4 }] },
    })
  })
})

describe('rows whose place or text is null', () => {
  const mushaf = { group: 'mushafs', id: 900 }
  const word = {
    id: 1,
    record_type: 'mushaf_word',
    verse_id: 1,
    text: 'a',
    page_number: 1,
    position_in_page: 1,
  }
  const placeless = { ...word, id: 2, page_number: null, line_number: null, position_in_page: null }
  const bare = { id: 3, record_type: 'mushaf_word', verse_id: 1, text: null }
  const silent = { id: 1, word_id: 7, text: null, language_name: null, priority: null }

  it('are rows: found by their key and among all, at no place, and changed like others', async () => {
    const { engine, sandbox, store, requests } = start()
    sandbox.add(mushaf, [word, placeless, bare])
    sandbox.add({ group: 'word_by_word_translations', id: 900 }, [silent])
    await engine.subscribe('mushafs:900;word_by_word_translations:900')
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', rowsRejected: 0 })
    const keys = async (range?: { from: number; to: number }) =>
      (await store.rows('mushaf_word', mushaf, range)).map(({ key }) => key)
    expect(await keys()).toEqual(['1', '2', '3'])
    expect(await keys(pageRange(1))).toEqual(['1'])
    expect(await store.row('mushaf_word', mushaf, '3')).toEqual({ key: '3', data: bare })
    expect(await readerRows(store, 'word_by_word_translations:900')).toEqual(
      serviceRows(sandbox, 'word_by_word_translations:900'),
    )

    sandbox.clearRequests()
    const resource = 'mushafs:900'
    sandbox.publish([
      { resource, recordType: 'mushaf_word', update: { key: 1, page_number: null, text: null } },
      { resource, recordType: 'mushaf_word', update: { key: 2, page_number: 1, position_in_page: 4 } },
      { resource, create: { ...bare, id: 4 } },
    ])
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests()).toEqual(['sync'])
    expect(await keys()).toEqual(['2', '1', '3', '4'])
    expect(await keys(pageRange(1))).toEqual(['2'])
    expect(await readerRows(store, resource)).toEqual(serviceRows(sandbox, resource))
  })
})

describe('incremental sync', () => {
  const both = ['translations:20', 'translations:131']
  async function bootstrapped(options?: BenchOptions) {
    start(options)
    await bench.engine.subscribe('translations:20,131')
    await bench.engine.sync()
    bench.sandbox.clearRequests()
  }

  it('applies created, updated and deleted rows', async () => {
    await bootstrapped()
    const { sandbox, engine, requests, store } = bench
    const [first, second, third] = [0, 1, 2].map((index) => someRow('translations:20', index))
    sandbox.publish([
      { resource: 'translations:20', update: { key: first!.id, text: 'corrected <i>text</i>' } },
      { resource: 'translations:20', remove: second!.id },
      { resource: 'translations:20', create: { ...third!, id: 999_999, verse_key: '1:7', text: 'new' } },
      { resource: 'translations:20', update: { key: first!.id, text: 'corrected twice' } },
    ])
    const { runs } = await engine.sync()
    expect(requests()).toEqual(['sync'])
    expect(runs[0]).toMatchObject({
      mode: 'incremental',
      outcome: 'current',
      mutations: 4,
      rowsWritten: 2,
      rowsDeleted: 1,
    })
    await expectSame(both)
    expect(
      (await store.row('translation', { group: 'translations', id: 20 }, String(first!.id)))!.data.text,
    ).toBe('corrected twice')
    const keys = (await store.rows('translation', { group: 'translations', id: 20 }, chapterRange(1))).map(
      ({ data }) => data.verse_key,
    )
    expect(keys).toEqual(['1:1', '1:3', '1:4', '1:5', '1:6', '1:7', '1:7'])
  })

  it('copes with duplicated and shuffled changes', async () => {
    await bootstrapped()
    const { sandbox, engine } = bench
    const { id } = someRow('translations:20')
    sandbox.publish(
      ['one', 'two', 'three', 'four'].map((text) => ({
        resource: 'translations:20',
        update: { key: id, text },
      })),
    )
    sandbox.fault({ match: { path: 'sync' }, effect: { duplicateMutations: true, shuffleMutations: true } })
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame(both)
  })

  it('fetches an invalidated resource anew and takes none of its older changes', async () => {
    await bootstrapped()
    const { sandbox, engine, requests } = bench
    const { id } = someRow('translations:20')
    sandbox.publish([{ resource: 'translations:20', update: { key: id, text: 'before' } }])
    sandbox.invalidate('translations:20', [
      { resource: 'translations:20', remove: someRow('translations:20', 5).id },
    ])
    sandbox.publish([{ resource: 'translations:20', update: { key: id, text: 'after' } }])
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    expect(requests()).toEqual(['sync', 'translations:20'])
    await expectSame(both)
  })

  it('removes what is hidden, with its reason, and brings back what is restored', async () => {
    await bootstrapped()
    const { sandbox, engine, store } = bench
    sandbox.hide('translations:20', 'license_withdrawn')
    expect((await engine.sync()).runs[0]!.unavailable).toEqual([
      { ref: { group: 'translations', id: 20 }, reason: 'license_withdrawn' },
    ])
    expect(await store.rows('translation', { group: 'translations', id: 20 })).toEqual([])
    expect(await store.resource({ group: 'translations', id: 20 })).toMatchObject({
      status: 'unavailable',
      reason: 'license_withdrawn',
    })
    await expectSame(both)
    sandbox.restore('translations:20')
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame(both)
  })

  it('moves only the freshness mark where the service says no more', async () => {
    await bootstrapped()
    const { sandbox, engine, requests, store } = bench
    sandbox.touch('translations:20')
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', rowsWritten: 0 })
    expect(requests()).toEqual(['sync'])
    expect((await store.resource({ group: 'translations', id: 20 }))!.freshAt).toMatch(/^\d{4}-/)
  })

  it('shows all changes of a run at once', async () => {
    await bootstrapped()
    const { sandbox, engine, store } = bench
    const texts = async () => {
      const rows = await Promise.all(both.map((key) => readerRows(store, key)))
      return rows.map((row) => [...row!.values()].filter((text) => text.includes('refresh 2')).length)
    }
    for (const key of both)
      sandbox.invalidate(key, [{ resource: key, update: { key: someRow(key).id, text: 'refresh 2' } }])
    const seen: Promise<number[]>[] = []
    await engine.sync({ onProgress: () => void seen.push(texts()) })
    const views = await Promise.all(seen)
    expect(views.length).toBeGreaterThan(5)
    // One reader call is one commit; two calls in a row may see the commit in between, but never the new one first.
    for (const [first, second] of views) expect(first! <= second!).toBe(true)
    expect(await texts()).toEqual([1, 1])
  })

  it('leaves the segments that are there as they are, and writes what changed beside them', async () => {
    const { engine, sandbox, db } = start({ sandbox: { content: { chapters: [1, 36] } } })
    await engine.subscribe('mushafs:1')
    await engine.sync()
    const keysOf = () => db.segments('mushaf_word').toCollection().primaryKeys()
    const before = await keysOf()
    expect(before.length).toBeGreaterThan(1)
    const words = sandbox.snapshotRows('mushafs:1')!.filter((row) => row['record_type'] === 'mushaf_word')
    const { id } = words[0] as { id: number }
    sandbox.publish([
      { resource: 'mushafs:1', recordType: 'mushaf_word', update: { key: id, text: 'changed' } },
    ])
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', rowsWritten: 1 })
    await engine.verify({ group: 'articles', id: 1 })
    expect(await keysOf()).toEqual([...before, expect.any(Number)])
    await expectSame(['mushafs:1'])
  })

  it('leaves no segment behind that no manifest holds', async () => {
    await bootstrapped()
    const { sandbox, engine, db } = bench
    for (let round = 0; round < 3; round++) {
      sandbox.publish([
        {
          resource: 'translations:20',
          update: { key: someRow('translations:20', round).id, text: `round ${round}` },
        },
      ])
      sandbox.invalidate('translations:131')
      await engine.sync()
    }
    sandbox.hide('translations:131')
    await engine.sync()
    await engine.sync()
    expect(await unreachableSegments(db)).toEqual([])
    expect([
      await db.stagings.count(),
      await db.garbage.count(),
      await db.prepared.count(),
      await db.staged.count(),
      await db.batchCursors.count(),
    ]).toEqual([0, 0, 0, 0, 0])
  })
})

describe('self-healing', () => {
  it("a record key that is not the row's own is answered with a snapshot", async () => {
    const { engine, sandbox, requests } = start()
    await engine.subscribe('word_by_word_transliterations:60')
    await engine.sync()
    sandbox.clearRequests()
    const row = sandbox.snapshotRows('word_by_word_transliterations:60')![0] as {
      id: number
      word_id: number
    }
    sandbox.publish([
      {
        resource: 'word_by_word_transliterations:60',
        type: 'ROW_UPDATE',
        recordKey: String(row.id),
        data: { text: 'healed' },
        announce: { recordKey: `w${row.word_id}` },
      },
    ])
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests()).toEqual(['sync', 'word_by_word_transliterations:60'])
    await expectSame(['word_by_word_transliterations:60'])
  })

  it('a delete of a row that is not here is answered with a snapshot, unless its rule is known', async () => {
    const { engine, sandbox, requests } = start()
    await engine.subscribe('tafsirs:169;translations:20')
    await engine.sync()
    sandbox.clearRequests()
    const announce = { recordKey: 'gone' }
    sandbox.publish([
      {
        resource: 'tafsirs:169',
        type: 'ROW_DELETE',
        recordKey: String((sandbox.snapshotRows('tafsirs:169')![1] as { id: number }).id),
        announce,
      },
      {
        resource: 'translations:20',
        type: 'ROW_DELETE',
        recordKey: String(someRow('translations:20').id),
        announce: {},
      },
    ])
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests()).toEqual(['sync', 'tafsirs:169'])
    await expectSame(['tafsirs:169', 'translations:20'])
  })

  it('a change of an unknown type is answered with a snapshot', async () => {
    const { engine, sandbox, requests } = start()
    await engine.subscribe('translations:20')
    await engine.sync()
    sandbox.touch('translations:20')
    sandbox.clearRequests()
    sandbox.fault({
      match: { path: 'sync' },
      effect: { addMutations: [{ type: 'RESOURCE_MERGE', resource_group: 'translations', resource_id: 20 }] },
    })
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'current', unknownChanges: 1, snapshots: 1 })
    expect(requests()).toEqual(['sync', 'translations:20'])
  })

  it('a lost segment makes its resource absent until the next sync has fetched it', async () => {
    const { engine, store, db } = start()
    await engine.subscribe('translations:20,131')
    await engine.sync()
    const manifest = (await db.manifests.toArray()).find(({ resource }) => resource === 'translations:20')!
    await db.segments('translation').delete(manifest.segments[0]!.id)
    expect(await store.rows('translation', { group: 'translations', id: 20 })).toEqual([])
    expect(await store.resource({ group: 'translations', id: 20 })).toMatchObject({ status: 'damaged' })
    const { runs } = await bench.newEngine().sync()
    expect(runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    await expectSame(['translations:20', 'translations:131'])
  })

  it('content that changed on the device is found within a week of syncs', async () => {
    const halfWeekMs = 3.5 * 24 * 3_600_000
    let passedMs = 0
    const { engine, db, requests, sandbox } = start({ engine: { clock: clockAhead(() => passedMs) } })
    await engine.subscribe('translations:20,131')
    await engine.sync()
    const segment = (await db.segments('translation').toCollection().last())!
    segment.rows[segment.rows.indexOf(0x20) + 1] = 0x23
    await db.segments('translation').put(segment)
    sandbox.clearRequests()
    const looked = async () => ((await db.meta.get('audit')) as AuditRecord | undefined)?.last
    for (const key of ['translations:131', 'translations:20']) {
      passedMs += halfWeekMs
      expect((await engine.sync()).outcome).toBe('current')
      await expect.poll(looked).toBe(key)
    }
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests().filter((request) => request !== 'sync')).toHaveLength(1)
    await expectSame(['translations:20', 'translations:131'])
  })

  it('damage met while working changes in is mended in the same run', async () => {
    const { engine, sandbox, db } = start()
    await engine.subscribe('translations:20')
    await engine.sync()
    await db.segments('translation').clear()
    sandbox.publish([
      { resource: 'translations:20', update: { key: someRow('translations:20').id, text: 'new' } },
    ])
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    await expectSame(['translations:20'])
  })

  it('verify finds and repairs what the feed never told', async () => {
    const { engine, sandbox } = start()
    const ref = { group: 'translations', id: 20 }
    expect(await engine.verify(ref)).toMatchObject({ outcome: 'not_installed' })
    await engine.subscribe('translations:20')
    await engine.sync()
    expect(await engine.verify(ref)).toMatchObject({ outcome: 'same' })
    const [first, second] = [someRow('translations:20', 0), someRow('translations:20', 1)]
    sandbox.publish([
      { resource: 'translations:20', update: { key: first.id, text: 'silent change' } },
      { resource: 'translations:20', remove: second.id },
    ])
    expect(await engine.verify(ref)).toMatchObject({ outcome: 'repaired', changed: 1, extra: 1, missing: 0 })
    await expectSame(['translations:20'])
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame(['translations:20'])
  })
})

describe('several subscriptions', () => {
  it('share what both ask for', async () => {
    const { engine, sandbox, requests } = start()
    await engine.subscribe('translations:20')
    await engine.sync()
    sandbox.clearRequests()
    await engine.subscribe('translations:20,131')
    await engine.unsubscribe('translations:20')
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests()).toEqual(['sync', 'translations:131'])
    await expectSame(['translations:20', 'translations:131'])
  })

  it('remove what no subscription asks for any more', async () => {
    const { engine, store, db } = start()
    await engine.subscribe('translations:20')
    await engine.subscribe('translations:20,131')
    await engine.sync()
    await engine.unsubscribe('translations:131,20')
    expect((await store.resources()).map(({ key }) => key)).toEqual(['translations:20'])
    expect(await unreachableSegments(db)).toEqual([])
  })

  it('never let an older batch take a resource back', async () => {
    const { engine, sandbox } = start()
    const one = await engine.subscribe('translations:20')
    const two = await engine.subscribe('translations:*')
    await engine.sync()
    sandbox.publish([
      { resource: 'translations:20', update: { key: someRow('translations:20').id, text: 'first' } },
    ])
    sandbox.invalidate('translations:20', [])
    await engine.sync({ filters: [two] })
    sandbox.publish([
      { resource: 'translations:20', update: { key: someRow('translations:20').id, text: 'second' } },
    ])
    await engine.sync({ filters: [two] })
    expect((await engine.sync({ filters: [one] })).outcome).toBe('current')
    await expectSame(['translations:20'])
  })

  it('refuse to run a filter that is no subscription', async () => {
    const { engine } = start()
    await expect(engine.sync({ filters: ['translations:20'] })).rejects.toMatchObject({
      code: 'not_subscribed',
    })
    await expect(engine.subscribe('translations:0')).rejects.toMatchObject({
      code: 'invalid_filter',
      part: 'translations:0',
    })
  })
})

describe('resync', () => {
  it('fetches everything anew and keeps it readable meanwhile', async () => {
    const { engine, sandbox, requests, store } = start()
    await engine.subscribe('translations:20,131')
    await engine.sync()
    sandbox.clearRequests()
    const readable: Promise<number>[] = []
    const report = await engine.resync('translations:20,131', {
      onProgress: () =>
        void readable.push(
          store.rows('translation', { group: 'translations', id: 20 }).then((rows) => rows.length),
        ),
    })
    expect(report.runs[0]).toMatchObject({ outcome: 'current', mode: 'bootstrap', snapshots: 2 })
    expect(requests().sort()).toEqual(['sync', 'translations:131', 'translations:20'])
    expect(new Set(await Promise.all(readable))).toEqual(new Set([36]))
    await expect(engine.resync('tafsirs:1')).rejects.toMatchObject({ code: 'not_subscribed' })
  })
})

describe('a resource that answers 404', () => {
  it('is asked for again after a day, until it is there', async () => {
    let ahead = 0
    const { engine, sandbox, requests } = start({ engine: { clock: clockAhead(() => ahead) } })
    await engine.subscribe('translations:20,131')
    await engine.sync()
    sandbox.invalidate('translations:20')
    sandbox.fault({ match: { path: 'snapshot', id: 20 }, effect: { code: 'snapshot_not_found' } })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      unavailable: [{ reason: 'snapshot_not_found' }],
    })
    sandbox.clearRequests()
    await engine.sync()
    expect(requests()).toEqual(['sync'])
    ahead = 25 * 60 * 60 * 1000
    await engine.sync()
    expect(requests()).toEqual(['sync', 'sync', 'translations:20'])
    await expectSame(['translations:20', 'translations:131'])
  })
})

describe('status', () => {
  it('may be asked for by who is told of it, without an end of reports', async () => {
    const { engine } = start()
    let reports = 0
    const asked: Promise<unknown>[] = []
    const end = engine.watch(() => {
      reports++
      asked.push(engine.status())
    })
    await expect.poll(() => reports).toBeGreaterThan(0)
    // Each of these would bring a report, and each report would ask again.
    for (let round = 0; round < 20; round++) await engine.status()
    end()
    await Promise.all(asked)
    expect(reports).toBeLessThan(5)
  })
  it('tells what is subscribed, when it was current and what comes next', async () => {
    const { engine, sandbox } = start()
    await engine.subscribe('translations:20')
    expect(await engine.status()).toMatchObject({
      name: 'waraq',
      subscriptions: [{ filter: 'translations:20', currentAt: null, stale: false, lastRun: null }],
    })
    await engine.sync()
    const { subscriptions } = await engine.status()
    expect(subscriptions[0]).toMatchObject({
      resources: 1,
      sequence: sandbox.sequence,
      lastRun: { outcome: 'current' },
      inProgress: false,
    })
    expect(subscriptions[0]!.currentAt).toBeGreaterThan(Date.now() - 60_000)
    expect(subscriptions[0]!.currentAtServer).not.toBeNull()
    sandbox.fault({ effect: { status: 503 }, times: Infinity })
    await engine.sync()
    const failed = (await engine.status()).subscriptions[0]!
    expect(failed.lastRun).toMatchObject({ outcome: 'interrupted', errorCode: 'service_failed' })
    expect(failed.lastRun!.retryAt).toBeGreaterThan(Date.now())
  })
  it('says when nothing was confirmed for seven days', async () => {
    let ahead = 0
    const { engine } = start({ engine: { clock: clockAhead(() => ahead) } })
    await engine.subscribe('translations:20')
    await engine.sync()
    ahead = 8 * 24 * 60 * 60 * 1000
    expect((await engine.status()).subscriptions[0]!.stale).toBe(true)
  })
})

describe('live queries', () => {
  it('run again when a commit changes what they read', async () => {
    const { engine, sandbox, store } = start()
    await engine.subscribe('translations:20')
    await engine.sync()
    const { id } = someRow('translations:20')
    const seen: (string | undefined)[] = []
    await new Promise<void>((resolve, reject) => {
      const end = store
        .live((s) => s.row('translation', { group: 'translations', id: 20 }, String(id)))
        .subscribe({
          next: (row) => {
            seen.push(row?.data.text)
            if (seen.length === 1) {
              sandbox.publish([{ resource: 'translations:20', update: { key: id, text: 'seen live' } }])
              void engine.sync()
            }
            if (row?.data.text !== 'seen live') return
            end()
            resolve()
          },
          error: reject,
        })
    })
    expect(seen.at(-1)).toBe('seen live')
  })
})
