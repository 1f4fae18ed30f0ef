import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleScripts, htmlFile } from '../browser/bundle.ts'
import { sharedChromium } from '../browser/chromium.ts'
import { startRawServer, type RawServer } from './raw-server.ts'

/** Another page of the origin posts on Dexie's channel, to a page with what a person keeps and no engine. */

const at = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url))

let server: RawServer
let page: Page
let other: Page
/** Uncaught errors, and what the console was told. */
const stray: string[] = []

async function open(page: Page): Promise<void> {
  await page.goto(`http://localhost:${server.port}/`)
  await page.waitForFunction(() => 'startUser' in window)
  await page.evaluate(() => window.startUser())
}

beforeAll(async () => {
  const scripts = await bundleScripts({ entry: { framings: at('user-messages.ts') }, mode: 'development' })
  const icon = ['/favicon.ico', { type: 'image/x-icon', text: '' }] as const
  server = await startRawServer(new Map([['/', htmlFile(at('index.html'))], icon, ...scripts]))
  const context = await (await sharedChromium()).newContext()
  page = await context.newPage()
  other = await context.newPage()
  page.on('pageerror', (error) => stray.push(String(error)))
  page.on('console', (line) => stray.push(line.text()))
  await open(page)
  await open(other)
  await page.waitForFunction(() => window.counted.answers > 0)
})
afterAll(async () => {
  await page?.context().close()
  await server?.close()
})

const heard = (end: number) => page.waitForFunction((last) => window.end === last, end)
const shows = (...verses: string[]) =>
  page.waitForFunction((expected) => window.favorited.join() === expected, [...verses].sort().join())

describe('what another page of the origin makes up', () => {
  it('leads to no error, and what another tab does is heard after it', async () => {
    expect(await other.evaluate(() => window.forgeReports(1))).toBeGreaterThan(100)
    await heard(1)
    expect(stray).toEqual([])
    expect(await page.evaluate(() => ['from' in {}, 'd' in {}])).toEqual([false, false])
    await other.evaluate(() => window.person.favorite('2:255'))
    await shows('2:255')
    await page.evaluate(() => window.person.favorite('18:10'))
    await shows('2:255', '18:10')
    expect(stray).toEqual([])
  })

  it.each([
    ['reports that cannot be read', 2, '3:1'],
    ['reports without a form', 3, '3:2'],
    ['reports of everything', 4, '3:3'],
    ['reports of what a person wants', 5, '3:4'],
    ['reports of who is signed in', 6, '3:5'],
  ])('30,000 %s lead to little work', { timeout: 240_000 }, async (kind, end, verse) => {
    const before = await page.evaluate(() => window.favorited)
    await page.evaluate(() => Object.assign(window.counted, { answers: 0, transactions: 0 }))
    const began = performance.now()
    await other.evaluate(([which, last]) => window.floodReports(which, 30_000, last), [kind, end] as const)
    await heard(end)
    const seconds = (performance.now() - began) / 1_000
    // The first ones at once, then four in a second, for each of ten queries and three others.
    const turns = 20 + 4 * seconds
    const { transactions } = await page.evaluate(() => window.counted)
    expect(transactions).toBeLessThan(2 * 13 * turns)
    await page.evaluate((key) => window.person.favorite(key), verse)
    await shows(...before, verse)
    expect(stray).toEqual([])
  })
})
