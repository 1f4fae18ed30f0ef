import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench, type BenchOptions } from '../bench.test-support.ts'

/** The table "answers to errors", row by row, against the service. */

let bench: Bench
afterEach(() => bench.close())

const filter = 'translations:20,131'
const keys = ['translations:20', 'translations:131']

async function bootstrapped(options?: BenchOptions): Promise<Bench> {
  bench = createBench(options)
  await bench.engine.subscribe(filter)
  expect((await bench.engine.sync()).outcome).toBe('current')
  bench.sandbox.clearRequests()
  return bench
}

async function expectSame(): Promise<void> {
  for (const key of keys)
    expect([key, await readerRows(bench.store, key)]).toEqual([key, serviceRows(bench.sandbox, key)])
}

/** What readers had before stays as it was. */
async function expectUntouched(before: (Map<string, string> | undefined)[]): Promise<void> {
  expect(await Promise.all(keys.map((key) => readerRows(bench.store, key)))).toEqual(before)
}

const readAll = () => Promise.all(keys.map((key) => readerRows(bench.store, key)))
const changeOne = (text: string) => {
  const row = bench.sandbox.snapshotRows('translations:20')![0] as { id: number }
  bench.sandbox.publish([{ resource: 'translations:20', update: { key: row.id, text } }])
}
const storedToken = async () => (await bench.db.subscriptions.get('translations:20,131'))!.token

describe('401', () => {
  it('a fresh token once, the request once more', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    changeOne('after expiry')
    sandbox.expireTokens()
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests().filter((request) => request === 'sync').length).toBeLessThanOrEqual(2)
    await expectSame()
  })
  it('twice: failed, retryable, and readers keep what they had', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    const before = await readAll()
    changeOne('never seen')
    sandbox.fault({ effect: { status: 401 }, times: Infinity })
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'failed', error: { code: 'unauthorized', retryable: true } })
    expect(requests()).toEqual(['sync', 'sync'])
    await expectUntouched(before)
    sandbox.clearFaults()
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })
})

describe('403', () => {
  it('no retry in the run: failed, and the application is told', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    const before = await readAll()
    sandbox.fault({ effect: { status: 403, type: 'insufficient_scope' }, times: Infinity })
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'failed', error: { code: 'forbidden', retryable: false } })
    expect(runs[0]!.retryAt).toBeUndefined()
    expect(requests()).toEqual(['sync'])
    await expectUntouched(before)
  })
})

describe('404 snapshot_not_found', () => {
  it('the resource is unavailable, the others go on', async () => {
    const { engine, sandbox, store } = await bootstrapped()
    for (const key of keys) sandbox.invalidate(key)
    sandbox.fault({ match: { path: 'snapshot', id: 20 }, effect: { code: 'snapshot_not_found' } })
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
    expect(runs[0]!.unavailable).toEqual([
      { ref: { group: 'translations', id: 20 }, reason: 'snapshot_not_found' },
    ])
    expect(await store.rows('translation', { group: 'translations', id: 20 })).toEqual([])
  })
})

describe('410 resync_required', () => {
  it('on the token: forgotten, bootstrap, rows readable until replaced', async () => {
    const { engine, sandbox, requests, store } = await bootstrapped()
    changeOne('after compaction')
    sandbox.compact()
    const readable: Promise<number>[] = []
    const { runs } = await engine.sync({
      onProgress: () =>
        void readable.push(
          store.rows('translation', { group: 'translations', id: 131 }).then((rows) => rows.length),
        ),
    })
    expect(runs[0]).toMatchObject({ mode: 'bootstrap', outcome: 'current', pages: 1, snapshots: 2 })
    expect(requests().sort()).toEqual(['sync', 'sync', 'translations:131', 'translations:20'])
    expect(new Set(await Promise.all(readable))).toEqual(new Set([36]))
    await expectSame()
  })
  it('on a cursor: the same', async () => {
    const { sandbox, requests } = await bootstrapped()
    for (let round = 0; round < 3; round++) changeOne(`round ${round}`)
    const engine = bench.newEngine({ perPage: 1 })
    sandbox.fault({ match: { path: 'sync', nth: 2 }, effect: { code: 'resync_required' } })
    expect((await engine.sync()).runs[0]).toMatchObject({ mode: 'bootstrap', outcome: 'current' })
    expect(requests().slice(0, 3)).toEqual(['sync', 'sync', 'sync'])
    await expectSame()
  })
  it('on the bootstrap that it led to: a loop, failed, nothing removed', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    const before = await readAll()
    sandbox.fault({ match: { path: 'sync' }, effect: { code: 'resync_required' }, times: Infinity })
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'failed', error: { code: 'resync_loop', retryable: true } })
    expect(requests()).toEqual(['sync', 'sync'])
    await expectUntouched(before)
    sandbox.clearFaults()
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })
})

