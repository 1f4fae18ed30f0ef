import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { isCurrent, keep, ReaderVisit } from './reader-visit.ts'

/** What stands in the row of a verse: at a desk by pointer and keyboard, on a phone by touch; and ranges of verses. */

const content = { chapters: [1, 2, 112], resources: 'quran_core:1;translations:20;recitations:7' } as const

let demo: RunningDemo

beforeAll(async () => {
  demo = await startDemo({ content })
})
afterAll(() => demo?.close())

const verse = (page: Page, key: string) => page.getByTestId(`verse-${key}`)
const tool = (page: Page, key: string, name: string) => verse(page, key).locator(`[data-tool="${name}"]`)
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const said = (page: Page) => page.getByTestId('said').textContent()

async function begin(hasTouch: boolean): Promise<ReaderVisit> {
  const viewport = hasTouch ? { width: 390, height: 844 } : { width: 1280, height: 900 }
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, { hasTouch, viewport })
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await visit.open('#/library')
  await keep(page)
  await page.getByTestId('toggle-recitations:7').check()
  await isCurrent(page)
  await page.close()
  return visit
}

async function read(visit: ReaderVisit, hash: string): Promise<Page> {
  const page = await visit.open(hash)
  await page.locator('[data-tool="favorite"]').first().waitFor({ state: 'attached' })
  return page
}

describe('at a desk', () => {
  let visit: ReaderVisit
  let page: Page
  afterAll(() => visit?.close())

  const opacity = (name: string) =>
    tool(page, '112:2', name).evaluate((element) => getComputedStyle(element).opacity)

  it('begins with a text and a recitation', async () => {
    visit = await begin(false)
    page = await read(visit, '#/chapter/112')
  })

  it('is quiet until the pointer or the focus comes; a favorite stays', async () => {
    await page.mouse.move(0, 0)
    await expect.poll(() => opacity('copy')).toBe('0')
    await verse(page, '112:2').hover()
    await expect.poll(() => opacity('copy')).toBe('1')
    await page.mouse.move(0, 0)
    await expect.poll(() => opacity('copy')).toBe('0')
    await verse(page, '112:2').getByTestId('verse-number').focus()
    await expect.poll(() => opacity('copy')).toBe('1')
    await tool(page, '112:2', 'favorite').click()
    await page.mouse.move(0, 0)
    await verse(page, '112:4').getByTestId('verse-number').focus()
    await expect.poll(() => opacity('copy')).toBe('0')
    await expect.poll(() => opacity('favorite')).toBe('1')
  })

  it('is one stop of the Tab key, and arrow keys lead from tool to tool', async () => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: element } = document
        const { tool: name, testid } = (element as HTMLElement).dataset
        return [element?.closest('li')?.dataset['verse'], name ?? testid]
      })
    await verse(page, '112:1').getByTestId('verse-number').focus()
    const steps: unknown[] = []
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Home', 'End']) {
      await page.keyboard.press(key)
      steps.push(await focused())
    }
    expect(steps.map((step) => (step as string[])[1])).toEqual([
      'play',
      'favorite',
      'copy',
      'share',
      'verse-actions',
      'verse-number',
      'verse-actions',
    ])
    await page.keyboard.press('Tab')
    expect(await focused()).toEqual(['112:2', 'verse-number'])
  })

  it('copies the verse with names, and says so', async () => {
    await tool(page, '112:1', 'copy').click()
    await expect.poll(() => said(page)).toBe('Text copied.')
    const text = await copied(page)
    expect(text).toMatch(/\(.*Saheeh International.*\)/)
    expect(text).toMatch(/Al-Ikhlas, verse 1$/)
    expect(text.split('\n')[0]).toMatch(/^ق.*أَحَدٌ$/)
    // Only for a moment.
    await expect.poll(() => said(page)).toBe('')
  })

  it('shares by link where the system has no sheet of its own', async () => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }),
    )
    await tool(page, '112:1', 'share').click()
    await expect.poll(() => said(page)).toBe('Link copied.')
    expect(await copied(page)).toBe(`${visit.origin}/#/112:1`)
  })

  it('shares by the sheet of the system, and says nothing where the person thinks better of it', async () => {
    await page.evaluate(() => {
      const share = (data: unknown) => {
        Object.assign(window, { shared: data })
        return Promise.reject(new DOMException('', 'AbortError'))
      }
      Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    })
    await expect.poll(() => said(page)).toBe('')
    await tool(page, '112:4', 'share').click()
    const shared = () =>
      page.evaluate(() => (window as unknown as { shared?: Record<string, string> }).shared)
    await expect.poll(shared).toMatchObject({ title: 'Al-Ikhlas, verse 4', url: `${visit.origin}/#/112:4` })
    expect((await shared())!['text']).toMatch(/Al-Ikhlas, verse 4$/)
    expect(await said(page)).toBe('')
  })

  it('plays the verse', async () => {
    await tool(page, '112:3', 'play').click()
    await page.locator('[data-played][data-verse="112:3"]').waitFor()
    await page.getByRole('button', { name: 'Close the player' }).click()
  })

  it('opens the panel by a press on the Arabic, and the focus comes back', async () => {
    await verse(page, '112:1').getByTestId('verse-arabic').click()
    await page.getByTestId('verse-panel').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('verse-panel').waitFor({ state: 'detached' })
    const isFocused = () =>
      verse(page, '112:1')
        .getByTestId('verse-actions')
        .evaluate((element) => element === document.activeElement)
    await expect.poll(isFocused).toBe(true)
  })

  it('leaves a text alone that the person marks', async () => {
    const box = (await verse(page, '112:1').getByTestId('verse-arabic').boundingBox())!
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width - 10, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 120, y, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()!.toString().length)).toBeGreaterThan(0)
    expect(await page.getByTestId('verse-panel').count()).toBe(0)
    await page.evaluate(() => getSelection()!.removeAllRanges())
  })
})

