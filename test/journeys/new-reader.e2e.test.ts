import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { sizes } from './looks.ts'
import { isCurrent, isOffline, ReaderVisit, shellIsKept, syncNow, syncState } from './reader-visit.ts'

/**
 * The first hour of a reader who comes for the first time, from an empty page to a translation that leaves again, on the
 * devices and in the languages that people have. The steps build on each other; each leaves a picture to look at.
 */

const readers = [
  { device: 'phone', colorScheme: 'light', locale: 'en', withdrawn: /Hamidullah.*license withdrawn/s },
  { device: 'phone', colorScheme: 'dark', locale: 'ar', withdrawn: /Hamidullah.*سُحبت رخصته/s },
  { device: 'desk', colorScheme: 'dark', locale: 'en', withdrawn: /Hamidullah.*license withdrawn/s },
  { device: 'desk', colorScheme: 'light', locale: 'ar', withdrawn: /Hamidullah.*سُحبت رخصته/s },
] as const

const wanted = [
  'translations:20',
  'translations:31',
  'tafsirs:169',
  'word_by_word_translations:59',
  'word_by_word_transliterations:60',
] as const

const correction =
  'Allah - there is no deity except Him. This wording was corrected while somebody was reading.'

describe.each(readers)('a new reader, $device, $colorScheme, $locale', (reader) => {
  const { device, colorScheme, locale } = reader
  const album = new Album(`${device}-${colorScheme}-${locale}`)
  let demo: RunningDemo
  let visit: ReaderVisit
  let page: Page
  const errors: string[] = []

  beforeAll(async () => {
    demo = await startDemo({ content: { chapters: [1, 2, 3, 4, 112, 113, 114] } })
    visit = await ReaderVisit.begin(await sharedChromium(), demo, {
      serviceWorkers: 'allow',
      colorScheme,
      locale,
      viewport: sizes[device],
    })
    visit.context.on('weberror', (error) => errors.push(String(error.error())))
    page = await visit.open()
  })
  afterAll(async () => {
    await visit?.close()
    await demo?.close()
  })

  const verse = (key: string, tab = page) => tab.getByTestId(`verse-${key}`)
  const textOf = (key: string, resource: string, tab = page) =>
    verse(key, tab).locator(`[data-resource="${resource}"]`)

  it('is told in their own language what this is', async () => {
    await page.locator('.welcome').waitFor()
    await page.getByTestId('chapter-link-2').waitFor()
    const root = await page.evaluate(() => {
      const { lang, dir, dataset } = document.documentElement
      return { lang, dir, theme: dataset['theme'] }
    })
    expect(root).toEqual({ lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr', theme: colorScheme })
    await album.picture(page, 'welcome')
  })

  it('chooses what to read, and sees how far it has come', async () => {
    // The service stops in the middle of each text, so that there is something to see, however fast the machine is. How far
    // it is, is told each 256 KiB.
    demo.sandbox.fault({
      match: { path: 'snapshot' },
      times: null,
      effect: { hang: { afterBytes: 300_000 } },
    })
    await page.locator('.welcome a').click()
    await page.getByTestId('toggle-translations:20').waitFor()
    await album.picture(page, 'library')
    for (const key of wanted) await page.getByTestId(`toggle-${key}`).check()
    const bar = page.getByTestId('progress-translations:20').getByRole('progressbar')
    const share = async () => Number(await bar.getAttribute('aria-valuenow'))
    await expect.poll(share).toBeGreaterThan(0)
    expect(await share()).toBeLessThan(100)
    expect(await syncState(page).getAttribute('data-state')).toBe('syncing')
    await album.picture(page, 'arriving')
  })

  it('stops it and goes on, until all of it is here', async () => {
    await page.getByTestId('pause').click()
    await expect.poll(() => syncState(page).getAttribute('data-state')).toBe('paused')
    demo.sandbox.clearFaults()
    await page.getByTestId('pause').click()
    for (const key of wanted) {
      const resource = page.getByTestId(`progress-${key}`)
      await expect.poll(() => resource.getAttribute('data-phase')).toBe('done')
    }
    await isCurrent(page)
    await album.picture(page, 'arrived')
  })

  it('reads', async () => {
    await page.getByTestId('nav-read').click()
    await page.getByTestId('chapter-link-2').click()
    await textOf('2:1', 'translations:20').waitFor()
    await textOf('2:1', 'translations:31').waitFor()
    await album.picture(page, 'chapter')
    await page.goto(`${demo.url}#/chapter/2/255`)
    await expect
      .poll(() => verse('2:255').evaluate((each) => Math.abs(each.getBoundingClientRect().top)))
      .toBeLessThan(200)
    await album.picture(page, 'verse')
  })

  it('goes offline, opens the reader anew and reads on', async () => {
    await shellIsKept(page)
    await visit.context.setOffline(true)
    await demo.stopServices()
    await page.reload()
    await textOf('2:255', 'translations:20').waitFor()
    await expect
      .poll(() => verse('2:255').getByTestId('verse-arabic').textContent())
      .toMatch(/[\u0600-\u06ff]{3}/)
    await isOffline(page)
    await album.picture(page, 'offline')
  })

  it('searches without a network', async () => {
    await page.getByTestId('nav-search').click()
    await page.getByRole('searchbox').fill('no compulsion')
    const hit = page.getByTestId('hit-2:256')
    await hit.waitFor()
    const marked = await hit.locator('mark').allTextContents()
    expect(marked.map((text) => text.toLowerCase())).toContain('compulsion')
    await album.picture(page, 'search')
    await hit.click()
    await expect.poll(() => page.url()).toMatch(/#\/chapter\/2\/256$/)
  })

  it('opens the tafsir of a verse, and its words one by one', async () => {
    await verse('2:255').getByTestId('verse-actions').click()
    const panel = page.getByTestId('verse-panel')
    await panel.getByTestId('tafsir').waitFor()
    await expect.poll(() => panel.getByTestId('tafsir').textContent()).toMatch(/sandbox commentary/i)
    await album.picture(page, 'tafsir')
    await panel.locator('input[value="words"]').check()
    await expect.poll(() => panel.locator('.words > li').count()).toBe(50)
    await expect.poll(() => panel.locator('.word-transliteration').first().textContent()).toBe('Allahu')
    await album.picture(page, 'words')
    await page.getByTestId('panel-close').click()
    await expect.poll(() => panel.count()).toBe(0)
  })

  it('turns the pages of the mushaf', async () => {
    await page.goto(`${demo.url}#/page/3`)
    await page.locator('.mushaf-word').first().waitFor()
    await album.picture(page, 'mushaf')
  })

  it('is back, and sees a correction arrive in the other tab without doing anything there', async () => {
    await visit.context.setOffline(false)
    await demo.startServices()
    const other = await visit.open('#/chapter/2/255')
    await textOf('2:255', 'translations:20', other).waitFor()
    const loads = await other.evaluate(() => Object.assign(window, { sameDocument: true }).sameDocument)
    const row = demo.sandbox
      .snapshotRows('translations:20')!
      .find((each) => each['verse_key'] === '2:255') as { id: number }
    demo.sandbox.publish([{ resource: 'translations:20', update: { key: row.id, text: correction } }])
    await syncNow(page)
    await expect.poll(() => textOf('2:255', 'translations:20', other).textContent()).toBe(correction)
    expect(await other.evaluate(() => 'sameDocument' in window)).toBe(loads)
    await other.bringToFront()
    await album.picture(other, 'corrected')
    await other.close()
  })

  it('sees a withdrawn translation leave, with the reason, and the other one stay', async () => {
    await page.goto(`${demo.url}#/chapter/2`)
    await textOf('2:1', 'translations:31').waitFor()
    await isCurrent(page)
    demo.sandbox.hide('translations:31', 'license_withdrawn')
    await syncNow(page)
    await page.getByTestId('withdrawn').waitFor()
    await expect.poll(() => page.getByTestId('withdrawn').textContent()).toMatch(reader.withdrawn)
    await expect.poll(() => textOf('2:1', 'translations:31').count()).toBe(0)
    await expect.poll(() => textOf('2:1', 'translations:20').count()).toBe(1)
    await page.evaluate(() => scrollTo(0, 0))
    await album.picture(page, 'withdrawn')
    await page.getByTestId('nav-library').click()
    const gone = page.getByTestId('progress-translations:31')
    await expect.poll(() => gone.getAttribute('data-phase')).toBe('unavailable')
    await gone.scrollIntoViewIfNeeded()
    await album.picture(page, 'withdrawn-library')
    expect(errors).toEqual([])
  })
})
