import { freePort } from '@waraq/test-support/free-port'
import { writeFileSync } from 'node:fs'
import { Builder, type WebDriver } from 'selenium-webdriver'
import { hangMs, waitFor } from '../../lifecycle/wait-for.ts'
import type { BrowserTab, RunningBrowser, Size } from './driver.ts'
import { ProcessGroup } from './process-group.ts'
import { openScreen, webKitGtk } from './screen.ts'

async function isListening(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/status`)).ok
  } catch {
    return false
  }
}

export async function startByWebDriver({ isPrivate }: { isPrivate: boolean }): Promise<RunningBrowser> {
  const screen = await openScreen()
  const { driver: command, browser: binary } = webKitGtk()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { DISPLAY: screen.display, NO_AT_BRIDGE: '1' }
  const group = new ProcessGroup({ command, args: [`--port=${port}`], env })
  await waitFor(
    () => isListening(url),
    (listens) => listens,
    'the driver of WebKitGTK',
  )
  const args = ['--automation', ...(isPrivate ? ['--private'] : [])]
  const session = await new Builder()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args } })
    .build()
  await session.manage().setTimeouts({ pageLoad: hangMs, script: hangMs })
  const windows = new Windows(session, await session.getWindowHandle())
  return {
    version: (await session.getCapabilities()).get('browserVersion') as string,
    open: (address) => WebDriverTab.open(windows, address),
    async kill() {
      await group.kill()
      await screen.close()
    },
  }
}

/** A session has one current window, so commands for several windows run one after another. */
class Windows {
  readonly #session: WebDriver
  /** The window that always exists. A session ends with its last window, and only a window can open another one. */
  readonly #first: string
  #current: string | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(session: WebDriver, first: string) {
    this.#session = session
    this.#first = first
  }

  /** Runs `work` in a window, by default in the first. */
  in<T>(handle: string | undefined, work: (session: WebDriver) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      await this.#enter(handle ?? this.#first)
      return work(this.#session)
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Opens a window, which becomes the current one. */
  open(url: string): Promise<string> {
    return this.in(undefined, async (session) => {
      await session.switchTo().newWindow('window')
      this.#current = await session.getWindowHandle()
      await session.get(url)
      return this.#current
    })
  }

  async #enter(handle: string): Promise<void> {
    if (handle === this.#current) return
    this.#current = undefined
    await this.#session.switchTo().window(handle)
    this.#current = handle
  }
}

/** The maximum time between two checks of an evaluation. */
const mostRestMs = 50

const paintedTwice = 'const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(done))'

interface Settled {
  readonly value?: string
  readonly error?: string
}

class WebDriverTab implements BrowserTab {
  readonly #windows: Windows
  readonly #handle: string
  #evaluations = 0

  private constructor(windows: Windows, handle: string) {
    this.#windows = windows
    this.#handle = handle
  }

  static async open(windows: Windows, url: string): Promise<WebDriverTab> {
    return new WebDriverTab(windows, await windows.open(url))
  }

  #do<T>(work: (session: WebDriver) => Promise<T>): Promise<T> {
    return this.#windows.in(this.#handle, work)
  }

  /** A script that the driver waits for would block the session for all other windows. So its result is polled instead. */
  async evaluate(expression: string): Promise<string> {
    const place = `window[Symbol.for('evaluation ${++this.#evaluations}')]`
    const begin = `${place} = {};
      Promise.resolve(${expression}).then((value) => ${place} = { value }, (error) => ${place} = { error: String(error) })`
    await this.#do((session) => session.executeScript(begin))
    const end = Date.now() + hangMs
    const look = () => this.#do((session) => session.executeScript<Settled | null>(`return ${place} ?? null`))
    for (let restMs = 2; ; restMs = Math.min(2 * restMs, mostRestMs)) {
      const settled = await look()
      if (settled === null) throw new Error('The page was left during an evaluation')
      if (settled.error !== undefined) throw new Error(settled.error)
      if (settled.value !== undefined) return settled.value
      if (Date.now() > end)
        throw new Error(`The page has not answered for minutes: ${expression.slice(0, 300)}`)
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
  }

  goto(url: string): Promise<void> {
    return this.#do((session) => session.get(url))
  }

  reload(): Promise<void> {
    return this.#do((session) => session.navigate().refresh())
  }

  /**
   * Uses the driver's own command: a script that runs while its page is being left may never be answered, and would block
   * the session.
   */
  back(): Promise<void> {
    return this.#do((session) => session.navigate().back())
  }

  close(): Promise<void> {
    return this.#do((session) => session.close())
  }

  async screenshot(path: string, { width, height }: Size): Promise<void> {
    const picture = await this.#do(async (session) => {
      await session.manage().window().setRect({ width, height })
      // The window's content follows its size with a short delay.
      await session.executeAsyncScript(paintedTwice)
      return session.takeScreenshot()
    })
    writeFileSync(path, picture, 'base64')
  }
}
