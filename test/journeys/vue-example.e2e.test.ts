import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startExample } from '../../demo/examples/vue/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { patience } from './reader-visit.ts'

/** The library in an application that is not React's: the built example, with its sandbox and relay, in two tabs. */

const translation = 'translations:20'

let example: Awaited<ReturnType<typeof startExample>>
let context: BrowserContext
const errors: string[] = []
let isRunning = true

beforeAll(async () => {
  example = await startExample()
  context = await (await sharedChromium()).newContext()
  context.setDefaultTimeout(patience.timeout)
  context.on('weberror', (error) => errors.push(String(error.error())))
})
afterAll(async () => {
  await context?.close()
  if (isRunning) await example?.close()
})

async function open(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(example.url)
  return page
}

function rowsOf(chapter: number) {
  return example.sandbox
    .snapshotRows(translation)!
    .map((row) => ({ id: Number(row['id']), verseKey: String(row['verse_key']), text: String(row['text']) }))
    .filter(({ verseKey }) => verseKey.startsWith(`${chapter}:`))
}

async function shows(page: Page, texts: readonly string[]): Promise<void> {
  await expect.poll(() => page.locator('main li').allTextContents(), patience).toEqual(texts)
}

it('shows the service’s rows, a footnote’s mark, and a correction in the tab that did not ask for it', async () => {
  const asking = await open()
  const published = rowsOf(112)
  expect(published).toHaveLength(4)
  const texts = published.map(({ text }) => text)
  await shows(asking, texts)

  const other = await open()
  await shows(other, texts)
  await asking.getByRole('combobox').selectOption('1')
  await expect.poll(() => asking.locator('main li').count(), patience).toBe(7)
  await expect
    .poll(
      () => asking.locator('main li', { hasText: 'straight path' }).locator('sup').textContent(),
      patience,
    )
    .toBe('1')

  await other.evaluate(() => void Object.assign(window, { sameDocument: true }))
  const [first] = published
  example.sandbox.publish([
    { resource: translation, update: { key: first!.id, text: 'Corrected, <i>while it was read</i>.' } },
  ])
  await asking.getByRole('button', { name: 'Sync now' }).click()
  await shows(other, ['Corrected, while it was read.', ...texts.slice(1)])
  await expect.poll(() => other.locator('main li i').textContent(), patience).toBe('while it was read')
  expect(await other.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(await other.getByRole('alert').count()).toBe(0)
  expect(errors).toEqual([])
})

it('opens with every server stopped, and reads a chapter that was never opened', async () => {
  const page = await open()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  isRunning = false
  await example.close()
  await page.reload()
  await expect.poll(() => page.locator('main li').count(), patience).toBe(4)
  await page.getByRole('combobox').selectOption('114')
  await shows(
    page,
    rowsOf(114).map(({ text }) => text),
  )
})
