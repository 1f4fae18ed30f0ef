import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { ReaderVisit } from './reader-visit.ts'

/** Places as people type them: in addresses, in fields, in the search, in notes. */

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
const album = new Album('places')

beforeAll(async () => {
  demo = await startDemo({
    content: { chapters: [1, 2, 3, 36, 112], resources: 'quran_core:1;translations:20;mushafs:1' },
  })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: { width: 390, height: 780 } })
  page = await visit.open('#/library')
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const go = (hash: string) => page.goto(`${demo.url}${hash}`)
const marked = () =>
  page.locator('[data-target]').evaluateAll((all) => all.map((each) => each.getAttribute('data-verse')))

it('a library to read', async () => {
  for (const key of ['translations:20', 'mushafs:1']) {
    await page.getByTestId(`toggle-${key}`).check()
    await expect.poll(() => page.getByTestId(`progress-${key}`).getAttribute('data-phase')).toBe('done')
  }
})

describe('an address', () => {
  it.each([
    ['#/2:255', ['2:255']],
    ['#/2/255-257', ['2:255', '2:256', '2:257']],
    ['#/chapter/2/285-3:5', ['2:285', '2:286']],
  ])('%s shows its verses and marks them', async (hash, verses) => {
    await go(hash)
    await expect.poll(marked).toEqual(verses)
    await album.picture(page, `address-${verses.length}`)
  })

  it('of a page beyond the last leads to the last', async () => {
    await go('#/page/700')
    await page.getByTestId('last-page').waitFor()
    await album.picture(page, 'beyond-the-last-page')
    await page.getByTestId('last-page').click()
    await expect.poll(() => page.url()).toMatch(/#\/page\/604$/)
  })
})

describe('the search', () => {
  const places = () =>
    page.getByTestId('place-typed').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  it.each([
    ['البقرة ٢٥٥', ['#/chapter/2/255']],
    ['baqarah 255-257', ['#/chapter/2/255-257']],
    ['yaseen', ['#/chapter/36']],
    ['36', ['#/chapter/36', '#/page/36']],
    ['juz amma', ['#/juz/30']],
  ])('of %s offers to go there', async (text, hrefs) => {
    await go('#/search')
    await page.getByRole('searchbox').fill(text)
    await expect.poll(places).toEqual(hrefs)
    await album.picture(page, `search-${hrefs.length}`)
  })
  it('says what does not exist', async () => {
    await page.getByRole('searchbox').fill('2:300')
    await page.getByText('286 verses').waitFor()
    await album.picture(page, 'search-out-of-range')
  })
})

describe('fields', () => {
  const listed = () =>
    page.locator('.chapter-link').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  it.each([
    ['سورة البقره', ['#/chapter/2']],
    ['bakara', ['#/chapter/2']],
    ['۳۶', ['#/chapter/36']],
    ['yas', ['#/chapter/36']],
  ])('the chapters of %s', async (text, hrefs) => {
    await go('#/')
    await page.getByRole('searchbox').fill(text)
    await expect.poll(listed).toEqual(hrefs)
  })
})

describe('a note', () => {
  it('leads to the verse that it names', async () => {
    await go('#/chapter/1')
    await page.locator('.footnote-mark').first().click()
    const link = page.getByRole('note').getByRole('link').first()
    await link.waitFor()
    await album.picture(page, 'note')
    await expect.poll(() => link.getAttribute('href')).toMatch(/^#\/chapter\/1\/\d+$/)
  })
})
