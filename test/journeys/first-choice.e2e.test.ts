import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { patience, ReaderVisit } from './reader-visit.ts'

/** Who has nothing yet is offered a text of their own language, and stays where they are. */

let demo: RunningDemo

beforeAll(async () => {
  demo = await startDemo({ content: { chapters: [1, 112] } })
})
afterAll(() => demo?.close())

it.each([
  ['en-GB', 'translations:20'],
  ['fr-FR', 'translations:31'],
])('a chapter that is opened first offers it, %s, and shows it after one press', async (locale, key) => {
  const visit = await ReaderVisit.begin(await sharedChromium(), demo, { locale })
  const page = await visit.open('#/chapter/112')
  await page.getByTestId('first-download').click()
  await page.getByTestId('verse-112:1').locator(`[data-resource="${key}"]`).waitFor()
  await expect
    .poll(() => page.getByTestId('verse-112:1').getByTestId('verse-arabic').textContent(), patience)
    .toMatch(/أَحَدٌ/)
  expect(new URL(page.url()).hash).toBe('#/chapter/112')
  expect(await page.getByTestId('first-choice').count()).toBe(0)
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
