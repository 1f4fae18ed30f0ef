import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { keep, ReaderVisit } from './reader-visit.ts'

/** How the Arabic text is set: in one face, with the marks of what begins at a verse. */

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
const album = new Album('arabic-text')

beforeAll(async () => {
  demo = await startDemo({
    content: { chapters: [1, 2, 32], resources: 'quran_core:1;translations:20' },
  })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { viewport: { width: 390, height: 844 } })
  page = await visit.open('#/library')
  await keep(page)
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

const open = async (hash: string, verseKey: string) => {
  await page.goto(`${demo.url}${hash}`)
  await page.getByTestId(`verse-${verseKey}`).waitFor()
}
const marksOf = (verseKey: string) => page.getByTestId(`verse-${verseKey}`).getByTestId('verse-marks')

it('no word of a chapter is drawn by another face', async () => {
  await open('#/chapter/2/255', '2:255')
  await page.evaluate(async () => void (await document.fonts.ready))
  const cdp = await visit.cdp(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const facesOf = async (selector: string) => {
    const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
    return fonts.map(({ familyName }) => familyName)
  }
  await expect.poll(() => facesOf('[data-verse="2:255"] .verse-arabic')).toEqual(['Scheherazade New'])
  await cdp.detach()
})

it.each([
  ['#/chapter/2/26', '2:26', '¼ of hizb 1'],
  ['#/chapter/2/142', '2:142', 'Juz 2 · Ruku 17'],
  ['#/chapter/32/15', '32:15', 'Sajda'],
])('%s: %s has its marks', async (hash, verseKey, marks) => {
  await open(hash, verseKey)
  await expect.poll(() => marksOf(verseKey).innerText()).toBe(marks)
  await album.picture(page, verseKey.replace(':', '-'))
})

it('a verse in the middle of all parts has none', async () => {
  await open('#/chapter/1', '1:7')
  await expect.poll(() => marksOf('1:1').innerText()).toBe('Juz 1')
  expect(await marksOf('1:7').count()).toBe(0)
})
