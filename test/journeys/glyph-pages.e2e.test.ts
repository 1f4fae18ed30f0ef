import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { Album } from './album.ts'
import { violations as axeViolations } from './axe.ts'
import { isCurrent, keep, ReaderVisit, shellIsKept } from './reader-visit.ts'

/** A mushaf whose words only the fonts of its pages draw: they come with it, are checked, and stay. */

let demo: RunningDemo
let visit: ReaderVisit
let page: Page
const album = new Album('glyphs')
const violations: string[] = []

const glyphMushaf = 'mushafs:2'
const fontsLine = () => page.getByTestId(`fonts-${glyphMushaf}`)
const sheet = () => page.getByTestId('mushaf-page')

/** The families in which the words of the page are drawn, and whether the browser has them. */
const families = () =>
  sheet().evaluate((element) => {
    const family = getComputedStyle(element.querySelector('.mushaf-word')!).fontFamily
    return {
      family,
      isHere: [...document.fonts].some((face) => face.family === family && face.status === 'loaded'),
    }
  })

beforeAll(async () => {
  demo = await startDemo({
    content: { chapters: [1, 112, 113, 114], resources: `quran_core:1;translations:20;mushafs:1,2` },
  })
  visit = await ReaderVisit.begin(await sharedChromium(), demo, { serviceWorkers: 'allow' })
  visit.context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) violations.push(message.text())
  })
  page = await visit.open('#/library')
  page.on('pageerror', (error) => violations.push(String(error)))
  await page.getByTestId('resource-quran_core:1').waitFor()
  await keep(page)
})

afterAll(async () => {
  await visit?.close()
  await demo?.close()
})

describe('a glyph mushaf', () => {
  it('comes with its fonts, and says how many are here', async () => {
    demo.sandbox.fault({ match: { path: 'font' }, times: null, effect: { status: 404 } })
    await page.getByTestId(`toggle-${glyphMushaf}`).check()
    await isCurrent(page)
    await page.goto(`${demo.url}#/page/604`)
    await page.getByText(/its own font/).waitFor()
    demo.sandbox.clearFaults()
    await page.reload()
    await sheet().waitFor()
    await page.goto(`${demo.url}#/library`)
    await expect.poll(() => fontsLine().innerText()).toMatch(/Fonts: (\d+) of \1 /)
  })

  it('is drawn in the font of each page, and its words can be heard', async () => {
    await page.goto(`${demo.url}#/page/604`)
    await sheet().waitFor()
    const { family, isHere } = await families()
    expect([family.startsWith('waraq'), isHere]).toEqual([true, true])
    const verse = demo.sandbox.snapshotRows('quran_core:1')!.find((row) => row['verse_key'] === '112:2')!
    await expect
      .poll(() => page.locator('.reading .visually-hidden[lang="ar"]').innerText())
      .toContain(String(verse['text_uthmani']))
    await expect.poll(() => page.locator('.font-credit').innerText()).toMatch(/sandbox/i)
    await page.goto(`${demo.url}#/page/1`)
    await expect.poll(async () => (await families()).family).not.toBe(family)
    await expect.poll(async () => (await families()).isHere).toBe(true)
  })

  it('opens without a network', async () => {
    await shellIsKept(page)
    await demo.stopServices()
    await demo.stopReader()
    await page.goto(`${demo.url}#/page/604`)
    await page.reload()
    await sheet().waitFor()
    expect((await families()).isHere).toBe(true)
    await page.setViewportSize({ width: 1280, height: 1100 })
    await album.picture(page, 'offline')
    expect(await axeViolations(page)).toEqual([])
    expect(violations).toEqual([])
  })
})
