import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { chromiumLaunch } from '../scripts/browsers.mjs'
import { violations } from './axe.ts'
import { changeLook, looks, sizes } from './looks.ts'
import { endEngineWorker, isCurrent, notice, patience, ReaderVisit, syncState } from './reader-visit.ts'
import { emptyStates, kept, keptStates, type ScreenState } from './screen-states.ts'

/** axe-core has nothing to say against any screen, whatever is open on it, in any language, theme and size. */

let demo: RunningDemo
let browser: Browser

beforeAll(async () => {
  demo = await startDemo({ content: 'small' })
  browser = await chromium.launch({ ...chromiumLaunch(), headless: true })
})

afterAll(async () => {
  await browser?.close()
  await demo?.close()
})

const begin = () => ReaderVisit.begin(browser, demo, { reducedMotion: 'reduce' })

async function keepAll(visit: ReaderVisit): Promise<void> {
  const page = await visit.open('#/library')
  for (const key of kept) await page.getByTestId(`toggle-${key}`).check()
  for (const key of kept) {
    const resource = page.getByTestId(`progress-${key}`)
    await expect.poll(() => resource.getAttribute('data-phase'), patience).toBe('done')
  }
  await isCurrent(page)
  await page.close()
}

/** In every size, language and theme, one after the other, with what is open staying open. */
async function expectAccessible(visit: ReaderVisit, page: Page, shows: string): Promise<void> {
  const outside = await visit.outside()
  await page.bringToFront()
  const found: string[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const look of looks) {
      await changeLook(page, outside, look)
      await page.locator(shows).first().waitFor()
      const where = `${size}, ${look.language}, ${look.theme}`
      found.push(...(await violations(page)).map((violation) => `${where}: ${violation}`))
    }
  }
  await outside.close()
  expect(found).toEqual([])
}

/** Opens a screen, brings it into its state and looks at it. */
async function look(visit: ReaderVisit, { hash, act, shows }: ScreenState): Promise<void> {
  const page = await visit.open(hash)
  await act?.(page, demo)
  await page.locator(shows).first().waitFor()
  await expectAccessible(visit, page, shows)
  await page.close()
}

describe('with a library', () => {
  let visit: ReaderVisit
  beforeAll(async () => {
    visit = await begin()
    await keepAll(visit)
  })
  afterAll(() => visit.close())

  it.each(keptStates)('$name', (state) => look(visit, state))

  it('without a network', async () => {
    const page = await visit.open('#/chapter/112')
    await isCurrent(page)
    await visit.context.setOffline(true)
    await page.getByTestId('offline-badge').waitFor()
    await expectAccessible(visit, page, '[data-testid="offline-badge"]')
    await visit.context.setOffline(false)
    await page.close()
  })

  it('while fetching is paused', async () => {
    const page = await visit.open('#/library')
    await page.getByTestId('pause').click()
    await expect.poll(() => syncState(page).getAttribute('data-state'), patience).toBe('paused')
    await expectAccessible(visit, page, '[data-testid="sync-state"][data-state="paused"]')
    await page.getByTestId('pause').click()
    await isCurrent(page)
    await page.close()
  })

  it('while something is fetched', async () => {
    demo.sandbox.fault({ match: { path: 'snapshot' }, times: null, effect: { hang: { afterBytes: 4_000 } } })
    const page = await visit.open('#/library')
    await page.getByTestId('toggle-translations:33').check()
    const bar = '[data-testid="progress-translations:33"] [role="progressbar"]'
    await page.locator(bar).waitFor()
    await expectAccessible(visit, page, bar)
    await page.getByTestId('toggle-translations:33').uncheck()
    demo.sandbox.clearFaults()
    await page.close()
  })

  it('where a translation was withdrawn, beside the text and in the library', async () => {
    demo.sandbox.hide('translations:131', 'license_withdrawn')
    const page = await visit.open('#/chapter/112')
    await page.getByTestId('sync-now').click()
    await page.getByTestId('withdrawn').waitFor()
    await expectAccessible(visit, page, '[data-testid="withdrawn"]')
    await page.goto(`${demo.url}#/library`)
    await expectAccessible(visit, page, '[data-testid="progress-translations:131"][data-phase="unavailable"]')
    demo.sandbox.restore('translations:131')
    await page.close()
  })

  it('under a notice that asks for something', async () => {
    for (const [path, file] of demo.files) demo.files.set(path, { ...file, caching: 'no-store' })
    const path = [...demo.files.keys()].find((each) => /engine-worker/.test(each))!
    const file = demo.files.get(path)!
    const page = await visit.open('#/chapter/112')
    await page.getByTestId('verse-112:1').waitFor()
    await isCurrent(page)
    // As a page gets that is sent in the place of a script.
    demo.files.set(path, { ...file, body: Buffer.from('<!doctype html>') })
    await endEngineWorker(page)
    await page.getByTestId('sync-now').dispatchEvent('click')
    await notice(page, 'stopped').waitFor()
    await expectAccessible(visit, page, '[data-testid="notice-stopped"]')
    demo.files.set(path, file)
    await page.close()
  })
})

describe('with an empty library', () => {
  let visit: ReaderVisit
  beforeAll(async () => void (visit = await begin()))
  afterAll(() => visit.close())

  it.each(emptyStates)('$name', (state) => look(visit, state))
})

describe('axe', () => {
  it('would say something of a page that is worse', async () => {
    const visit = await begin()
    const page = await visit.open()
    await page.getByTestId('screen-read').waitFor()
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.style.color = button.style.background = '#777'
      document.querySelector('main')!.append(button, new Image())
    })
    const ids = (await violations(page)).map((line) => line.split(' ', 1)[0])
    expect(new Set(ids)).toEqual(new Set(['button-name', 'image-alt']))
    await visit.close()
  })
})
