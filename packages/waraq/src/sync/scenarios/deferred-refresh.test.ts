import type { ScheduleOptions } from '../schedule/settings.ts'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createBench,
  readerRows,
  serviceRows,
  type Bench,
  type EngineChanges,
} from '../bench.test-support.ts'

/** A large deferred refresh of what is here: when a sync that began by itself fetches it, and what brings it sooner. */

const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour
const refresh = 'tafsirs:169'
const filters = [refresh, 'translations:20', 'translations:131']

let bench: Bench
let clock: VirtualClock
let chance: number
let published = 0
let online: boolean
afterEach(async () => {
  await bench?.close()
  vi.unstubAllGlobals()
})

/**
 * Lets the engine work until the condition holds. Only the waits of requests pass meanwhile. It looks where nothing is left to
 * do without them: to ask for the status is more work than most of what it waits for.
 */
async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (let turns = 0; turns < 3_000; turns += 1) {
    await settle()
    if (await what()) return
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  throw new Error(`It never happened: ${what.toString()}`)
}

const next = async () => (await bench.engine.status()).schedule!
const isSettled = async () => (await next()).reason !== 'in_progress' && (await next()).lastSyncAt !== null

/** The engine takes this resource for one whose snapshot has so many megabytes. */
async function takesFor(key: string, megabytes: number): Promise<void> {
  const { manifests } = (await bench.db.resources.get(key))!
  const size = (megabytes * 1_000_000) / 3
  await bench.db.resources.update(key, {
    manifests: manifests.map((ref, index) => ({ ...ref, size: index === 0 ? size : 0 })),
  })
}

/** An engine that is current with all, at its usual interval, which shares a token and knows `refresh` as large. */
async function current(
  { everyMs, ...options }: EngineChanges & ScheduleOptions = {},
  keep: readonly string[] = filters,
): Promise<void> {
  clock = new VirtualClock()
  chance = 0.5
  online = true
  bench = createBench({
    engine: {
      clock,
      random: () => chance,
      retry: { attempts: 1, baseMs: 1, maxMs: 2 },
      fetch: (input, init) =>
        online ? bench.sandbox.fetch(new Request(input, init)) : Promise.reject(new TypeError('offline')),
      ...options,
    },
  })
  for (const filter of keep) await bench.engine.subscribe(filter)
  await bench.engine.startAutoSync({ everyMs })
  await until(async () => (await next()).reason === 'interval')
  // They come to share a token by the second sync.
  await alarm()
  await takesFor(refresh, 24)
  bench.sandbox.clearRequests()
}

/** Until the time of the next sync, and until that sync has ended. Returns what it asked for. */
async function alarm(): Promise<string[]> {
  bench.sandbox.clearRequests()
  const { nextSyncAt, lastSyncAt } = await next()
  await clock.advance(nextSyncAt! - clock.now())
  await until(async () => (await next()).lastSyncAt !== lastSyncAt && (await isSettled()))
  return bench.requests()
}

/** What was asked of the service meanwhile. */
async function asked(what: () => Promise<unknown>): Promise<string[]> {
  bench.sandbox.clearRequests()
  await what()
  return bench.requests()
}

/** Syncs at the usual interval for so long. Returns what they asked for. */
async function forHours(hours: number): Promise<string[]> {
  const end = clock.now() + hours * hour
  const all: string[] = []
  while ((await next()).nextSyncAt! <= end) all.push(...(await alarm()))
  return all
}

async function publishEdition(key = refresh): Promise<void> {
  const [row] = bench.sandbox.snapshotRows(key) as { id: number }[]
  bench.sandbox.invalidate(key, [{ resource: key, update: { key: row!.id, text: `refresh ${++published}` } }])
}

function correct(key: string, text = 'corrected'): void {
  const [row] = bench.sandbox.snapshotRows(key) as { id: number }[]
  bench.sandbox.publish([{ resource: key, update: { key: row!.id, text } }])
}

const isHere = async (key: string) =>
  JSON.stringify([...((await readerRows(bench.store, key)) ?? [])].sort()) ===
  JSON.stringify([...(serviceRows(bench.sandbox, key) ?? [])].sort())

const refreshes = async () => {
  const { subscriptions } = await bench.engine.status()
  return subscriptions.flatMap((each) => each.refreshes.map(({ ref, dueAt }) => [ref.id, dueAt]))
}
const subscription = async (filter = refresh) =>
  (await bench.engine.status()).subscriptions.find((each) => each.filter === filter)!

async function expectAll(): Promise<void> {
  for (const key of filters) expect([key, await isHere(key)]).toEqual([key, true])
  expect(await refreshes()).toEqual([])
}

