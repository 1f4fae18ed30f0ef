import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { violations } from './axe.ts'
import { changeLook, looks, sizes } from './looks.ts'
import { isCurrent, keep, ReaderVisit } from './reader-visit.ts'

/**
 * What a person has of their own on a device without an account: taking back what was removed, lists, reading bookmarks, a
 * plan, words that are hidden, and all of it as a file. The steps build on each other and run in order.
 */

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
const album = new Album('your-own')

beforeAll(async () => {
  demo = await startDemo({ content: { chapters: [1, 2, 112, 113, 114] } })
})
afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

it('a reader keeps the text', async () => {
  visit = await ReaderVisit.begin(await sharedChromium(), demo, {
    viewport: sizes.desk,
    reducedMotion: 'reduce',
  })
  page = await visit.open('#/library')
  await keep(page)
  await isCurrent(page)
})

const go = (hash: string) => page.goto(`${demo.url}${hash}`)
const star = (verse: string) => page.getByTestId(`star-${verse}`)
const names = () => page.locator('.line-name').allInnerTexts()
const chooses = (value: string) => page.locator(`.list-tools input[value="${value}"]`).check()

async function openVerse(verse: string): Promise<void> {
  await go(`#/chapter/${verse.split(':')[0]}`)
  await page.getByTestId(`verse-${verse}`).getByTestId('verse-actions').click()
  await page.getByTestId('panel-star').waitFor()
}

async function writeNote(text: string): Promise<void> {
  await page.locator('.verse-panel input[value="notes"]').check()
  await page.locator('.new-note').getByTestId('note-text').fill(text)
  await page.getByTestId('note-save').click()
  await page.locator('.note-body').getByText(text).waitFor()
}

/** The file that a press of this button brings. */
async function downloaded(button: string): Promise<{ readonly name: string; readonly text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId(button).click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** What is wrong with the page on a phone and at a desk, in both languages. */
async function look(name: string): Promise<string[]> {
  const outside = await visit.outside()
  await page.bringToFront()
  const found: string[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const each of looks.filter(({ theme }) => theme !== 'sepia')) {
      await changeLook(page, outside, each)
      const where = `${name}-${size}-${each.language}-${each.theme}`
      await album.picture(page, where)
      found.push(...(await violations(page)).map((wrong) => `${where}: ${wrong}`))
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wider > 0) found.push(`${where}: ${wider} pixels wider than the window`)
    }
  }
  await changeLook(page, outside, looks[0]!)
  await page.setViewportSize(sizes.desk)
  await outside.close()
  return found
}