describe('422', () => {
  it('token_filter_mismatch: as 410', async () => {
    const { engine, sandbox } = await bootstrapped()
    changeOne('behind a mismatch')
    sandbox.fault({ match: { path: 'sync' }, effect: { code: 'token_filter_mismatch' } })
    expect((await engine.sync()).runs[0]).toMatchObject({ mode: 'bootstrap', outcome: 'current' })
    await expectSame()
  })
  it.each(['cursor_filter_mismatch', 'cursor_per_page_mismatch'] as const)(
    '%s: the batch begins again from the token',
    async (code) => {
      const { sandbox, requests } = await bootstrapped()
      for (let round = 0; round < 2; round++) changeOne(`round ${round}`)
      const engine = bench.newEngine({ perPage: 1 })
      sandbox.fault({ match: { path: 'sync', nth: 2 }, effect: { code } })
      expect((await engine.sync()).runs[0]).toMatchObject({ mode: 'incremental', outcome: 'current' })
      expect(requests()).toEqual(['sync', 'sync', 'sync', 'sync'])
      await expectSame()
    },
  )
  it('a set begun with another page size is not gone on with', async () => {
    const { sandbox } = await bootstrapped()
    for (let round = 0; round < 4; round++) changeOne(`round ${round}`)
    const small = bench.newEngine({ perPage: 1 })
    expect((await small.sync({ budget: { pages: 1 } })).outcome).toBe('interrupted')
    sandbox.clearRequests()
    expect((await bench.newEngine({ perPage: 2 }).sync()).runs[0]).toMatchObject({
      outcome: 'current',
      pages: 2,
    })
    await expectSame()
  })
  it('invalid_resources: failed, not retryable', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    sandbox.fault({
      match: { path: 'sync' },
      effect: { code: 'invalid_resources', message: 'unknown group' },
    })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'invalid_resources', retryable: false },
    })
    expect(requests()).toEqual(['sync'])
  })
  it('invalid_per_page: refused before sending', () => {
    bench = createBench()
    expect(() => bench.newEngine({ perPage: 101 })).toThrowError(
      expect.objectContaining({ code: 'invalid_option' }),
    )
  })
})

describe('429', () => {
  it('waits as Retry-After says', async () => {
    const { engine, sandbox, requests } = await bootstrapped({
      engine: { retry: { attempts: 3, baseMs: 1, maxMs: 5_000 } },
    })
    changeOne('after the wait')
    sandbox.fault({ match: { path: 'sync' }, effect: { status: 429, headers: { 'Retry-After': '1' } } })
    const began = performance.now()
    expect((await engine.sync()).outcome).toBe('current')
    expect(performance.now() - began).toBeGreaterThanOrEqual(900)
    expect(requests()).toEqual(['sync', 'sync'])
    await expectSame()
  })
  it('that asks for long: interrupted, with the time', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    sandbox.fault({ match: { path: 'sync' }, effect: { status: 429, headers: { 'Retry-After': '600' } } })
    const before = Date.now()
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'interrupted', error: { code: 'rate_limited', status: 429 } })
    expect(runs[0]!.retryAt! - before).toBeGreaterThanOrEqual(600_000)
    expect(runs[0]!.retryAt! - Date.now()).toBeLessThanOrEqual(600_000)
    expect(requests()).toEqual(['sync'])
  })
  it('on a snapshot: interrupted, and the batch is kept', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    for (const key of keys) sandbox.invalidate(key)
    sandbox.fault({
      match: { path: 'snapshot', nth: 2 },
      effect: { status: 429, headers: { 'Retry-After': '600' } },
    })
    expect((await engine.sync()).outcome).toBe('interrupted')
    sandbox.clearRequests()
    expect((await engine.sync()).outcome).toBe('current')
    // The snapshot, and what came since the set was begun.
    expect(requests()).toEqual([expect.stringContaining(':'), 'sync'])
    await expectSame()
  })
})

