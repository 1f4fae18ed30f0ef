import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  clockAhead,
  createBench,
  readerRows,
  serviceRows,
  type Bench,
  type BenchOptions,
} from '../bench.test-support.ts'
import { nextTurn, settle } from '@waraq/test-support/at-rest'
import { holdTransaction } from '@waraq/test-support/held-transaction'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { SyncProgress } from '../run/report.ts'
import { refuse } from '../../store/storage-faults.test-support.ts'
import { claimWriter } from '../../store/writer.ts'

/** What a run does about rare answers of the service. */

let bench: Bench
/** Ends the transaction that blocks the database. */
let release: (() => void) | undefined
const start = (options?: BenchOptions) => (bench = createBench(options))
afterEach(async () => {
  release?.()
  release = undefined
  vi.restoreAllMocks()
  await bench.close()
})

const filter = 'translations:20'
const hour = 60 * 60 * 1000

describe('an obstacle that every subscription would meet', () => {
  it('ends the sync without a second try, also where it does not pass by itself', async () => {
    start()
    await bench.engine.subscribe(filter)
    await bench.engine.subscribe('tafsirs:169')
    bench.sandbox.fault({ effect: { status: 403, type: 'insufficient_scope' }, times: Infinity })
    const { runs, outcome } = await bench.engine.sync()
    expect(outcome).toBe('failed')
    expect(runs.map(({ error, retryAt }) => [error?.code, retryAt])).toEqual([
      ['forbidden', undefined],
      ['forbidden', undefined],
    ])
    expect(bench.requests()).toEqual(['sync'])
  })
  it('also where it is met at a snapshot', async () => {
    start({ engine: { snapshotConcurrency: 1 } })
    await bench.engine.subscribe('translations:20,131')
    bench.sandbox.fault({ match: { path: 'snapshot' }, effect: { status: 403 }, times: Infinity })
    expect((await bench.engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'forbidden' },
    })
    expect(bench.requests()).toHaveLength(2)
  })
})

describe('storage that fails while a snapshot is written', () => {
  it('ends the run there and then: every other snapshot would meet it too', async () => {
    start({ engine: { snapshotConcurrency: 1 } })
    await bench.engine.subscribe('translations:20,131')
    refuse({ method: 'put', store: 'translation', error: 'UnknownError', times: 1 })
    expect((await bench.engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'storage_lost', retryable: true },
    })
    expect(bench.requests()).toEqual(['sync', 'translations:20'])
    expect((await bench.engine.sync()).outcome).toBe('current')
  })
  it('also where it does not answer: nothing is downloaded again, and the next run goes on from there', async () => {
    start()
    await bench.db.open()
    const both = ['translations:131', 'translations:20']
    await bench.engine.subscribe('translations:20,131')
    await bench.engine.subscribe('word_by_word_translations:59')
    await bench.engine.sync()
    for (const key of both) bench.sandbox.invalidate(key)
    const before = await Promise.all(both.map((key) => readerRows(bench.store, key)))
    bench.sandbox.clearRequests()

    const clock = new VirtualClock()
    const engine = bench.newEngine({
      clock,
      snapshotConcurrency: 1,
      fetch: (input, init) => {
        if (String(input).includes('/snapshots/'))
          release ??= holdTransaction(bench.db.backendDB(), ['stagings'])
        return bench.sandbox.fetch(new Request(input, init))
      },
    })
    const sync = engine.sync({ filters: ['translations:20,131', 'word_by_word_translations:59'] })
    let report: Awaited<typeof sync> | undefined
    void sync.then((ended) => (report = ended))
    for (let second = 0; second < 300 && !report; second++) {
      await clock.advance(1_000)
      await settle()
    }
    const error = { code: 'storage_blocked', retryable: true }
    expect(report).toMatchObject({
      outcome: 'failed',
      runs: [
        { outcome: 'failed', error },
        { outcome: 'failed', error },
      ],
    })
    expect(bench.requests().filter((each) => each !== 'sync')).toEqual(['translations:131'])

    release?.()
    bench.sandbox.clearRequests()
    expect(await Promise.all(both.map((key) => readerRows(bench.store, key)))).toEqual(before)
    expect(await bench.db.subscriptions.get('translations:20,131')).toMatchObject({
      lastRun: { errorCode: 'storage_blocked' },
    })
    expect((await bench.engine.sync()).outcome).toBe('current')
    expect(bench.requests().filter((each) => each !== 'sync')).toEqual(both)
    for (const key of both)
      expect([key, await readerRows(bench.store, key)]).toEqual([key, serviceRows(bench.sandbox, key)])
  })
})

