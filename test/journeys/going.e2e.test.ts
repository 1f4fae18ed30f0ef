import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { sizes } from './looks.ts'
import { clickInPlace, isCurrent, keep, ReaderVisit } from './reader-visit.ts'

/** From place to place: by the title of the bar, the field of places and commands, and single keys. */

const content = {
  chapters: [1, 2, 3, 36, 112, 113],
  resources: 'quran_core:1;translations:20;recitations:7',
} as const

let demo: RunningDemo
let visit: ReaderVisit
let page: Page

beforeAll(async () => {
  demo = await startDemo({ content })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: sizes.desk })
  page = await visit.open('#/library')
})
afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const verse = (key: string) => page.getByTestId(`verse-${key}`)
const dialog = () => page.getByTestId('jump-dialog')
const hash = () => page.evaluate(() => location.hash)
const topOf = (key: string) => verse(key).evaluate((element) => element.getBoundingClientRect().top)
const focusedVerse = () =>
  page.evaluate(() => (document.activeElement?.closest('li.verse') as HTMLElement | null)?.dataset['verse'])

async function read(address: string): Promise<void> {
  await page.goto(`${demo.url}${address}`)
  await page.locator('[data-tool="favorite"]').first().waitFor({ state: 'attached' })
}

it('begins with a text and a recitation', async () => {
  await keep(page)
  await page.getByTestId('toggle-recitations:7').check()
  await isCurrent(page)
})

describe('the bar', () => {
  const where = () => page.getByTestId('where').innerText()

  it('stays, and says juz and page of the verse at the top while the page scrolls', async () => {
    await read('#/chapter/2')
    await expect.poll(where).toBe('Juz 1 · Page 2')
    await read('#/chapter/2/255')
    await expect.poll(where).toBe('Juz 3 · Page 42')
    await expect.poll(() => page.locator('[data-verse]').count()).toBe(286)
    // A move of the reader's own: until then the page keeps the verse of the address where it is.
    await page.mouse.move(600, 400)
    await page.mouse.wheel(0, 10)
    await verse('2:260').evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await expect.poll(where).toBe('Juz 3 · Page 44')
    expect((await page.getByTestId('jump').boundingBox())!.y).toBeLessThan(20)
  })

  it.each([
    ['chapter', 'Ya-Sin', '#/chapter/36'],
    ['verse', 'Ya-Sin, verse 58', '#/chapter/36/58'],
    ['juz', 'Juz 30', '#/juz/30'],
    ['hizb', 'Hizb 1', '#/chapter/1/1'],
    ['page', 'Page 50', '#/page/50'],
  ])('leads to a %s', async (kind, name, address) => {
    await page.getByTestId('jump').click()
    await dialog().locator(`input[value="${kind}"]`).check()
    await dialog()
      .getByRole('link', { name, exact: kind !== 'chapter' })
      .first()
      .click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(hash).toBe(address)
  })
})

describe('Back', () => {
  const reading = () => page.locator('.back-name').innerText()

  it('closes the dialog, and the page stays', async () => {
    await read('#/chapter/112')
    await read('#/chapter/113')
    await page.getByTestId('jump').click()
    await dialog().waitFor()
    await page.goBack()
    await dialog().waitFor({ state: 'detached' })
    expect(await hash()).toBe('#/chapter/113')
    await page.goForward()
    await dialog().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.goBack()
    await expect.poll(reading).toBe('Al-Ikhlas')
    expect(await dialog().count()).toBe(0)
  })

  it('leads from a place that was chosen to the page before', async () => {
    await read('#/chapter/112')
    await page.getByTestId('jump').click()
    await dialog().getByRole('link', { name: 'Ya-Sin' }).click()
    await expect.poll(hash).toBe('#/chapter/36')
    await page.goBack()
    await expect.poll(hash).toBe('#/chapter/112')
    expect(await dialog().count()).toBe(0)
  })
})

