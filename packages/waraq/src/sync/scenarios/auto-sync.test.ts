import { afterEach, describe, expect, it } from 'vitest'
import type { EngineStatus } from '../status/status.ts'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { VirtualClock } from '@waraq/test-support/virtual-clock'

const hour = 60 * 60 * 1000

let bench: Bench
let clock: VirtualClock
afterEach(() => bench?.close())

function start(): Bench {
  clock = new VirtualClock()
  bench = createBench({ engine: { clock, random: () => 0.5, retry: { attempts: 1 } } })
  return bench
}

/** Lets the engines work until the condition holds. Time stands still meanwhile. */
async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (let turns = 0; turns < 3_000; turns += 1) {
    if (await what()) return
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  throw new Error(`It never happened: ${what.toString()}`)
}

const syncs = () => bench.requests().filter((request) => request === 'sync').length

describe('an engine that keeps itself current', () => {
  it('syncs at the start, says when it will again, and does', async () => {
    const { engine, sandbox, store } = start()
    await engine.subscribe('translations:20')
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.lastSyncAt !== null && syncs() === 1)
    await until(async () => (await engine.status()).schedule!.reason === 'interval')
    const { schedule } = await engine.status()
    expect(schedule).toMatchObject({ reason: 'interval', nextSyncAt: clock.now() + hour, failures: 0 })
    sandbox.invalidate('translations:20')
    await clock.advance(hour)
    await until(() => syncs() === 2)
    await until(async () => (await engine.status()).schedule!.nextSyncAt! > clock.now())
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })

  it('fetches what it is subscribed to meanwhile', async () => {
    const { engine, store } = start()
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'nothing_subscribed')
    await engine.subscribe('translations:20')
    await until(async () => (await store.resource({ group: 'translations', id: 20 })) !== undefined)
  })

  it.each([
    ['a page that is loaded again soon after a sync', {}],
    ['a release that is started soon after a sync', { appVersion: '2' }],
  ])('fetches with %s what is subscribed to by it', async (_, changes) => {
    const { engine } = start()
    await engine.subscribe('translations:20')
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await engine.close()
    await clock.advance(5_000)
    // As `createWaraq` does: the subscription is stored before the engine keeps itself current.
    const next = bench.newEngine(changes)
    await next.setSubscriptions(['translations:20', 'translations:131'])
    await next.startAutoSync()
    await until(async () => (await next.status()).schedule?.reason === 'interval' && syncs() > 1)
    expect((await next.status()).subscriptions.every(({ currentAt }) => currentAt !== null)).toBe(true)
  })

  it('does not sync again soon after a sync where nothing was subscribed to', async () => {
    const { engine } = start()
    await engine.subscribe('translations:20')
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await engine.close()
    await clock.advance(5_000)
    const next = bench.newEngine()
    await next.setSubscriptions(['translations:20'])
    await next.startAutoSync()
    await until(async () => (await next.status()).schedule?.reason === 'interval')
    await clock.advance(10_000)
    expect(syncs()).toBe(1)
  })

  it('fetches what it is subscribed to in the same moment with its first sync, and asks no more for it', async () => {
    const { engine } = start()
    await Promise.all([
      engine.startAutoSync(),
      engine.setSubscriptions(['translations:20']),
      engine.subscribe('tafsirs:*'),
    ])
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await clock.advance(10_000)
    expect((await engine.status()).subscriptions.every(({ currentAt }) => currentAt !== null)).toBe(true)
    expect(syncs()).toBe(2)
  })

  it('has nothing that is current before it is subscribed to anything', async () => {
    const { engine } = start()
    expect(await engine.sync()).toEqual({ outcome: 'nothing', runs: [] })
    await engine.startAutoSync()
    expect(await engine.wake('asked')).toEqual({
      result: 'synced',
      report: { outcome: 'nothing', runs: [] },
    })
    expect(await engine.status()).toMatchObject({
      subscriptions: [],
      problem: null,
      schedule: { reason: 'nothing_subscribed', nextSyncAt: null, lastSyncAt: null },
    })
    expect(syncs()).toBe(0)
  })

  it('tells of no problem once it is over, not for a moment', async () => {
    const { engine, sandbox } = start()
    await engine.setSubscriptions(['translations:20'])
    const reported: EngineStatus[] = []
    engine.watch((status) => reported.push(status))
    sandbox.fault({ effect: { networkError: true }, times: 1 })
    await engine.startAutoSync()
    await until(() => reported.at(-1)?.problem?.code === 'network')
    await clock.advance(3_000)
    await until(() => reported.at(-1)?.schedule?.reason === 'interval')
    const over = reported.findIndex(({ subscriptions }) => subscriptions[0]?.lastRun?.outcome === 'current')
    expect(reported.slice(over).map(({ problem }) => problem)).toEqual(reported.slice(over).map(() => null))
  })

  it.each([
    ['two days back', -48 * hour],
    ['two days on', 48 * hour],
    ['half an hour back', -hour / 2],
  ])('names no time that a clock once set named: %s', async (_, ms) => {
    const { engine } = start()
    await engine.setSubscriptions(['translations:20'])
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    clock.jump(ms)
    const reported: EngineStatus[] = []
    engine.watch((status) => reported.push(status))
    await clock.advance(30_000)
    await until(() => reported.length > 0)
    await until(async () => (await engine.status()).schedule?.reason !== 'in_progress')
    const { schedule, subscriptions } = await engine.status()
    expect(subscriptions[0]!.currentAt).toBeLessThanOrEqual(clock.now())
    expect(schedule!.lastSyncAt).toBeLessThanOrEqual(clock.now())
    expect(schedule!.nextSyncAt).toBeGreaterThanOrEqual(clock.now())
    expect(schedule!.nextSyncAt).toBeLessThanOrEqual(clock.now() + 1.6 * hour)
  })

  it('counts what the application syncs by itself', async () => {
    const { engine } = start()
    await engine.subscribe('translations:20')
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await clock.advance(hour / 2)
    await engine.sync()
    await until(async () => (await engine.status()).schedule!.nextSyncAt === clock.now() + hour)
    expect(syncs()).toBe(2)
  })

  it('is told so once: asked again, it goes on as before', async () => {
    const { engine } = start()
    await engine.subscribe('translations:20')
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    const before = (await engine.status()).schedule
    await engine.startAutoSync()
    expect((await engine.status()).schedule).toEqual(before)
    expect(syncs()).toBe(1)
  })

  it('answers a caller who asks, with what came of it', async () => {
    const { engine, sandbox } = start()
    await engine.subscribe('translations:20')
    const answer = await engine.wake('asked')
    expect(answer).toMatchObject({ result: 'synced', report: { outcome: 'current' } })
    sandbox.fault({ effect: { networkError: true }, times: Infinity })
    expect(await engine.wake('asked')).toMatchObject({ result: 'synced', report: { outcome: 'interrupted' } })
    const { schedule } = await engine.status()
    expect(schedule).toMatchObject({ failures: 1, errorCode: 'network' })
    expect(await engine.wake('visible')).toMatchObject({ result: 'waits' })
  })

  it('knows its timetable after a restart', async () => {
    const { engine, newEngine } = start()
    await engine.subscribe('translations:20')
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    const before = (await engine.status()).schedule
    await engine.close()
    const next = newEngine()
    expect((await next.status()).schedule).toEqual(before)
    await next.startAutoSync()
    await clock.advance(1_000)
    expect(syncs()).toBe(1)
    await clock.advance(hour)
    await until(() => syncs() === 2)
  })

  it('asks within the minute as the first page of a session, and because a person asks; not for a page that starts', async () => {
    const { engine, sandbox, newEngine, store } = start()
    await engine.subscribe('translations:20')
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await engine.close()
    sandbox.invalidate('translations:20')
    await clock.advance(20_000)
    const next = newEngine()
    expect(await next.wake('start')).toMatchObject({ result: 'waits' })
    expect(syncs()).toBe(1)
    expect(await next.wake('session')).toMatchObject({ result: 'synced', report: { outcome: 'current' } })
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
    await next.sync()
    expect(syncs()).toBe(3)
  })

  it('shares one timetable with the engines of other tabs', async () => {
    const { engine, newEngine } = start()
    await engine.subscribe('translations:20')
    const engines = [engine, ...Array.from({ length: 4 }, () => newEngine())]
    await Promise.all(engines.map((each) => each.startAutoSync()))
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    expect(syncs()).toBe(1)
    await clock.advance(hour)
    await until(() => syncs() === 2)
    await until(async () => (await engine.status()).schedule!.nextSyncAt! > clock.now())
    expect(syncs()).toBe(2)
  })

  it('refuses an interval that is none', async () => {
    const { engine } = start()
    await expect(engine.startAutoSync({ everyMs: 5 })).rejects.toMatchObject({ code: 'invalid_option' })
  })
})

