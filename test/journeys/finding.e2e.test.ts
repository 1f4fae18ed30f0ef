import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { violations } from './axe.ts'
import { keep, ReaderVisit } from './reader-visit.ts'

/** What a reader finds: famous verses and places first, words in an order, earlier searches, and the way on if there is nothing. */

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
const album = new Album('finding')

beforeAll(async () => {
  demo = await startDemo({
    content: { chapters: [1, 2, 24, 36, 112, 113, 114], resources: 'quran_core:1;translations:20,131' },
  })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: { width: 390, height: 844 } })
  page = await visit.open('#/search')
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const go = (hash: string) => page.goto(`${demo.url}${hash}`)
const field = () => page.getByRole('searchbox')
const count = () => page.getByTestId('search-count')
const hash = () => page.evaluate(() => location.hash)
const places = () => page.getByTestId('place-typed')
const hits = () =>
  page.locator('.hits a').evaluateAll((all) => all.map((each) => each.getAttribute('data-testid')!.slice(4)))
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName)

describe('with nothing downloaded', () => {
  it('the search says so, and does not say that the words are nowhere', async () => {
    await field().fill('mercy')
    await page.getByTestId('nothing-to-search').getByRole('link').waitFor()
    expect(await count().innerText()).toBe('')
    await album.picture(page, 'nothing-downloaded')
  })

  it('famous verses and chapters are found all the same', async () => {
    await field().fill('ayat al-kur')
    await expect.poll(() => places().first().innerText()).toMatch(/^Ayat al-Kursi\s+Al-Baqarah, verse 255/)
    await field().fill('yas')
    await expect.poll(() => places().first().getAttribute('href')).toBe('#/chapter/36')
  })
})

describe('a famous verse', () => {
  it('comes first, with its Arabic text', async () => {
    await keep(page)
    await page.getByTestId('toggle-translations:131').check()
    await expect
      .poll(() => page.getByTestId('progress-translations:131').getAttribute('data-phase'))
      .toBe('done')
    await go('#/search')
    await field().fill('throne verse')
    await expect.poll(() => places().first().getAttribute('href')).toBe('#/chapter/2/255')
    await expect.poll(() => places().first().locator('[lang="ar"]').innerText()).toMatch(/^ٱلل/)
    await album.picture(page, 'famous')
  })

  it('is two keys away', async () => {
    await field().focus()
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('#/chapter/2/255')
    await page.keyboard.press('Enter')
    await expect.poll(hash).toBe('#/chapter/2/255')
  })
})

describe('the last searches', () => {
  it('are those that led somewhere, and can be repeated', async () => {
    await go('#/search')
    await expect.poll(() => page.getByTestId('recent-search').allInnerTexts()).toEqual(['throne verse'])
    await album.picture(page, 'recent')
    await page.getByTestId('recent-search').click()
    await expect.poll(() => field().inputValue()).toBe('throne verse')
    await expect.poll(() => places().count()).toBeGreaterThan(0)
  })

  it('can be cleared, for good', async () => {
    // The link to the search begins another one.
    await page.getByTestId('nav-search').click()
    await page.getByTestId('clear-searches').click()
    await page.getByTestId('recent-search').waitFor({ state: 'detached' })
    expect(await focused()).toBe('INPUT')
    await page.reload()
    await field().waitFor()
    expect(await page.getByTestId('recent-search').count()).toBe(0)
  })
})

describe('the order of the results', () => {
  it('is by relevance, or by the Quran, and is remembered', async () => {
    await go('#/search')
    await field().fill('worlds')
    await expect.poll(async () => (await hits()).length).toBeGreaterThan(3)
    await page.getByTestId('search-order').selectOption('quran')
    const place = (key: string) => {
      const [chapter = 0, verse = 0] = key.split(':').map(Number)
      return chapter * 1000 + verse
    }
    await expect
      .poll(async () => {
        const shown = (await hits()).map(place)
        return shown.length > 3 && shown.every((each, at) => at === 0 || shown[at - 1]! <= each)
      })
      .toBe(true)
    await album.picture(page, 'in-order')
    await page.reload()
    await expect.poll(() => page.getByTestId('search-order').inputValue()).toBe('quran')
    await page.getByTestId('search-order').selectOption('relevance')
  })
})

describe('the keyboard', () => {
  it('goes from the field along the results and back', async () => {
    await field().fill('lord of the worlds')
    await page.getByTestId('hit-1:2').first().waitFor()
    await field().focus()
    await page.keyboard.press('ArrowDown')
    const first = await focused()
    expect(first).toMatch(/^#\/chapter/)
    await page.keyboard.press('ArrowDown')
    expect(await focused()).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe(first)
    await page.keyboard.press('Escape')
    expect(await focused()).toBe('INPUT')
  })

  it('is on the first of the results that were added', async () => {
    await field().fill('allah')
    const more = page.getByRole('button', { name: 'Show more' })
    await more.waitFor()
    const before = (await hits()).length
    await more.press('Enter')
    await expect.poll(async () => (await hits()).length).toBeGreaterThan(before)
    const at = () =>
      page.evaluate(() => {
        const item = document.activeElement?.closest('.hits > li')
        return item ? [...item.parentElement!.children].indexOf(item) : -1
      })
    await expect.poll(at).toBe(before)
  })
})

describe('nothing found', () => {
  it('leads to fewer words that are found', async () => {
    await field().fill('mercy zzzzzz')
    await page.getByTestId('search-suggestion').waitFor()
    await album.picture(page, 'suggestion')
    await page.getByTestId('search-suggestion').click()
    await expect.poll(() => field().inputValue()).toBe('mercy')
    await expect.poll(async () => (await hits()).length).toBeGreaterThan(0)
  })

  it('leads to nothing where no word is found, and says what to try', async () => {
    await field().fill('qqqqzzzz')
    await expect.poll(() => count().innerText()).toMatch(/^No results/)
    await page.getByText('Check the spelling').waitFor()
  })
})

it('axe finds no fault with any of it', async () => {
  for (const text of ['throne verse', 'mercy zzzzzz', 'worlds', '']) {
    await field().fill(text)
    await expect.poll(() => field().inputValue()).toBe(text)
    expect([text, await violations(page)]).toEqual([text, []])
  }
})