describe('a page that was left', () => {
  type AtLine = readonly [verse: string, top: number] | null
  /** The verse at the reading line, and the pixels from the window's top to its own. */
  const atLine = () =>
    page.evaluate((): AtLine => {
      const found = document.elementsFromPoint(innerWidth / 2, 96).map((each) => each.closest('[data-verse]'))
      const verse = found.find((each) => each instanceof HTMLElement)
      return verse ? [verse.dataset['verse']!, Math.round(verse.getBoundingClientRect().top)] : null
    })
  const scrolled = () => page.evaluate(() => scrollY)

  /** By the wheel, through verses that had a guessed height until they were seen. Ends within a verse. */
  async function readOn(): Promise<AtLine> {
    for (let turn = 0; turn < 12; turn++) {
      const before = await scrolled()
      await page.mouse.wheel(0, 600)
      await expect.poll(scrolled).toBeGreaterThan(before + 300)
    }
    for (;;) {
      const found = await atRest()
      if (found) return found
      await page.mouse.wheel(0, 40)
    }
  }

  /** The same, once nothing moves any more. */
  async function atRest(): Promise<AtLine> {
    for (;;) {
      const found = await atLine()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
      if (JSON.stringify(found) === JSON.stringify(await atLine())) return found
    }
  }

  /** A verse that begins in the window, if there is one. */
  const beginning = () =>
    page.evaluate(() => {
      const verses = [...document.querySelectorAll<HTMLElement>('[data-verse]')]
      const begins = (verse: Element) => {
        const { top, bottom } = verse.querySelector('.verse-row')!.getBoundingClientRect()
        return top > 100 && bottom < innerHeight - 80
      }
      return verses.find(begins)?.dataset['verse']
    })

  /** Reads on to where a verse begins. Returns it, and what is at the reading line. */
  async function readToVerse(): Promise<readonly [opened: string, left: NonNullable<AtLine>]> {
    for (let left = (await readOn())!; ; left = (await atRest()) ?? left) {
      const opened = await beginning()
      if (opened !== undefined) return [opened, left]
      await page.mouse.wheel(0, 200)
    }
  }

  async function closePanel(how: 'its button' | 'Escape'): Promise<void> {
    if (how === 'Escape') await page.keyboard.press('Escape')
    else await clickInPlace(page.getByTestId('panel-close'))
    await page.getByTestId('verse-panel').waitFor({ state: 'detached' })
  }

  it('keeps its verse where it is, however the text is shown', async () => {
    await read('#/chapter/112')
    await read('#/chapter/2')
    const [verseKey, top] = (await readOn())!
    const expectThere = () =>
      expect.poll(async () => Math.abs((await topOf(verseKey)) - top)).toBeLessThanOrEqual(2)
    await page.getByRole('button', { name: 'Text options' }).click()
    const sheet = page.getByTestId('text-options')
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    for (const mode of ['Arabic', 'Words', 'Translation']) {
      const before = await height()
      await sheet.getByLabel(mode, { exact: true }).check()
      await expect.poll(height).not.toBe(before)
      await expectThere()
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expectThere()
  })

  describe.each(['#/chapter/2', '#/juz/3'])('%s', (address) => {
    const { phone, desk } = sizes
    const turned = { width: phone.height, height: phone.width }
    afterAll(() => page.setViewportSize(desk))

    it('has the same verse at its top after the phone is turned, and is where it was when it is turned back', async () => {
      await page.setViewportSize(phone)
      await read('#/chapter/112')
      await read(address)
      const [verseKey, top] = (await readOn())!
      for (let turn = 0; turn < 2; turn++) {
        await page.setViewportSize(turned)
        await expect.poll(atRest).toMatchObject([verseKey, expect.any(Number)])
        await page.setViewportSize(phone)
        await expect.poll(atRest).toMatchObject([verseKey, expect.any(Number)])
      }
      // A pixel of the turned text is up to three of the other one.
      expect(Math.abs((await atLine())![1] - top)).toBeLessThanOrEqual(6)
    })

    it.each([
      ['over it', phone, 'its button'],
      ['over it', phone, 'Escape'],
      ['beside it', desk, 'its button'],
      ['beside it', desk, 'Escape'],
    ] as const)('is where it was after a panel %s (%o) is closed by %s', async (_, size, how) => {
      await page.setViewportSize(size)
      await read('#/chapter/112')
      await read(address)
      const [opened, [verseKey, top]] = await readToVerse()
      await clickInPlace(verse(opened).getByTestId('verse-actions'))
      await page.getByTestId('verse-panel').waitFor()
      await atRest()
      expect(await topOf(opened)).toBeGreaterThan(0)
      expect(await topOf(opened)).toBeLessThan(size.height)
      await closePanel(how)
      const [found, now] = (await atRest())!
      expect(found).toBe(verseKey)
      expect(Math.abs(now - top)).toBeLessThanOrEqual(2)
    })
  })

  describe.each(['#/chapter/2', '#/chapter/2/100', '#/juz/3'])('%s', (address) => {
    it.each([
      ['loaded again', async () => void (await page.reload())],
      [
        'come back to',
        async () => {
          await page.goto(`${demo.url}#/library`)
          await page.getByTestId('library').waitFor()
          await page.goBack()
        },
      ],
    ])('is where it was when it is %s, and is where reading continues', async (_, again) => {
      // Not the entry that an earlier test left.
      await read('#/chapter/112')
      await read(address)
      const [verseKey, top] = (await readOn())!
      await again()
      await page.locator('[data-tool="favorite"]').first().waitFor({ state: 'attached' })
      await expect.poll(async () => (await atLine())?.[0]).toBe(verseKey)
      await expect.poll(async () => Math.abs((await atLine())![1] - top)).toBeLessThanOrEqual(2)
      await page.goto(`${demo.url}#/`)
      const [chapter, number] = verseKey.split(':')
      const href = address === '#/juz/3' ? `${address}/${verseKey}` : `#/chapter/${chapter}/${number}`
      await expect.poll(() => page.getByTestId('continue').getAttribute('href')).toBe(href)
      await page.getByTestId('continue').click()
      await expect.poll(() => topOf(verseKey)).toBeLessThan(100)
      await expect.poll(() => topOf(verseKey)).toBeGreaterThanOrEqual(0)
    })
  })
})

describe('a list that is come back to', () => {
  it('has as many hits of a search as it had', async () => {
    await read('#/chapter/112')
    await page.goto(`${demo.url}#/search?q=Allah`)
    const hits = page.locator('.hits > li')
    await expect.poll(() => hits.count()).toBe(20)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => hits.count()).toBe(40)
    await hits.nth(30).scrollIntoViewIfNeeded()
    const top = () => hits.nth(30).evaluate((hit) => hit.getBoundingClientRect().top)
    const left = await top()
    // As a reader, who presses it once it has come to rest.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await hits.nth(30).getByRole('link').first().click()
    await page.locator('[data-tool="favorite"]').first().waitFor({ state: 'attached' })
    await page.goBack()
    await expect.poll(() => hits.count()).toBe(40)
    await expect.poll(async () => Math.abs((await top()) - left)).toBeLessThan(2)
  })

  it('is the one that was chosen', async () => {
    await read('#/chapter/112')
    await page.goto(`${demo.url}#/`)
    await page.getByRole('radio', { name: 'Juz' }).check()
    await page.getByTestId('juz-link-3').click()
    await page.locator('[data-tool="favorite"]').first().waitFor({ state: 'attached' })
    await page.goBack()
    await page.getByTestId('juz-link-3').waitFor()
    // Another visit begins as always.
    await page.goto(`${demo.url}#/library`)
    await page.getByTestId('library').waitFor()
    await page.goto(`${demo.url}#/`)
    await page.getByTestId('continue').waitFor()
    expect(await page.getByTestId('juz-link-3').count()).toBe(0)
  })
})