describe('what the application wants', () => {
  const isHere = async () => ((await readerRows(bench.store, 'translations:20'))?.size ?? 0) > 0
  const deleted = () =>
    new Promise((resolve, reject) => {
      const deleting = bench.indexedDB.deleteDatabase('waraq')
      deleting.onsuccess = resolve
      deleting.onerror = reject
    })

  it('is stored again, and is here within a second, where the database was deleted under the page', async () => {
    const { engine } = start()
    await engine.setSubscriptions(['translations:20'])
    await engine.startAutoSync()
    await until(isHere)
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await deleted()
    await clock.advance(1_000)
    await until(isHere)
    expect((await engine.status()).subscriptions).toMatchObject([{ filter: 'translations:20' }])
  })

  it('is fetched by a sync that finds the database made anew', async () => {
    const { engine } = start()
    await engine.setSubscriptions(['translations:20'])
    expect(await engine.sync()).toMatchObject({ outcome: 'current' })
    await deleted()
    expect((await engine.sync()).runs).toMatchObject([{ filter: 'translations:20', outcome: 'current' }])
    expect(await isHere()).toBe(true)
  })

  /** As a person does with the browser's tools: no event tells of it. `null`: all object stores. */
  async function emptied(only: string | null = null): Promise<void> {
    const { db } = bench
    await db.open()
    const names = [...db.backendDB().objectStoreNames].filter((name) => only === null || name === only)
    const emptying = db.backendDB().transaction(names, 'readwrite')
    for (const name of names) emptying.objectStore(name).clear()
    await new Promise((resolve) => (emptying.oncomplete = resolve))
  }

  it.each<[string, () => Promise<unknown>]>([
    ['a status that is read', () => bench.engine.status()],
    ['a reader who comes back', () => bench.engine.wake('visible')],
    ['a sync that is asked for', () => bench.engine.sync()],
    ['its next turn', () => clock.advance(hour)],
  ])('is here again where all object stores were emptied by hand, with %s', async (_, look) => {
    const { engine } = start()
    await engine.setSubscriptions(['translations:20'])
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await emptied()
    await look()
    await clock.advance(3_000)
    await until(isHere)
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    expect((await engine.status()).subscriptions).toMatchObject([{ filter: 'translations:20' }])
  })

  it.each(['meta', 'resources', 'manifests', 'batchCursors'])(
    'is here again with the next sync where %s alone was emptied by hand',
    async (table) => {
      const { engine, newEngine, sandbox } = start()
      await engine.setSubscriptions(['translations:20'])
      await engine.sync()
      await emptied(table)
      await newEngine().sync()
      await engine.sync()
      expect(await readerRows(bench.store, 'translations:20')).toEqual(
        serviceRows(sandbox, 'translations:20'),
      )
    },
  )

  it('is nothing where it dropped all', async () => {
    const { engine } = start()
    await engine.setSubscriptions(['translations:20'])
    await engine.sync()
    await engine.setSubscriptions([])
    await deleted()
    expect((await engine.sync()).runs).toEqual([])
  })
})
