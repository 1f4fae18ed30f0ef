import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectReadable, goTo, isCurrent, keep, syncNow, syncState } from './reader-visit.ts'
import { shortChapter } from './short-chapter.ts'
import { StateBench } from './state-bench.ts'

/** Choosing, pausing, dropping: what readers do with the library. */

const bench = new StateBench()

const names = (page: Page) => page.getByTestId('library').locator('.resource-name').allInnerTexts()
const phase = (page: Page, key: string) => page.getByTestId(`progress-${key}`).getAttribute('data-phase')
const snapshots = () => bench.demo.sandbox.requests.filter(({ path }) => path.includes('snapshot'))

describe('the library', () => {
  it('lists every kind, also what the feed has and the catalogue lacks, and finds by name and language', async () => {
    const page = await bench.visit.open('#/library')
    await page.getByRole('heading', { name: 'Articles' }).waitFor()
    const headings = await page.getByTestId('library').getByRole('heading').allInnerTexts()
    expect(headings).toEqual([
      'Translations',
      'Arabic text and mushafs',
      'Tafsirs',
      'Word by word',
      'Recitations',
      'Articles',
    ])
    // What the catalogue does not name is called after its kind; how that comes about is no matter of the reader's.
    const unnamed = page.getByTestId('resource-articles:1')
    await expect.poll(() => unnamed.locator('.resource-name').innerText()).toBe('Article 1')
    await expect.poll(() => unnamed.innerText()).not.toMatch(/catalogue/i)
    await expect.poll(() => page.getByTestId('resource-tafsirs:168').innerText()).toMatch(/about 10\.2 MB/)
    await page.getByTestId('library-language').selectOption({ label: 'Urdu' })
    await expect.poll(() => names(page)).toEqual([expect.stringContaining('Maududi')])
    await page.getByTestId('library-language').selectOption('')
    await page.getByRole('searchbox').fill('saheeh')
    await expect.poll(() => names(page)).toEqual([expect.stringContaining('Saheeh')])
    await page.getByRole('searchbox').fill('nothing like it')
    await page.getByText('Nothing in the library matches').waitFor()
  })

  it('comes with its names, also where the feed answers before them: nothing moves', async () => {
    bench.demo.sandbox.fault({ match: { path: 'catalogue' }, times: null, effect: { delayMs: 2_000 } })
    await bench.visit.context.addInitScript(() => {
      const look = new MutationObserver(() => {
        const names = [...document.querySelectorAll('.resource-name')].map(({ textContent }) => textContent)
        if (names.length === 0) return
        look.disconnect()
        Object.assign(window, { firstNames: names })
      })
      look.observe(document, { childList: true, subtree: true })
    })
    const page = await bench.visit.open('#/library')
    const feed = () => page.evaluate(() => localStorage.getItem('waraq.feed.1'))
    await expect.poll(feed).not.toBeNull()
    await page.getByRole('heading', { name: 'Articles' }).waitFor()
    const first = await page.evaluate(() => (window as unknown as { firstNames: string[] }).firstNames)
    expect(first).toContainEqual(expect.stringContaining('Saheeh'))
  })

  it('keeps a tafsir beside the translations, and says where what was withdrawn has gone', async () => {
    const page = await bench.openKept()
    await page.getByTestId('toggle-tafsirs:168').check()
    await expect.poll(() => phase(page, 'tafsirs:168')).toBe('done')
    await expect.poll(() => page.getByTestId('toggle-quran_core:1').isDisabled()).toBe(true)
    bench.demo.sandbox.hide('tafsirs:168', 'license_withdrawn')
    await syncNow(page)
    await expect.poll(() => phase(page, 'tafsirs:168')).toBe('unavailable')
    await expect
      .poll(() => page.getByTestId('resource-tafsirs:168').innerText())
      .toMatch(/no longer available \(license withdrawn\)/i)
    bench.demo.sandbox.restore('tafsirs:168')
    await syncNow(page)
    await expect.poll(() => phase(page, 'tafsirs:168')).toBe('done')
  })

  it('leads to a text as soon as that is here, in a chapter that shows it', async () => {
    const page = await bench.openKept()
    await page.getByTestId('toggle-translations:131').check()
    await page.getByRole('link', { name: /^Read now: Saheeh/ }).waitFor()
    const link = page.getByTestId('read-translations:131')
    await link.click()
    await expect.poll(() => page.url()).toMatch(/#\/chapter\/1$/)
    await page.getByTestId('verse-1:1').locator('[data-resource="translations:131"]').waitFor()
    await goTo(page, 'library')
    await expect.poll(() => page.getByTestId('read-quran_core:1').count()).toBe(1)
    // A tafsir is read beside a verse, and nothing leads to what is not here.
    expect(await page.getByTestId('read-tafsirs:168').count()).toBe(0)
  })

  it('leads to an article, which search finds, and which is read without a network', async () => {
    const page = await bench.openKept()
    await page.getByTestId('toggle-articles:2').check()
    await page.getByTestId('read-articles:2').waitFor()
    // Its title came with it.
    await page.getByTestId('resource-articles:2').getByText('Sandbox article 2', { exact: true }).waitFor()
    const expectArticle = async () => {
      await page.getByRole('heading', { level: 1, name: 'Sandbox article 2' }).waitFor()
      await page.getByTestId('article').getByText('made by the sandbox').waitFor()
    }
    await page.getByTestId('read-articles:2').click()
    await expectArticle()
    await page.goto(`${bench.demo.url}#/article/3`)
    await page.getByText('This article is not downloaded yet.').waitFor()
    await page.goto(`${bench.demo.url}#/search?q=sandbox+article`)
    const hit = page.getByTestId('hit-articles:2')
    await hit.waitFor()
    await bench.visit.context.setOffline(true)
    await hit.click()
    await expectArticle()
    await bench.visit.context.setOffline(false)
  })

  it('waits for a connection where there is none', async () => {
    const page = await bench.openKept()
    await isCurrent(page)
    await bench.visit.context.setOffline(true)
    await page.getByTestId('toggle-translations:131').check()
    await page.getByTestId('progress-translations:131').getByText('Waiting for a connection').waitFor()
    await bench.visit.context.setOffline(false)
    await page.getByTestId('read-translations:131').waitFor()
  })

  it('has the pages of the mushaf for readers who want them', async () => {
    const page = await bench.openKept()
    expect(snapshots().some(({ path }) => path.includes('mushafs'))).toBe(false)
    await page.goto(`${bench.demo.url}#/page/604`)
    await page.getByTestId('keep-pages').click()
    await page.getByTestId('mushaf-page').waitFor()
    // The text by verse may go now: the mushaf has it, too.
    await goTo(page, 'library')
    await page.getByTestId('toggle-quran_core:1').uncheck()
    await expect.poll(() => page.getByTestId('toggle-mushafs:1').isDisabled()).toBe(true)
    await expectReadable(page)
    const arabic = page.getByTestId(`verse-${shortChapter.id}:1`).getByTestId('verse-arabic')
    await page.goto(`${bench.demo.url}#/chapter/${shortChapter.id}`)
    await arabic.waitFor()
  })

  it('pauses what is under way, in every tab, and goes on with it', async () => {
    bench.demo.sandbox.fault({
      match: { path: 'snapshot', group: 'translations' },
      times: null,
      effect: { hang: true },
    })
    const page = await bench.visit.open()
    const other = await bench.visit.open('#/library')
    await page.bringToFront()
    await keep(page)
    await expect.poll(() => syncState(page).getAttribute('data-state')).toBe('syncing')
    await page.getByTestId('pause').click()
    for (const tab of [page, other]) {
      await expect.poll(() => syncState(tab).getAttribute('data-state')).toBe('paused')
    }
    await expect.poll(() => page.getByTestId('toggle-translations:20').isChecked()).toBe(true)
    bench.demo.sandbox.clearFaults()
    // What is chosen meanwhile is kept in mind, and nothing is fetched.
    const asked = snapshots().length
    await page.getByTestId('toggle-translations:131').check()
    await expect.poll(() => page.getByTestId('progress-translations:131').innerText()).toMatch(/^Paused/)
    await page.reload()
    await expect.poll(() => syncState(page).getAttribute('data-state')).toBe('paused')
    await expect.poll(() => page.getByTestId('toggle-translations:131').isChecked()).toBe(true)
    expect(snapshots()).toHaveLength(asked)
    // The other tab ends the pause for both.
    await other.bringToFront()
    await other.getByTestId('pause').click()
    await isCurrent(other)
    await page.bringToFront()
    await isCurrent(page)
    await expect.poll(() => phase(page, 'translations:131')).toBe('done')
    await expectReadable(page)
  })
})

describe('the storage screen', () => {
  it('shows what each text takes, and removes it', async () => {
    const page = await bench.openKept()
    await page.getByTestId('toggle-translations:131').check()
    await expect.poll(() => phase(page, 'translations:131')).toBe('done')
    await goTo(page, 'storage')
    const stored = page.getByTestId('stored-translations:131')
    await stored.waitFor()
    await expect
      .poll(() => page.locator('[data-testid^="stored-"]:not([data-testid="stored-total"])').count())
      .toBe(3)
    // Neither was read; the larger one of them would make more room.
    await expect.poll(() => page.getByText('Removed first if space runs out').count()).toBe(1)
    await stored.getByRole('button').click()
    await expect.poll(() => stored.count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('stored-title')
    await expect.poll(() => page.getByText(/^Removed: /).count()).toBe(1)
    await goTo(page, 'library')
    expect(await page.getByTestId('toggle-translations:131').isChecked()).toBe(false)
  })

  it('asks the browser for its promise, and says what it answered', async () => {
    const page = await bench.openKept()
    await goTo(page, 'storage')
    await page.getByTestId('ask-for-persistence').click()
    await page.getByText('The browser did not agree').waitFor()
  })
})
