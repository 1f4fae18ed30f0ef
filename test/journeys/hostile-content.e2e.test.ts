import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { callers, hostileTexts, publishHostile, type HostileText } from './hostile-texts.ts'
import { foreignIn, HostileWatch } from './hostile-watch.ts'
import { isCurrent, ReaderVisit, syncNow } from './reader-visit.ts'
import { Trap } from './trap.ts'

/**
 * A service that turned hostile, or was taken over: its texts carry all kinds of harmful markup. The reader shows their
 * words and does nothing else.
 */

const chapter = 2

let trap: Trap
let demo: RunningDemo
let browser: Browser
let texts: readonly HostileText[]

beforeAll(async () => {
  trap = await Trap.set()
  texts = hostileTexts(trap.url)
  demo = await startDemo({
    content: { chapters: [chapter], resources: 'translations:20;tafsirs:169;mushafs:1' },
  })
  browser = await sharedChromium()
})

afterAll(async () => {
  await demo?.close()
  await trap?.close()
})

/** The words around the markup are all there, as soon as the page has drawn what it was told. */
async function expectWords({ name, number, closed }: HostileText, shown: Locator): Promise<void> {
  const words = [`harmless ${number} begins`, ...(closed ? [`kind ${number} ends`] : [])]
  const missing = async () => {
    const text = await shown.textContent()
    return words.filter((each) => !text?.includes(each))
  }
  await expect.poll(missing, { message: name }).toEqual([])
}

/** The policy of the page would stop what the sanitiser let through. Without it, the sanitiser has to stop everything. */
const ways = [
  { way: 'in the page as it is served', bypassCSP: false },
  { way: 'in a page without a Content-Security-Policy', bypassCSP: true },
]

describe.each(ways)('texts of a hostile service, $way', ({ bypassCSP }) => {
  let visit: ReaderVisit
  let watch: HostileWatch
  let page: Page

  beforeAll(async () => {
    visit = await ReaderVisit.begin(browser, demo, { bypassCSP })
    const services = [demo.url, demo.contentRoot, demo.relay].map((address) => new URL(address).origin)
    watch = new HostileWatch(visit.context, services)
    page = await visit.context.newPage()
    await watch.watch(page)
  })
  afterAll(() => visit?.close())

  const verse = (number: number) => page.getByTestId(`verse-${chapter}:${number}`)

  /** What was seen so far; it waits a moment for effects that begin with the next turn, such as a refresh. */
  async function harm(): Promise<readonly string[]> {
    await page.waitForTimeout(300)
    const left = page.url().startsWith(demo.url) ? [] : [`left for ${page.url()}`]
    return [...left, ...(await watch.findings(page)), ...trap.caught.map((path) => `trap ${path}`)]
  }

  it('arrive', async () => {
    await page.goto(`${demo.url}#/library`)
    const keys = ['translations:20', 'tafsirs:169']
    for (const key of keys) await page.getByTestId(`toggle-${key}`).check()
    for (const key of keys) {
      const resource = page.getByTestId(`progress-${key}`)
      await expect.poll(() => resource.getAttribute('data-phase')).toBe('done')
    }
    // The first visitor gets them as changes of what is here, the second one with the snapshots.
    if (!bypassCSP) publishHostile(demo.sandbox, chapter, texts)
    await page.goto(`${demo.url}#/chapter/${chapter}`)
    await isCurrent(page)
    await syncNow(page)
    const last = verse(texts.length).getByTestId('verse-translation')
    await expect.poll(() => last.textContent()).toContain(`harmless ${texts.length} begins`)
  })

  it('show their words in a chapter, and nothing runs or loads', async () => {
    await expect.poll(() => page.locator('[data-verse]').count()).toBe(286)
    for (const text of texts) await expectWords(text, verse(text.number).getByTestId('verse-translation'))
    expect(await foreignIn(page, '.verse-translation')).toEqual([])
    expect(await harm()).toEqual([])
  })

  it('show their words in footnotes', async () => {
    for (const text of texts) {
      await verse(text.number).locator('.footnote-mark').first().click()
      await expectWords(text, verse(text.number).getByRole('note'))
    }
    await expect.poll(() => page.getByRole('note').count()).toBe(texts.length)
    expect(await foreignIn(page, '[role="note"] > div')).toEqual([])
    expect(await harm()).toEqual([])
  })

  it('show their words in a tafsir', async () => {
    for (const text of texts) {
      await verse(text.number).getByTestId('verse-actions').click()
      await page
        .getByTestId('passage-range')
        .filter({ hasText: `, verse ${text.number}` })
        .waitFor()
      await expectWords(text, page.getByTestId('tafsir'))
      expect([text.name, await foreignIn(page, '[data-testid="tafsir"]')]).toEqual([text.name, []])
    }
    expect(await harm()).toEqual([])
  })

  it('show their words among what a search finds', async () => {
    await page.goto(`${demo.url}#/search?q=harmless`)
    // The tafsir has the same texts.
    await page.getByRole('combobox', { name: 'Search in' }).selectOption('translations:20')
    await page
      .getByTestId('search-count')
      .filter({ hasText: String(texts.length) })
      .waitFor()
    const hits = page.locator('.hit')
    while ((await hits.count()) < texts.length) {
      const before = await hits.count()
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => hits.count()).toBeGreaterThan(before)
    }
    for (const { number } of texts) {
      const snippet = page.getByTestId(`hit-${chapter}:${number}`).locator('.hit-snippet')
      await expect.poll(() => snippet.textContent()).toContain('harmless')
    }
    // Snippets are text, cut into pieces by the reader itself.
    const elements = await page
      .locator('.hit-snippet *')
      .evaluateAll((all) => all.map((each) => each.outerHTML))
    expect(elements.filter((html) => !/^<(mark|span)>[^<]*<\/\1>$/.test(html))).toEqual([])
    expect(await harm()).toEqual([])
  })

  it('are still harmless after a reload', async () => {
    await page.goto(`${demo.url}#/chapter/${chapter}`)
    await page.reload()
    await expect.poll(() => page.locator('[data-verse]').count()).toBe(286)
    expect(await foreignIn(page, '.verse-translation')).toEqual([])
    expect(await harm()).toEqual([])
  })
})

describe('the trap', () => {
  it('catches the same texts where a page takes them as they are', async () => {
    const careless = await browser.newPage()
    const markup = callers(trap.url)
    await careless.setContent(
      `${markup['an image']}${markup['an SVG']}${markup['a video, a sound, a track']}`,
    )
    await expect
      .poll(() => trap.caught)
      .toEqual(expect.arrayContaining(['/image', '/run', '/svg', '/video', '/poster']))
    expect(await careless.evaluate(() => 'hostileRan' in window)).toBe(true)
    await careless.close()
  })
})
