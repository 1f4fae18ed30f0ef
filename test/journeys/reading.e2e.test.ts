import { type Locator, type Page, type Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { ReaderVisit, syncNow } from './reader-visit.ts'
import { silence } from './silence.ts'

/** What a reader does with the text: chapters, footnotes, tafsir, words, mushaf pages, search and recitations. */

const audioHost = 'https://audio.example.invalid'
const kept = [
  'translations:20',
  'translations:31',
  'tafsirs:169',
  'word_by_word_translations:59',
  'word_by_word_transliterations:60',
  'recitations:7',
]

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
const violations: string[] = []
/** Recordings that their host does not have. */
const missing = new Set<string>()

async function answerRecording(route: Route): Promise<void> {
  if (missing.has(new URL(route.request().url()).pathname)) return route.abort()
  // Long enough to be seen on a busy machine; where a page is turned, the verse is still heard when the page has come.
  const seconds = route.request().url().endsWith('/002006.mp3') ? 60 : 4
  return route.fulfill({ contentType: 'audio/wav', body: silence(seconds) })
}

beforeAll(async () => {
  demo = await startDemo({ content: { chapters: [1, 2, 108, 112, 113, 114] }, audio: [audioHost] })
  visit = await ReaderVisit.begin(await sharedChromium(), demo)
  visit.context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) violations.push(message.text())
  })
  await visit.context.route(`${audioHost}/**`, answerRecording)
  page = await visit.open('#/library')
  page.on('pageerror', (error) => violations.push(String(error)))
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const go = (hash: string) => page.goto(`${demo.url}${hash}`)
const verse = (key: string) => page.getByTestId(`verse-${key}`)
const panel = () => page.getByTestId('verse-panel')
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

/** Distance of a verse from the top of the window. */
const topOf = (key: string) => verse(key).evaluate((element) => element.getBoundingClientRect().top)

describe('the library', () => {
  it('has what is read here', async () => {
    for (const key of kept) await page.getByTestId(`toggle-${key}`).check()
    for (const key of kept) {
      const resource = page.getByTestId(`progress-${key}`)
      await expect.poll(() => resource.getAttribute('data-phase'), { timeout: 60_000 }).toBe('done')
    }
  })
})

