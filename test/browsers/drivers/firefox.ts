import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type Browser, type Page } from 'puppeteer-core'
import { hangMs, waitFor } from '../../lifecycle/wait-for.ts'
import { findFirefox } from '../../scripts/browsers.mjs'
import type { BrowserTab, Driver, RunningBrowser, Size } from './driver.ts'
import { endGroup, signalGroup } from './process-group.ts'

/** Firefox, driven by WebDriver BiDi. */
export const firefox: Driver = {
  name: 'firefox',
  can: { clear: false, crash: false, freeze: false, offline: false, quota: false, suspend: true, tabs: true },
  async start({ profile, isPrivate = false } = {}): Promise<RunningBrowser> {
    const folder = profile ?? mkdtempSync(join(tmpdir(), 'waraq-firefox-'))
    const browser = await launch({
      browser: 'firefox',
      executablePath: findFirefox() ?? 'firefox',
      headless: true,
      userDataDir: folder,
      protocolTimeout: hangMs,
      timeout: hangMs,
      extraPrefsFirefox: { 'browser.privatebrowsing.autostart': isPrivate },
    })
    return {
      version: (await browser.version()).replace(/^\D*/, ''),
      open: (url) => FirefoxTab.open(browser, url),
      suspend: () => signalGroup(browser.process()!.pid, 'SIGSTOP'),
      resume: () => signalGroup(browser.process()!.pid, 'SIGCONT'),
      async kill() {
        await kill(browser)
        await waitFor(
          async () => setAside.some((file) => existsSync(join(folder, file))),
          (left) => !left,
          'the profile to be as it was',
        )
        if (profile === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  },
}

/** Files that the launcher restores in a profile shortly after the browser's end. Another browser must not start before that. */
const setAside = ['prefs.js.puppeteer', 'user.js.puppeteer']

async function kill(browser: Browser): Promise<void> {
  const leader = browser.process()!
  const exited = new Promise((resolve) => leader.once('exit', resolve))
  if (leader.exitCode === null && leader.signalCode === null) {
    endGroup(leader.pid)
    await exited
  }
  await browser.disconnect().catch(() => undefined)
}

class FirefoxTab implements BrowserTab {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
    page.setDefaultTimeout(hangMs)
  }

  static async open(browser: Browser, url: string): Promise<FirefoxTab> {
    const tab = new FirefoxTab(await browser.newPage())
    await tab.goto(url)
    return tab
  }

  async evaluate(expression: string): Promise<string> {
    return (await this.#page.evaluate(expression)) as string
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
    await this.#page.setViewport(size)
    await this.#page.screenshot({ path: path as `${string}.png` })
  }
}
