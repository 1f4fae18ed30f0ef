import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { bundlePage, type StaticFile } from '../lifecycle/bundle.ts'
import { everything, startServices, type Services } from '../lifecycle/services.ts'
import type { SandboxOptions } from '@waraq/sandbox'
import { BenchTab } from './bench-tab.ts'
import type { Driver, RunningBrowser } from './drivers/driver.ts'
import { writeFindings, type Finding } from './findings.ts'
import type { Realms } from './page/realms.ts'

/** A separate service, and the tabs that use it. */
export interface Site {
  readonly services: Services
  /** All content of the service. */
  readonly filter: string
  open(name: string): Promise<BenchTab>
}

/** Enough requests for different moments, and no more rows than needed. Only the bootstrap test has more of everything. */
const lean = { chapters: [112, 113, 114], resources: 'articles:*;tafsirs:*;translations:*' }

/** One running browser for a test file, and its findings. */
export class Stage {
  readonly driver: Driver
  readonly #tests: Record<string, Finding> = {}
  readonly #cleanups: (() => Promise<unknown>)[] = []
  #browser: RunningBrowser | undefined
  #files: ReadonlyMap<string, StaticFile> | undefined
  #realms: Realms = {}

  constructor(driver: Driver) {
    this.driver = driver
    beforeAll(async () => {
      this.#files = await bundlePage({
        page: fileURLToPath(new URL('page/page.ts', import.meta.url)),
        'probe-worker': fileURLToPath(new URL('page/probe-worker.ts', import.meta.url)),
      })
      this.#browser = await driver.start()
    })
    afterEach(async () => {
      for (const clean of this.#cleanups.splice(0).reverse()) await clean()
    })
    afterAll(async () => {
      const version = this.#browser?.version ?? 'unknown'
      await this.#browser?.kill()
      writeFindings(driver.name, { version, realms: this.#realms, tests: this.#tests })
    })
  }

  get browser(): RunningBrowser {
    return this.#browser!
  }

  /** Whether the browser was found to have a feature, in at least one realm. */
  has(feature: string): boolean {
    return Object.values(this.#realms).some((features) => features[feature])
  }

  found(realms: Realms): void {
    this.#realms = { ...this.#realms, ...realms }
  }

  /** Runs a test and stores its finding: the returned one, otherwise that it passed. */
  test(name: string, run: () => Promise<Finding | void>, timeout?: number): void {
    it(name, timeout === undefined ? {} : { timeout }, async () => {
      this.#tests[name] = { status: 'FAILED' }
      this.#tests[name] = (await run()) ?? { status: 'ran, passed' }
    })
  }

  /** Records something that this driver cannot test. It is not a test and does not count as one. */
  cannot(name: string, detail: string): void {
    this.#tests[name] = { status: 'driver cannot', detail }
  }

  /** Adds work to do after the test. The last added runs first. */
  later(clean: () => Promise<unknown>): void {
    this.#cleanups.push(clean)
  }

  async site(options: SandboxOptions = { content: lean }, browser = this.browser): Promise<Site> {
    const services = await startServices(this.#files!, options)
    this.later(() => services.close())
    return {
      services,
      filter: everything(services),
      open: async (name) => {
        const tab = await BenchTab.open(browser, { origin: services.origin, name })
        // It may be closed by then.
        this.later(() => tab.close().catch(() => undefined))
        return tab
      },
    }
  }
}

/** A separate browser whose data stay after its end. */
export class Device {
  readonly #stage: Stage
  readonly #profile = mkdtempSync(join(tmpdir(), 'waraq-device-'))
  #browser: RunningBrowser | undefined

  constructor(stage: Stage) {
    this.#stage = stage
    stage.later(async () => {
      await this.kill()
      rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
    })
  }

  async start(): Promise<RunningBrowser> {
    return (this.#browser = await this.#stage.driver.start({ profile: this.#profile }))
  }

  async kill(): Promise<void> {
    await this.#browser?.kill()
    this.#browser = undefined
  }
}

export const notHere = 'not in this browser (fallback tested)'

/** Readers see the service's content, no leftovers are stored, and there was no uncaught error. */
export async function expectAllRight({ services }: Site, tabs: readonly BenchTab[]): Promise<void> {
  const expected = await services.digests()
  const [first] = tabs
  await first!.call('rest')
  for (const tab of tabs) expect([tab.name, await tab.digests(services.keys)]).toEqual([tab.name, expected])
  expect(await first!.call('complaints')).toEqual([])
  for (const tab of tabs) expect([tab.name, await tab.call('stray')]).toEqual([tab.name, []])
}