describe('another tab that takes the writing over', () => {
  it('ends a run that waits for the network, within one heartbeat', async () => {
    start()
    const clock = new VirtualClock()
    const engine = bench.newEngine({ clock })
    await engine.subscribe(filter)
    bench.sandbox.fault({ match: { path: 'snapshot' }, effect: { hang: true } })
    const sync = engine.sync()
    while (bench.requests().length < 2) await nextTurn()
    await claimWriter(bench.db, 'another tab')
    await clock.advance(10_000)
    expect((await sync).runs[0]).toMatchObject({
      outcome: 'interrupted',
      error: { code: 'writer_superseded', retryable: true },
    })
    expect((await bench.db.subscriptions.get(filter))!.lastRun).toBeNull()
  })
})

describe('a bootstrap that lists nothing', () => {
  it('is current, and says of which groups nothing came', async () => {
    const { engine, sandbox } = start({
      sandbox: { content: { chapters: [114], resources: 'translations:20' } },
    })
    await engine.subscribe('articles:*')
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      sequence: sandbox.sequence,
      emptyGroups: ['articles'],
    })
  })
})

describe('a resource that comes and goes within one batch', () => {
  it('is never asked for, and known to be withdrawn', async () => {
    start()
    await bench.engine.subscribe('translations:*')
    await bench.engine.sync()
    bench.sandbox.add({ group: 'translations', id: 900 }, [{ id: 1, verse_key: '1:1', text: 'brief' }])
    bench.sandbox.delete('translations:900')
    bench.sandbox.clearRequests()
    expect((await bench.engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      rowsDeleted: 0,
      unavailable: [{ ref: { group: 'translations', id: 900 } }],
    })
    expect(bench.requests()).toEqual(['sync'])
  })
  it('and answers 404 when it is asked for, is unavailable', async () => {
    start()
    await bench.engine.subscribe('translations:*')
    await bench.engine.sync()
    bench.sandbox.add({ group: 'translations', id: 900 }, [{ id: 1, verse_key: '1:1', text: 'brief' }])
    bench.sandbox.fault({ match: { path: 'snapshot', id: 900 }, effect: { code: 'snapshot_not_found' } })
    expect((await bench.engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      rowsDeleted: 0,
      snapshots: 0,
    })
    expect(await bench.db.resources.get('translations:900')).toMatchObject({ status: 'unavailable' })
  })
  it('and is only touched, was never here: nothing to mark', async () => {
    start()
    await bench.engine.subscribe('translations:*')
    await bench.engine.sync()
    bench.sandbox.fault({
      match: { path: 'sync' },
      effect: {
        addMutations: [{ type: 'RESOURCE_UPDATE', resource_group: 'translations', resource_id: 900 }],
      },
    })
    bench.sandbox.touch('translations:20')
    expect((await bench.engine.sync()).outcome).toBe('current')
    expect(await bench.db.resources.get('translations:900')).toBeUndefined()
  })
})

describe('a change that could not be stored as it came', () => {
  it('is answered with a snapshot, whose row is set aside and counted', async () => {
    start()
    await bench.engine.subscribe(filter)
    await bench.engine.sync()
    const { id } = bench.sandbox.snapshotRows(filter)![0] as { id: number }
    bench.sandbox.publish([{ resource: filter, update: { key: id, extra: 2 ** 60 } }])
    expect((await bench.engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      snapshots: 1,
      rowsRejected: 1,
    })
    const service = serviceRows(bench.sandbox, filter)!
    service.delete(`translation ${id}`)
    expect(await readerRows(bench.store, filter)).toEqual(service)
  })
})

describe('a large snapshot', () => {
  it('tells of its bytes and its rows while it comes', async () => {
    const { engine, sandbox } = start()
    const text = 'x'.repeat(100)
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ id: index + 1, verse_key: '1:1', text }))
    sandbox.add({ group: 'translations', id: 900 }, rows)
    await engine.subscribe('translations:900')
    const seen: SyncProgress['resource'][] = []
    expect((await engine.sync({ onProgress: ({ resource }) => void seen.push(resource) })).outcome).toBe(
      'current',
    )
    const of = (phase: string) => seen.filter((resource) => resource?.phase === phase)
    expect(of('downloading').at(-1)!.bytes).toBeGreaterThan(500_000)
    expect(of('writing').at(-1)!.rows).toBeGreaterThan(4_000)
    expect(of('done')).toMatchObject([{ rows: 5_000 }])
  })
})

/** The service is slow to answer until another snapshot has been prepared. */
async function untilPrepared(): Promise<void> {
  while ((await bench.db.prepared.count()) === 0) await new Promise((resolve) => setImmediate(resolve))
}

