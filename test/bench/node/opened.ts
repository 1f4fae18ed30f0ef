import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startByPage } from '../../browsers/drivers/by-page.ts'
import { firefox } from '../../browsers/drivers/firefox.ts'
import type { BrowserTab } from '../../browsers/drivers/driver.ts'
import { chromiumLaunch } from '../../scripts/browsers.mjs'
import type { Setting } from './setting.ts'

/** A browser with one page, on a profile of its own on disk. */
export interface Opened {
  readonly version: string
  readonly profile: string
  /** An uncaught error in the page or a worker. Without it a call that waits for an outcome would wait for ever. */
  readonly failure: Promise<never>
  /** Evaluates an expression whose promise resolves with a text, however long it takes. */
  evaluate(expression: string): Promise<string>
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
  if (slow > 1) {
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slow })
  }
  await page.goto(url)
  return {
    version: `Chromium ${context.browser()?.version() ?? 'unknown'}`,
    profile,
    failure,
    evaluate: (expression) => page.evaluate<string>(expression),
    goto: async (address) => void (await page.goto(address)),
    close: () => context.close(),
    async dispose() {
      await context.close().catch(() => undefined)
      remove()
    },
  }
}

/** Milliseconds between two looks at a working page: long, because each look is work for the page, too. */
const restMs = 200

/** For drivers that do not wait long for an answer: the page keeps the answer, and the driver asks for it now and then. */
function patiently({ evaluate }: Pick<BrowserTab, 'evaluate'>): BrowserTab['evaluate'] {
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
    evaluate: patiently({ evaluate: (expression) => tab.evaluate(expression) }),
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