describe('5xx and broken answers', () => {
  it('503 once: tried again within the run', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    changeOne('after a 503')
    sandbox.fault({ match: { path: 'sync' }, effect: { status: 503 } })
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests()).toEqual(['sync', 'sync'])
    await expectSame()
  })
  it('503 for good on the feed: interrupted after bounded tries', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    sandbox.fault({ match: { path: 'sync' }, effect: { status: 503 }, times: Infinity })
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'interrupted', error: { code: 'service_failed', status: 503 } })
    expect(runs[0]!.retryAt).toBeGreaterThan(Date.now())
    expect(requests()).toEqual(['sync', 'sync'])
  })
  it.each([
    ['a 500', { status: 500 }],
    ['a body cut off', { cutBody: { afterBytes: 200 } }],
    ['a body cut off that looks complete', { cutBody: { afterBytes: 200, ending: 'clean' } }],
    ['a captive portal', { html: true }],
    ['another resource', { envelope: { resource_id: 9 } }],
    ['no list of records', { envelope: { records: null } }],
    ['an older replica', { staleSnapshot: { behind: 1 } }],
  ] as const)(
    '%s on one snapshot for good: partial, the rest is committed, the token is not',
    async (_, effect) => {
      const { engine, sandbox, requests } = await bootstrapped()
      const before = await storedToken()
      for (const key of keys)
        sandbox.invalidate(key, [
          { resource: key, remove: (sandbox.snapshotRows(key)![0] as { id: number }).id },
        ])
      const old = await readerRows(bench.store, 'translations:20')
      sandbox.fault({ match: { path: 'snapshot', id: 20 }, effect, times: Infinity })
      const { runs } = await engine.sync()
      expect(runs[0]).toMatchObject({
        outcome: 'partial',
        snapshots: 1,
        needed: [{ ref: { group: 'translations', id: 20 } }],
      })
      expect(runs[0]!.retryAt).toBeGreaterThan(Date.now())
      expect(await storedToken()).toBe(before)
      expect(await readerRows(bench.store, 'translations:131')).toEqual(
        serviceRows(sandbox, 'translations:131'),
      )
      expect(await readerRows(bench.store, 'translations:20')).toEqual(old)

      sandbox.clearFaults()
      sandbox.clearRequests()
      expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
      expect(requests()).toEqual(['sync', 'translations:20'])
      await expectSame()
    },
  )
  it('one snapshot of a bootstrap for good: partial, and the next run asks for that one only', async () => {
    bench = createBench()
    const { engine, sandbox, requests } = bench
    await engine.subscribe(filter)
    sandbox.fault({ match: { path: 'snapshot', id: 20 }, effect: { status: 500 }, times: Infinity })
    expect((await engine.sync()).outcome).toBe('partial')
    sandbox.clearFaults()
    sandbox.clearRequests()
    expect((await engine.sync()).outcome).toBe('current')
    // And what came since the set was begun.
    expect(requests()).toEqual(['translations:20', 'sync'])
    await expectSame()
  })
  it('no network: interrupted after bounded tries, and the next subscription is not tried at once', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    await engine.subscribe('tafsirs:169')
    sandbox.fault({ effect: { networkError: true }, times: Infinity })
    const report = await engine.sync()
    expect(report.runs.map(({ filter, outcome, error }) => [filter, outcome, error?.code])).toEqual([
      ['translations:20,131', 'interrupted', 'network'],
      ['tafsirs:169', 'interrupted', 'network'],
    ])
    expect(requests()).toHaveLength(2)
  })
})