describe('what is removed', () => {
  it('comes back: a favorite by the key, with its time and its place in the list', async () => {
    await go('#/chapter/112')
    for (const verse of ['112:1', '112:3', '112:2']) {
      await star(verse).click()
      await expect.poll(() => star(verse).getAttribute('aria-pressed')).toBe('true')
    }
    await go('#/saved')
    const all = ['Al-Ikhlas, verse 2', 'Al-Ikhlas, verse 3', 'Al-Ikhlas, verse 1']
    await expect.poll(names).toEqual(all)
    await star('112:3').click()
    await page.getByTestId('undo').waitFor()
    await expect.poll(names).toEqual([all[0], all[2]])
    // The keyboard is not lost with the button that was pressed.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    // It stays for somebody who is at its button.
    await page.getByTestId('undo').focus()
    expect(await look('undo')).toEqual([])
    await page.keyboard.press('Control+z')
    await expect.poll(names).toEqual(all)
    await expect.poll(() => page.getByTestId('undo').count()).toBe(0)
    await chooses('text')
    await expect.poll(names).toEqual([all[2], all[0], all[1]])
    // Back and a reload keep the order.
    await page.reload()
    await expect.poll(names).toEqual([all[2], all[0], all[1]])
  })

  it('comes back: a verse of a collection, and the collection with its verses', async () => {
    await openVerse('112:1')
    await page.getByTestId('panel-collections').click()
    for (const name of ['Morning', 'Evening']) {
      await page.getByTestId('collection-name').fill(name)
      await page.getByTestId('collection-make').click()
      await page.getByLabel(`Verse 112:1 in “${name}”`).and(page.locator(':checked')).waitFor()
    }
    await go('#/saved/collections')
    await page.getByTestId('collection-link').filter({ hasText: 'Morning' }).click()
    await page.getByTestId('take-out-112:1').click()
    await expect.poll(() => page.getByTestId('kept-112:1').count()).toBe(0)
    await page.getByTestId('undo').click()
    await page.getByTestId('kept-112:1').waitFor()
    await page.getByTestId('collection-delete').click()
    await page.getByTestId('screen-saved').waitFor()
    await expect.poll(() => page.getByTestId('collection-link').count()).toBe(1)
    await page.getByTestId('undo').click()
    await page.getByTestId('collection-link').filter({ hasText: 'Morning' }).getByText('1 verse').waitFor()
  })

  it('comes back: a note, also in a sheet that covers the page', async () => {
    await page.setViewportSize(sizes.phone)
    await openVerse('112:2')
    await writeNote('On patience, and on what it needs.')
    await writeNote('عن الصبر والصلاة')
    await page.getByTestId('note-delete').first().click()
    await expect.poll(() => page.locator('.note-body').count()).toBe(1)
    await page.getByTestId('undo-here').click()
    await expect.poll(() => page.locator('.note-body').count()).toBe(2)
    await page.getByTestId('note-delete').first().click()
    await page.getByTestId('undo-here').waitFor()
    // A text field takes back its own letters.
    await page.locator('.new-note').getByTestId('note-text').fill('abc')
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.locator('.note-body').count()).toBe(1)
    await page.getByTestId('panel-close').focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.locator('.note-body').count()).toBe(2)
    await page.setViewportSize(sizes.desk)
  })
})

describe('lists', () => {
  it('of collections are searched and ordered', async () => {
    await go('#/saved/collections')
    const collections = () => page.getByTestId('collection-link').locator('bdi').allInnerTexts()
    await chooses('text')
    await expect.poll(collections).toEqual(['Evening', 'Morning'])
    await page.locator('.list-tools input[type="search"]').fill('MORN')
    await expect.poll(collections).toEqual(['Morning'])
    expect(await look('collections')).toEqual([])
    await page.locator('.list-tools input[type="search"]').fill('none of these')
    await page.getByText('Nothing matches.').waitFor()
  })

  it('of notes are searched by text and place, and exported', async () => {
    await openVerse('113:1')
    await writeNote('A third note, of another chapter.')
    await go('#/saved/notes')
    const notes = () => page.locator('.note-body').allInnerTexts()
    await expect.poll(async () => (await notes()).length).toBe(3)
    const search = page.locator('.list-tools input[type="search"]')
    // Without the marks that the text may have.
    await search.fill('الصَّبر')
    await expect.poll(notes).toEqual(['عن الصبر والصلاة'])
    await search.fill('falaq')
    await expect.poll(notes).toEqual(['A third note, of another chapter.'])
    const some = await downloaded('notes-markdown')
    expect(some.name).toMatch(/^waraq-notes-\d{4}-\d\d-\d\d\.md$/)
    expect(some.text).toMatch(
      /^# Notes\n\n## Al-Falaq, verse 1\n\n\*.+\*\n\nA third note, of another chapter\.\n$/,
    )
    await search.fill('')
    await expect.poll(async () => (await notes()).length).toBe(3)
    const { text } = await downloaded('notes-text')
    for (const each of await notes()) expect(text).toContain(each)
    expect(await look('notes')).toEqual([])
  })

  it('of the history have where the person stopped', async () => {
    await go('#/chapter/114')
    await page.getByTestId('verse-114:1').waitFor()
    const visits = () => page.evaluate(() => localStorage.getItem('waraq.history.1') ?? '')
    await expect.poll(visits).toContain('"114:')
    await go('#/saved/history')
    await expect.poll(async () => (await names())[0]).toContain('An-Nas')
    expect(await look('history')).toEqual([])
  })
})