describe('a range of verses', () => {
  let visit: ReaderVisit
  let page: Page
  afterAll(() => visit?.close())

  const bar = () => page.getByTestId('range-bar')
  const marked = () =>
    page.locator('[data-chosen]').evaluateAll((all) => all.map((each) => each.getAttribute('data-verse')))

  it('begins with a text and a recitation', async () => {
    visit = await begin(true)
    page = await read(visit, '#/chapter/2/255')
  })

  it('is chosen from one number to a tap on another verse; all tools are there for a thumb', async () => {
    for (const name of ['play', 'favorite', 'copy', 'share']) {
      const { width, height } = (await tool(page, '2:255', name).boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      const shown = tool(page, '2:255', name).evaluate((element) => getComputedStyle(element).opacity)
      expect(await shown).toBe('1')
    }
    await verse(page, '2:255').getByTestId('verse-number').tap()
    await bar().getByText('Al-Baqarah, verse 255').waitFor()
    await verse(page, '2:257').getByTestId('verse-arabic').tap()
    await bar().getByText('Al-Baqarah, verses 255 to 257').waitFor()
    await expect.poll(marked).toEqual(['2:255', '2:256', '2:257'])
    expect(await page.getByTestId('verse-panel').count()).toBe(0)
  })

  it('is copied with names and numbers', async () => {
    await bar().getByRole('button', { name: 'Copy' }).tap()
    await expect.poll(() => said(page)).toBe('Text copied.')
    const text = await copied(page)
    expect(text).toMatch(/﴿٢٥٥﴾.*﴿٢٥٦﴾.*﴿٢٥٧﴾/)
    expect(text).toMatch(/\(255\).*\(256\).*\(257\)\n\(.*Saheeh International.*\)/)
    expect(text).toMatch(/Al-Baqarah, verses 255 to 257$/)
  })

  it('has an address that shows it again', async () => {
    await bar().getByRole('button', { name: 'Link' }).tap()
    await expect.poll(() => said(page)).toBe('Link copied.')
    const link = await copied(page)
    expect(link).toBe(`${visit.origin}/#/2:255-257`)
    const other = await visit.context.newPage()
    await other.goto(link)
    const targets = () =>
      other.locator('[data-target]').evaluateAll((all) => all.map((each) => each.getAttribute('data-verse')))
    await expect.poll(targets).toEqual(['2:255', '2:256', '2:257'])
    await other.close()
  })

  it('is given up by its button', async () => {
    await page.bringToFront()
    await bar().getByRole('button', { name: 'Clear the selection' }).tap()
    await bar().waitFor({ state: 'detached' })
    await expect.poll(marked).toEqual([])
  })

  it('is there again after a reload, and from another page by Back; each time Back gives it up', async () => {
    await verse(page, '2:255').getByTestId('verse-number').tap()
    await verse(page, '2:256').getByTestId('verse-arabic').tap()
    await bar().getByText('verses 255 to 256').waitFor()
    await page.reload()
    await bar().getByText('verses 255 to 256').waitFor()
    await expect.poll(marked).toEqual(['2:255', '2:256'])
    await page.goBack()
    await bar().waitFor({ state: 'detached' })
    expect(await page.evaluate(() => location.hash)).toBe('#/chapter/2/255')
    await page.goForward()
    await bar().getByText('verses 255 to 256').waitFor()
    // To another chapter without a link, as by a key or with the player.
    await page.evaluate(() => void (location.hash = '#/chapter/112'))
    await verse(page, '112:1').waitFor()
    expect(await bar().count()).toBe(0)
    await page.goBack()
    await bar().getByText('Al-Baqarah, verses 255 to 256').waitFor()
    expect(await page.evaluate(() => [location.hash, history.state?.range])).toEqual([
      '#/chapter/2/255',
      '2:255 2:256',
    ])
    await page.goBack()
    await bar().waitFor({ state: 'detached' })
    await verse(page, '2:255').waitFor()
  })

  it('is given up by Back, and the chapter stays; what was given up leaves nothing in the history', async () => {
    const number = () => verse(page, '2:255').getByTestId('verse-number').tap()
    await number()
    await bar().waitFor()
    await page.goBack()
    await bar().waitFor({ state: 'detached' })
    await expect.poll(marked).toEqual([])
    expect(await page.evaluate(() => location.hash)).toBe('#/chapter/2/255')
    // By the number where it began, then by a link.
    await number()
    await bar().waitFor()
    await number()
    await bar().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => Boolean(history.state?.range))).toBe(false)
    await number()
    await bar().waitFor()
    await page.locator('.back-link').tap()
    await page.getByTestId('screen-read').waitFor()
    await page.goBack()
    await verse(page, '2:255').waitFor()
    expect(await bar().count()).toBe(0)
    expect(await page.evaluate(() => Boolean(history.state?.range))).toBe(false)
  })
})
