import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { goTo, isCurrent, ReaderVisit } from './reader-visit.ts'

/** Who has nothing yet is offered a text of their own language, and stays where they are. */

let demo: RunningDemo

beforeAll(async () => {
  demo = await startDemo({ content: { chapters: [1, 112] } })
})
afterAll(() => demo?.close())

const arabic = (page: Page) => page.getByTestId('verse-112:1').getByTestId('verse-arabic')

it.each([
  ['en-GB', 'translations:20'],
  ['fr-FR', 'translations:31'],
])(
  'a chapter that is opened first shows the Arabic text at once, and above it what is offered, %s',
  async (locale, key) => {
    const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale })
    const page = await visit.open('#/chapter/112')
    await expect.poll(() => arabic(page).textContent()).toMatch(/أَحَدٌ/)
    const card = page.getByTestId('first-choice')
    await card.waitFor()
    const [offered, read] = await Promise.all([card.boundingBox(), arabic(page).boundingBox()])
    expect(offered!.y + offered!.height).toBeLessThan(read!.y)
    await card.getByTestId('first-download').click()
    await page.getByTestId('verse-112:1').locator(`[data-resource="${key}"]`).waitFor()
    expect(new URL(page.url()).hash).toBe('#/chapter/112')
    expect(await page.getByTestId('first-choice').count()).toBe(0)
    await visit.close()
  },
)

it('who wants the Arabic text only is offered nothing more', async () => {
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale: 'en' })
  const page = await visit.open('#/chapter/112')
  await page.getByRole('button', { name: 'Arabic only' }).click()
  await page.getByTestId('first-choice').waitFor({ state: 'detached' })
  await page.reload()
  await arabic(page).waitFor()
  expect(await page.getByTestId('first-choice').count()).toBe(0)
  await visit.close()
})

it('who has a translation here and shows none is offered to see it, also offline', async () => {
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale: 'fr' })
  const page = await visit.open('#/library')
  await page.getByTestId('toggle-translations:20').check()
  await isCurrent(page)
  await page.goto(`${demo.url}#/chapter/112`)
  const translation = page.getByTestId('verse-112:1').locator('[data-resource="translations:20"]')
  await translation.waitFor()
  await page.getByTestId('text-options-button').click()
  await page.locator('.translation-choice input').uncheck()
  await page.keyboard.press('Escape')
  const card = page.getByTestId('first-choice')
  const show = card.getByRole('button', { name: 'Show' })
  await show.waitFor()
  await card.locator('.first-name', { hasText: 'Saheeh International' }).waitFor()
  expect(await card.innerText()).not.toMatch(/Download|MB/)
  await visit.context.setOffline(true)
  await show.click()
  await translation.waitFor()
  expect(await card.count()).toBe(0)
  await visit.close()
})

it('who reads Arabic is offered nothing beside it', async () => {
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale: 'ar' })
  const page = await visit.open('#/chapter/112')
  await expect.poll(() => arabic(page).textContent()).toMatch(/أَحَدٌ/)
  expect(await page.getByTestId('first-choice').count()).toBe(0)
  await visit.close()
})

it('an Arabic text that is removed stays away, and is offered with a translation', async () => {
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale: 'en' })
  const page = await visit.open('#/chapter/112')
  await expect.poll(() => arabic(page).textContent()).toMatch(/أَحَدٌ/)
  await goTo(page, 'library')
  await page.getByTestId('toggle-quran_core:1').uncheck()
  await page.goto(`${demo.url}#/chapter/112`)
  await page.getByTestId('first-choice').getByText('with the Arabic text').waitFor()
  await page.reload()
  await page.getByTestId('first-choice').getByText('with the Arabic text').waitFor()
  expect(await arabic(page).count()).toBe(0)
  await visit.close()
})

it('nothing comes by itself to who asked the browser to load little', async () => {
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale: 'en' })
  await visit.context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const page = await visit.open('#/chapter/112')
  await page.getByTestId('first-choice').getByText('with the Arabic text').waitFor()
  expect(await arabic(page).count()).toBe(0)
  await visit.close()
})

it('the start offers it, and a chapter is one press away then', async () => {
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale: 'en' })
  const page = await visit.open()
  await page.getByTestId('first-choice').getByText('Saheeh International').waitFor()
  await page.getByTestId('first-download').click()
  await page.getByTestId('chapter-link-112').click()
  await page.getByTestId('verse-112:1').locator('[data-resource="translations:20"]').waitFor()
  await visit.close()
})
