import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { violations } from './axe.ts'
import { keep, ReaderVisit } from './reader-visit.ts'

/** Where reading begins: the last place, those before, the verses that were starred last, and the way to any other. */

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
const album = new Album('home')

beforeAll(async () => {
  demo = await startDemo({
    content: { chapters: [1, 2, 112, 113, 114], resources: 'quran_core:1;translations:20' },
  })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: { width: 1440, height: 900 } })
  page = await visit.open('#/library')
  await keep(page)
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const go = (hash: string) => page.goto(`${demo.url}${hash}`)
const hash = () => page.evaluate(() => location.hash)
const read = async (chapter: number) => {
  await go(`#/chapter/${chapter}`)
  await page.getByTestId(`verse-${chapter}:1`).waitFor()
}

it('the last place and those before it are there, the newest first', async () => {
  for (const chapter of [112, 113, 1]) await read(chapter)
  await go('#/')
  await expect.poll(() => page.getByTestId('continue').getAttribute('href')).toMatch(/^#\/chapter\/1/)
  await expect
    .poll(() =>
      page.getByTestId('recent-place').evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
    )
    .toEqual(['#/chapter/113', '#/chapter/112'])
})

it('the verses that were starred last are there, with the way to all', async () => {
  await read(112)
  await page.getByTestId('star-112:2').click()
  await expect.poll(() => page.getByTestId('star-112:2').getAttribute('aria-pressed')).toBe('true')
  await go('#/')
  const starred = page.getByTestId('latest-favorites')
  await starred.getByTestId('kept-112:2').waitFor()
  await album.picture(page, 'desk')
  await starred.getByRole('link', { name: 'Show all' }).click()
  await expect.poll(hash).toBe('#/saved')
})

it('the chapters are in three columns at a desk, and in one on a phone', async () => {
  await go('#/')
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page
      .getByTestId(/^chapter-link-/)
      .evaluateAll((all) => new Set(all.map((each) => Math.round(each.getBoundingClientRect().left))).size)
  }
  await page.getByTestId('chapter-link-114').waitFor()
  expect(await columns(1440)).toBe(3)
  expect(await columns(390)).toBe(1)
  await album.picture(page, 'phone')
  await page.setViewportSize({ width: 1440, height: 900 })
})

describe('the filter', () => {
  const field = () => page.getByRole('searchbox')
  const places = () =>
    page.getByTestId('place-typed').evaluateAll((all) => all.map((each) => each.getAttribute('href')))

  it.each([
    ['2:255', ['#/chapter/2/255']],
    ['٢:٢٥٥-٢٥٧', ['#/chapter/2/255-257']],
    ['page 50', ['#/page/50']],
    ['juz 30', ['#/juz/30']],
    ['kursi', ['#/chapter/2/255']],
  ])('takes %s', async (text, hrefs) => {
    await go('#/')
    await field().fill(text)
    await expect.poll(places).toEqual(hrefs)
    expect(await page.getByText('No chapter matches').count()).toBe(0)
  })

  it('goes to the first of what it lists', async () => {
    await field().fill('juz 30')
    await expect.poll(places).toEqual(['#/juz/30'])
    await field().press('Enter')
    await expect.poll(hash).toBe('#/juz/30')
    await go('#/')
    await field().fill('ikhlas')
    await expect.poll(() => page.locator('.chapter-link').count()).toBe(1)
    await field().press('Enter')
    await expect.poll(hash).toBe('#/chapter/112')
  })

  it('says which places there are not', async () => {
    await go('#/')
    await field().fill('2:300')
    await page.getByText('286 verses').waitFor()
  })
})

it('axe finds no fault with it', async () => {
  await go('#/')
  await page.getByTestId('latest-favorites').waitFor()
  expect(await violations(page)).toEqual([])
})
