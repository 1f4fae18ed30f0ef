import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { checkStore, chromiumLaunch, type ChromiumStore } from '../scripts/browsers.mjs'
import { hangMs, waitFor } from './wait-for.ts'

/**
 * Arguments for a browser that does not slow down background tabs, runs each tab in a separate process, so that one can
 * crash separately, and never asks for a password.
 */
const ownArguments = [
  '--headless',
  '--remote-debugging-port=0',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--renderer-process-limit=200',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  // Otherwise the page sees another quota than the one that a test has set.
  '--disable-features=StaticStorageQuota',
]

/**
 * A browser that is not launched by Playwright. It leads its own process group, which can be killed. Its tabs can be frozen
 * and put into the back/forward cache, which Playwright's defaults silently prevent.
 */
export class OwnBrowser {
  readonly context: BrowserContext
  readonly profile: string
  readonly #browser: Browser
  /** Undefined: the store of the run. */
  readonly #store: ChromiumStore | undefined
  readonly #process: ChildProcess
  readonly #exited: Promise<void>

  private constructor(
    profile: string,
    store: ChromiumStore | undefined,
    started: ChildProcess,
    browser: Browser,
  ) {
    this.profile = profile
    this.#store = store
    this.#process = started
    this.#browser = browser
    this.context = browser.contexts()[0]!
    this.#exited = exitOf(started)
    process.once('exit', this.#endGroup)
  }

  /** Starts a browser, by default with a new profile. `store`: a store other than that of the run. */
  static async start(
    profile = mkdtempSync(join(tmpdir(), 'waraq-lifecycle-')),
    store?: ChromiumStore,
  ): Promise<OwnBrowser> {
    const portFile = join(profile, 'DevToolsActivePort')
    rmSync(portFile, { force: true })
    const { executablePath, args } = chromiumLaunch(store)
    const all = [...args, ...ownArguments, `--user-data-dir=${profile}`, 'about:blank']
    const started = spawn(executablePath, all, { detached: true, stdio: 'ignore' })
    const [port, path] = await waitFor(
      async () => readLines(portFile),
      (lines) => lines.length === 2,
      'the browser to listen',
    )
    const browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`, {
      noDefaults: true,
      isLocal: true,
      timeout: hangMs,
    })
    return new OwnBrowser(profile, store, started, browser)
  }

  /** Ends all processes immediately, as a power cut does. */
  async kill(): Promise<void> {
    this.#endGroup()
    await this.#exited
    await this.#browser.close().catch(() => undefined)
    process.removeListener('exit', this.#endGroup)
  }

  /** Ends the browser as a user closes it, and checks that it used the requested store. */
  async close(): Promise<void> {
    const session = await this.#browser.newBrowserCDPSession()
    session.send('Browser.close').catch(() => undefined)
    await this.#exited
    await this.kill()
    if (this.#store === undefined) checkStore(this.profile)
  }

  /** Ends the browser and removes its profile. */
  async discard(): Promise<void> {
    await this.kill()
    if (this.#store === undefined) checkStore(this.profile)
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Sends a signal to all its processes. */
  signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.#process.pid!, signal)
    } catch {
      // The process group has ended already.
    }
  }

  readonly #endGroup = (): void => this.signal('SIGKILL')
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
