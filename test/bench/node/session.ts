import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { chromiumLaunch } from '../../scripts/browsers.mjs'
import type { BusyRequest, PageApi } from '../page/page.ts'
import type { BootstrapRequest, Handle, Source } from '../page/protocol.ts'
import { watchMemory, type PeakMemory } from './processes.ts'
import type { Site } from './site.ts'

/** After so long a call counts as hung. The slowest peer needs about a minute. */
const deadlineMs = 5 * 60_000

/** `Handle` over the wire: whatever is called in the page comes back as a promise. */
type Answer<Method extends keyof Handle> = Awaited<ReturnType<Handle[Method]>>

function bytesBelow(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  } catch {
    // Nothing was stored in this way.
    return 0
  }
}

async function beforeDeadline<T>(work: Promise<T>, failure: Promise<never>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs / 60_000} minutes`)), deadlineMs)
  })
  try {
    return await Promise.race([work, late, failure])
  } finally {
    clearTimeout(timer)
  }
}

/** A browser of its own on a profile of its own: no cache, database or garbage of another measurement. */
export class Session {
  readonly #site: Site
  readonly #profile: string
  readonly #context: BrowserContext
  readonly #page: Page
  /** An error that nobody caught, in the page or a worker: what waits for its outcome would wait for ever. */
  readonly #failure: Promise<never>
  readonly browserVersion: string

  private constructor(site: Site, profile: string, context: BrowserContext, page: Page) {
    this.#site = site
    this.#profile = profile
    this.#context = context
    this.#page = page
    this.#failure = new Promise((_, reject) => page.on('pageerror', reject))
    this.#failure.catch(() => undefined)
    this.browserVersion = context.browser()?.version() ?? 'unknown'
  }

  static async open(site: Site): Promise<Session> {
    const profile = mkdtempSync(join(tmpdir(), 'waraq-bench-'))
    const context = await chromium.launchPersistentContext(profile, { ...chromiumLaunch(), headless: true })
    const page = context.pages()[0] ?? (await context.newPage())
    const session = new Session(site, profile, context, page)
    await session.#openPage()
    return session
  }

  async #openPage(): Promise<void> {
    await this.#page.goto(this.#site.origin)
    await this.#page.waitForFunction(() => 'benchmark' in window)
  }

  async start(variant: string): Promise<void> {
    await this.#page.evaluate((name) => window.benchmark.start(name), variant)
  }

  call<Method extends keyof Handle>(
    method: Method,
    ...given: Parameters<Handle[Method]>
  ): Promise<Answer<Method>> {
    const call = ({ name, all }: { name: string; all: unknown[] }) =>
      (window.benchmark.call as (name: string, ...all: unknown[]) => Promise<unknown>)(name, ...all)
    return this.#settled(this.#page.evaluate(call, { name: method, all: given })) as Promise<Answer<Method>>
  }

  whileReading(request: BusyRequest): ReturnType<PageApi['whileReading']> {
    return this.#settled(this.#page.evaluate((asked) => window.benchmark.whileReading(asked), request))
  }

  bootstrap(request: BootstrapRequest): ReturnType<PageApi['bootstrap']> {
    return this.#settled(this.#page.evaluate((asked) => window.benchmark.bootstrap(asked), request))
  }

  #settled<T>(work: Promise<T>): Promise<T> {
    return beforeDeadline(work, this.#failure)
  }

  usage(): Promise<number> {
    return this.#page.evaluate(() => window.benchmark.usage())
  }

  watchMemory(): PeakMemory {
    return watchMemory(this.#profile)
  }

  /** Opens a page that only reads a row; milliseconds from the beginning of the navigation. */
  async firstRow(variant: string, source: Source, name: string): Promise<number> {
    await this.#page.evaluate(() => window.benchmark.stop())
    await this.#page.goto('about:blank')
    const asked = encodeURIComponent(JSON.stringify({ variant, source, name }))
    await this.#page.goto(`${this.#site.origin}/start.html#${asked}`)
    return this.#settled(this.#page.evaluate(() => window.firstRow))
  }

  /** Closes the browser and tells how many bytes of databases and private files it left on disk. */
  async closeAndWeigh(): Promise<number> {
    await this.#context.close()
    const stored = join(this.#profile, 'Default')
    return bytesBelow(join(stored, 'IndexedDB')) + bytesBelow(join(stored, 'File System'))
  }

  async dispose(): Promise<void> {
    await this.#context.close().catch(() => undefined)
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
