import type { FaultEffect } from '@waraq/sandbox'
import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { VirtualClock } from '@waraq/test-support/virtual-clock'

/** What a service that falls over is asked, by syncs that began by themselves and by those that a person asked for. */

const minute = 60 * 1000
const filters = [
  'translations:20',
  'tafsirs:169',
  'articles:*',
  'word_by_word_translations:59',
  'translations:131',
] as const
const overloaded: FaultEffect = { status: 503 }

let bench: Bench
let clock: VirtualClock
afterEach(() => bench?.close())

/** Lets the engine work until the condition holds. Only the waits of requests pass meanwhile. */
async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (let turns = 0; turns < 3_000; turns += 1) {
    if (await what()) return
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  throw new Error(`It never happened: ${what.toString()}`)
}

const next = async () => (await bench.engine.status()).schedule!
const runs = async () =>
  (await bench.engine.status()).subscriptions.map(({ filter, lastRun }) => [filter, lastRun?.outcome])

/** An engine whose five subscriptions are current, and whose next sync comes in an hour. `sharing`: one request is for all. */
async function current({ sharing = false } = {}): Promise<void> {
  clock = new VirtualClock()
  bench = createBench({ engine: { clock, random: () => 0.5, retry: { attempts: 5, baseMs: 1, maxMs: 2 } } })
  for (const filter of filters) await bench.engine.subscribe(filter)
  await bench.engine.startAutoSync()
  await until(async () => (await next()).reason === 'interval')
  // They come to share a token by the second sync.
  if (sharing) await alarm()
  bench.sandbox.clearRequests()
}

/** Until the time of the next sync, and until that sync has ended. */
async function alarm(): Promise<void> {
  const { nextSyncAt, lastSyncAt } = await next()
  await clock.advance(nextSyncAt! - clock.now())
  await until(async () => (await next()).lastSyncAt !== lastSyncAt && (await next()).reason !== 'in_progress')
}

/** What was asked of the service meanwhile. */
async function asked(what: () => Promise<unknown>): Promise<string[]> {
  bench.sandbox.clearRequests()
  await what()
  return bench.requests()
}

describe('a service that answers 503, with five subscriptions', () => {
  it('gets one request of a sync that began by itself, and the next after minutes', async () => {
    await current({ sharing: true })
    bench.sandbox.fault({ effect: overloaded, times: Infinity })
    expect(await asked(alarm)).toEqual(['sync'])
    expect(await next()).toMatchObject({
      reason: 'retry',
      errorCode: 'service_failed',
      failures: 1,
      nextSyncAt: clock.now() + 10 * minute,
    })
    expect(await asked(alarm)).toEqual(['sync'])
    expect(await next()).toMatchObject({ failures: 2, nextSyncAt: clock.now() + 40 * minute })
  })
  it('gets five of one that a person asked for, and the next within seconds', async () => {
    await current()
    bench.sandbox.fault({ effect: overloaded, times: Infinity })
    const wake = () => clock.run(bench.engine.wake('asked'))
    expect(await asked(wake)).toEqual(['sync', 'sync', 'sync', 'sync', 'sync'])
    const { nextSyncAt } = await next()
    expect(nextSyncAt! - clock.now()).toBeLessThan(minute)
  })
  it('gets one request again as soon as it stands', async () => {
    await current({ sharing: true })
    const fault = bench.sandbox.fault({ effect: overloaded, times: Infinity })
    await alarm()
    fault.remove()
    expect(await asked(alarm)).toEqual(['sync'])
    expect(await next()).toMatchObject({ reason: 'interval', failures: 0 })
  })
})

describe('a feed that alone fails', () => {
  it('keeps no other back: the next sync begins with the others, and asks for that feed last', async () => {
    await current()
    const { sandbox, store } = bench
    sandbox.fault({ match: { path: 'sync', group: 'tafsirs' }, effect: overloaded, times: Infinity })
    const { id } = sandbox.snapshotRows('translations:131')![0] as { id: number }
    sandbox.publish([{ resource: 'translations:131', update: { key: id, text: 'corrected' } }])
    // The first one asks for a token to share, of a filter with that feed.
    expect(await asked(alarm)).toEqual(['sync', 'sync', 'sync'])
    expect((await runs()).filter(([, outcome]) => outcome !== 'current')).toEqual([
      ['tafsirs:169', 'interrupted'],
    ])
    expect(await readerRows(store, 'translations:131')).not.toEqual(serviceRows(sandbox, 'translations:131'))

    expect(await asked(alarm)).toEqual(['sync', 'sync', 'sync', 'sync', 'sync'])
    expect(await readerRows(store, 'translations:131')).toEqual(serviceRows(sandbox, 'translations:131'))
    expect((await runs()).filter(([, outcome]) => outcome !== 'current')).toEqual([
      ['tafsirs:169', 'interrupted'],
    ])

    sandbox.clearFaults()
    await alarm()
    expect((await runs()).every(([, outcome]) => outcome === 'current')).toBe(true)
  })
})

describe('a snapshot, in a sync that began by itself,', () => {
  it('is asked for again where its body broke in the middle', async () => {
    await current()
    const { sandbox, store } = bench
    sandbox.invalidate('translations:20')
    const effect = { cutBody: { afterBytes: 20 } }
    sandbox.fault({ match: { path: 'snapshot' }, effect, times: 2 })
    bench.sandbox.clearRequests()
    const { nextSyncAt } = await next()
    await clock.advance(nextSyncAt! - clock.now())
    // The waits between the tries pass.
    await until(async () => {
      await clock.advance(1)
      return (await runs()).length > 0 && bench.requests().length >= 8 && (await next()).reason === 'interval'
    })
    expect(bench.requests().filter((request) => request !== 'sync')).toEqual(Array(3).fill('translations:20'))
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })
  it('stays needed until the next sync where the service refused it, and the others go on', async () => {
    await current()
    bench.sandbox.invalidate('translations:20')
    bench.sandbox.fault({ match: { path: 'snapshot' }, effect: overloaded, times: Infinity })
    const requests = await asked(alarm)
    expect(requests.filter((request) => request === 'sync').length).toBeGreaterThanOrEqual(5)
    const snapshots = requests.filter((request) => request !== 'sync')
    expect(new Set(snapshots)).toEqual(new Set(['translations:20']))
    expect(snapshots.length).toBeLessThanOrEqual(2)
    expect((await runs()).filter(([, outcome]) => outcome !== 'current')).toEqual([
      ['translations:20', 'partial'],
    ])
  })
})

it('the first sync of an empty library tries each request five times', async () => {
  clock = new VirtualClock()
  bench = createBench({ engine: { clock, random: () => 0.5, retry: { attempts: 5, baseMs: 1, maxMs: 2 } } })
  await bench.engine.subscribe(filters[0])
  bench.sandbox.fault({ effect: overloaded, times: Infinity })
  expect(await asked(() => clock.run(bench.engine.wake('start')))).toHaveLength(5)
})
