import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundlePage } from './bundle.ts'
import { startServices, type Services } from './services.ts'
import { expectEverything, isCurrent, Visit } from './visit.ts'

/** Sync events in a real browser: fired by the browser itself, and by hand. */

const keys = ['translations:20', 'translations:131', 'tafsirs:169']
const filter = 'translations:20,131;tafsirs:169'
/** The requests of a first sync, sorted: pages hold two resources. */
const everything = ['sync', 'sync', 'tafsirs:169', 'token', 'translations:131', 'translations:20']

/** Chromium's name for the time until it fires an event once more. */
const nextAttempt = 'Next Attempt Delay (ms)'

let files: Awaited<ReturnType<typeof bundlePage>>
let services: Services
let visit: Visit

beforeAll(async () => {
  files = await bundlePage()
})
beforeEach(async () => {
  services = await startServices(files)
})
afterEach(async () => {
  await visit?.close()
  await services.close()
})

async function begin(query?: string): Promise<Visit> {
  visit = await Visit.begin(services, query)
  return visit
}

describe('a one-off sync asked for without a network', () => {
  it('comes when the network is back, with no page open', async () => {
    const { context, page } = await begin()
    await visit.subscribe(filter)
    await context.setOffline(true)
    expect(await page.evaluate(() => window.bench.ask())).toBe(true)
    await page.close()
    expect(services.steps).toEqual([])
    await context.setOffline(false)
    await expect.poll(() => [...services.steps].sort()).toEqual(everything)
    const later = await visit.open()
    await expect.poll(() => isCurrent(later)).toBe(true)
    await expectEverything(later, services, keys)
    expect([...services.steps].sort()).toEqual(everything)
  })

  it('comes to a page that is open and does nothing', async () => {
    const { context, page } = await begin()
    await visit.subscribe(filter)
    await context.setOffline(true)
    expect(await page.evaluate(() => window.bench.ask())).toBe(true)
    expect(services.steps).toEqual([])
    await context.setOffline(false)
    await expect
      .poll(() => visit.log())
      .toEqual([{ type: 'sync', tag: 'waraq-sync', lastChance: false, answer: 'resolved' }])
    await expectEverything(page, services, keys)
  })
})

describe('an event', () => {
  it('fetches nothing while a page has paused, and everything after that', async () => {
    const { page } = await begin()
    await visit.subscribe(filter)
    await page.evaluate(() => window.bench.pause())
    expect(await visit.fire('sync')).toBe('resolved')
    expect(services.steps).toEqual([])
    await page.evaluate(() => window.bench.resume())
    expect(await visit.fire('sync')).toBe('resolved')
    await expectEverything(page, services, keys)
  })

  it.each(['sync', 'periodicsync'] as const)(
    '%s brings the content, and later what changed',
    async (type) => {
      const { page } = await begin()
      await visit.subscribe(filter)
      expect(await visit.fire(type)).toBe('resolved')
      await expectEverything(page, services, keys)
      const [row] = services.sandbox.snapshotRows('translations:20')!
      services.sandbox.publish([
        { resource: 'translations:20', update: { key: row!['id'] as number, text: 'Edited.' } },
      ])
      services.sandbox.hide('translations:131')
      expect(await visit.fire(type)).toBe('resolved')
      await expectEverything(page, services, keys)
      expect(await page.evaluate(() => window.bench.rows('translations:131'))).toBeNull()
    },
  )

  it('of another tag is left to others', async () => {
    await begin()
    await visit.subscribe(filter)
    await visit.dispatch('sync', { tag: 'another' })
    expect(await visit.fire('sync')).toBe('resolved')
    expect((await visit.log()).map(({ tag }) => tag)).toEqual(['waraq-sync'])
    expect([...services.steps].sort()).toEqual(everything)
  })

  it('asks for nothing where nothing is subscribed to', async () => {
    await begin()
    expect(await visit.fire('sync')).toBe('resolved')
    expect(services.steps).toEqual([])
  })

  it('is rejected where the service fails, but for the last time', async () => {
    const { page } = await begin()
    await visit.subscribe(filter)
    const broken = services.sandbox.fault({
      match: { path: 'sync' },
      times: Infinity,
      effect: { status: 503 },
    })
    expect(await visit.fire('sync')).toBe('rejected')
    expect(await visit.fire('periodicsync')).toBe('rejected')
    expect(await visit.fire('sync', { lastChance: true })).toBe('resolved')
    broken.remove()
    expect(await visit.fire('sync')).toBe('resolved')
    await expectEverything(page, services, keys)
  })

  it('gives up while another tab writes, and the next one does the work', async () => {
    const { page } = await begin('sliceMs=1000&requestMs=100')
    await visit.subscribe(filter)
    await page.evaluate(() => window.bench.hold())
    expect(await visit.fire('sync')).toBe('resolved')
    expect(services.steps).toEqual([])
    await page.evaluate(() => window.bench.letGo())
    while (!(await isCurrent(page))) await visit.fire('sync')
    await expectEverything(page, services, keys)
  })
})