describe('a large deferred refresh, where no reader waits', () => {
  it('comes at a time that is drawn once; all else comes as always', async () => {
    await current()
    await publishEdition()
    correct('translations:131')
    chance = 0.25
    expect(await alarm()).toEqual(['sync'])
    chance = 0.5
    const due = clock.now() + 6 * hour
    expect(await refreshes()).toEqual([[169, due]])
    expect(await isHere('translations:131')).toBe(true)
    expect(await isHere(refresh)).toBe(false)
    const { problem, subscriptions } = await bench.engine.status()
    expect([problem, subscriptions.map(({ lastRun }) => lastRun?.outcome)]).toEqual([
      null,
      ['partial', 'current', 'current'],
    ])
    expect((await subscription()).lastRun).toMatchObject({ errorCode: 'postponed', retryAt: due })
    // It runs by itself meanwhile, beside those that share a token. No sync comes sooner for it.
    expect(await forHours(5.96)).toEqual(Array.from({ length: 12 }, () => 'sync'))
    expect(await refreshes()).toEqual([[169, due]])
    expect(await next()).toMatchObject({ nextSyncAt: due, reason: 'interval', failures: 0 })
    expect(await alarm()).toEqual(['sync', refresh, 'sync'])
    expect(clock.now()).toBe(due)
    await expectAll()
    // And takes part again.
    expect(await alarm()).toEqual(['sync'])
    await expectAll()
  })
  it('comes at once where it is small', async () => {
    await current()
    await takesFor(refresh, 0.9)
    await publishEdition()
    expect(await alarm()).toEqual(['sync', refresh])
    await expectAll()
  })
  it('comes at once to a person who asks, also later', async () => {
    await current()
    await publishEdition()
    const click = () => clock.run(bench.engine.sync())
    expect(await asked(click)).toEqual(['sync', refresh])
    await expectAll()
    await takesFor(refresh, 24)
    await publishEdition()
    expect(await alarm()).toEqual(['sync'])
    expect(await asked(click)).toContain(refresh)
    await expectAll()
  })
  it('comes to a person who asks while another tab leaves it for later', async () => {
    await current()
    await publishEdition()
    const other = bench.newEngine()
    const lastSyncAt = (await next()).lastSyncAt
    const ringing = clock.advance((await next()).nextSyncAt! - clock.now())
    const report = await clock.run(other.sync())
    await ringing
    await until(async () => (await next()).lastSyncAt !== lastSyncAt && (await isSettled()))
    expect(report.outcome).toBe('current')
    await expectAll()
  })
  it('comes at once to a reader who comes back after more than a day', async () => {
    await current()
    await publishEdition()
    chance = 0.99
    await alarm()
    online = false
    await clock.advance(day)
    online = true
    await clock.run(bench.engine.wake('visible'))
    await until(() => isHere(refresh))
    await until(isSettled)
    expect(await refreshes()).toEqual([])
  })
  it('keeps its time in another tab and after a restart', async () => {
    await current()
    await publishEdition()
    await alarm()
    const before = await refreshes()
    await bench.engine.close()
    chance = 0.9
    const other = bench.newEngine()
    await other.startAutoSync()
    await clock.advance(hour)
    await until(async () => (await other.status()).schedule!.reason === 'interval')
    const { subscriptions } = await other.status()
    expect(subscriptions.flatMap((each) => each.refreshes.map(({ ref, dueAt }) => [ref.id, dueAt]))).toEqual(
      before,
    )
  })
  it('keeps its time where a still newer one is published, and brings that one', async () => {
    await current()
    await publishEdition()
    await alarm()
    const before = await refreshes()
    await publishEdition()
    chance = 0.9
    await alarm()
    chance = 0.5
    expect(await refreshes()).toEqual(before)
    await forHours(12)
    await expectAll()
  })
  it('brings a correction of its own rows with it', async () => {
    await current()
    await publishEdition()
    await alarm()
    correct(refresh)
    expect(await alarm()).toEqual(['sync', 'sync'])
    expect(await isHere(refresh)).toBe(false)
    await forHours(12)
    await expectAll()
  })
  it('goes on with the next sync where the tab of a person who asked is closed', async () => {
    await current()
    await publishEdition()
    await alarm()
    const { sandbox } = bench
    const held = sandbox.fault({ match: { path: 'snapshot', group: 'tafsirs' }, effect: { hang: true } })
    const asking = bench.engine.sync().catch(() => undefined)
    await until(() => bench.requests().includes(refresh))
    await bench.engine.close()
    await asking
    held.remove()
    const other = bench.newEngine()
    await other.startAutoSync()
    await clock.advance(hour)
    await until(async () => (await other.status()).schedule!.reason === 'interval')
    expect(await isHere(refresh)).toBe(true)
  })
  it('of several, each comes at a time of its own', async () => {
    await current()
    await takesFor('translations:20', 6)
    await publishEdition()
    await publishEdition('translations:20')
    await alarm()
    const due = (await refreshes()).map(([, at]) => at! - clock.now())
    expect(due).toEqual([12 * hour, 12 * hour])
    await forHours(13)
    await expectAll()
  })
  it('comes with the first sync after its time, where the device slept', async () => {
    await current()
    await publishEdition()
    await alarm()
    online = false
    await clock.advance(20 * hour)
    online = true
    await clock.run(bench.engine.wake('online'))
    await clock.advance(minute)
    await until(async () => (await next()).reason === 'interval')
    await expectAll()
  })
})

