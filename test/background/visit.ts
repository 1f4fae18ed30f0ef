import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sharedChromium } from '../browser/chromium.ts'
import type { LogEntry } from './page/log.ts'
import type { Services } from './services.ts'

export interface BackgroundEvent {
  readonly eventName: string
  readonly metadata: Readonly<Record<string, string>>
}

/** A browser profile of its own with one page of the site, its service worker registered, and the tools to disturb it. */
export class Visit {
  readonly context: BrowserContext
  readonly page: Page
  readonly #cdp: CDPSession
  readonly #origin: string
  readonly #registrations = new Set<string>()
  /** What the browser says of its service workers, by version. */
  readonly #running = new Map<string, string>()

  private constructor(context: BrowserContext, page: Page, cdp: CDPSession, origin: string) {
    this.context = context
    this.page = page
    this.#cdp = cdp
    this.#origin = origin
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId } of registrations) this.#registrations.add(registrationId)
    })
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, runningStatus } of versions) this.#running.set(versionId, runningStatus)
    })
  }

  /** `query` goes to the service worker: see there. */
  static async begin({ origin }: Services, query = ''): Promise<Visit> {
    const context = await (await sharedChromium()).newContext()
    const page = await openPage(context, origin)
    const cdp = await context.newCDPSession(page)
    const visit = new Visit(context, page, cdp, origin)
    await cdp.send('ServiceWorker.enable')
    await page.evaluate((text) => window.bench.register(text), query)
    return visit
  }

  /** Another page, for a look at what is there after the first one was closed. */
  open(): Promise<Page> {
    return openPage(this.context, this.#origin)
  }

  subscribe(...filters: string[]): Promise<void> {
    return this.page.evaluate(async (each) => {
      for (const filter of each) await window.bench.subscribe(filter)
    }, filters)
  }

  async dispatch(
    type: 'sync' | 'periodicsync',
    { tag = 'waraq-sync', lastChance = false }: { tag?: string; lastChance?: boolean } = {},
  ): Promise<void> {
    const [registrationId] = this.#registrations
    const event = { origin: this.#origin, registrationId: registrationId!, tag }
    if (type === 'sync') await this.#cdp.send('ServiceWorker.dispatchSyncEvent', { ...event, lastChance })
    else await this.#cdp.send('ServiceWorker.dispatchPeriodicSyncEvent', event)
  }

  /** Events that are over, with what the browser was told. */
  log(): Promise<LogEntry[]> {
    return this.page.evaluate(() => window.bench.log())
  }

  /** Fires an event and waits until it is over. */
  async fire(...[type, options]: Parameters<Visit['dispatch']>): Promise<LogEntry['answer']> {
    const before = (await this.log()).length
    await this.dispatch(type, options)
    await this.page.waitForFunction((count) => window.bench.log().length > count, before)
    return (await this.log())[before]!.answer
  }

  /** What the browser notes of syncs that it was asked for, from now on; also when no page of the site is open. */
  async observe(): Promise<BackgroundEvent[]> {
    const events: BackgroundEvent[] = []
    const observer = await this.context.newCDPSession(await this.context.newPage())
    observer.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
      const { eventName, eventMetadata } = backgroundServiceEvent
      const metadata = Object.fromEntries(eventMetadata.map(({ key, value }) => [key, value]))
      events.push({ eventName, metadata })
    })
    await observer.send('BackgroundService.startObserving', { service: 'backgroundSync' })
    await observer.send('BackgroundService.setRecording', { shouldRecord: true, service: 'backgroundSync' })
    return events
  }

  /** Ends the service worker wherever it is; resolves once it is gone. */
  async stopWorker(): Promise<void> {
    await this.#cdp.send('ServiceWorker.stopAllWorkers')
    const isRunning = () => [...this.#running.values()].some((status) => status !== 'stopped')
    while (isRunning()) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  close(): Promise<void> {
    return this.context.close()
  }
}

async function openPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => 'bench' in window)
  return page
}

/** Readers see exactly what the service has of these resources. */
export async function expectEverything(
  page: Page,
  services: Services,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const seen = await page.evaluate((each) => window.bench.rows(each), key)
    expect([key, seen]).toEqual([key, services.rows(key)])
  }
}

/** Every subscription is current and no batch is under way. */
export async function isCurrent(page: Page): Promise<boolean> {
  const { subscriptions, role } = await page.evaluate(() => window.bench.status())
  return (
    role === 'idle' &&
    subscriptions.every(
      ({ currentAt, inProgress, lastRun }) =>
        currentAt !== null && !inProgress && lastRun?.outcome === 'current',
    )
  )
}

/** The id of a site's one service worker, which events are dispatched to. */
export async function registrationOf(cdp: CDPSession): Promise<string> {
  const known = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  return known
}
