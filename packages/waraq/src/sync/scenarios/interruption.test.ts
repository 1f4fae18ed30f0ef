import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createBench,
  readerRows,
  serviceRows,
  unreachableSegments,
  type Bench,
} from '../bench.test-support.ts'
import { refuse } from '../../store/storage-faults.test-support.ts'

/** A run may be stopped anywhere; what it committed stays, and the next one goes on. */

let bench: Bench
afterEach(() => {
  vi.restoreAllMocks()
  return bench.close()
})

const keys = ['articles:1', 'mushafs:1', 'translations:131', 'translations:20']
const filter = 'articles:1;mushafs:1;translations:20,131'

async function expectSame(): Promise<void> {
  for (const key of keys)
    expect([key, await readerRows(bench.store, key)]).toEqual([key, serviceRows(bench.sandbox, key)])
}

/** An engine whose signal is aborted when its k-th request is about to be sent: the tab dies, the request is never made. */
function dyingAt(request: number, { perPage = 1 }: { readonly perPage?: number } = {}) {
  const controller = new AbortController()
  let sent = 0
  const engine = bench.newEngine({
    perPage,
    snapshotConcurrency: 1,
    fetch: (input, init) => {
      if (++sent > request) {
        controller.abort(new DOMException('the tab was closed', 'AbortError'))
        return Promise.reject(controller.signal.reason as Error)
      }
      return bench.sandbox.fetch(new Request(input, init))
    },
  })
  return { engine, signal: controller.signal, sent: () => sent }
}

const bootstrapRequests = keys.length * 2

/** A set that an earlier run began may be older than the call: what came since is asked for with one request more. */
const followUp = 1

async function installedNow(): Promise<string[]> {
  return (await bench.store.resources()).filter(({ status }) => status === 'installed').map(({ key }) => key)
}

describe('a bootstrap interrupted after k requests', () => {
  for (let k = 0; k < bootstrapRequests; k++) {
    it(`k = ${k}: resumes, ends the same, and fetches no committed snapshot twice`, async () => {
      bench = createBench()
      await bench.engine.subscribe(filter)
      const first = dyingAt(k)
      await expect(first.engine.sync({ signal: first.signal })).rejects.toThrow('the tab was closed')
      const committed = await installedNow()
      expect(bench.requests()).toHaveLength(k)

      bench.sandbox.clearRequests()
      const second = dyingAt(Infinity)
      expect((await second.engine.sync()).outcome).toBe('current')
      expect(bench.requests().filter((request) => committed.includes(request))).toEqual([])
      expect(bench.requests()).toHaveLength(bootstrapRequests - k + (k > 0 ? followUp : 0))
      await expectSame()
      expect(await unreachableSegments(bench.db)).toEqual([])
    })
  }

  it('the whole takes as many requests as that', async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    const whole = dyingAt(Infinity)
    await whole.engine.sync()
    expect(whole.sent()).toBe(bootstrapRequests)
    await expectSame()
  })

  it('at every request in turn: still ends', async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    let interruptions = 0
    for (;;) {
      const { engine, signal } = dyingAt(1)
      const ended = await engine.sync({ signal }).then(
        () => true,
        () => false,
      )
      if (ended) break
      interruptions++
      expect(interruptions).toBeLessThan(bootstrapRequests + 1)
    }
    expect(interruptions).toBe(bootstrapRequests - 1 + followUp)
    await expectSame()
  })
})

describe('a set that an earlier run began', () => {
  it.each([
    ['bootstrap', false],
    ['incremental', true],
  ])('is older than the call, so what was published since comes with it: %s', async (mode, synced) => {
    bench = createBench()
    const { engine, sandbox } = bench
    await engine.subscribe(filter)
    if (synced) {
      await engine.sync()
      for (const key of ['translations:131', 'translations:20']) sandbox.invalidate(key)
    }
    const first = dyingAt(2, { perPage: 100 })
    await expect(first.engine.sync({ signal: first.signal })).rejects.toThrow('the tab was closed')
    const [row] = sandbox.snapshotRows('translations:20') as { id: number }[]
    sandbox.publish([{ resource: 'translations:20', update: { key: row!.id, text: 'published since' } }])
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode,
      sequence: sandbox.sequence,
    })
    await expectSame()
  })
})

describe('an incremental run interrupted after k requests', () => {
  const changed = ['translations:20', 'mushafs:1']
  for (let k = 0; k < 5; k++) {
    it(`k = ${k}: shows nothing of it before all of it`, async () => {
      bench = createBench()
      const { sandbox, engine, store } = bench
      await engine.subscribe(filter)
      await engine.sync()
      const before = await Promise.all(keys.map((key) => readerRows(store, key)))
      for (const key of changed) {
        const [first] = sandbox.snapshotRows(key) as { id: number }[]
        sandbox.invalidate(key, [
          {
            resource: key,
            recordType: key === 'mushafs:1' ? 'mushaf' : 'translation',
            update: { key: first!.id, name: 'new', text: 'new' },
          },
        ])
      }
      const word = (sandbox.snapshotRows('translations:131') as { id: number }[])[0]!
      sandbox.publish([{ resource: 'translations:131', update: { key: word.id, text: 'new' } }])

      sandbox.clearRequests()
      const first = dyingAt(k)
      await expect(first.engine.sync({ signal: first.signal })).rejects.toThrow('the tab was closed')
      expect(await Promise.all(keys.map((key) => readerRows(store, key)))).toEqual(before)
      const fetched = bench.requests().filter((request) => request !== 'sync')

      sandbox.clearRequests()
      expect((await dyingAt(Infinity).engine.sync()).outcome).toBe('current')
      expect(bench.requests().filter((request) => fetched.includes(request))).toEqual([])
      expect(bench.requests()).toHaveLength(5 - k + (k > 0 ? followUp : 0))
      await expectSame()
    })
  }
})