it('three reading bookmarks are set, named, moved and removed, and are on the home page', async () => {
  await openVerse('112:1')
  await page.getByTestId('panel-reading').click()
  for (const slot of [1, 2, 3]) await page.getByTestId(`slot-${slot}`).locator('input').check()
  await page.getByTestId('slot-rename-2').click()
  await page.getByTestId('slot-name-2').fill('Evening reading')
  await page.keyboard.press('Enter')
  await page.getByTestId('slot-2').getByText('Evening reading').waitFor()
  await openVerse('113:3')
  await page.getByTestId('panel-reading').click()
  await page.getByTestId('slot-2').getByText('Al-Ikhlas, verse 1').waitFor()
  await page.getByTestId('slot-2').locator('input').check()
  await page.getByTestId('slot-2').getByText('Al-Falaq, verse 3').waitFor()
  await page.getByTestId('undo').click()
  await page.getByTestId('slot-2').getByText('Al-Ikhlas, verse 1').waitFor()
  await page.getByTestId('slot-2').locator('input').check()
  await page.getByTestId('slot-2').getByText('Al-Falaq, verse 3').waitFor()
  expect(await violations(page)).toEqual([])
  await album.picture(page, 'reading-bookmarks')
  await go('#/')
  const placed = () => page.getByTestId('reading-bookmark').allInnerTexts()
  await expect.poll(async () => (await placed()).length).toBe(3)
  expect((await placed()).join()).toMatch(/Al-Falaq, verse 3\s+Evening reading/)
})

describe('a reading plan', () => {
  const part = () => page.getByTestId('plan-part').textContent()

  it('is offered on the home page, and begins with a number of days', async () => {
    await go('#/')
    await page.getByTestId('plan-card').click()
    await page.getByTestId('plan-days').fill('0')
    await expect.poll(() => page.getByTestId('plan-start').isDisabled()).toBe(true)
    await page.getByTestId('plan-days').fill('٦٠٤')
    await expect.poll(() => page.getByTestId('plan-start').isDisabled()).toBe(true)
    await page.getByTestId('plan-days').fill('٣٠')
    expect(await look('plan-form')).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(part).toBe('Al-Fatihah, verse 1 to Al-Baqarah, verse 134')
    expect(await look('plan')).toEqual([])
  })

  it('goes on with the place where the person reads, not with one that was looked up', async () => {
    await go('#/chapter/2/30')
    await page.getByTestId('verse-2:30').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('waraq.plan.1'))).toContain('"read":5')
    await go('#/chapter/114')
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('waraq.history.1')))
      .toMatch(/^\[\{"verseKey":"114:/)
    await go('#/')
    await page.getByTestId('plan-card').getByText('599 of 604 pages left.').waitFor()
  })

  it('is marked as read, changed, ended, and taken back', async () => {
    await go('#/plan')
    await page.getByTestId('plan-done').click()
    await expect.poll(part).toBe('Read for today.')
    await expect.poll(() => page.getByTestId('plan-day-1').getAttribute('data-read')).toBe('true')
    await page.keyboard.press('Control+z')
    await expect.poll(part).toMatch(/^Al-Baqarah, verse 30 to/)
    await page.getByTestId('plan-change').click()
    await page.getByTestId('plan-days').fill('10')
    await page.getByTestId('plan-start').click()
    await page.getByRole('heading', { name: 'Day 1 of 10' }).waitFor()
    await expect.poll(() => page.getByTestId('plan-left').textContent()).toContain('599 of 604 pages left.')
    await page.getByTestId('plan-end').click()
    await page.getByTestId('plan-days').waitFor()
    await page.getByTestId('undo').click()
    await page.getByRole('heading', { name: 'Day 1 of 10' }).waitFor()
  })
})

