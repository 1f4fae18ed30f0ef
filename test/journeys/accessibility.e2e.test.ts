import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withBody } from '../../demo/scripts/built-files.mjs'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { colourViolations, violations } from './axe.ts'
import { walk } from './keyboard-walk.ts'
import { changeLook, looks, sizes, type Look } from './looks.ts'
import {
  endEngineWorker,
  isCurrent,
  isOffline,
  notice,
  ReaderVisit,
  showDetails,
  syncNow,
  syncState,
} from './reader-visit.ts'
import { emptyStates, kept, keptStates, walkedStates, type ScreenState } from './screen-states.ts'

/**
 * axe-core finds no fault with any screen, with each of its panels open, in any language, theme and size. No bar of a phone
 * covers what the keyboard goes to.
 */

let demo: RunningDemo
let browser: Browser

beforeAll(async () => {
  demo = await startDemo({ content: 'small' })
  // A worker that is started again comes from the server, as it is then, and not out of the browser's cache.
  for (const [path, file] of demo.files) demo.files.set(path, { ...file, caching: 'no-store' })
  browser = await sharedChromium()
})

afterAll(async () => {
  await demo?.close()
})

/** `pnpm test:deep journeys --thorough`: each theme in each size and language. */
const thorough = process.env['WARAQ_THOROUGH'] !== undefined

/**
 * Light, which all rules look at, in each size and language. Of the other themes, which only rules of colours look at, each
 * pair of theme and size, theme and language.
 */
function isLookedAt(size: keyof typeof sizes, { language, theme }: Look): boolean {
  if (thorough || theme === 'light') return true
  return (size === 'phone') === (language === 'en') ? theme === 'sepia' : theme === 'dark'
}

/** A visitor, with a tab of the same site in which there is no reader. */
class LeaderElection {
  readonly visit: ReaderVisit
  readonly #outside: Page
  /** The tab in which screens are looked at one after the other. */
  #page: Page | undefined

  private constructor(visit: ReaderVisit, outside: Page) {
    this.visit = visit
    this.#outside = outside
  }

  static async take(): Promise<LeaderElection> {
    const visit = await ReaderVisit.begin(browser, demo, { reducedMotion: 'reduce' })
    return new LeaderElection(visit, await visit.outside())
  }

  /** In the sizes, languages and themes, one after the other; what is open stays open. */
  async expectAccessible(page: Page, shows: string): Promise<void> {
    await page.bringToFront()
    const found: string[] = []
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      for (const look of looks.filter((each) => isLookedAt(size as keyof typeof sizes, each))) {
        await changeLook(page, this.#outside, look)
        await page.locator(shows).first().waitFor()
        const where = `${size}, ${look.language}, ${look.theme}`
        const wrong = await (look.theme === 'light' ? violations : colourViolations)(page)
        found.push(...wrong.map((violation) => `${where}: ${violation}`))
      }
    }
    expect(found).toEqual([])
  }

  /** Goes to a screen, brings it into its state and looks at it. */
  look(state: ScreenState): Promise<void> {
    return this.#in(state, 'desk', (page) => this.expectAccessible(page, state.shows))
  }

  /** Goes to a screen of a phone, brings it into its state and walks through it by the keyboard. */
  async walk(state: ScreenState): Promise<void> {
    await this.#in(state, 'phone', async (page) => {
      await changeLook(page, this.#outside, looks[0]!)
      await page.locator(state.shows).first().waitFor()
      const { stops, faults } = await walk(page)
      expect(stops).toBeGreaterThan(10)
      expect(faults).toEqual([])
    })
  }

  async #in(
    { hash, act, undo, shows }: ScreenState,
    size: keyof typeof sizes,
    expectGood: (page: Page) => Promise<void>,
  ): Promise<void> {
    const page = (this.#page ??= await this.visit.open())
    await page.setViewportSize(sizes[size])
    // Another tab for the next state, unless this one ends well.
    this.#page = undefined
    // By way of a screen on which nothing can be left open.
    await page.goto(`${demo.url}#/more`)
    await page.getByTestId('screen-more').waitFor()
    await page.goto(`${demo.url}${hash}`)
    await act?.(page)
    await page.locator(shows).first().waitFor()
    await expectGood(page)
    await undo?.(page)
    this.#page = page
  }

  close(): Promise<void> {
    return this.visit.close()
  }
}

async function keepAll({ visit }: LeaderElection): Promise<void> {
  const page = await visit.open('#/library')
  for (const key of kept) await page.getByTestId(`toggle-${key}`).check()
  for (const key of kept) {
    const resource = page.getByTestId(`progress-${key}`)
    await expect.poll(() => resource.getAttribute('data-phase')).toBe('done')
  }
  await isCurrent(page)
  await page.close()
}

/** Asks for a sync until one goes on: the timetable may have had enough for the moment. */
async function untilSyncing(page: Page): Promise<void> {
  const button = page.getByTestId('sync-now')
  const ask = async () => {
    if (await button.isEnabled()) await button.click()
    return page.locator('[data-running="true"]').count()
  }
  await showDetails(page, true)
  await expect.poll(ask, { timeout: 120_000, interval: 500 }).toBe(1)
  await showDetails(page, false)
}

