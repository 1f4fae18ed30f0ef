import { fakeLocks } from '@waraq/test-support/locks'
import { settle } from '@waraq/test-support/at-rest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import type { SyncEngine } from '../api/sync-engine.ts'
import { sharedChannel } from './shared-channel.test-support.ts'

/** Syncing is paused and goes on, in all engines of a database. */

let bench: Bench
afterEach(() => bench.close())

function start(): Bench {
  bench = createBench({ engine: { locks: fakeLocks(), channel: sharedChannel() } })
  return bench
}

const key = 'translations:20'
const syncs = () => bench.requests().filter((each) => each === 'sync').length
const pausedSince = async (engine: SyncEngine) => (await engine.status()).pausedSince
const isHere = async () => {
  expect(await readerRows(bench.store, key)).toEqual(serviceRows(bench.sandbox, key))
}

/** Snapshots hang until the faults are cleared. */
async function hanging(engine: SyncEngine, begin: () => Promise<unknown>): Promise<void> {
  bench.sandbox.fault({ match: { path: 'snapshot' }, effect: { hang: true }, times: Infinity })
  await engine.subscribe(key)
  void begin()
  await vi.waitUntil(() => bench.requests().includes(key))
}

describe('while syncing is paused', () => {
  it('nothing comes by itself, in no engine and after a restart, and the status says since when', async () => {
    const { engine, newEngine } = start()
    const before = Date.now()
    await engine.pause()
    const since = await pausedSince(engine)
    expect(since).toBeGreaterThanOrEqual(before)
    await engine.pause()
    await engine.close()
    const next = newEngine()
    await next.startAutoSync()
    await next.subscribe(key)
    for (const kind of ['start', 'session', 'visible', 'online', 'interval', 'subscribed'] as const)
      expect(await next.wake(kind)).toEqual({ result: 'waits', nextAt: null, reason: 'paused' })
    const status = await next.status()
    expect([status.pausedSince, status.problem]).toEqual([since, null])
    expect(status.schedule).toMatchObject({ nextSyncAt: null, reason: 'paused' })
    expect(syncs()).toBe(0)
  })

  it('a sync that a caller asks for comes, and the pause goes on', async () => {
    const { engine } = start()
    await engine.subscribe(key)
    await engine.startAutoSync()
    await vi.waitUntil(async () => (await engine.status()).schedule?.reason === 'interval')
    await engine.pause()
    bench.sandbox.invalidate(key)
    expect(await engine.sync()).toMatchObject({ outcome: 'current' })
    await isHere()
    bench.sandbox.invalidate(key)
    expect(await engine.wake('asked')).toMatchObject({ result: 'synced', report: { outcome: 'current' } })
    expect(await engine.resync(key)).toMatchObject({ outcome: 'current' })
    expect(await pausedSince(engine)).not.toBeNull()
    expect(await engine.wake('interval')).toMatchObject({ reason: 'paused' })
  })
})

describe('a run under way', () => {
  it.each(['the same engine', 'another one'])(
    'ends where %s pauses, and goes on from there',
    async (which) => {
      const { engine, newEngine } = start()
      const other = newEngine()
      await hanging(engine, () => engine.startAutoSync())
      await (which === 'another one' ? other : engine).pause()
      await vi.waitUntil(async () => (await engine.status()).activity === null)
      const { subscriptions, schedule, problem } = await other.status()
      expect(subscriptions).toMatchObject([
        { inProgress: true, lastRun: { errorCode: 'paused' }, problem: null },
      ])
      expect([schedule?.reason, schedule?.failures, problem]).toEqual(['paused', 0, null])
      bench.sandbox.clearFaults()
      const asked = syncs()
      await other.resume()
      await vi.waitUntil(async () => (await engine.status()).subscriptions[0]?.currentAt !== null)
      await isHere()
      // No page again, but what came since.
      await vi.waitUntil(() => syncs() - asked > 0)
      expect([await pausedSince(engine), syncs() - asked]).toEqual([null, 1])
    },
  )

  it('tells the caller', async () => {
    const { engine } = start()
    const reports: unknown[] = []
    await hanging(engine, async () => reports.push(await engine.sync()))
    await engine.pause()
    await vi.waitUntil(() => reports.length > 0)
    expect(reports).toMatchObject([
      { outcome: 'interrupted', runs: [{ error: { code: 'paused', retryable: true } }] },
    ])
  })

  it('that has not had its turn asks the service for nothing', async () => {
    const { engine, newEngine } = start()
    const other = newEngine()
    await hanging(engine, () => engine.sync())
    const waiting = other.sync()
    // The call has read what runs, and waits.
    await settle()
    const asked = bench.sandbox.requests.length
    await other.pause()
    expect(await waiting).toMatchObject({ runs: [{ error: { code: 'paused' } }] })
    expect(bench.sandbox.requests.length).toBe(asked)
  })
})

describe('watchers of every engine', () => {
  it('hear of the pause and of its end', async () => {
    const { engine, newEngine } = start()
    const other = newEngine()
    const heard: boolean[] = []
    other.watch(({ pausedSince: since }) => void heard.push(since !== null))
    await vi.waitUntil(() => heard.length > 0)
    await engine.pause()
    await vi.waitUntil(() => heard.at(-1) === true)
    await engine.resume()
    await vi.waitUntil(() => heard.at(-1) === false)
  })
})
