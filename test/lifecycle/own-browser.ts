import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { checkStore, chromiumLaunch, type ChromiumStore } from '../scripts/browsers.mjs'
import { patience, until } from './patience.ts'

/**
 * Arguments for a browser that does not slow down what lies in the background, keeps each tab in a process of its own, so
 * that one can crash alone, and never asks for a password.
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
  // Otherwise a quota that a test has set is not what the page is told.
  '--disable-features=StaticStorageQuota',
]

/**
 * A browser of our own, and not one that Playwright launches: it leads its own process group, which can be killed, and its
 * tabs can be frozen and put into the back/forward cache, which Playwright's defaults prevent without a word.
 */
export class OwnBrowser {
  readonly context: BrowserContext
  readonly profile: string
  readonly #browser: Browser
  /** Undefined: that of the run. */
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

  /** With no profile given, in a new one. `store`: another than that of the run. */
  static async start(
    profile = mkdtempSync(join(tmpdir(), 'waraq-lifecycle-')),
    store?: ChromiumStore,
  ): Promise<OwnBrowser> {
    const portFile = join(profile, 'DevToolsActivePort')
    rmSync(portFile, { force: true })
    const { executablePath, args } = chromiumLaunch(store)
    const all = [...args, ...ownArguments, `--user-data-dir=${profile}`, 'about:blank']
    const started = spawn(executablePath, all, { detached: true, stdio: 'ignore' })
    const [port, path] = await until(
      async () => readLines(portFile),
      (lines) => lines.length === 2,
      'the browser to listen',
    )
    const browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`, {
      noDefaults: true,
      isLocal: true,
      timeout: patience.timeout,
    })
    return new OwnBrowser(profile, store, started, browser)
  }

  /** Ends all processes at once, as a power cut does. */
  async kill(): Promise<void> {
    this.#endGroup()
    await this.#exited
    await this.#browser.close().catch(() => undefined)
    process.removeListener('exit', this.#endGroup)
  }

  /** Ends the browser as a user closes it, and looks whether it had the store that was asked for. */
  async close(): Promise<void> {
    const session = await this.#browser.newBrowserCDPSession()
    session.send('Browser.close').catch(() => undefined)
    await this.#exited
    await this.kill()
    if (this.#store === undefined) checkStore(this.profile)
  }

  /** Ends the browser and forgets its profile. */
  async discard(): Promise<void> {
    await this.kill()
    if (this.#store === undefined) checkStore(this.profile)
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 })
  }

  /** To all its processes. */
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