describe('with a library', () => {
  let election: LeaderElection
  beforeAll(async () => void (election = await LeaderElection.take()))
  afterEach(async () => {
    await election.visit.context.setOffline(false)
    demo.sandbox.clearFaults()
  })
  afterAll(() => election.close())

  it('in which there is something of every kind', () => keepAll(election))

  it.each(keptStates)('$name', (state) => election.look(state))

  it.each(walkedStates)('by the keyboard on a phone: $name', (state) => election.walk(state))

  it('without a network', async () => {
    const page = await election.visit.open('#/chapter/112')
    await isCurrent(page)
    await election.visit.context.setOffline(true)
    await isOffline(page)
    await election.expectAccessible(page, '[data-testid="sync-state"][data-state="offline"]')
    // Syncs that failed meanwhile are tried again before the next test looks at the state.
    await election.visit.context.setOffline(false)
    await syncNow(page)
    await isCurrent(page)
    await page.close()
  })

  it('while fetching is paused', async () => {
    const page = await election.visit.open('#/library')
    await isCurrent(page)
    await page.getByTestId('pause').click()
    await expect.poll(() => syncState(page).getAttribute('data-state')).toBe('paused')
    await election.expectAccessible(page, '[data-testid="sync-state"][data-state="paused"]')
    await page.getByTestId('pause').click()
    await isCurrent(page)
    await page.close()
  })

  it('while something is fetched', async () => {
    demo.sandbox.fault({ match: { path: 'snapshot' }, times: null, effect: { hang: { afterBytes: 4_000 } } })
    const page = await election.visit.open('#/library')
    await page.getByTestId('toggle-translations:33').check()
    const bar = '[data-testid="progress-translations:33"] [role="progressbar"]'
    await page.locator(bar).waitFor()
    await election.expectAccessible(page, bar)
    await page.getByTestId('toggle-translations:33').uncheck()
    // The next test begins with no run under way: others wait for minutes for the run of a page that is closed.
    demo.sandbox.clearFaults()
    await page.locator(bar).waitFor({ state: 'detached' })
    await isCurrent(page)
    await page.close()
  })

  it('after a run that failed, in the sync panel', async () => {
    const page = await election.visit.open('#/sync')
    await isCurrent(page)
    demo.sandbox.fault({ match: { path: 'sync' }, times: null, effect: { status: 503 } })
    await syncNow(page)
    const failed = '[data-testid="timeline-run"][data-outcome="interrupted"]'
    await page.locator(failed).first().waitFor()
    await election.expectAccessible(page, failed)
    demo.sandbox.clearFaults()
    await syncNow(page)
    await isCurrent(page)
    await page.close()
  })

  it('where a translation was withdrawn, beside the text and in the library', async () => {
    demo.sandbox.hide('translations:131', 'license_withdrawn')
    const page = await election.visit.open('#/chapter/112')
    await syncNow(page)
    await page.getByTestId('withdrawn').waitFor()
    await election.expectAccessible(page, '[data-testid="withdrawn"]')
    await page.goto(`${demo.url}#/library`)
    const gone = '[data-testid="progress-translations:131"][data-phase="unavailable"]'
    await election.expectAccessible(page, gone)
    await page.close()
  })

  it('under a notice that asks for something', async () => {
    const path = [...demo.files.keys()].find((each) => /engine-worker/.test(each))!
    const file = demo.files.get(path)!
    const page = await election.visit.open('#/chapter/112')
    await page.getByTestId('verse-112:1').waitFor()
    await isCurrent(page)
    // As a page gets that is sent in the place of a script; in the middle of a sync, so that the loss is noticed.
    demo.files.set(path, withBody(file, '<!doctype html>'))
    try {
      demo.sandbox.fault({ match: { path: 'sync' }, times: null, effect: { hang: true } })
      await untilSyncing(page)
      await endEngineWorker(page)
      // The page starts a worker five times before it says so, with pauses of twenty seconds in all.
      await notice(page, 'stopped').waitFor({ timeout: 90_000 })
      await election.expectAccessible(page, '[data-testid="notice-stopped"]')
    } finally {
      demo.files.set(path, file)
    }
    await page.close()
  })
})

describe('with an empty library', () => {
  let election: LeaderElection
  beforeAll(async () => void (election = await LeaderElection.take()))
  afterAll(() => election.close())

  it.each(emptyStates)('$name', (state) => election.look(state))
})

describe('axe', () => {
  it('would say something of a page that is worse', async () => {
    const visit = await ReaderVisit.begin(browser, demo)
    const page = await visit.open()
    await page.getByTestId('screen-read').waitFor()
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.textContent = 'words'
      button.style.color = '#888'
      button.style.background = '#999'
      document.querySelector('main')!.append(button, document.createElement('button'), new Image())
    })
    const rulesOf = (lines: readonly string[]) => new Set(lines.map((line) => line.split(' ', 1)[0]))
    expect(rulesOf(await violations(page))).toEqual(
      new Set(['button-name', 'color-contrast', 'image-alt', 'target-size']),
    )
    expect(rulesOf(await colourViolations(page))).toEqual(new Set(['color-contrast']))
    await visit.close()
  })
})
