import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Locator,
  Page,
} from 'playwright-core'
import { expect } from 'vitest'
import type { RunningDemo } from '../../demo/scripts/serve.mjs'
import { shortChapter } from './short-chapter.ts'

interface VisitOptions extends Pick<
  BrowserContextOptions,
  'bypassCSP' | 'colorScheme' | 'hasTouch' | 'locale' | 'reducedMotion' | 'viewport'
> {
  /** Whether the reader's service worker may keep its files and sync. Default `block`: one thing less in the way. */
  readonly serviceWorkers?: 'allow' | 'block' | undefined
}

/** A visitor with a browser profile of their own that is forgotten afterwards, as in a private window. */
export class ReaderVisit {
  readonly context: BrowserContext
  readonly #demo: RunningDemo

  private constructor(context: BrowserContext, demo: RunningDemo) {
    this.context = context
    this.#demo = demo
  }

  static async begin(
    browser: Browser,
    demo: RunningDemo,
    { serviceWorkers = 'block', ...device }: VisitOptions = {},
  ): Promise<ReaderVisit> {
    return new ReaderVisit(await browser.newContext({ serviceWorkers, ...device }), demo)
  }

  get origin(): string {
    return new URL(this.#demo.url).origin
  }

  /** Opens the reader in another tab. */
  async open(hash = ''): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(`${this.#demo.url}${hash}`)
    return page
  }

  /** A page of the same site without the reader: for what others may do to its storage. */
  async outside(): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(`${this.#demo.url}icon.svg`)
    return page
  }

  cdp(page: Page): Promise<CDPSession> {
    return this.context.newCDPSession(page)
  }

  close(): Promise<void> {
    return this.context.close()
  }
}

/** The sign of syncing; its name says the state in words. */
export const syncState = (page: Page) => page.getByTestId('sync-state')
export const storage = (page: Page) => page.getByTestId('storage')
export const notice = (page: Page, id: string) => page.getByTestId(`notice-${id}`)

/** By the navigation, as a reader goes there. */
export async function goTo(page: Page, screen: 'read' | 'library' | 'storage' | 'settings'): Promise<void> {
  await page.getByTestId(`nav-${screen}`).click()
  await page.getByTestId(`screen-${screen}`).waitFor()
}

/**
 * Keeps one translation, and the Arabic text with it, by verse where the service can be asked for that. Ends in the
 * library.
 */
export async function keep(page: Page): Promise<void> {
  await goTo(page, 'library')
  await page.getByTestId('toggle-translations:20').check()
  const arabic = ['quran_core:1', 'mushafs:1'].map(
    (key) => `[data-testid="resource-${key}"][data-kept="true"]`,
  )
  await page.locator(arabic.join()).first().waitFor()
}

/**
 * Clicks as a reader does, who waits until nothing covers it and it can be used. Playwright's own click scrolls the page in order
 * to get at what is covered for a moment.
 */
export async function clickInPlace(target: Locator): Promise<void> {
  const inTheOpen = () =>
    target.evaluate((element) => {
      if (element.matches(':disabled')) return null
      const { x, y, width, height } = element.getBoundingClientRect()
      const centre = { x: x + width / 2, y: y + height / 2 }
      return element.contains(document.elementFromPoint(centre.x, centre.y)) ? centre : null
    })
  let at: Awaited<ReturnType<typeof inTheOpen>> = null
  await expect.poll(async () => (at = await inTheOpen())).not.toBeNull()
  const { x, y } = at!
  await target.page().mouse.click(x, y)
}

/** Opens or closes what the sign of syncing stands for. */
export async function showDetails(page: Page, open: boolean): Promise<void> {
  const shown = await syncState(page).getAttribute('aria-expanded')
  if (shown !== String(open)) await clickInPlace(syncState(page))
  await page.getByTestId('sync-line').waitFor({ state: open ? 'visible' : 'detached' })
  // The browser leaves their entry of the history a moment later.
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.sync))).toBe(open)
}

/** What the details of syncing say. Notices that stood over the page count as seen then. */
export async function syncWords(page: Page): Promise<string> {
  await showDetails(page, true)
  const words = await page.getByTestId('sync-line').innerText()
  await showDetails(page, false)
  return words
}

/** Asks for a sync as a reader does. */
export async function syncNow(page: Page): Promise<void> {
  await showDetails(page, true)
  await clickInPlace(page.getByTestId('sync-now'))
  await showDetails(page, false)
}

export async function isOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Sync: Offline|المزامنة: دون اتصال)/ }).waitFor()
}

export async function isCurrent(page: Page): Promise<void> {
  await expect.poll(() => syncState(page).getAttribute('data-state')).toBe('current')
}

/**
 * The reader's shell is on the device, so that it opens without a network: what tells it is the worker, for a page that began
 * to load while that was on its way is claimed by none.
 */
export async function shellIsKept(page: Page): Promise<void> {
  const workers = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
      return { installing: installing?.state, waiting: waiting?.state, active: active?.state }
    })
  await expect.poll(workers).toMatchObject({ active: 'activated' })
}

/** As when the reader comes back to the tab: the page then asks for its engine's status. */
export async function lookAgain(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** Checks that kept content can be read, by following the links as a reader does, and back. Ends where reading begins. */
export async function expectReadable(page: Page): Promise<void> {
  // A page behind another one is drawn once a second.
  await page.bringToFront()
  await goTo(page, 'read')
  await page.getByTestId(`chapter-link-${shortChapter.id}`).click()
  const verse = page.getByTestId(`verse-${shortChapter.id}:1`)
  await verse.locator('[data-resource="translations:20"]').waitFor({ state: 'attached' })
  // Verses below the screen are there, but not laid out.
  await expect
    .poll(() => verse.locator('[data-resource="translations:20"]').textContent())
    .toMatch(shortChapter.begins)
  await page.getByRole('link', { name: 'All chapters' }).click()
  await page.getByTestId('screen-read').waitFor()
}

/** No wait lasts for ever in any state: neither a bar without an end nor a page that says only that it is opening. */
export async function expectNoSpinner(page: Page): Promise<void> {
  const turning = page.locator('.progress-fill.unknown, [data-running="true"]')
  await expect.poll(() => turning.count()).toBe(0)
  await expect.poll(() => page.getByText(/^Opening/).count()).toBe(0)
}

/** The engine's worker ends as if the browser had killed it: at once, and without an event. */
export async function endEngineWorker(page: Page): Promise<void> {
  const engine = page.workers().find((worker) => worker.url().includes('engine-worker'))
  await engine!.evaluate(() => close())
}
