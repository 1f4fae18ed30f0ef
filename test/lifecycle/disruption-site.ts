import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../browsers/ask.ts'
import type { BrowserTab, Driver, RunningBrowser } from '../browsers/drivers/driver.ts'
import { bundlePage, type StaticFile } from './bundle.ts'
import type { Reader } from './page/reader.ts'
import { waitFor } from './wait-for.ts'
import { startServices, type Services } from './services.ts'

export const text = 20
export const second = 131

/** Pages, workers and service worker of the reader's tests, by path. */
export async function readerFiles(): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map(await bundlePage({ reader: new URL('page/reader.ts', import.meta.url).pathname }))
  files.set('/reader', {
    type: 'text/html',
    text: '<!doctype html><title>Reader</title><script type="module" src="/reader.js"></script>',
  })
  return files
}

/** Scripts whose clock a test can set: the page's, and its worker's in each build. */
const isClocked = (path: string) => path === '/reader.js' || path.startsWith('/worker')

/** Code before a script that sets its clock `ms` ahead, or to the offset that tests send later. */
const clockAhead = (ms: number) => `{
  let ahead = ${ms}
  const Real = Date
  new BroadcastChannel('clock').onmessage = ({ data }) => (ahead = data)
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + ahead)
      else super(...given)
    }
    static now() {
      return Real.now() + ahead
    }
  }
}
`

const serviceWorker = (version: number) => `// ${version}
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', () => undefined)
`

export interface OpenOptions {
  /** Further parameters of the page's address: page/reader.ts. */
  readonly with?: Readonly<Record<string, string>>
  readonly texts?: readonly number[]
}

/** One tab with the reader's page. */
export class ReaderTab {
  readonly tab: BrowserTab

  constructor(tab: BrowserTab) {
    this.tab = tab
  }

  do<Given extends readonly unknown[], Answer>(
    work: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    return ask(this.tab, work, ...given)
  }

  /** Calls a method of the page that has no arguments. */
  call<Method extends keyof Reader>(method: Method): Promise<Awaited<ReturnType<Reader[Method]>>> {
    type Answer = Awaited<ReturnType<Reader[Method]>>
    return this.do((name) => (window.reader[name] as () => Promise<Answer>)(), method)
  }

  /** Resolves when the page is there, also if it comes back from another page. */
  async ready(): Promise<void> {
    // During a navigation the call may reach the page that is being left.
    const isThere = () => this.do(() => 'reader' in window).catch(() => false)
    await waitFor(isThere, (there) => there, 'the page')
  }

  async reload(): Promise<void> {
    await this.tab.reload()
    await this.ready()
  }
}

/** One service with its readers, on a separate address. */
export class Site {
  readonly services: Services
  readonly #driver: Driver
  readonly #shared: RunningBrowser
  readonly #files: Map<string, StaticFile>
  readonly #tabs: ReaderTab[] = []
  #own: RunningBrowser | undefined
  #profile: string | undefined
  #hasClock = false

  private constructor(
    driver: Driver,
    shared: RunningBrowser,
    files: Map<string, StaticFile>,
    services: Services,
  ) {
    this.#driver = driver
    this.#shared = shared
    this.#files = files
    this.services = services
    files.set('/sw.js', { type: 'text/javascript', text: serviceWorker(1) })
  }

  static async start(
    driver: Driver,
    shared: RunningBrowser,
    files: ReadonlyMap<string, StaticFile>,
  ): Promise<Site> {
    const own = new Map(files)
    return new Site(driver, shared, own, await startServices(own))
  }

  get browser(): RunningBrowser {
    return this.#own ?? this.#shared
  }

  async close(): Promise<void> {
    for (const { tab } of this.#tabs) await tab.close().catch(() => undefined)
    await this.#own?.kill()
    if (this.#profile) rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
    await this.services.close()
  }

  /** Uses a separate browser from now on, which was never on this site. */
  async startOwnBrowser(): Promise<void> {
    this.#profile = mkdtempSync(join(tmpdir(), 'waraq-device-'))
    this.#own = await this.#driver.start({ profile: this.#profile })
  }

  /** Ends all processes of that browser immediately, and starts another on its profile. */
  async restartOwnBrowser(): Promise<void> {
    this.#tabs.splice(0)
    await this.#own!.kill()
    this.#own = await this.#driver.start({ profile: this.#profile })
  }

  async open(options: OpenOptions = {}): Promise<ReaderTab> {
    const tab = await this.begin(options)
    await tab.ready()
    return tab
  }

  /** Opens a tab whose page may not be there yet. */
  async begin({ with: further = {}, texts = [text] }: OpenOptions = {}): Promise<ReaderTab> {
    // One address of the service for all: another would be another configuration, as of a release, with which no page syncs
    // because it was opened.
    const search = new URLSearchParams({ tab: '1', texts: texts.join(), ...further })
    const tab = new ReaderTab(await this.browser.open(`${this.services.origin}/reader?${search}`))
    this.#tabs.push(tab)
    return tab
  }

  /**
   * Sets the clock of pages that are opened later. With `reported`, an open page, also that of all pages that were opened after
   * the first call.
   */
  async setClockAhead(ms: number, reported?: ReaderTab): Promise<void> {
    for (const [path, { type, text: before }] of this.#files) {
      if (!isClocked(path)) continue
      const script = this.#hasClock ? before.slice(before.indexOf('\n}\n') + 3) : before
      this.#files.set(path, { type, text: clockAhead(ms) + script })
    }
    this.#hasClock = true
    await reported?.do((to) => new BroadcastChannel('clock').postMessage(to), ms)
  }

  /** Deploys another build: its assets have other names, and those of the earlier builds are removed. */
  deploy(worker: string, before: string | null): void {
    if (before !== null) this.#files.delete(before)
    this.#files.set(worker, this.#files.get('/worker.js')!)
  }

  deployServiceWorker(version: number): void {
    this.#files.set('/sw.js', { type: 'text/javascript', text: serviceWorker(version) })
  }

  /** The first verse in the service. */
  get #row(): { readonly id: number } {
    return this.services.sandbox.snapshotRows(`translations:${text}`)![0] as { readonly id: number }
  }

  change(): void {
    const update = { key: this.#row.id, text: `edited ${Math.random()}` }
    this.services.sandbox.publish([{ resource: `translations:${text}`, update }])
  }

  /** Milliseconds until the page shows it and reports that it is current. Infinity if it takes longer than allowed. */
  async untilShown(tab: ReaderTab, allowedMs: number): Promise<number> {
    const began = performance.now()
    const expected = JSON.stringify(this.#row)
    const isShown = (id: string, row: string) => {
      const { reader } = window
      const isCurrent = reader
        .status()
        ?.subscriptions.every(
          ({ lastRun, currentAt }) => currentAt !== null && lastRun?.outcome === 'current',
        )
      return isCurrent === true && reader.shown()[id] === row
    }
    for (;;) {
      const asked = tab.do(isShown, `${text}`, expected).catch(() => false)
      const left = allowedMs - (performance.now() - began)
      if (await Promise.race([asked, sleep(Math.max(0, left), false)])) return performance.now() - began
      if (left < 0) return Infinity
      await sleep(20)
    }
  }
}
