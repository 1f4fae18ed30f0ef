import { setTimeout as sleep } from 'node:timers/promises'
import type { Driver } from '../browsers/drivers/driver.ts'
import { second, text, type ReaderTab, type Site } from './disruption-site.ts'
import { waitFor } from './wait-for.ts'
import { freezeBetweenWrites } from './tabs.ts'

/** Disruptions of readers while a page syncs, for any browser that supports them. */

const days = 24 * 60 * 60_000
/** The time for which the screen is off. It exceeds the time after which a frozen writer is replaced. */
const asleepMs = 60_000
/** The time for which a transaction of a frozen page blocks the database for all others. Browsers may end it after a minute. */
const heldMs = 40_000

export interface Disruption {
  readonly name: string
  /** The required abilities of the browser's driver. */
  readonly needs?: (driver: Driver) => boolean
  /** It affects all sites that are open in the browser: they share one network, and sites of one host may share one process. */
  readonly needsAlone?: true
  /** It waits for half a minute or more. Neighbours in this list that do so as well run at the same time. */
  readonly mostlyWaits?: true
  /** Runs before the page opens. */
  readonly prepare?: (site: Site) => Promise<void>
  /** Further parameters of the page's address: page/reader.ts. */
  readonly with?: Readonly<Record<string, string>>
  /** The limit if it is not the usual one: disruption-tests.ts. */
  readonly bound?: 'frozen'
  /**
   * Causes the disruption. Resolves with the page to check as soon as the disruption is over. `release` sends the page the
   * answer that was held.
   */
  readonly happens: (site: Site, tab: ReaderTab, release: () => void) => Promise<ReaderTab>
}

export const ownBrowser = (site: Site) => site.startOwnBrowser()

/** A second tab that has settled. */
async function another(site: Site): Promise<ReaderTab> {
  const other = await site.open()
  await sleep(1_000)
  return other
}

/** Waits until the page has reloaded itself. */
async function loadsItself(tab: ReaderTab, work: () => Promise<unknown>): Promise<void> {
  const before = await tab.do(() => performance.timeOrigin)
  // The page may be gone before it has answered.
  await work().catch(() => undefined)
  const isOther = () => tab.do((at) => performance.timeOrigin !== at, before).catch(() => false)
  await waitFor(isOther, (other) => other, 'the page to load itself again')
  await tab.ready()
}