describe('a batch of one page', () => {
  it('that needs snapshots is gone on with: what was received is not asked for again, nor is the page', async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    await bench.engine.sync()
    for (const key of ['translations:131', 'translations:20']) bench.sandbox.invalidate(key)
    bench.sandbox.clearRequests()
    const whole = { perPage: 100 }
    const first = dyingAt(2, whole)
    await expect(first.engine.sync({ signal: first.signal })).rejects.toThrow('the tab was closed')
    expect(bench.requests()).toEqual(['sync', 'translations:131'])
    bench.sandbox.clearRequests()
    expect((await dyingAt(Infinity, whole).engine.sync()).outcome).toBe('current')
    expect(bench.requests()).toEqual(['translations:20', 'sync'])
    await expectSame()
    await bench.engine.verify({ group: 'articles', id: 999 })
    expect(await unreachableSegments(bench.db)).toEqual([])
  })
  it('that needs none leaves nothing behind where it could not be committed, and is asked for once more', async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    await bench.engine.sync()
    const row = (bench.sandbox.snapshotRows('translations:131') as { id: number }[])[0]!
    bench.sandbox.publish([{ resource: 'translations:131', update: { key: row.id, text: 'new' } }])
    bench.sandbox.clearRequests()
    const refused = refuse({ method: 'put', store: 'resources', error: 'UnknownError', times: 1 })
    expect((await bench.engine.sync()).outcome).not.toBe('current')
    expect(refused()).toBe(1)
    expect([await bench.db.batchCursors.count(), await bench.db.staged.count()]).toEqual([0, 0])
    expect((await bench.engine.sync()).outcome).toBe('current')
    expect(bench.requests()).toEqual(['sync', 'sync'])
    await expectSame()
    await bench.engine.verify({ group: 'articles', id: 999 })
    expect(await unreachableSegments(bench.db)).toEqual([])
  })
})

describe('a budget', () => {
  it('of pages: stops at a page, goes on from there', async () => {
    bench = createBench()
    const { sandbox } = bench
    const engine = bench.newEngine({ perPage: 1, snapshotConcurrency: 1 })
    await engine.subscribe(filter)
    const { runs } = await engine.sync({ budget: { pages: 2 } })
    expect(runs[0]).toMatchObject({ outcome: 'interrupted', pages: 2, error: { code: 'budget_spent' } })
    expect((await engine.status()).subscriptions[0]).toMatchObject({ inProgress: true })
    sandbox.clearRequests()
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode: 'bootstrap',
      pages: 2 + followUp,
      snapshots: 4,
    })
    await expectSame()
  })
  it('of no time: each step still ends, and enough of them end the run', async () => {
    bench = createBench()
    let now = 0
    const engine = bench.newEngine({
      snapshotConcurrency: 1,
      clock: {
        now: () => Date.now(),
        monotonic: () => now,
        sleep: (_, signal) =>
          new Promise((_resolve, reject) =>
            signal?.addEventListener('abort', () => reject(signal.reason as Error)),
          ),
      },
      fetch: (input, init) => {
        now += 10
        return bench.sandbox.fetch(new Request(input, init))
      },
    })
    await engine.subscribe(filter)
    const outcomes: string[] = []
    while (outcomes.at(-1) !== 'current') {
      outcomes.push((await engine.sync({ budget: { ms: 5 } })).outcome)
      expect(outcomes.length).toBeLessThan(10)
    }
    expect(outcomes).toEqual([
      'interrupted',
      'interrupted',
      'interrupted',
      'interrupted',
      'interrupted',
      'current',
    ])
    await expectSame()
  })
})

describe('cancelling', () => {
  it("rejects with the signal's own reason", async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    const reason = new Error('the user pressed stop')
    await expect(bench.engine.sync({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
  it('a call that waits its turn leaves the queue', async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    const first = bench.engine.sync()
    const controller = new AbortController()
    const second = bench.engine.sync({ signal: controller.signal })
    controller.abort()
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    expect((await first).outcome).toBe('current')
  })
  it('closing the engine ends what is under way', async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    bench.sandbox.fault({ effect: { hang: true }, times: Infinity })
    const sync = bench.engine.sync()
    sync.catch(() => undefined)
    await bench.engine.close()
    await expect(sync).rejects.toMatchObject({ code: 'engine_closed' })
    await expect(bench.engine.sync()).rejects.toMatchObject({ code: 'engine_closed' })
  })
  it('dropping a subscription ends its run and leaves the others', async () => {
    bench = createBench()
    const { engine, sandbox, store } = bench
    await engine.subscribe('translations:20')
    await engine.subscribe('translations:131')
    const hang = sandbox.fault({
      match: { path: 'snapshot', id: 20 },
      effect: { hang: true },
      times: Infinity,
    })
    const sync = engine.sync()
    while (hang.fired === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await engine.unsubscribe('translations:20')
    expect((await sync).runs.map(({ filter, outcome }) => [filter, outcome])).toEqual([
      ['translations:131', 'current'],
    ])
    expect((await store.resources()).map(({ key }) => key)).toEqual(['translations:131'])
  })
})