describe('a chapter', () => {
  it('opens at the verse that the address names, and marks it', async () => {
    await go('#/chapter/2/255')
    await expect.poll(() => topOf('2:255')).toBeLessThan(200)
    await expect.poll(() => topOf('2:255')).toBeGreaterThan(-5)
    const marked = page.locator('[data-target]')
    await expect
      .poll(() => marked.evaluateAll((all) => all.map((each) => each.getAttribute('data-verse'))))
      .toEqual(['2:255'])
    await expect.poll(() => page.locator('[data-verse]').count()).toBe(286)
    await expect.poll(() => topOf('2:255')).toBeLessThan(200)
  })

  it('has the language and direction of every text', async () => {
    const texts = verse('2:255').getByTestId('verse-translation')
    const languages = await texts.evaluateAll((all) =>
      all.map((each) => [each.getAttribute('lang'), each.getAttribute('dir')]),
    )
    expect(languages).toEqual([
      ['en', 'ltr'],
      ['fr', 'ltr'],
    ])
    const arabic = verse('2:255').getByTestId('verse-arabic')
    await expect
      .poll(async () => [await arabic.getAttribute('lang'), await arabic.getAttribute('dir')])
      .toEqual(['ar', 'rtl'])
  })

  it('opens a footnote below its verse, and closes it with Escape', async () => {
    const mark = page.locator('.footnote-mark').first()
    const { width, height } = (await mark.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    await mark.click()
    const note = page.getByRole('note')
    await note.waitFor()
    await expect.poll(() => mark.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => mark.getAttribute('aria-controls')).toBe(await note.getAttribute('id'))
    await expect.poll(() => isFocused(note)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => note.count()).toBe(0)
    await expect.poll(() => isFocused(mark)).toBe(true)
  })

  it('remembers the verse that was read last, for the way back', async () => {
    await go('#/')
    await page.getByTestId('continue').waitFor()
    await expect.poll(() => page.getByTestId('continue').getAttribute('href')).toMatch(/^#\/chapter\/2\/\d+$/)
  })
})

describe('what goes with a verse', () => {
  it('is its tafsir, with the verses that the text is about', async () => {
    await go('#/chapter/2/255')
    const actions = verse('2:255').getByTestId('verse-actions')
    await actions.click()
    await panel().getByTestId('tafsir').waitFor()
    await expect.poll(() => isFocused(panel().getByRole('heading', { level: 2 }))).toBe(true)
    await expect.poll(() => panel().getByTestId('passage-range').innerText()).toMatch(/, verses? \d+/)
    await expect.poll(() => panel().getByTestId('tafsir').innerText()).toMatch(/sandbox commentary/i)
  })

  it('is each of its words, with what it means and how it sounds', async () => {
    await panel().getByRole('radio', { name: 'Word by word' }).check()
    const words = panel().getByTestId('words').getByRole('listitem')
    await expect.poll(() => words.count()).toBe(50)
    await expect.poll(() => words.first().innerText()).toMatch(/Allahu/)
    await expect.poll(() => words.first().innerText()).toMatch(/2:255:1/)
  })

  it('closes with Escape, and the keyboard is where it was', async () => {
    await page.keyboard.press('Escape')
    await expect.poll(() => panel().count()).toBe(0)
    await expect.poll(() => isFocused(verse('2:255').getByTestId('verse-actions'))).toBe(true)
  })

  it('is a sheet over the page on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await verse('2:255').getByTestId('verse-actions').click()
    await expect.poll(() => panel().evaluate((element) => element.matches('dialog:modal'))).toBe(true)
    await page.getByTestId('panel-close').click()
    await expect.poll(() => panel().count()).toBe(0)
    await verse('2:255').getByTestId('verse-actions').click()
    await panel().waitFor()
    await page.goBack()
    await expect.poll(() => panel().count()).toBe(0)
    expect(page.url()).toMatch(/#\/chapter\/2\/255$/)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it('is found by a number that can be read under the pointer, too', async () => {
    const number = verse('2:255').getByTestId('verse-number')
    await number.hover()
    const [ink, paper] = await number.locator('span').evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return [color, backgroundColor]
    })
    expect(ink).not.toBe(paper)
  })
})

describe('on paper', () => {
  it('a chapter is its text alone', async () => {
    await page.emulateMedia({ media: 'print' })
    await verse('2:255').getByTestId('verse-arabic').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Al-Baqarah' }).waitFor()
    for (const other of ['.side', '.back', '.verse-tools', '.chapter-sound']) {
      expect(await page.locator(other).first().isVisible(), other).toBe(false)
    }
    await page.emulateMedia({ media: null })
  })
})

