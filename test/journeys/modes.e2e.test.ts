import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { violations as axeViolations } from './axe.ts'
import { changeLook, looks, sizes } from './looks.ts'
import { isCurrent, keep, ReaderVisit } from './reader-visit.ts'

/** How a text is read: with translations, the Arabic text alone, or word by word; chosen at its head and in its options. */

const content = {
  chapters: [1, 2, 112],
  resources:
    'quran_core:1;translations:20;mushafs:1;recitations:7;word_by_word_translations:59;word_by_word_transliterations:60',
} as const
const words = ['word_by_word_translations:59', 'word_by_word_transliterations:60']

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
let outside: Page

beforeAll(async () => {
  demo = await startDemo({ content })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: sizes.desk })
  page = await visit.open('#/library')
  outside = await visit.outside()
  await page.bringToFront()
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const verse = (key: string) => page.getByTestId(`verse-${key}`)
const options = () => page.getByTestId('text-options')
const mode = (name: string) => page.locator('.modes').getByLabel(name, { exact: true })

async function open(hash: string, key: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${demo.url}${hash}`)
  await verse(key).waitFor()
}

/** From the top of the window, in pixels. */
const topOf = (key: string) => verse(key).evaluate((element) => element.getBoundingClientRect().top)
const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

it('begins with what a reader keeps', async () => {
  await page.getByTestId('resource-quran_core:1').waitFor()
  await keep(page)
  await page.getByTestId('toggle-mushafs:1').check()
  await page.getByTestId('toggle-recitations:7').check()
  await isCurrent(page)
})

describe('the Arabic text alone', () => {
  it('flows from verse to verse, from right to left, and stays chosen', async () => {
    await open('#/chapter/112', '112:4')
    await mode('Arabic').check()
    await expect.poll(() => page.getByTestId('verse-translation').count()).toBe(0)
    for (const again of [false, true]) {
      if (again) await open('#/chapter/112', '112:4')
      await expect.poll(() => mode('Arabic').isChecked()).toBe(true)
      const boxes = await Promise.all(['112:1', '112:2'].map((key) => verse(key).boundingBox()))
      const [first, second] = boxes.map((box) => box!)
      expect(second!.y).toBeCloseTo(first!.y, 0)
      // A gap stands between them.
      expect(second!.x + second!.width).toBeLessThan(first!.x + 1)
      expect(await page.getByTestId('verse-translation').count()).toBe(0)
    }
  })

  it('shows the verse of an address, in the longest chapter, once all of it is here', async () => {
    await open('#/chapter/2/255', '2:286')
    await expect.poll(() => page.locator('.verse-space').count()).toBe(0)
    await expect
      .poll(async () => {
        const top = await topOf('2:255')
        return top > 0 && top < 200
      })
      .toBe(true)
    expect(await overflow()).toBe(0)
  })

  it('opens the panel of a verse with a tap, its translation first', async () => {
    await open('#/chapter/112', '112:4')
    await verse('112:3').getByTestId('verse-arabic').click()
    const panel = page.getByTestId('verse-panel')
    await panel.getByTestId('verse-translation').waitFor()
    await page.getByTestId('panel-close').click()
    await panel.waitFor({ state: 'detached' })
  })

  it('keeps what a keyboard does with a verse: its row is there while it has the focus', async () => {
    const row = verse('112:2').getByRole('toolbar')
    const isSeen = async () => ((await row.boundingBox())?.width ?? 0) > 100
    expect(await isSeen()).toBe(false)
    await verse('112:2').getByTestId('verse-number').focus()
    await expect.poll(isSeen).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await expect.poll(isSeen).toBe(false)
  })
})

describe('word by word', () => {
  it('says where meanings are found while none are here, and shows the text', async () => {
    await open('#/chapter/112', '112:4')
    await mode('Words').check()
    await page.getByText('No word by word translation downloaded yet.').waitFor()
    await verse('112:1').getByTestId('verse-arabic').waitFor()
    await page.locator('.modes').getByRole('link', { name: 'Open the library' }).click()
    for (const key of words) await page.getByTestId(`toggle-${key}`).check()
    await isCurrent(page)
  })

  it('shows each word above its sound and its meaning, and the translation below', async () => {
    await open('#/chapter/112', '112:4')
    const first = verse('112:1').getByTestId('verse-words')
    await expect.poll(() => first.locator('.word').count()).toBe(4)
    const [arabic, sound, meaning] = await Promise.all(
      ['.word-arabic', '.word-transliteration', '.word-translation'].map((part) =>
        first.locator(part).first().boundingBox(),
      ),
    )
    expect(arabic!.y).toBeLessThan(sound!.y)
    expect(sound!.y).toBeLessThan(meaning!.y)
    const [one, two] = await first
      .locator('.word')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
    expect(two!).toBeLessThan(one!)
    await verse('112:1').getByTestId('verse-translation').waitFor()
    expect(await page.getByText('No word by word translation downloaded yet.').count()).toBe(0)
  })

  it('lights the word that is heard', async () => {
    await page.evaluate(() => {
      const { play } = HTMLMediaElement.prototype
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        this.playbackRate = 0.25
        return play.call(this)
      }
    })
    const seen = new Set<string>()
    await verse('112:1').locator('[data-tool="play"]').click()
    const lit = verse('112:1').locator('.word:has(.spoken) .word-transliteration')
    await expect
      .poll(async () => {
        for (const text of await lit.allInnerTexts()) seen.add(text)
        return seen.size > 1
      })
      .toBe(true)
    await page.getByTestId('player').getByRole('button', { name: 'Close' }).click()
  })
})

describe('the options of the text', () => {
  it('open in the bar, change what is read behind them, and close with Back', async () => {
    await open('#/chapter/112', '112:4')
    await page.getByTestId('text-options-button').click()
    await options().waitFor()
    await options().getByLabel('Translation', { exact: true }).check()
    await verse('112:1').getByTestId('verse-arabic').waitFor()
    const size = () =>
      verse('112:1')
        .getByTestId('verse-arabic')
        .evaluate((text) => parseFloat(getComputedStyle(text).fontSize))
    const before = await size()
    await options().getByLabel('Arabic text').press('ArrowRight')
    await expect.poll(size).toBeGreaterThan(before)
    await options().getByRole('group', { name: 'Appearance' }).getByLabel('Dark').check()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.goBack()
    await options().waitFor({ state: 'detached' })
    expect(page.url()).toContain('#/chapter/112')
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  it('offer no mode on a page of the mushaf, to which the head of a chapter leads', async () => {
    await open('#/chapter/112', '112:4')
    await page.locator('.modes').getByRole('link', { name: 'Mushaf' }).click()
    await page.getByTestId('text-options-button').click()
    await options().waitFor()
    expect(await options().getByLabel('Words', { exact: true }).count()).toBe(0)
    expect(page.url()).toContain('#/page/604')
    await page.keyboard.press('Escape')
    await options().waitFor({ state: 'detached' })
  })
})

it('the mode is chosen on the settings page, too', async () => {
  await page.goto(`${demo.url}#/settings`)
  const modes = page.getByRole('group', { name: 'Reading mode' })
  await modes.getByLabel('Arabic', { exact: true }).check()
  await open('#/chapter/112', '112:4')
  await expect.poll(() => mode('Arabic').isChecked()).toBe(true)
  await page.goto(`${demo.url}#/settings`)
  await modes.getByLabel('Translation', { exact: true }).check()
  await open('#/chapter/112', '112:4')
  await verse('112:1').getByTestId('verse-translation').waitFor()
})