describe('what takes effect at once, although a deferred refresh waits', () => {
  it('a withdrawal of the resource', async () => {
    await current()
    await publishEdition()
    await alarm()
    bench.sandbox.hide(refresh)
    await alarm()
    expect(await bench.store.resources()).not.toContainEqual(
      expect.objectContaining({ key: refresh, status: 'installed' }),
    )
    expect(await refreshes()).toEqual([])
    // It would have come after twelve.
    await forHours(13)
    expect(await refreshes()).toEqual([])
  })
  it('a withdrawal of a row', async () => {
    await current()
    await publishEdition()
    await alarm()
    const [row] = bench.sandbox.snapshotRows(refresh) as { id: number }[]
    bench.sandbox.publish([{ resource: refresh, remove: row!.id }])
    expect(await alarm()).toContain(refresh)
    await expectAll()
  })
  it('damage of what is here', async () => {
    await current()
    await publishEdition()
    await alarm()
    await bench.db.resources.update(refresh, { needsSnapshot: 'damage' })
    expect(await refreshes()).toEqual([])
    expect(await alarm()).toContain(refresh)
    await expectAll()
  })
  it('a dropped subscription', async () => {
    await current()
    await publishEdition()
    await alarm()
    await clock.run(bench.engine.unsubscribe(refresh))
    expect(await refreshes()).toEqual([])
    expect(await forHours(13)).not.toContain(refresh)
    expect((await bench.db.resources.get(refresh))?.status).not.toBe('installed')
  })
  it('a resync that the application asks for', async () => {
    await current()
    await publishEdition()
    await alarm()
    await clock.run(bench.engine.resync(refresh))
    await expectAll()
  })
  it('`verify` of the resource', async () => {
    await current()
    await publishEdition()
    await alarm()
    const ref = { group: 'tafsirs', id: 169 }
    expect(await clock.run(bench.engine.verify(ref))).toMatchObject({ outcome: 'repaired', changed: 1 })
    expect(await isHere(refresh)).toBe(true)
    expect(await refreshes()).toEqual([])
    expect(await clock.run(bench.engine.verify(ref))).toMatchObject({ outcome: 'same' })
  })
})

describe('what is here stays fresh', () => {
  const stale = async () => (await subscription()).stale

  it('is confirmed within a day or so, and its age is told', async () => {
    await current()
    const since = (await subscription()).currentAt!
    await publishEdition()
    chance = 0.99
    await alarm()
    chance = 0.5
    await forHours(23)
    expect((await subscription()).currentAt).toBe(since)
    await forHours(2)
    await expectAll()
    expect((await subscription()).currentAt! - since).toBeLessThan(1.1 * day)
  })
  it('waits less where the application wants content fresher', async () => {
    await current({ freshness: { policy: 'hide', staleAfterMs: 6 * hour } })
    await publishEdition()
    chance = 0.99
    await alarm()
    chance = 0.5
    for (let hours = 0; hours < 4; hours++) {
      expect(await stale()).toBe(false)
      await alarm()
    }
    await expectAll()
  })
  it('is not left for later by a device that syncs every six days', async () => {
    await current({ everyMs: 6 * day, freshness: 'terms' })
    await publishEdition()
    expect(await alarm()).toEqual(['sync', refresh])
    await expectAll()
  })
  it('comes in time to a device that saves data from then on', async () => {
    let saveData = false
    vi.stubGlobal('navigator', {
      get connection() {
        return { saveData }
      },
    })
    await current({ freshness: 'terms' })
    await publishEdition()
    chance = 0.99
    await forHours(20)
    saveData = true
    // Six days after what is here was confirmed, not after the latest sync.
    for (let days = 0; days < 5.5; days += 0.25) {
      await clock.advance(day / 4)
      await until(isSettled)
      expect([days, await stale()]).toEqual([days, false])
    }
    await expectAll()
  })
  it('comes within a day of a clock that is set back by a year', async () => {
    await current()
    await publishEdition()
    chance = 0.99
    await alarm()
    clock.jump(-365 * day)
    await clock.run(bench.engine.wake('visible'))
    await until(isSettled)
    await forHours(50)
    await expectAll()
  })
})
