import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { goTo, isCurrent, keep, ReaderVisit } from './reader-visit.ts'

/** What a reader was at is there again: a note that is being written, the place in a text, the focus of the keyboard. */

const content = { chapters: [1, 2, 112], resources: 'quran_core:1;translations:20' } as const

let demo: RunningDemo
let visit: ReaderVisit
let page: Page

beforeAll(async () => {
  demo = await startDemo({ content })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: { width: 1280, height: 700 } })
  page = await visit.open('#/library')
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const verse = (key: string) => page.getByTestId(`verse-${key}`)
const view = (name: string) => page.locator(`.verse-panel input[value="${name}"]`)
const field = () => page.locator('.new-note').getByTestId('note-text')
/** Which verse has the focus, else which kind of element. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.closest<HTMLElement>('[data-verse]')?.dataset['verse'] ?? activeElement?.localName
  })

async function open(hash: string, key: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${demo.url}${hash}`)
  await verse(key).waitFor()
  // With them come the keys.
  await page.locator('[data-tool="favorite"]').first().waitFor({ state: 'attached' })
}

async function openNotes(key: string): Promise<void> {
  await verse(key).getByTestId('verse-actions').click()
  await view('notes').check()
  await field().waitFor()
}

it('begins with a text', async () => {
  await page.getByTestId('resource-quran_core:1').waitFor()
  await keep(page)
  await isCurrent(page)
})

describe('a note that is being written', () => {
  const text = 'On verse two: 🤲 تأمل'

  it('is there again after another view, a closed panel and a reload, in its verse alone', async () => {
    await open('#/chapter/112', '112:2')
    await openNotes('112:2')
    await field().fill(text)
    await view('tafsir').check()
    await view('notes').check()
    await expect.poll(() => field().inputValue()).toBe(text)
    await page.keyboard.press('Escape')
    await openNotes('112:3')
    expect(await field().inputValue()).toBe('')
    await page.reload()
    await verse('112:2').waitFor()
    await openNotes('112:2')
    await expect.poll(() => field().inputValue()).toBe(text)
  })

  it('is a note once it is saved, and its change goes on, too, until it is given up', async () => {
    await page.getByTestId('note-save').click()
    await expect.poll(() => field().inputValue()).toBe('')
    await page.getByTestId('note-edit').click()
    const change = page.locator('.notes').getByTestId('note-text')
    await change.fill(`${text}!`)
    await page.reload()
    await verse('112:2').waitFor()
    await openNotes('112:2')
    await expect.poll(() => change.inputValue()).toBe(`${text}!`)
    await page.locator('.notes').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.getByTestId('note').innerText()).toContain(text)
    expect(await change.count()).toBe(0)
  })
})

it('the place in a text is known after a reload, and goes with all else that is deleted', async () => {
  const href = () => page.getByTestId('continue').getAttribute('href')
  await open('#/chapter/2', '2:1')
  await page.mouse.move(640, 400)
  const top = () => verse('2:12').evaluate((element) => element.getBoundingClientRect().top)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 300)
      return top()
    })
    .toBeLessThan(96)
  const settings = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  await expect.poll(settings).toMatch(/2:1\d/)
  await page.reload()
  await expect.poll(async () => Math.abs(await top())).toBeLessThan(500)
  await goTo(page, 'read')
  await expect.poll(href).toMatch(/^#\/chapter\/2\/1\d$/)

  await page.goto(`${demo.url}#/account`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await expect.poll(settings).not.toMatch(/2:1\d/)
  await goTo(page, 'read')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByTestId('continue').count()).toBe(0)
})

describe('the keyboard', () => {
  it('is where it was once a dialog is closed', async () => {
    await open('#/chapter/2', '2:3')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const at = await focused()
    expect(at).toMatch(/^2:/)
    for (const key of ['?', '/', 'Control+k']) {
      await page.keyboard.press(key)
      await page.locator('dialog:modal').waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator('dialog:modal').count()).toBe(0)
      expect([key, await focused()]).toEqual([key, at])
    }
  })

  it('is at the verse that it went to, in another chapter, too', async () => {
    await open('#/chapter/112', '112:1')
    await page.keyboard.press('Control+k')
    await page.locator('dialog:modal').waitFor()
    await page.keyboard.type('2:255')
    await page.getByTestId('jump-option').filter({ hasText: '255' }).first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('2:255')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('2:255')
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })

  it('keeps its keys after a mode is chosen', async () => {
    await open('#/chapter/112', '112:1')
    await page.locator('.modes').getByLabel('Arabic', { exact: true }).check({ force: true })
    await page.keyboard.press('?')
    await page.locator('dialog:modal').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.modes').getByLabel('Translation', { exact: true }).check({ force: true })
  })
})