describe('a resource that answered 404 and is asked for again', () => {
  /** translations:20 answers 404; from a day later on it is asked for again. */
  async function wanted() {
    let ahead = 0
    const { engine, sandbox } = start({
      engine: { clock: clockAhead(() => ahead) },
      sandbox: { sleep: untilPrepared },
    })
    await engine.subscribe('translations:20,131')
    await engine.sync()
    sandbox.invalidate('translations:20')
    sandbox.fault({ match: { path: 'snapshot', id: 20 }, effect: { code: 'snapshot_not_found' } })
    await engine.sync()
    sandbox.clearFaults()
    sandbox.clearRequests()
    ahead = 25 * hour
    return (ms: number) => (ahead = ms)
  }

  it('holds up nothing where it cannot be had: the token is stored all the same', async () => {
    await wanted()
    const { engine, sandbox } = bench
    sandbox.fault({ match: { path: 'snapshot' }, effect: { status: 500 }, times: Infinity })
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', needed: [], snapshots: 0 })
    expect(bench.requests()).toEqual(['sync', 'translations:20', 'translations:20'])
  })
  it('and was prepared by an interrupted run, is not installed once it is no longer asked for', async () => {
    const set = await wanted()
    const { engine, sandbox, db } = bench
    sandbox.invalidate('translations:131')
    const tired = { delayMs: 1, status: 429, headers: { 'Retry-After': '600' } }
    sandbox.fault({ match: { path: 'snapshot', id: 131 }, effect: tired })
    expect((await engine.sync()).outcome).toBe('interrupted')
    expect((await db.prepared.toArray()).map(({ key }) => key)).toEqual(['translations:20'])
    // The device's clock is set back: the day is not over yet.
    set(2 * hour)
    expect((await engine.sync()).outcome).toBe('current')
    expect(await db.resources.get('translations:20')).toMatchObject({ status: 'unavailable' })
    expect(await readerRows(bench.store, 'translations:131')).toEqual(
      serviceRows(sandbox, 'translations:131'),
    )
  })
  it('is asked for by a resync as well, and taken as it is', async () => {
    await wanted()
    const { engine, sandbox, store } = bench
    expect((await engine.resync('translations:20,131')).runs[0]).toMatchObject({
      outcome: 'current',
      snapshots: 2,
    })
    for (const key of ['translations:20', 'translations:131'])
      expect(await readerRows(store, key)).toEqual(serviceRows(sandbox, key))
  })
})

describe('a resource that another subscription found to be gone', () => {
  it('is not brought back by a snapshot that an interrupted run had prepared before', async () => {
    let ahead = 0
    const { engine, sandbox, db } = start({
      engine: { clock: clockAhead(() => ahead) },
      sandbox: { sleep: untilPrepared },
    })
    const one = await engine.subscribe('translations:20')
    const both = await engine.subscribe('translations:20,131')
    await engine.sync()
    const tired = { status: 429, headers: { 'Retry-After': '600' } }
    sandbox.invalidate('translations:20')
    sandbox.fault({ match: { path: 'snapshot' }, effect: tired })
    expect((await engine.sync({ filters: [one] })).outcome).toBe('interrupted')
    ahead += hour
    sandbox.invalidate('translations:20')
    sandbox.invalidate('translations:131')
    sandbox.fault({ match: { path: 'snapshot', id: 131 }, effect: { ...tired, delayMs: 1 } })
    expect((await engine.sync({ filters: [both] })).outcome).toBe('interrupted')
    expect((await db.prepared.toArray()).map(({ key }) => key)).toEqual(['translations:20'])
    ahead += hour
    const gone = { match: { path: 'snapshot', id: 20 }, effect: { code: 'snapshot_not_found' } } as const
    sandbox.fault({ ...gone, times: Infinity })
    for (const filter of [one, both]) {
      expect((await engine.sync({ filters: [filter] })).outcome).toBe('current')
      expect(await db.resources.get('translations:20')).toMatchObject({ status: 'unavailable' })
    }
  })
})

describe('a feed that went back', () => {
  const older = {
    page: {
      sync_until_sequence: 5,
      mutations: [],
      has_more: false,
      next_page_url: null,
      next_sync_token: 'older',
    },
  }
  it('and does not say what time it is, is timed by the device', async () => {
    let ahead = 0
    start()
    const engine = bench.newEngine({
      clock: clockAhead(() => ahead),
      fetch: async (input, init) => {
        const response = await bench.sandbox.fetch(new Request(input, init))
        const headers = new Headers(response.headers)
        headers.delete('date')
        return new Response(response.body, { status: response.status, headers })
      },
    })
    await engine.subscribe(filter)
    expect((await engine.sync()).outcome).toBe('current')
    bench.sandbox.fault({ match: { path: 'sync' }, effect: older, times: 3 })
    for (let run = 0; run < 3; run++) {
      expect((await engine.sync()).runs[0]!.error).toMatchObject({ code: 'feed_went_back' })
      ahead += hour
    }
    expect(await bench.db.subscriptions.get(filter)).toMatchObject({ wentBack: { runs: 3 } })
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', mode: 'bootstrap' })
  })
})
