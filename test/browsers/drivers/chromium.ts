import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { OwnBrowser } from '../../lifecycle/own-browser.ts'
import { hangMs } from '../../lifecycle/wait-for.ts'
import { crash } from '../../lifecycle/tabs.ts'
import type { BrowserTab, Driver, RunningBrowser, Size } from './driver.ts'

/** Chromium, driven by the DevTools protocol. */
export const chromium: Driver = {
  name: 'chromium',
  can: { clear: true, crash: true, freeze: true, offline: true, quota: true, suspend: true, tabs: true },
  async start({ profile, isPrivate = false } = {}): Promise<RunningBrowser> {
    const own = await OwnBrowser.start(profile)
    const browser = own.context.browser()!
    const context = isPrivate ? await browser.newContext() : own.context
    return {
      version: browser.version(),
      open: (url) => ChromiumTab.open(context, url),
      kill: () => (profile === undefined ? own.discard() : own.kill()),
      setOffline: (offline) => context.setOffline(offline),
      suspend: () => own.signal('SIGSTOP'),
      resume: () => own.signal('SIGCONT'),
    }
  },
}

class ChromiumTab implements BrowserTab {
  readonly #page: Page
  readonly #cdp: CDPSession

  private constructor(page: Page, cdp: CDPSession) {
    this.#page = page
    this.#cdp = cdp
    page.setDefaultTimeout(hangMs)
  }

  static async open(context: BrowserContext, url: string): Promise<ChromiumTab> {
    const page = await context.newPage()
    const tab = new ChromiumTab(page, await context.newCDPSession(page))
    await tab.goto(url)
    return tab
  }

  evaluate(expression: string): Promise<string> {
    return this.#page.evaluate<string>(expression)
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url)
  }

  async reload(): Promise<void> {
    await this.#page.reload()
  }

  /** The answer comes from a page that is being left, and may not come at all. */
  async back(): Promise<void> {
    await this.#page.evaluate('void setTimeout(() => history.back())').catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.#page.close()
  }

  async screenshot(path: string, size: Size): Promise<void> {
    await this.#page.setViewportSize(size)
    await this.#page.screenshot({ path })
  }

  async freeze(): Promise<void> {
    await this.#cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  }

  async thaw(): Promise<void> {
    await this.#cdp.send('Page.setWebLifecycleState', { state: 'active' })
  }

  crash(): Promise<void> {
    return crash(this.#page, this.#cdp)
  }

  async clear(origin: string): Promise<void> {
    await this.#cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  }

  async allowBytes(origin: string, quotaSize: number | undefined): Promise<void> {
    const size = quotaSize === undefined ? {} : { quotaSize }
    await this.#cdp.send('Storage.overrideQuotaForOrigin', { origin, ...size })
  }
}