describe('words that are hidden', () => {
  const hidden = (verse: string) => page.getByTestId(`verse-${verse}`).locator('.hidden-word').count()

  it('are revealed one by one, by key, tap and button, and shown again', async () => {
    await go('#/chapter/112')
    await page.getByTestId('verse-112:1').waitFor()
    await star('112:1').waitFor({ state: 'attached' })
    await page.keyboard.press('h')
    await expect.poll(() => hidden('112:1')).toBe(4)
    await page.keyboard.press('w')
    await expect.poll(() => hidden('112:1')).toBe(3)
    await page.getByTestId('verse-112:2').locator('.verse-arabic').click()
    await expect.poll(() => hidden('112:2')).toBe(1)
    expect(await look('hiding')).toEqual([])
    for (let word = 0; word < 3; word++) await page.getByTestId('reveal-next').click()
    await expect.poll(() => hidden('112:1')).toBe(0)
    // Then comes the next verse.
    await page.getByTestId('reveal-next').click()
    await expect.poll(() => hidden('112:2')).toBe(0)
    // A verse that is revealed whole opens as ever.
    await page.getByTestId('verse-112:2').locator('.verse-arabic').click()
    await page.getByTestId('panel-close').click()
    await page.getByTestId('hide-again').click()
    await expect.poll(() => hidden('112:1')).toBe(4)
    await page.getByTestId('hiding-end').click()
    await expect.poll(() => page.locator('.hidden-word').count()).toBe(0)
    await page.getByTestId('text-options-button').click()
    await page.getByTestId('hide-words').check()
    await page.keyboard.press('Escape')
    await expect.poll(() => hidden('112:1')).toBe(4)
    await page.keyboard.press('h')
    await expect.poll(() => page.getByTestId('hiding-bar').count()).toBe(0)
  })
})

describe('a file of all of it', () => {
  let file: string
  const choose = (name: string, text: string) =>
    page
      .getByTestId('data-file')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  const lines = (effect: string) => page.getByTestId(`import-${effect}`).locator('li').allInnerTexts()

  it('is exported, and has nothing new for this device', async () => {
    await go('#/account')
    const exported = await downloaded('data-export')
    expect(exported.name).toMatch(/^waraq-\d{4}-\d\d-\d\d\.json$/)
    file = exported.text
    await choose('same.json', file)
    await page.getByText('Everything in this file is already here.').waitFor()
    await page.getByTestId('import-close').click()
    await expect.poll(() => page.getByTestId('importing').count()).toBe(0)
  })

  it.each([
    ['broken', '{"kind":', 'This file cannot be read.'],
    ['other', '{"kind":"other"}', 'This file has no saved data'],
    [
      'note',
      '{"kind":"waraq-user-data","version":1,"notes":[{"body":"","ranges":["2:1"]}]}',
      'A note in this file',
    ],
    [
      'verse',
      '{"kind":"waraq-user-data","version":1,"favorites":["2:999"]}',
      'a verse or page that does not exist',
    ],
  ])('that is wrong (%s) is refused with the reason, and nothing comes in', async (name, text, reason) => {
    await choose(`${name}.json`, text)
    await page.getByTestId('importing').getByText(reason).waitFor()
    expect(await page.getByTestId('import-start').count()).toBe(0)
    await page.getByTestId('import-close').click()
  })

  it('brings all of it to another device, after it was shown', async () => {
    const other = await ReaderVisit.begin(await sharedChromium(), demo, {
      viewport: sizes.desk,
      reducedMotion: 'reduce',
    })
    const before = page
    page = await other.open('#/account')
    await page.getByTestId('data-import').and(page.locator(':enabled')).waitFor()
    await choose('mine.json', file)
    await page.getByTestId('import-start').waitFor()
    expect(await lines('added')).toEqual(
      expect.arrayContaining(['3 starred verses', '2 collections', '3 notes', '3 reading bookmarks']),
    )
    expect(await violations(page)).toEqual([])
    await album.picture(page, 'import')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByTestId('importing').count()).toBe(0)
    await go('#/saved')
    await expect.poll(async () => (await names()).length).toBe(3)
    await go('#/saved/notes')
    await page.locator('.note-body').getByText('On patience').waitFor()
    await go('#/account')
    await page.getByTestId('data-import').and(page.locator(':enabled')).waitFor()
    const changed = JSON.parse(file) as { readonly reading: { place: string }[] }
    changed.reading[0]!.place = '2:2'
    await choose('changed.json', JSON.stringify(changed))
    await expect.poll(() => lines('replaced')).toEqual(['1 reading bookmark'])
    await page.getByTestId('import-close').click()
    await other.close()
    page = before
  })
})
