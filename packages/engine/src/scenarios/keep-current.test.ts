import { afterEach, describe, expect, it } from 'vitest'
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
    await engine.keepCurrent()
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
    await engine.keepCurrent()
    await until(async () => (await engine.status()).schedule?.reason === 'nothing_subscribed')
    await engine.subscribe('translations:20')
    await until(async () => (await store.resource({ group: 'translations', id: 20 })) !== undefined)
  })

  it('counts what the application syncs by itself', async () => {
    const { engine } = start()
    await engine.subscribe('translations:20')
    await engine.keepCurrent()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await clock.advance(hour / 2)
    await engine.sync()
    await until(async () => (await engine.status()).schedule!.nextSyncAt === clock.now() + hour)
    expect(syncs()).toBe(2)
  })

  it('is told so once: asked again, it goes on as before', async () => {
    const { engine } = start()
    await engine.subscribe('translations:20')
    await engine.keepCurrent()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    const before = (await engine.status()).schedule
    await engine.keepCurrent()
    expect((await engine.status()).schedule).toEqual(before)
    expect(syncs()).toBe(1)
  })

  it('answers a caller who asks, with what came of it', async () => {
    const { engine, sandbox } = start()
    await engine.subscribe('translations:20')
    const answer = await engine.wake('asked')
    expect(answer).toMatchObject({ result: 'synced', report: { outcome: 'current' } })
    sandbox.fault({ effect: { networkError: true }, times: Infinity })
    expect(await engine.wake('asked')).toMatchObject({ result: 'synced', report: { outcome: 'deferred' } })
    const { schedule } = await engine.status()
    expect(schedule).toMatchObject({ failures: 1, errorCode: 'network' })
    expect(await engine.wake('visible')).toMatchObject({ result: 'waits' })
  })

  it('knows its timetable after a restart', async () => {
    const { engine, newEngine } = start()
    await engine.subscribe('translations:20')
    await engine.keepCurrent()
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    const before = (await engine.status()).schedule
    await engine.close()
    const next = newEngine()
    expect((await next.status()).schedule).toEqual(before)
    await next.keepCurrent()
    await clock.advance(1_000)
    expect(syncs()).toBe(1)
    await clock.advance(hour)
    await until(() => syncs() === 2)
  })

  it('asks within the minute as the first page of a session, and because a person asks; not for a page that starts', async () => {
    const { engine, sandbox, newEngine, store } = start()
    await engine.subscribe('translations:20')
    await engine.keepCurrent()
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
    await Promise.all(engines.map((each) => each.keepCurrent()))
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    expect(syncs()).toBe(1)
    await clock.advance(hour)
    await until(() => syncs() === 2)
    await until(async () => (await engine.status()).schedule!.nextSyncAt! > clock.now())
    expect(syncs()).toBe(2)
  })

  it('refuses a pace that is none', async () => {
    const { engine } = start()
    await expect(engine.keepCurrent({ everyMs: 5 })).rejects.toMatchObject({ code: 'invalid_option' })
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
    await engine.keep(['translations:20'])
    await engine.keepCurrent()
    await until(isHere)
    await until(async () => (await engine.status()).schedule?.reason === 'interval')
    await deleted()
    await clock.advance(1_000)
    await until(isHere)
    expect((await engine.status()).subscriptions).toMatchObject([{ filter: 'translations:20' }])
  })

  it('is fetched by a sync that finds the database made anew', async () => {
    const { engine } = start()
    await engine.keep(['translations:20'])
    expect(await engine.sync()).toMatchObject({ outcome: 'current' })
    await deleted()
    expect((await engine.sync()).runs).toMatchObject([{ filter: 'translations:20', outcome: 'current' }])
    expect(await isHere()).toBe(true)
  })

  it('is nothing where it dropped all', async () => {
    const { engine } = start()
    await engine.keep(['translations:20'])
    await engine.sync()
    await engine.keep([])
    await deleted()
    expect((await engine.sync()).runs).toEqual([])
  })
})
