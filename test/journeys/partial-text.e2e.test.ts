import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { sizes } from './looks.ts'
import { isCurrent, ReaderVisit, syncState } from './reader-visit.ts'

/**
 * A chapter is read while its texts come for the first time. The service stops in the middle of each, so that there is something
 * to see, however fast the machine is. The steps build on each other.
 */

const readers = [
  {
    device: 'phone',
    colorScheme: 'dark',
    locale: 'ar',
    awaited: /لم يتم تنزيل/,
    howFar: /تم تنزيل/,
    again: /انقطع التنزيل/,
  },
  {
    device: 'desk',
    colorScheme: 'light',
    locale: 'en',
    awaited: /not downloaded yet/,
    howFar: /downloaded/,
    again: /Interrupted, downloading from the start/,
  },
] as const

const translation = 'translations:20'

describe.each(readers)('a chapter that comes, $device, $colorScheme, $locale', (reader) => {
  const { device, colorScheme, locale } = reader
  const album = new Album(`arriving-${device}-${colorScheme}-${locale}`)
  let demo: RunningDemo
  let visit: ReaderVisit
  let page: Page
  const errors: string[] = []

  beforeAll(async () => {
    demo = await startDemo({ content: { chapters: [1, 2, 3] } })
    demo.sandbox.fault({
      match: { path: 'snapshot' },
      times: null,
      effect: { hang: { afterBytes: 120_000 } },
    })
    visit = await ReaderVisit.begin(await sharedChromium(), demo, {
      colorScheme,
      locale,
      viewport: sizes[device],
    })
    visit.context.on('weberror', (error) => errors.push(String(error.error())))
    page = await visit.open('#/library')
  })
  afterAll(async () => {
    await visit?.close()
    await demo?.close()
  })

  const textOf = (key: string) => page.getByTestId(`verse-${key}`).locator(`[data-resource="${translation}"]`)

  it('is shown as far as it has come, and says what is still to come', async () => {
    await page.getByTestId(`toggle-${translation}`).check()
    await page.goto(`${demo.url}#/chapter/2/255`)
    await textOf('2:1').waitFor()
    await expect.poll(() => page.getByTestId('how-far').textContent()).toMatch(reader.howFar)
    await expect.poll(() => page.getByTestId('awaited-verse').textContent()).toMatch(reader.awaited)
    await expect.poll(() => textOf('2:255').count()).toBe(0)
    await album.picture(page, 'half')
    await page.getByTestId('awaited-verse').scrollIntoViewIfNeeded()
    await album.picture(page, 'verse')
  })

  it('stays readable after a reload, which says that the download starts again', async () => {
    await page.goto(`${demo.url}#/library`)
    await page.reload()
    const progress = page.getByTestId(`progress-${translation}`)
    await expect.poll(() => progress.innerText()).toMatch(reader.again)
    await album.picture(page, 'again')
    await page.goto(`${demo.url}#/chapter/2`)
    await textOf('2:1').waitFor()
  })

  it('stays readable while its download rests', async () => {
    await page.goto(`${demo.url}#/library`)
    await page.getByTestId('pause').click()
    await expect.poll(() => syncState(page).getAttribute('data-state')).toBe('paused')
    await page.goto(`${demo.url}#/chapter/2`)
    await page.reload()
    await textOf('2:1').waitFor()
    await album.picture(page, 'resting')
  })

  it('is whole once the rest has come, and says nothing of waiting', async () => {
    demo.sandbox.clearFaults()
    await page.goto(`${demo.url}#/library`)
    await page.getByTestId('pause').click()
    await isCurrent(page)
    await page.goto(`${demo.url}#/chapter/2/255`)
    await textOf('2:255').waitFor()
    await textOf('2:286').waitFor()
    for (const sign of ['how-far', 'awaited-verse', 'awaited-text'])
      await expect.poll(() => page.getByTestId(sign).count()).toBe(0)
    await album.picture(page, 'whole')
  })

  it('raised no error', () => expect(errors).toEqual([]))
})

describe('a text that is read, where a long one of another page was chosen before it', () => {
  const long = 'tafsirs:168'
  let demo: RunningDemo
  let visit: ReaderVisit
  let page: Page

  beforeAll(async () => {
    demo = await startDemo({ content: { chapters: [1, 2] } })
    // The line stands still for good: the translation comes only where it need not wait for the end.
    demo.sandbox.fault({
      match: { path: 'snapshot', group: 'tafsirs' },
      times: null,
      effect: { hang: { afterBytes: 50_000 } },
    })
    visit = await ReaderVisit.begin(await sharedChromium(), demo)
    page = await visit.open('#/library')
  })
  afterAll(async () => {
    await visit?.close()
    await demo?.close()
  })

  it('comes at once, and the long one after it', async () => {
    await page.getByTestId(`toggle-${long}`).check()
    const phaseOf = (key: string) => page.getByTestId(`progress-${key}`).getAttribute('data-phase')
    await expect.poll(() => phaseOf(long)).toBe('downloading')
    await page.getByTestId(`toggle-${translation}`).check()
    await expect.poll(() => phaseOf(translation)).toBe('waiting')
    await page.goto(`${demo.url}#/chapter/1`)
    await page.getByTestId('verse-1:1').locator(`[data-resource="${translation}"]`).waitFor()
    demo.sandbox.clearFaults()
    await isCurrent(page)
  })
})
