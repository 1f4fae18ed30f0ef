import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { violations as axeViolations } from './axe.ts'
import { changeLook, looks } from './looks.ts'
import { isCurrent, keep, ReaderVisit } from './reader-visit.ts'

/** Where things are on the screen that people read most: a chapter with one translation, and the sheet of a verse. */

const content = {
  chapters: [1, 112],
  resources: 'quran_core:1;translations:20;mushafs:1;tafsirs:169;recitations:7',
} as const

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
let outside: Page

beforeAll(async () => {
  demo = await startDemo({ content })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: desk })
  page = await visit.open('#/library')
  outside = await visit.outside()
  await page.bringToFront()
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const verse = (key: string) => page.getByTestId(`verse-${key}`)
const panel = () => page.getByTestId('verse-panel')

async function open(hash: string): Promise<void> {
  await page.goto(`${demo.url}${hash}`)
  await verse('112:1').getByTestId('verse-translation').waitFor()
}

it('begins with what a reader keeps', async () => {
  await page.getByTestId('resource-quran_core:1').waitFor()
  await keep(page)
  for (const key of ['mushafs:1', 'tafsirs:169', 'recitations:7'])
    await page.getByTestId(`toggle-${key}`).check()
  await isCurrent(page)
})

interface Layout {
  /** How far the translation begins below the Arabic text. */
  readonly apart: number
  /** Whether the Arabic text stands at the right of the translation, above it, or elsewhere. */
  readonly arabic: 'right' | 'above' | 'elsewhere'
  /** Share of the verse's width that its texts take. */
  readonly share: number
}

/** In one look at the page. */
const layout = (key: string): Promise<Layout> =>
  verse(key).evaluate((element): Layout => {
    const [arabic, translation] = ['.verse-arabic', '.translations'].map((each) =>
      element.querySelector(each)!.getBoundingClientRect(),
    ) as [DOMRect, DOMRect]
    const isRight = arabic.left >= translation.right
    const isAbove = arabic.bottom <= translation.top + 1
    const width = isRight ? arabic.width + translation.width : Math.min(arabic.width, translation.width)
    return {
      apart: Math.round(Math.abs(translation.top - arabic.top)),
      arabic: isRight ? 'right' : isAbove ? 'above' : 'elsewhere',
      share: width / element.clientWidth,
    }
  })

describe.each(['en', 'ar'] as const)('a chapter with one translation, in %s', (language) => {
  it.each([
    [820, 'right'],
    [1024, 'right'],
    [1440, 'right'],
    [390, 'above'],
  ] as const)('at %d px has the Arabic text %s of it, and no place left empty', async (width, arabic) => {
    await page.setViewportSize({ width, height: 900 })
    await open('#/chapter/112')
    await changeLook(page, outside, { language, theme: 'light' })
    for (const key of ['112:1', '112:4']) {
      await expect.poll(() => layout(key)).toMatchObject({ arabic })
      const seen = await layout(key)
      if (arabic === 'right') expect(seen.apart).toBeLessThanOrEqual(1)
      expect(seen.share).toBeGreaterThan(0.8)
    }
    await new Album(`verse-grid-${language}-${width}`).picture(page, 'chapter')
  })
})

describe('the number of the verse that the address names', () => {
  it.each(looks)('can be read under the pointer, $language, $theme', async (look) => {
    await page.setViewportSize(desk)
    await open('#/chapter/112/2')
    await changeLook(page, outside, look)
    const key = verse('112:2').getByTestId('verse-number')
    await key.hover()
    const colours = () =>
      key
        .locator('span')
        .first()
        .evaluate((element) => {
          const { color, backgroundColor } = getComputedStyle(element)
          const root = getComputedStyle(document.documentElement)
          const shown = (name: string) => {
            const probe = document.createElement('i')
            probe.style.color = root.getPropertyValue(name)
            document.body.append(probe)
            const { color: seen } = getComputedStyle(probe)
            probe.remove()
            return seen
          }
          return [color === shown('--leaf-ink'), backgroundColor === shown('--leaf')]
        })
    await expect.poll(colours).toEqual([true, true])
    await page.mouse.move(0, 0)
    expect(await axeViolations(page)).toEqual([])
  })
})

describe('the sheet of a verse on a phone', () => {
  const address = '#/chapter/112/2'
  const openSheet = async () => {
    await verse('112:2').getByTestId('verse-actions').click()
    await expect.poll(() => panel().evaluate((element) => element.matches('dialog:modal'))).toBe(true)
  }
  const isFocused = () =>
    verse('112:2')
      .getByTestId('verse-actions')
      .evaluate((element) => element === document.activeElement)

  beforeAll(async () => {
    await page.setViewportSize(phone)
    await changeLook(page, outside, { language: 'en', theme: 'light' })
    await page.goto(`${demo.url}#/`)
    await page.getByTestId('screen-read').waitFor()
    await open(address)
  })

  it('closes with Back, and the chapter stays; Back once more leaves it', async () => {
    await openSheet()
    await page.goBack()
    await expect.poll(() => panel().count()).toBe(0)
    expect(page.url()).toMatch(/#\/chapter\/112\/2$/)
    await expect.poll(isFocused).toBe(true)
    await page.goBack()
    await page.getByTestId('screen-read').waitFor()
    await open(address)
  })

  it('leaves nothing behind for Back, whatever closed it', async () => {
    const entries = () => page.evaluate(() => history.length)
    const before = await entries()
    for (const close of [
      () => page.getByTestId('panel-close').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(195, 20),
    ]) {
      await openSheet()
      await close()
      await expect.poll(() => panel().count()).toBe(0)
      await expect.poll(isFocused).toBe(true)
      await expect.poll(() => page.evaluate(() => 'sheet' in (history.state as object))).toBe(false)
    }
    // The entry of a sheet that was closed lies ahead, and the next sheet takes its place.
    expect(await entries()).toBeLessThanOrEqual(before + 1)
    await page.goBack()
    await page.getByTestId('screen-read').waitFor()
    await open(address)
  })

  it('that a link leaves is there again with Back', async () => {
    await openSheet()
    await panel().getByRole('link', { name: /^Page/ }).click()
    await page.getByTestId('mushaf-page').waitFor()
    await page.goBack()
    await expect.poll(() => panel().count()).toBe(1)
    await page.goBack()
    await expect.poll(() => panel().count()).toBe(0)
    await verse('112:2').waitFor()
  })

  it('makes way for the player', async () => {
    await openSheet()
    await panel().getByTestId('play-verse').click()
    await page.getByTestId('player').waitFor()
    await expect.poll(() => panel().count()).toBe(0)
    await new Album('verse-played').picture(page, 'phone')
    await page.getByRole('button', { name: 'Close the player' }).click()
    await page.getByTestId('player').waitFor({ state: 'detached' })
  })

  it('with a tafsir counts as reading it', async () => {
    await openSheet()
    await panel().getByTestId('tafsir').waitFor()
    await page.getByTestId('panel-close').click()
    const stored = page.getByTestId('stored-tafsirs:169')
    const lastRead = async () => {
      await page.goto(`${demo.url}#/storage`)
      await stored.waitFor()
      const text = await stored.innerText()
      await page.goto(`${demo.url}#/`)
      return text
    }
    await expect.poll(lastRead).toMatch(/last read/)
  })
})