describe('a page of the mushaf', () => {
  const end = (key: string) => page.locator(`[data-verse-end="${key}"]`)
  const range = () => page.getByTestId('range-bar')

  it('has the keys of a list: to a verse, to keep it, and to copy it', async () => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('about:blank')
    await page.goto(`${demo.url}#/page/604`)
    await end('112:4').waitFor()
    await page.locator('[data-page-tools] [data-tool="favorite"]').waitFor({ state: 'attached' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-verse-end'))
    await page.keyboard.press('j')
    expect(await focused()).toBe('112:1')
    await page.keyboard.press('j')
    expect(await focused()).toBe('112:2')
    await page.keyboard.press('b')
    await page.getByTestId('marks-112:2').waitFor()
    expect(await page.getByTestId('marks-112:1').count()).toBe(0)
    await page.keyboard.press('c')
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain('Al-Ikhlas')
    await page.keyboard.press('k')
    expect(await focused()).toBe('112:1')
    await end('112:2').focus()
    await page.keyboard.press('b')
    await page.getByTestId('marks-112:2').waitFor({ state: 'detached' })
  })

  it.each(['phone', 'desk'] as const)('lets a range be chosen, on a %s', async (device) => {
    await page.setViewportSize(sizes[device])
    await page.goto('about:blank')
    await page.goto(`${demo.url}#/page/604`)
    await end('112:2').click()
    await page.getByTestId('select-verses').click()
    await range().getByText('Al-Ikhlas').waitFor()
    if (device === 'phone') await page.getByTestId('verse-panel').waitFor({ state: 'detached' })
    await page.locator('.mushaf-word[data-verse="112:4"]').first().click()
    await expect.poll(() => range().locator('.range-name').innerText()).toMatch(/2.+4/)
    const chosen = () => page.locator('.mushaf-end[data-chosen]').count()
    await expect.poll(chosen).toBe(3)
    // By the keyboard.
    await end('112:3').focus()
    await page.keyboard.press('Enter')
    await expect.poll(chosen).toBe(2)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await range().waitFor({ state: 'detached' })
    expect(page.url()).toContain('#/page/604')
  })
})

describe.each(['translation', 'arabic', 'words'])('the mode %s', (name) => {
  it(
    'has no fault that axe finds, and fits a phone and a desk, in each look',
    { timeout: 600_000 },
    async () => {
      const album = new Album(`mode-${name}`)
      await open('#/chapter/112', '112:4')
      await page.locator(`.modes input[value="${name}"]`).check()
      for (const look of looks) {
        await changeLook(page, outside, look)
        for (const [device, size] of Object.entries(sizes)) {
          await page.setViewportSize(size)
          await verse('112:1').waitFor()
          expect([look, device, await overflow()]).toEqual([look, device, 0])
          await album.picture(page, `${look.language}-${look.theme}-${device}`)
          expect(await axeViolations(page)).toEqual([])
        }
      }
      await page.setViewportSize(sizes.phone)
      const targets = await page.locator('.modes .choice-option').evaluateAll((all) =>
        all.map((each) => {
          const { top, height } = each.getBoundingClientRect()
          return { top: Math.round(top), isTall: height >= 44 }
        }),
      )
      // All in one line.
      expect(targets).toEqual(Array(4).fill({ top: targets[0]!.top, isTall: true }))
    },
  )
})