describe('a page of the mushaf', () => {
  const lines = () => page.getByTestId('mushaf-page').locator('.mushaf-line')
  // Narrower than two pages that face each other.
  beforeAll(() => page.setViewportSize({ width: 1000, height: 800 }))

  it('has its lines and words in reading order', async () => {
    await go('#/page/3')
    await lines().first().waitFor()
    await expect.poll(() => lines().count()).toBe(15)
    const rows = demo.sandbox.snapshotRows('mushafs:1')!.filter((row) => row['page_number'] === 3)
    const inOrder = rows
      .filter((row) => row['record_type'] === 'mushaf_word' && row['char_type_name'] === 'word')
      .sort((a, b) => Number(a['position_in_page']) - Number(b['position_in_page']))
    await expect
      .poll(() => page.locator('.mushaf-word').allTextContents())
      .toEqual(inOrder.map((row) => row['text']))
  })

  it('fits the window: no line is cut off', async () => {
    for (const width of [360, 1000]) {
      await page.setViewportSize({ width, height: 800 })
      const overflowing = () =>
        lines().evaluateAll((all) => {
          const inside = (each: Element) => {
            const [line, word] = [each.parentElement!.getBoundingClientRect(), each.getBoundingClientRect()]
            return word.left >= line.left - 1 && word.right <= line.right + 1
          }
          return all.flatMap((each) => [...each.children]).filter((each) => !inside(each)).length
        })
      await expect.poll(overflowing).toBe(0)
    }
  })

  it('is turned by links and arrow keys, the next page lying on the left', async () => {
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.url()).toMatch(/#\/page\/4$/)
    // The screen of the page before may still be there.
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toMatch(/#\/page\/3$/)
    // In one look at the page: the former screen goes when the new one comes.
    const nextIsOnTheLeft = () =>
      page.getByTestId('mushaf-page').evaluate(() => {
        const left = (id: string) =>
          document.querySelector(`[data-testid="${id}"]`)!.getBoundingClientRect().left
        return left('next-page') < left('previous-page')
      })
    await expect.poll(nextIsOnTheLeft).toBe(true)
    await page.getByTestId('next-page').click()
    await expect.poll(() => page.url()).toMatch(/#\/page\/4$/)
  })

  it('faces the other page of the printed book in a wide window, the odd one on the right, and turns by two', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await go('#/page/4')
    const pages = () =>
      page
        .locator('.mushaf-spread > section')
        .evaluateAll((all) =>
          all
            .toSorted((a, b) => b.getBoundingClientRect().left - a.getBoundingClientRect().left)
            .map((each) => each.getAttribute('aria-label')),
        )
    await expect.poll(pages).toEqual(['Page 3', 'Page 4'])
    await expect.poll(() => page.locator('h1').innerText()).toBe('Pages 3–4')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.url()).toMatch(/#\/page\/5$/)
    await expect.poll(pages).toEqual(['Page 5', 'Page 6'])
    await page.getByTestId('previous-page').click()
    await expect.poll(() => page.url()).toMatch(/#\/page\/3$/)
    const isInside = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    await expect.poll(isInside).toBe(true)
    await page.setViewportSize({ width: 1000, height: 800 })
    await expect.poll(pages).toEqual(['Page 3'])
  })

  it('has a heading where a chapter begins, and opens what goes with a verse', async () => {
    await go('#/page/604')
    await lines().first().waitFor()
    await expect.poll(() => page.locator('.mushaf-heading').count()).toBe(3)
    await page.locator('.mushaf-word[data-verse="112:2"]').first().click()
    await panel().locator('[data-resource="translations:20"]').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(page.locator('[data-verse-end="112:2"]'))).toBe(true)
  })
})

describe('a juz', () => {
  it('has its verses by chapter', async () => {
    await go('#/juz/30')
    await verse('114:6').waitFor({ state: 'attached' })
    await expect.poll(() => verse('108:1').count()).toBe(1)
    await expect.poll(() => page.getByRole('heading', { level: 2, name: /Al-Ikhlas/ }).count()).toBe(1)
  })
})

describe('a search', () => {
  it('finds verses while the reader types, marks the words, and is in the address', async () => {
    await go('#/search')
    await page.getByRole('searchbox').fill('no compulsion')
    await page.getByTestId('hit-2:256').waitFor()
    const marks = page.getByTestId('hit-2:256').locator('mark')
    await expect
      .poll(async () => (await marks.allTextContents()).map((text) => text.toLowerCase()))
      .toContain('compulsion')
    await expect.poll(() => page.getByTestId('search-count').innerText()).toMatch(/1 result/)
    await expect.poll(() => page.url()).toMatch(/#\/search\?q=no\+compulsion$/)
  })

  it('of a place that no text names says where it is, and not that nothing was found', async () => {
    await go('#/search')
    for (const [typed, says] of [
      ['juz 30', /^The texts themselves do not contain “juz 30”/],
      ['no such words anywhere', /^No results for/],
    ] as const) {
      await page.getByRole('searchbox').fill(typed)
      await expect.poll(() => page.getByTestId('search-count').innerText()).toMatch(says)
      await expect.poll(() => page.getByTestId('place-typed').count()).toBe(typed === 'juz 30' ? 1 : 0)
    }
    await page.getByRole('searchbox').fill('no compulsion')
    await page.getByTestId('hit-2:256').waitFor()
  })

  it('opens the verse, and is found again by going back', async () => {
    await page.getByTestId('hit-2:256').click()
    await expect.poll(() => page.url()).toMatch(/#\/chapter\/2\/256$/)
    await expect.poll(() => topOf('2:256')).toBeLessThan(200)
    await page.goBack()
    await page.getByTestId('hit-2:256').waitFor()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('no compulsion')
  })
})

describe('a recitation', () => {
  const player = () => page.getByTestId('player')

  it('plays verse by verse, and the verse is marked', async () => {
    await go('#/chapter/112')
    await page.getByTestId('play-chapter').click()
    for (const key of ['112:1', '112:2']) await page.locator(`[data-played][data-verse="${key}"]`).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toMatch(/Al-Ikhlas/)
  })

  it('says which recording cannot be played, and the next one still plays', async () => {
    missing.add('/sandbox/7/112003.mp3')
    await go('#/chapter/112/1')
    await page.getByTestId('play-chapter').click()
    await page.getByTestId('player-problem').waitFor()
    await expect.poll(() => page.getByTestId('player-problem').innerText()).toContain('audio.example.invalid')
    await player().getByRole('button', { name: 'Next verse' }).click()
    await page.locator('[data-played][data-verse="112:4"]').waitFor()
    await expect.poll(() => page.getByTestId('player-problem').count()).toBe(0)
    await player().getByRole('button', { name: 'Close the player' }).click()
    await expect.poll(() => player().count()).toBe(0)
  })
})

describe('a recitation of a page', () => {
  it('turns the page where it goes on behind its end', async () => {
    await go('#/page/2')
    await page.locator('[data-verse-end="2:5"]').click()
    await panel().getByTestId('play-verse').click()
    await page.locator('.mushaf-word[data-played][data-verse="2:5"]').first().waitFor()
    await page.locator('.mushaf-word[data-played][data-verse="2:6"]').first().waitFor()
    expect(page.url()).toMatch(/#\/page\/3$/)
    await page.getByTestId('player').getByRole('button', { name: 'Close the player' }).click()
  })
})

describe('while a person reads', () => {
  it('a correction appears in place', async () => {
    await go('#/chapter/2/255')
    await expect.poll(() => page.locator('[data-verse]').count()).toBe(286)
    await expect.poll(() => topOf('2:255')).toBeLessThan(200)
    await page.mouse.wheel(0, 40)
    await page.waitForTimeout(700)
    const before = await topOf('2:255')
    const row = demo.sandbox
      .snapshotRows('translations:20')!
      .find((each) => each['verse_key'] === '2:255') as { id: number }
    demo.sandbox.publish([{ resource: 'translations:20', update: { key: row.id, text: 'A correction.' } }])
    await syncNow(page)
    const text = verse('2:255').locator('[data-resource="translations:20"]')
    await expect.poll(() => text.innerText(), { timeout: 60_000 }).toBe('A correction.')
    expect(Math.abs((await topOf('2:255')) - before)).toBeLessThan(3)
  })

  it('a withdrawn translation leaves, with the reason', async () => {
    demo.sandbox.hide('translations:31', 'license_withdrawn')
    await syncNow(page)
    await page.getByTestId('withdrawn').waitFor({ timeout: 60_000 })
    await expect
      .poll(() => page.getByTestId('withdrawn').innerText())
      .toMatch(/Hamidullah.*license withdrawn/s)
    const gone = page.locator('[data-resource="translations:31"]')
    await expect.poll(() => gone.count()).toBe(0)
    await expect.poll(() => verse('2:255').locator('[data-resource="translations:20"]').count()).toBe(1)
  })

  it('nothing is done that the policy of the page forbids', () => {
    expect(violations).toEqual([])
  })
})