describe('an event that the browser was asked for', () => {
  it('is fired again later where it failed', async () => {
    const { page } = await begin()
    await visit.subscribe(filter)
    services.sandbox.fault({ match: { path: 'sync' }, times: Infinity, effect: { status: 503 } })
    const history = await visit.observe()
    await page.evaluate(() => window.bench.ask())
    const delay = () => history.find(({ metadata }) => nextAttempt in metadata)?.metadata[nextAttempt]
    await expect.poll(delay).toBeDefined()
    // Minutes, and longer each time.
    expect(Number(delay())).toBeGreaterThanOrEqual(60_000)
  })
})

describe('slices that are over before the work is', () => {
  it('follow each other until everything is here', async () => {
    // Each request counts as a second, so two of them end a slice; the token is not counted.
    const { page } = await begin('sliceMs=1500&requestMs=1000')
    await visit.subscribe(...keys)
    await page.evaluate(() => window.bench.ask())
    await expect.poll(() => isCurrent(page)).toBe(true)
    await expectEverything(page, services, keys)
    const tokens = services.steps.filter((step) => step === 'token')
    const content = services.steps.filter((step) => step !== 'token').sort()
    expect(content).toEqual(['sync', 'sync', 'sync', ...[...keys].sort()])
    // Each slice took a token of its own, and the browser fired each of them by itself.
    await expect.poll(async () => (await visit.log()).length).toBe(tokens.length)
    expect(tokens.length).toBeGreaterThanOrEqual(3)
    expect((await visit.log()).map(({ answer }) => answer)).toEqual(tokens.map(() => 'resolved'))
  })

  it('go on within one event where no page is open', async () => {
    const { context, page } = await begin('sliceMs=1500&requestMs=1000')
    await visit.subscribe(...keys)
    await context.setOffline(true)
    await page.evaluate(() => window.bench.ask())
    const history = await visit.observe()
    await page.close()
    await context.setOffline(false)
    // Chromium takes no request for another event then.
    const noted = (what: RegExp) => history.filter(({ eventName }) => what.test(eventName)).length
    await expect.poll(() => noted(/completed/i)).toBe(1)
    expect(noted(/dispatched/i)).toBe(1)
    expect(services.steps.filter((step) => step === 'token').length).toBeGreaterThanOrEqual(3)
    const later = await visit.open()
    await expect.poll(() => isCurrent(later)).toBe(true)
    await expectEverything(later, services, keys)
  })
})

describe('the page', () => {
  it('is told what the browser can do', async () => {
    const { page } = await begin()
    // Chromium refuses periodic syncs to sites that are not installed.
    expect(await page.evaluate(() => window.bench.support())).toEqual({
      oneOff: true,
      periodic: false,
      why: 'denied',
    })
  })

  it('hands on what it could not finish', async () => {
    const { page } = await begin()
    await page.evaluate(() => window.bench.watch())
    await visit.subscribe(filter)
    // The page has no token, so its own syncs fail.
    expect(await page.evaluate(() => window.bench.sync())).toBe('interrupted')
    await expect.poll(() => isCurrent(page)).toBe(true)
    await expectEverything(page, services, keys)
  })

  it('hands on what it could not even try', async () => {
    const { context, page } = await begin()
    await page.evaluate(() => window.bench.watch())
    const history = await visit.observe()
    await context.setOffline(true)
    await visit.subscribe(filter)
    await expect.poll(() => history.some(({ eventName }) => /registered/i.test(eventName))).toBe(true)
    expect(services.steps).toEqual([])
    await context.setOffline(false)
    await expect.poll(() => isCurrent(page)).toBe(true)
    await expectEverything(page, services, keys)
  })
})

describe('access tokens', () => {
  it('are in no storage and in no message', async () => {
    const { page } = await begin()
    await visit.subscribe(filter)
    await visit.fire('sync')
    services.sandbox.expireTokens()
    await visit.fire('periodicsync')
    expect(services.tokens.size).toBeGreaterThanOrEqual(1)
    const places = {
      storage: await page.evaluate(() => window.bench.stored()),
      messages: (await page.evaluate(() => window.bench.heard())).join('\n'),
    }
    expect(places.storage).toContain('translations:20')
    expect(places.messages).toContain('activity')
    for (const [place, text] of Object.entries(places))
      for (const token of services.tokens) expect([place, text.includes(token)]).toEqual([place, false])
  })
})