export const disruptions: readonly Disruption[] = [
  {
    name: 'the page is loaded again',
    async happens(_, tab) {
      await tab.reload()
      return tab
    },
  },
  {
    name: 'it is loaded again four times',
    async happens(_, tab) {
      for (let turn = 0; turn < 3; turn += 1) await tab.tab.reload()
      await tab.reload()
      return tab
    },
  },
  {
    name: 'it is loaded again while the service is in trouble',
    async happens({ services }, tab, release) {
      release()
      const fault = services.sandbox.fault({ match: { path: 'sync' }, effect: { status: 503 } })
      await tab.reload()
      await sleep(3_000)
      fault.remove()
      return tab
    },
  },
  {
    name: 'a service worker is updated, and the page loads itself again',
    with: { sw: 'yes' },
    async happens(site, tab) {
      await tab.call('isControlled')
      site.deployServiceWorker(2)
      await loadsItself(tab, () => tab.call('updateServiceWorker'))
      return tab
    },
  },
  {
    name: 'it is closed, and another opened',
    async happens(site, tab) {
      await tab.tab.close()
      return site.open()
    },
  },
  {
    name: 'the tab that syncs is closed, another was open',
    async happens(site, tab) {
      const other = await another(site)
      await tab.tab.close()
      return other
    },
  },
  {
    name: 'a tab of an older build is closed, one of the new build was open',
    with: { worker: '/worker-1.js' },
    prepare: async (site) => site.deploy('/worker-1.js', null),
    async happens(site, tab) {
      site.deploy('/worker-2.js', '/worker-1.js')
      const other = await site.open({ with: { worker: '/worker-2.js' } })
      await sleep(1_000)
      await tab.tab.close()
      return other
    },
  },
  {
    name: 'the tab that syncs crashes, another was open',
    needsAlone: true,
    needs: ({ can }) => can.crash,
    async happens(site, tab) {
      const other = await another(site)
      await tab.tab.crash!()
      return other
    },
  },
  {
    name: 'it crashes, and another is opened',
    needsAlone: true,
    needs: ({ can }) => can.crash,
    async happens(site, tab) {
      await tab.tab.crash!()
      return site.open()
    },
  },
  {
    name: 'the browser is killed, and started again',
    prepare: ownBrowser,
    async happens(site) {
      await site.restartOwnBrowser()
      return site.open()
    },
  },
  {
    name: 'its worker ends',
    async happens(_, tab) {
      await tab.call('hasStarted')
      await tab.call('terminate')
      return tab
    },
  },
  {
    name: 'its worker ends while it starts',
    async happens(_, tab) {
      await tab.call('terminate')
      return tab
    },
  },
  {
    name: 'its worker ends twice, and the page is loaded again',
    // The second worker ends while it writes, and its transaction would block the database for all others for ever.
    needs: ({ losesTransactions = false }) => !losesTransactions,
    async happens(_, tab) {
      await tab.call('terminate')
      await sleep(100)
      await tab.call('terminate')
      await tab.reload()
      return tab
    },
  },
  {
    name: 'a person goes elsewhere and back',
    async happens({ services }, tab) {
      await tab.tab.goto(`${services.origin}/elsewhere`)
      await tab.tab.back()
      await tab.ready()
      return tab
    },
  },
  {
    name: 'a person goes elsewhere and back to a page that was not kept',
    with: { unload: 'yes' },
    async happens({ services }, tab) {
      await tab.tab.goto(`${services.origin}/elsewhere`)
      await tab.tab.back()
      await tab.ready()
      return tab
    },
  },
  {
    name: 'a second text is kept, and the page loaded again',
    async happens(_, tab) {
      await tab.do((ids) => window.reader.keep(ids), [text, second])
      await tab.reload()
      return tab
    },
  },
  {
    name: 'it is paused, loaded again and resumed',
    async happens(_, tab) {
      await tab.call('pause')
      await tab.reload()
      await tab.call('resume')
      return tab
    },
  },
  {
    name: 'it is paused and closed, and resumed in another tab',
    async happens(site, tab) {
      const other = await another(site)
      await tab.call('pause')
      await tab.tab.close()
      await other.call('resume')
      return other
    },
  },
  {
    name: 'another tab pauses and resumes',
    async happens(site, tab, release) {
      const other = await another(site)
      await other.call('pause')
      release()
      await sleep(500)
      await other.call('resume')
      return tab
    },
  },
  {
    name: 'another tab is opened meanwhile',
    async happens(site, _, release) {
      const other = await site.open()
      release()
      return other
    },
  },
  {
    name: 'two tabs open together, and the first is closed',
    async happens(site, tab) {
      const both = await Promise.all([site.begin(), site.begin()])
      await tab.tab.close()
      for (const each of both) await each.ready()
      return both[1]
    },
  },
  {
    name: 'its database is deleted',
    async happens(_, tab, release) {
      release()
      await tab.call('deleteDatabase')
      return tab
    },
  },
  {
    name: 'its database is deleted, and the page loaded again',
    async happens(_, tab, release) {
      release()
      await tab.call('deleteDatabase')
      await tab.reload()
      return tab
    },
  },
  {
    name: 'the browser clears the site',
    needs: ({ can }) => can.clear,
    async happens({ services }, tab, release) {
      release()
      await tab.tab.clear!(services.origin)
      return tab
    },
  },
  {
    name: 'there is no room for a while, and a person tries again',
    needs: ({ can }) => can.quota,
    async happens({ services }, tab, release) {
      await tab.tab.allowBytes!(services.origin, 1)
      release()
      await sleep(3_000)
      await tab.tab.allowBytes!(services.origin, undefined)
      await tab.call('sync')
      return tab
    },
  },
  {
    name: 'the service is away for five seconds',
    async happens({ services }, tab, release) {
      release()
      await services.stop()
      await sleep(5_000)
      await services.start()
      return tab
    },
  },
  {
    name: 'the service is away for five seconds, and the browser tells of the network',
    async happens({ services }, tab, release) {
      release()
      await services.stop()
      await sleep(5_000)
      await services.start()
      await tab.do(() => dispatchEvent(new Event('online')))
      return tab
    },
  },
  {
    name: 'the network is away for five seconds',
    needsAlone: true,
    needs: ({ can }) => can.offline,
    async happens({ browser }, tab, release) {
      release()
      await browser.setOffline!(true)
      await sleep(5_000)
      await browser.setOffline!(false)
      return tab
    },
  },
  ...[2, -2].map((by): Disruption => ({
    name: `the clock is set ${Math.abs(by)} days ${by > 0 ? 'forward' : 'back'}`,
    prepare: (site) => site.setClockAhead(0),
    async happens(site, tab, release) {
      await site.setClockAhead(by * days, tab)
      release()
      return tab
    },
  })),
  {
    name: 'the clock is set two days back, and the page loaded again',
    prepare: (site) => site.setClockAhead(0),
    async happens(site, tab) {
      await site.setClockAhead(-2 * days)
      await tab.reload()
      return tab
    },
  },
  {
    name: 'the device sleeps for a minute',
    mostlyWaits: true,
    prepare: ownBrowser,
    needs: ({ can }) => can.suspend,
    async happens(site, tab, release) {
      site.browser.suspend!()
      await sleep(asleepMs)
      site.browser.resume!()
      release()
      return tab
    },
  },
  {
    name: 'it is frozen, another tab was open',
    mostlyWaits: true,
    needs: ({ can }) => can.freeze,
    bound: 'frozen',
    async happens(site, tab) {
      const other = await another(site)
      const { tab: frozen } = tab
      await freezeBetweenWrites({ freeze: () => frozen.freeze!(), thaw: () => frozen.thaw!() }, () =>
        other.call('databaseIsFree'),
      )
      return other
    },
  },
  {
    name: 'it is frozen in a transaction and thawed, another tab was open',
    mostlyWaits: true,
    needs: ({ can }) => can.freeze,
    async happens(site, tab, release) {
      const other = await another(site)
      await tab.call('holdDatabase')
      await tab.tab.freeze!()
      release()
      await sleep(heldMs)
      await tab.tab.thaw!()
      await tab.call('freeDatabase')
      return other
    },
  },
  {
    name: 'it is frozen in a transaction and crashes, another is opened meanwhile',
    needsAlone: true,
    needs: ({ can }) => can.freeze && can.crash,
    async happens(site, tab, release) {
      await tab.call('holdDatabase')
      await tab.tab.freeze!()
      const other = await site.open()
      release()
      await sleep(heldMs)
      await tab.tab.crash!()
      return other
    },
  },
]

const relayAnswers =
  (status: number, forMs: number | null) =>
  async ({ services }: Site) => {
    services.relayAnswers(status, forMs === null ? 1 : Infinity)
    return async () => {
      if (forMs !== null) await sleep(forMs)
      services.relayAnswers(null)
    }
  }

/** Obstacles that exist before the page opens. Each resolves with a function that waits for its end. */
export const obstacles: Readonly<Record<string, (site: Site) => Promise<() => Promise<void>>>> = {
  'a relay that refuses once': relayAnswers(401, null),
  'a relay that refuses for two seconds': relayAnswers(403, 2_000),
  'a relay in trouble for three seconds': relayAnswers(503, 3_000),
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
