import { afterEach, describe, expect, it } from 'vitest'
import { clockAhead, createBench, readerRows, serviceRows, type Bench } from '../sync/bench.test-support.ts'
import { confirmedAt, isStale, resolveFreshness, staleAfterMs } from './freshness.ts'
import type { ContentStore } from './read/content-store.ts'
import { openContentStore } from './read/open-content-store.ts'
import type { SubscriptionRecord } from './records.ts'
import { IDBKeyRange } from 'fake-indexeddb'

const day = 24 * 60 * 60 * 1000
const ref = { group: 'translations', id: 20 }

let bench: Bench
const stores: ContentStore[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) store.close()
  await bench?.close()
})

describe('content that was last confirmed', () => {
  const at = (currentAt: number | null, currentAtServer: number | null = null) => ({
    currentAt,
    currentAtServer,
  })
  it.each([
    ['never', null, 0, [], false],
    ['just now', at(1_000), 1_000, [], false],
    ['exactly the limit ago', at(0), staleAfterMs, [], false],
    ['longer ago than the limit', at(0), staleAfterMs + 1, [], true],
    ['by a clock that was set back since', at(staleAfterMs * 2), 0, [], false],
    [
      'by a clock that was set back since, while the service was heard of later elsewhere',
      at(staleAfterMs * 2, 0),
      0,
      [at(1, staleAfterMs + 1)],
      true,
    ],
    ['while no other subscription was ever current', at(0, 5), 6, [at(null)], false],
    ['at an unknown time of the service', at(5, null), 6, [at(5, staleAfterMs * 9)], false],
  ] as const)('%s', (_, confirmed, now, subscriptions, stale) => {
    expect(isStale(confirmed, now, subscriptions)).toBe(stale)
  })

  it('was confirmed by whichever of its subscriptions was current last', () => {
    const listing = (currentAt: number | null, key = 'translations:20') =>
      ({ listed: [key], currentAt, currentAtServer: null }) as unknown as SubscriptionRecord
    const latest = (...times: (number | null)[]) =>
      confirmedAt('translations:20', [listing(99, 'tafsirs:169'), ...times.map((time) => listing(time))])
        ?.currentAt
    expect([latest(3, 7), latest(7, 3), latest(null, 3), latest(null)]).toEqual([7, 7, 3, undefined])
  })

  it('has a limit above zero', () => {
    expect(() => resolveFreshness({ staleAfterMs: 0 })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    )
    expect(() => resolveFreshness({ staleAfterMs: NaN })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    )
    expect(resolveFreshness()).toEqual({ staleAfterMs, policy: 'tell' })
    expect(resolveFreshness('terms')).toEqual({ staleAfterMs, policy: 'hide' })
  })
})

describe('what no sync has confirmed for too long', () => {
  let ahead = 0
  async function bootstrapped(options: Parameters<typeof createBench>[0] = {}): Promise<void> {
    ahead = 0
    bench = createBench({ ...options, engine: { clock: clockAhead(() => ahead), ...options.engine } })
    await bench.engine.subscribe('translations:20')
    await bench.engine.sync()
  }
  function storeWith(policy: 'tell' | 'hide' | 'remove', limit = 7 * day): ContentStore {
    const { indexedDB } = bench
    const store = openContentStore({
      indexedDB,
      IDBKeyRange,
      freshness: { policy, staleAfterMs: limit },
      clock: clockAhead(() => ahead),
    })
    stores.push(store)
    return store
  }

  it('is told, and read as before', async () => {
    await bootstrapped()
    const store = storeWith('tell')
    expect((await store.resource(ref))!.stale).toBe(false)
    ahead = 8 * day
    expect((await store.resource(ref))!.stale).toBe(true)
    expect((await bench.engine.status()).subscriptions[0]!.stale).toBe(true)
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(bench.sandbox, 'translations:20'))
  })

  it('is hidden where the application wants it so, and back as soon as a sync confirms it', async () => {
    await bootstrapped()
    const store = storeWith('hide')
    const [first] = await store.rows('translation', ref)
    expect(first).toBeDefined()
    ahead = 8 * day
    expect(await store.rows('translation', ref)).toEqual([])
    expect(await store.row('translation', ref, first!.key)).toBeUndefined()
    await bench.engine.sync()
    expect(await store.row('translation', ref, first!.key)).toEqual(first)
  })

  it('goes by an age of the application’s choice', async () => {
    await bootstrapped({ engine: { freshness: { staleAfterMs: day } } })
    ahead = 2 * day
    expect((await bench.engine.status()).subscriptions[0]!.stale).toBe(true)
    expect((await storeWith('tell', day).resource(ref))!.stale).toBe(true)
    expect((await storeWith('tell').resource(ref))!.stale).toBe(false)
  })

  it('stays at any age where no policy was chosen', async () => {
    await bootstrapped()
    const { engine, sandbox, store } = bench
    ahead = 400 * day
    sandbox.fault({ effect: { networkError: true }, times: Infinity })
    await engine.sync()
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })

  it('has a mark of the service’s own, which RESOURCE_UPDATE moves', async () => {
    await bootstrapped()
    const { engine, sandbox, store } = bench
    const before = (await store.resource(ref))!
    sandbox.touch('translations:20')
    await engine.sync()
    const after = (await store.resource(ref))!
    expect(after.freshAt).not.toBe(before.freshAt)
    expect(after.confirmedAt).toBeGreaterThanOrEqual(before.confirmedAt!)
  })
})
