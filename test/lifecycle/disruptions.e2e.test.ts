import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage, type StaticFile } from './bundle.ts'
import { OwnBrowser } from './own-browser.ts'
import { patience } from './patience.ts'
import { startServices, type Services } from './services.ts'
import { crash, freezeBetweenWrites } from './tabs.ts'

/**
 * How long a person waits. A page as the template writes it is disturbed while it syncs, and the time is taken from the end of
 * the disturbance until an open page shows what the service has.
 */

/**
 * Milliseconds, on a machine at rest. What a page takes to start, undisturbed, is measured beside it and comes on top three
 * times: a busy machine is no disturbance.
 */
const bounds = { usual: 3_000, frozen: 35_000 } as const

/** The request for content during which the disturbance comes, and how much of its answer was sent. */
const moments = [
  { request: 1, part: 0 },
  { request: 1, part: 1 },
  { request: 2, part: 0.5 },
] as const

const text = 20
const second = 131

let files: Map<string, StaticFile>
let browser: OwnBrowser
/** What a page takes until it shows its text, undisturbed. */
let calmMs: number

beforeAll(async () => {
  files = new Map(await bundlePage({ reader: new URL('page/reader.ts', import.meta.url).pathname }))
  files.set('/reader', {
    type: 'text/html',
    text: '<!doctype html><title>Reader</title><script type="module" src="/reader.js"></script>',
  })
  browser = await OwnBrowser.start()
  const site = await Site.start()
  const began = performance.now()
  await site.untilShown(await site.open())
  calmMs = performance.now() - began
  await site.close()
})

afterAll(() => browser?.discard())

const sites: Site[] = []
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})

/** One service with its readers, on an address of its own. */
class Site {
  readonly services: Services
  readonly context = browser.context
  readonly #tabs: Page[] = []

  private constructor(services: Services) {
    this.services = services
    sites.push(this)
  }

  static async start(): Promise<Site> {
    return new Site(await startServices(files))
  }

  async close(): Promise<void> {
    for (const tab of this.#tabs) await tab.close().catch(() => undefined)
    await this.services.close()
  }

  async open(texts: readonly number[] = [text]): Promise<Page> {
    const page = await this.context.newPage()
    page.setDefaultTimeout(patience.timeout)
    this.#tabs.push(page)
    await page.goto(`${this.services.origin}/reader?tab=${this.#tabs.length}&texts=${texts.join()}`)
    await page.waitForFunction(() => 'reader' in window)
    return page
  }

  cdp(page: Page): Promise<CDPSession> {
    return this.context.newCDPSession(page)
  }

  /** The first verse as the service has it. */
  get #row(): { readonly id: number } {
    return this.services.sandbox.snapshotRows(`translations:${text}`)![0] as { readonly id: number }
  }