describe('a feed that does not hold together', () => {
  it('a bound that changes between pages: failed, forgotten, and the token is kept', async () => {
    const { sandbox } = await bootstrapped()
    const before = [await storedToken(), await readAll()] as const
    for (let round = 0; round < 2; round++) changeOne(`round ${round}`)
    const engine = bench.newEngine({ perPage: 1 })
    sandbox.fault({ match: { path: 'sync', nth: 2 }, effect: { page: { sync_until_sequence: 999_999 } } })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'feed_inconsistent', retryable: true },
    })
    expect(await storedToken()).toBe(before[0])
    await expectUntouched(before[1])
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })

  const wentBack = {
    page: {
      sync_until_sequence: 5,
      mutations: [],
      has_more: false,
      next_page_url: null,
      next_sync_token: 'older',
    },
  }
  it('a bound that went back: failed, forgotten, and the token is kept', async () => {
    const { engine, sandbox } = await bootstrapped()
    const before = [await storedToken(), await readAll()] as const
    changeOne('newer')
    sandbox.fault({ match: { path: 'sync' }, effect: wentBack })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'feed_went_back', retryable: true },
    })
    expect(await storedToken()).toBe(before[0])
    await expectUntouched(before[1])
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })
  it('a bound that went back, of a resync that was asked for: nothing goes back, and the next sync fetches', async () => {
    const { engine, sandbox, requests } = await bootstrapped()
    const before = await readAll()
    sandbox.fault({ match: { path: 'sync' }, effect: wentBack })
    expect((await engine.resync(filter)).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'feed_went_back', retryable: true },
    })
    expect(requests()).toEqual(['sync'])
    await expectUntouched(before)
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode: 'bootstrap',
      snapshots: 2,
    })
    await expectSame()
  })
  it('sequences that began anew: believed after three runs and an hour, then everything is fetched anew', async () => {
    let ahead = 0
    const { engine, sandbox } = await bootstrapped({ sandbox: { now: () => Date.now() + ahead } })
    sandbox.fault({ match: { path: 'sync' }, effect: { page: { sync_until_sequence: 2 ** 53 - 1 } } })
    expect((await engine.sync()).outcome).toBe('current')
    changeOne('after the service was restored')
    for (let run = 0; run < 4; run++) {
      expect((await engine.sync()).runs[0]).toMatchObject({
        outcome: 'failed',
        error: { code: 'feed_went_back' },
      })
    }
    ahead = 61 * 60 * 1000
    sandbox.expireTokens()
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'feed_went_back' },
    })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode: 'bootstrap',
      snapshots: 2,
    })
    await expectSame()
  })
  it('the same next page twice: a loop', async () => {
    const { sandbox, requests } = await bootstrapped()
    for (let round = 0; round < 4; round++) changeOne(`round ${round}`)
    let next = ''
    const engine = bench.newEngine({
      perPage: 1,
      fetch: async (input, init) => {
        const response = await sandbox.fetch(new Request(input, init))
        const body = (await response.json()) as { sync: { next_page_url: string } }
        next ||= body.sync.next_page_url
        return Response.json({ sync: { ...body.sync, has_more: true, next_page_url: next } })
      },
    })
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'failed', error: { code: 'feed_loop', retryable: true } })
    expect(requests()).toEqual(['sync', 'sync'])
    expect((await bench.newEngine().sync()).outcome).toBe('current')
    await expectSame()
  })
  it('more pages than there can be: a loop', async () => {
    await bootstrapped()
    for (let round = 0; round < 5; round++) changeOne(`round ${round}`)
    const engine = bench.newEngine({ perPage: 1, maxPages: 3 })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'feed_loop' },
      pages: 3,
    })
    expect((await bench.newEngine().sync()).outcome).toBe('current')
    await expectSame()
  })
  it.each([
    'https://evil.example/api/v4/resources/sync?cursor=x',
    '//evil.example/x',
    '/api/v4/../../oauth2/token',
  ])('a next page that leads elsewhere (%s): failed, nothing is sent there', async (next_page_url) => {
    const { engine, sandbox, requests } = await bootstrapped()
    changeOne('far away')
    sandbox.fault({ match: { path: 'sync' }, effect: { page: { has_more: true, next_page_url } } })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'foreign_address' },
    })
    expect(requests()).toEqual(['sync'])
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })
  it('a snapshot that lies elsewhere, in the list of a bootstrap: the next sync asks for the list anew', async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    let lies = 1
    const lyingOnce: typeof fetch = async (input, init) => {
      const response = await bench.sandbox.fetch(new Request(input, init))
      if (!new URL(new Request(input).url).pathname.endsWith('/sync') || lies-- <= 0) return response
      const body = (await response.json()) as { sync: { mutations: { snapshot_url: string }[] } }
      body.sync.mutations[1]!.snapshot_url = '//evil.example/..\t/oauth2/token'
      return Response.json(body)
    }
    expect((await bench.newEngine({ fetch: lyingOnce }).sync()).runs[0]).toMatchObject({
      mode: 'bootstrap',
      outcome: 'partial',
      snapshots: 1,
      error: { code: 'foreign_address' },
    })
    const { engine } = bench
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })
  it('a page that the contract rejects: nothing of it is staged', async () => {
    const { engine, sandbox, db } = await bootstrapped()
    const before = await readAll()
    sandbox.fault({
      match: { path: 'sync' },
      effect: { addMutations: [{ type: 'ROW_UPDATE', resource_group: 5 }] },
      times: Infinity,
    })
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'interrupted',
      error: { code: 'invalid_response' },
    })
    expect(await db.staged.count()).toBe(0)
    await expectUntouched(before)
  })
})