describe('a shortcut of the installed app', () => {
  it('continues at the last place', async () => {
    await read('#/chapter/36')
    await page.goto(`${demo.url}#/library`)
    await page.getByTestId('library').waitFor()
    await page.goto(`${demo.url}#/continue`)
    await expect.poll(hash).toMatch(/^#\/chapter\/36/)
    const fresh = await visit.open('#/continue')
    await expect.poll(() => fresh.url()).toMatch(/#\/chapter\/36/)
    await fresh.close()
  })
})

describe('the field of places and commands', () => {
  const options = () => page.getByTestId('jump-option').allInnerTexts()

  it.each([
    ['2:255-257', 'Al-Baqarah, verses 255 to 257', '#/chapter/2/255-257'],
    ['ayat al-kursi', 'Ayat al-Kursi · Al-Baqarah, verse 255', '#/chapter/2/255'],
    ['hizb 2', 'Hizb 2', '#/chapter/2/75'],
    ['yas', 'Ya-Sin', '#/chapter/36'],
  ])('leads to %s by the keyboard alone', async (text, name, address) => {
    await read('#/chapter/112')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(text)
    await expect.poll(async () => (await options())[0]).toBe(name)
    await page.keyboard.press('Enter')
    await expect.poll(hash).toBe(address)
    expect(await dialog().count()).toBe(0)
  })

  it('is entered as it was typed, however soon', async () => {
    await read('#/chapter/112')
    // What reads places is not loaded yet.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('114:3')
    await page.keyboard.press('Enter')
    await expect.poll(hash).toBe('#/chapter/114/3')
  })

  it('leads to a verse from a page that was loaded at another one', async () => {
    await read('#/chapter/2/100')
    await page.reload()
    await page.locator('[data-tool="favorite"]').first().waitFor({ state: 'attached' })
    await page.keyboard.press('/')
    await dialog().getByRole('combobox').fill('2:255')
    await page.keyboard.press('Enter')
    await expect.poll(hash).toBe('#/chapter/2/255')
    await expect.poll(() => topOf('2:255')).toBeLessThan(100)
    await expect.poll(() => topOf('2:255')).toBeGreaterThanOrEqual(0)
  })

  it('comes back to a verse that the address names already', async () => {
    await read('#/chapter/2/255')
    await expect.poll(() => page.locator('[data-verse]').count()).toBe(286)
    await page.mouse.move(600, 400)
    await page.mouse.wheel(0, 4000)
    await expect.poll(() => topOf('2:255')).toBeLessThan(-500)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('2:255')
    await expect.poll(async () => (await options())[0]).toBe('Ayat al-Kursi · Al-Baqarah, verse 255')
    await page.keyboard.press('Enter')
    await expect.poll(async () => Math.abs(await topOf('2:255'))).toBeLessThan(100)
  })

  it('has commands, one of them by arrow keys', async () => {
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('appearance')
    await expect.poll(async () => (await options()).length).toBe(4)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const name = (await page.locator('[role="option"][aria-selected="true"]').innerText()).trim()
    expect(name).toBe('Appearance: Dark')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  })

  it('says what does not exist, and offers the search', async () => {
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('2:300')
    await dialog().getByText('286 verses').waitFor()
    await expect.poll(options).toEqual(['Search all texts for “2:300”'])
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })
})

describe('single keys', () => {
  it('lead from verse to verse, and are of the verse that has the focus', async () => {
    await read('#/chapter/112')
    const steps: unknown[] = []
    for (const key of ['j', 'j', 'j', 'k']) {
      await page.keyboard.press(key)
      steps.push(await focusedVerse())
    }
    expect(steps).toEqual(['112:1', '112:2', '112:3', '112:2'])
    await page.keyboard.press('b')
    const star = page.getByTestId('star-112:2')
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
  })

  it('play, pause and go on', async () => {
    await page.keyboard.press('Space')
    await page.locator('[data-played][data-verse="112:2"]').waitFor()
    await page.getByTestId('player').getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('Space')
    await page.getByTestId('player').getByRole('button', { name: 'Play', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close the player' }).click()
  })

  it('turn to the next and the previous chapter', async () => {
    await page.keyboard.press('n')
    await expect.poll(hash).toBe('#/chapter/113')
    await verse('113:1').waitFor()
    await page.keyboard.press('p')
    await expect.poll(hash).toBe('#/chapter/112')
    await verse('112:1').waitFor()
  })

  it('are letters in a field', async () => {
    await page.keyboard.press('/')
    await page.getByRole('combobox').pressSequentially('jnb?')
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('jnb?')
    await page.keyboard.press('Escape')
    expect(await hash()).toBe('#/chapter/112')
  })

  it('are listed, and can be turned off', async () => {
    await page.keyboard.press('?')
    const isOn = page.getByTestId('keys-help').getByRole('checkbox')
    await isOn.uncheck()
    await page.keyboard.press('Escape')
    await page.getByTestId('keys-help').waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('keyboard')
    await page.keyboard.press('Enter')
    await isOn.check()
    await page.keyboard.press('Escape')
    expect(await hash()).toBe('#/chapter/112')
  })
})
