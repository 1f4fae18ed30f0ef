import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundlePage } from './bundle.ts'
import { startServices, type Services } from './services.ts'
import { expectEverything, isCurrent, Visit } from './visit.ts'

/**
 * The service worker stopped in the middle of a background sync, at each request that it makes: the answer is held back,
 * the worker is ended, another one goes on. Nothing is lost, nothing half is seen, nothing that was kept is fetched again.
 */

const keys = ['translations:20', 'translations:131', 'tafsirs:169', 'mushafs:1', 'recitations:1']
const filter = 'translations:20,131;tafsirs:169;mushafs:1;recitations:1'
/** Pages hold two changes. */
const firstSync = { pages: 3, requests: 1 + 3 + keys.length }
const changed = ['tafsirs:169', 'recitations:1']
const laterSync = { pages: 2, requests: 1 + 2 + changed.length }

/** Pages that the next worker reads: those that were not kept, and what came since a set that it goes on with. */
const pagesLeft = (all: number, kept: number) => all - kept + (kept > 0 ? 1 : 0)

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

let files: Awaited<ReturnType<typeof bundlePage>>
let services: Services
let visit: Visit

beforeAll(async () => {
  files = await bundlePage()
})

async function begin(): Promise<void> {
  services = await startServices(files)
  visit = await Visit.begin(services)
  await visit.subscribe(filter)
}

async function end(): Promise<void> {
  await visit.close()
  await services.close()
}

async function pagesKept(): Promise<number> {
  const [batchCursor] = (await visit.page.evaluate(() => window.bench.table('batchCursors'))) as {
    pages: number
  }[]
  return batchCursor?.pages ?? 0
}

/**
 * Begins a sync and ends its worker while the nth request waits for its answer. Returns how many pages were kept by then:
 * all that were answered, because the worker stages what it holds while an answer is late, but for one that may still be on its
 * way to the disk.
 */
async function stopAt(nth: number): Promise<number> {
  services.clear()
  const held = services.hold(nth)
  await visit.dispatch('sync')
  const step = await held.reached
  const asked = services.steps.filter((each) => each === 'sync').length
  const answered = step === 'sync' ? asked - 1 : asked
  const least = step === 'sync' ? Math.max(0, answered - 1) : answered
  await expect.poll(pagesKept).toBeGreaterThanOrEqual(least)
  await visit.stopWorker()
  held.release()
  const kept = await pagesKept()
  expect(kept).toBeLessThanOrEqual(answered)
  return kept
}

/** Goes on with a new worker. Returns the snapshots that it fetched and how many pages it read. */
async function goOn(): Promise<{ snapshots: string[]; pages: number }> {
  services.clear()
  expect(await visit.fire('sync')).toBe('resolved')
  expect(await isCurrent(visit.page)).toBe(true)
  await expectEverything(visit.page, services, keys)
  return {
    snapshots: services.steps.filter((step) => step.includes(':')).sort(),
    pages: services.steps.filter((step) => step === 'sync').length,
  }
}

const seen = (key: string) => visit.page.evaluate((each) => window.bench.rows(each), key)

describe('a first sync', () => {
  beforeEach(begin)
  afterEach(end)

  it('asks for nothing else than is tried here', async () => {
    expect(await goOn()).toEqual({ snapshots: [...keys].sort(), pages: firstSync.pages })
    expect(services.steps).toHaveLength(firstSync.requests)
  })

  it.each(upTo(firstSync.requests))('stopped at request %i goes on from there', async (nth) => {
    const keptPages = await stopAt(nth)
    const missing: string[] = []
    for (const key of keys) {
      const rows = await seen(key)
      if (rows === null) missing.push(key)
      else expect([key, rows]).toEqual([key, services.rows(key)])
    }
    expect(await goOn()).toEqual({ snapshots: missing.sort(), pages: pagesLeft(firstSync.pages, keptPages) })
  })
})

describe('a later sync', () => {
  beforeAll(async () => {
    await begin()
    expect(await visit.fire('sync')).toBe('resolved')
  })
  afterAll(end)

  function publish(text: string): void {
    const [row] = services.sandbox.snapshotRows('translations:20')!
    services.sandbox.publish([{ resource: 'translations:20', update: { key: row!['id'] as number, text } }])
    for (const resource of changed) services.sandbox.invalidate(resource)
  }

  it('asks for nothing else than is tried here', async () => {
    publish('Edited.')
    expect(await goOn()).toEqual({ snapshots: [...changed].sort(), pages: laterSync.pages })
    expect(services.steps).toHaveLength(laterSync.requests)
  })

  it.each(upTo(laterSync.requests))('stopped at request %i goes on from there', async (nth) => {
    const before = new Map<string, unknown>()
    for (const key of keys) before.set(key, await seen(key))
    publish(`Edited, then stopped at ${nth}.`)
    const keptPages = await stopAt(nth)
    // Readers see none of the content until all of it is here.
    for (const key of keys) expect([key, await seen(key)]).toEqual([key, before.get(key)])
    const prepared = (await visit.page.evaluate(() => window.bench.table('prepared'))) as { key: string }[]
    const waiting = changed.filter((key) => !prepared.some((record) => record.key === key))
    expect(await goOn()).toEqual({ snapshots: waiting.sort(), pages: pagesLeft(laterSync.pages, keptPages) })
  })
})
