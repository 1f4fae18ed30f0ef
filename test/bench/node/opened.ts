import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession } from 'playwright-core'
import { startByPage } from '../../browsers/drivers/by-page.ts'
import { firefox } from '../../browsers/drivers/firefox.ts'
import type { BrowserTab } from '../../browsers/drivers/driver.ts'
import { chromiumLaunch } from '../../scripts/browsers.mjs'
import type { Setting } from './setting.ts'

/** The most that the heap of a page had, as far as looks now and then tell. */
export interface PeakHeap {
  /** Bytes above those at the beginning, garbage included. */
  end(): Promise<number>
}

/** A browser with one page, on a profile of its own on disk. */
export interface Opened {
  readonly version: string
  readonly profile: string
  /** An uncaught error in the page or a worker. Without it a call that waits for an outcome would wait for ever. */
  readonly failure: Promise<never>
  /** Evaluates an expression whose promise resolves with a text, however long it takes. */
  evaluate(expression: string): Promise<string>
  /** Begins with a heap without garbage. Where the driver can. */
  watchHeap?(): Promise<PeakHeap>
  /** Where the driver can. */
  goto?(url: string): Promise<void>
  /** Ends the browser; its profile stays. */
  close(): Promise<void>
  dispose(): Promise<void>
}

const never = () => new Promise<never>(() => undefined)

function newProfile(): { readonly profile: string; readonly remove: () => void } {
  const profile = mkdtempSync(join(tmpdir(), 'waraq-bench-'))
  return { profile, remove: () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }) }
}

async function openChromium(url: string, slow: number): Promise<Opened> {
  const { profile, remove } = newProfile()
  const context = await chromium.launchPersistentContext(profile, { ...chromiumLaunch(), headless: true })
  const page = context.pages()[0] ?? (await context.newPage())
  const failure = new Promise<never>((_, reject) => page.on('pageerror', reject))
  failure.catch(() => undefined)
  const devTools = await context.newCDPSession(page)
  if (slow > 1) {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slow })
  }
  await page.goto(url)
  return {
    version: `Chromium ${context.browser()?.version() ?? 'unknown'}`,
    profile,
    failure,
    evaluate: (expression) => page.evaluate<string>(expression),
    watchHeap: () => watchHeapOf(devTools),
    goto: async (address) => void (await page.goto(address)),
    close: () => context.close(),
    async dispose() {
      await context.close().catch(() => undefined)
      remove()
    },
  }
}

/** Asking for the heap's figures is little work for the page; it collects no garbage. */
const heapEveryMs = 250

async function watchHeapOf(devTools: CDPSession): Promise<PeakHeap> {
  await devTools.send('HeapProfiler.collectGarbage')
  const used = async () => (await devTools.send('Runtime.getHeapUsage')).usedSize
  const before = await used()
  let most = before
  const look = async () => void (most = Math.max(most, await used()))
  const timer = setInterval(() => void look().catch(() => undefined), heapEveryMs)
  return {
    async end() {
      clearInterval(timer)
      await look()
      return most - before
    },
  }
}

/** Milliseconds between two looks at a working page: long, because each look is work for the page, too. */
const restMs = 200

/** For drivers that do not wait long for an answer: the page keeps the answer, and the driver asks for it now and then. */
function byPolling({ evaluate }: Pick<BrowserTab, 'evaluate'>): BrowserTab['evaluate'] {
  let evaluations = 0
  return async (expression) => {
    const place = `window['evaluation ${++evaluations}']`
    await evaluate(`(${place} = '', Promise.resolve(${expression}).then(
      (value) => (${place} = JSON.stringify({ value })),
      (error) => (${place} = JSON.stringify({ error: String(error) }))), '')`)
    for (;;) {
      const text = await evaluate(place)
      const { value, error } = (text ? JSON.parse(text) : {}) as { value?: string; error?: string }
      if (error !== undefined) throw new Error(error)
      if (value !== undefined) return value
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
  }
}

async function openFirefox(url: string): Promise<Opened> {
  const { profile, remove } = newProfile()
  const browser = await firefox.start({ profile })
  const tab = await browser.open(url)
  return {
    version: `Firefox ${browser.version}`,
    profile,
    failure: never(),
    evaluate: byPolling({ evaluate: (expression) => tab.evaluate(expression) }),
    close: () => browser.kill(),
    async dispose() {
      await browser.kill().catch(() => undefined)
      remove()
    },
  }
}

/** Driven by its page, because with WebDriver this browser keeps nothing beyond its end. */
async function openWebKit(url: string): Promise<Opened> {
  const { profile, remove } = newProfile()
  const browser = await startByPage(profile)
  const tab = await browser.open(url)
  const agent = await tab.evaluate('Promise.resolve(navigator.userAgent)')
  return {
    version: `WebKitGTK, ${/Version\/\S+/.exec(agent)?.[0] ?? agent}`,
    profile,
    failure: never(),
    evaluate: (expression) => tab.evaluate(expression),
    close: () => browser.kill(),
    async dispose() {
      await browser.kill().catch(() => undefined)
      remove()
    },
  }
}

export function openPage({ browser, slow }: Setting, url: string): Promise<Opened> {
  if (browser === 'firefox') return openFirefox(url)
  return browser === 'webkit' ? openWebKit(url) : openChromium(url, slow)
}