  change(): void {
    const update = { key: this.#row.id, text: `edited ${Math.random()}` }
    this.services.sandbox.publish([{ resource: `translations:${text}`, update }])
  }

  /** Milliseconds until the page shows it. */
  async untilShown(page: Page): Promise<number> {
    const began = performance.now()
    const expected = JSON.stringify(this.#row)
    await page.waitForFunction(
      ({ id, expected }) => {
        const status = window.reader.status()
        const isCurrent = status?.subscriptions.every(
          ({ lastRun, currentAt }) => currentAt !== null && lastRun?.outcome === 'current',
        )
        return isCurrent && window.reader.shown()[id] === expected
      },
      { id: `${text}`, expected },
      { polling: 20 },
    )
    return performance.now() - began
  }
}

/** What happens. Resolves, as soon as it is over, with the page that is looked at. */
type Disruption = (site: Site, page: Page, release: () => void) => Promise<Page>

const disruptions: Record<string, Disruption> = {
  'the page is loaded again': async (_, page) => {
    await page.reload()
    await page.waitForFunction(() => 'reader' in window)
    return page
  },
  'it is loaded again four times': async (_, page) => {
    for (let turn = 0; turn < 4; turn += 1) await page.reload()
    await page.waitForFunction(() => 'reader' in window)
    return page
  },
  'it is closed, and another opened': async (site, page) => {
    await page.close()
    return site.open()
  },
  'the tab that syncs is closed, another was open': async (site, page) => {
    const other = await site.open()
    await sleep(1_000)
    await page.close()
    return other
  },
  'the tab that syncs crashes, another was open': async (site, page) => {
    const other = await site.open()
    await sleep(1_000)
    await crash(page, await site.cdp(page))
    return other
  },
  'it crashes, and another is opened': async (site, page) => {
    await crash(page, await site.cdp(page))
    return site.open()
  },
  'its worker ends': async (_, page) => {
    await page.evaluate(() => window.reader.terminate())
    return page
  },
  'a person goes elsewhere and back': async (site, page) => {
    await page.goto(`${site.services.origin}/elsewhere`)
    // The answer to the command would come from a page that is gone.
    await (
      await site.cdp(page)
    ).send('Runtime.evaluate', { expression: 'void setTimeout(() => history.back())' })
    await page.waitForFunction(() => 'reader' in window)
    return page
  },
  'a second text is kept, and the page loaded again': async (_, page) => {
    await page.evaluate((ids) => window.reader.keep(ids), [text, second])
    await page.reload()
    await page.waitForFunction(() => 'reader' in window)
    return page
  },
  'it is paused, loaded again and resumed': async (_, page) => {
    await page.evaluate(() => window.reader.pause())
    await page.reload()
    await page.waitForFunction(() => 'reader' in window)
    await page.evaluate(() => window.reader.resume())
    return page
  },
  'its database is deleted': async (_, page, release) => {
    release()
    await page.evaluate(() => window.reader.deleteDatabase())
    return page
  },
  'the browser clears the site': async (site, page, release) => {
    release()
    const { origin } = site.services
    await (await site.cdp(page)).send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    return page
  },
  'the service is away for five seconds': async ({ services }, page, release) => {
    release()
    await services.stop()
    await sleep(5_000)
    await services.start()
    return page
  },
  'the network is away for five seconds': async (site, page, release) => {
    release()
    await site.context.setOffline(true)
    await sleep(5_000)
    await site.context.setOffline(false)
    return page
  },
  'it is frozen, another tab was open': async (site, page) => {
    const other = await site.open()
    await sleep(1_000)
    await freezeBetweenWrites(await site.cdp(page), () =>
      other.evaluate(() => window.reader.databaseIsFree()),
    )
    return other
  },
}

const at =
  (status: number, forMs: number | null) =>
  async ({ services }: Site) => {
    services.relayAnswers(status, forMs === null ? 1 : Infinity)
    return async () => {
      if (forMs !== null) await sleep(forMs)
      services.relayAnswers(null)
    }
  }

/** What is wrong before the page opens. Resolves with what waits for its end. */
const obstacles: Record<string, (site: Site) => Promise<() => Promise<void>>> = {
  'a relay that refuses once': at(401, null),
  'a relay that refuses for two seconds': at(403, 2_000),
  'a relay in trouble for three seconds': at(503, 3_000),
  'a service in trouble for five seconds': async ({ services }) => {
    const fault = services.sandbox.fault({ match: { path: 'sync' }, effect: { status: 503 } })
    return async () => {
      await sleep(5_000)
      fault.remove()
    }
  },
  'a worker whose script is twelve seconds late': async ({ services }) => {
    services.delay('/worker.js', 12_000)
    setTimeout(() => services.delay('/worker.js', 0), 8_000)
    return async () => {
      await sleep(12_000)
    }
  },
}

/** Expects the text within the bound. Where it never comes, the page says why. */
async function expectShown(site: Site, page: Page, boundMs: number): Promise<void> {
  const allowedMs = boundMs + 3 * calmMs
  const ms = await Promise.race([site.untilShown(page), sleep(allowedMs, Infinity)])
  const seen = ms === Infinity ? await page.evaluate(() => window.reader.facts()) : null
  expect(ms, JSON.stringify(seen)).toBeLessThanOrEqual(allowedMs)
}

describe('a page that opens on', { timeout: 2 * 60_000 }, () => {
  it.each(Object.keys(obstacles))('%s', async (name) => {
    const site = await Site.start()
    const end = await obstacles[name]!(site)
    const [page] = await Promise.all([site.open(), end()])
    await expectShown(site, page, bounds.usual)
  })
})

const isThorough = process.env['WARAQ_THOROUGH'] !== undefined
const seed = Number(process.env['WARAQ_SEED'] ?? 1)
const all = ['first', 'later'].flatMap((phase) => moments.map((moment) => ({ phase, ...moment })))
/** Each run takes one of the moments for each disturbance, by its seed. */
const taken = (index: number) => (isThorough ? all : [all[(seed + index) % all.length]!])

describe.each(Object.entries(disruptions).map(([name, disturb], index) => ({ name, disturb, index })))(
  'where $name',
  { timeout: 3 * 60_000 },
  ({ name, disturb, index }) => {
    it.each(taken(index))(
      'in a $phase sync, at $part of request $request',
      async ({ phase, request, part }) => {
        const site = await Site.start()
        const arm = () => site.services.arm({ request, part, hold: true })
        let moment = phase === 'first' ? arm() : undefined
        const page = await site.open()
        if (!moment) {
          await site.untilShown(page)
          site.change()
          // The second request is for a snapshot.
          if (request === 2) site.services.sandbox.invalidate(`translations:${text}`)
          moment = arm()
          await page.evaluate(() => window.reader.sync())
        }
        await moment.reached
        const looked = await disturb(site, page, moment.release)
        const isFrozen = name.includes('frozen')
        // A frozen tab goes on waiting for its answer.
        if (!isFrozen) moment.release()
        await expectShown(site, looked, isFrozen ? bounds.frozen : bounds.usual)
        moment.release()
      },
    )
  },
)
