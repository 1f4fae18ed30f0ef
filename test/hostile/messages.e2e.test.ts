import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleScripts, htmlFile } from '../browser/bundle.ts'
import { sharedChromium } from '../browser/chromium.ts'
import { floods } from './forged-messages.ts'
import { startRawServer, type RawServer } from './raw-server.ts'

/** Another page of the origin posts on the channels of the engine and of Dexie: each message is a hint, or nothing. */

const at = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url))

let server: RawServer
let page: Page
let other: Page
/** Uncaught errors, and what the console was told. */
const stray: string[] = []

async function open(page: Page): Promise<void> {
  await page.goto(`http://localhost:${server.port}/`)
  await page.waitForFunction(() => 'startMessages' in window)
}

beforeAll(async () => {
  const scripts = await bundleScripts({ entry: { framings: at('messages.ts') }, mode: 'development' })
  const icon = ['/favicon.ico', { type: 'image/x-icon', text: '' }] as const
  server = await startRawServer(new Map([['/', htmlFile(at('index.html'))], icon, ...scripts]))
  const context = await (await sharedChromium()).newContext()
  page = await context.newPage()
  other = await context.newPage()
  page.on('pageerror', (error) => stray.push(String(error)))
  page.on('console', (line) => stray.push(line.text()))
  await Promise.all([open(page), open(other)])
  await page.evaluate((root) => window.startMessages(root), `http://127.0.0.1:${server.port}/content`)
  await page.waitForFunction(() => window.latest !== undefined && window.texts.length > 0)
})
afterAll(async () => {
  await page?.context().close()
  await server?.close()
})

const heard = (of: 'engine' | 'dexie', end: number) =>
  page.waitForFunction(([channel, last]) => window.ends[channel] === last, [of, end] as const)
const latest = () => page.evaluate(() => window.latest)

describe('what another page of the origin makes up', () => {
  it.each([
    ['messages', 'engine', 1],
    ['reports', 'dexie', 2],
  ] as const)('as %s: no error, and the status stays as it was', async (kind, of, end) => {
    const before = await latest()
    const posted = await other.evaluate(([which, last]) => window.forge(which, last), [kind, end] as const)
    expect(posted).toBeGreaterThan(60)
    await heard(of, end)
    expect(await latest()).toEqual(before)
    expect(stray).toEqual([])
    expect(await page.evaluate(() => ['from' in {}, 'd' in {}])).toEqual([false, false])
  })

  it.each(floods)('%s without end lead to little work', { timeout: 240_000 }, async (name, of) => {
    const end = 10 + floods.findIndex(([each]) => each === name)
    await page.evaluate(() => Object.assign(window.reported, { statuses: 0, answers: 0, transactions: 0 }))
    const began = performance.now()
    await other.evaluate(([which, last]) => window.flood(which, 20_000, last), [name, end] as const)
    await heard(of, end)
    const seconds = (performance.now() - began) / 1_000
    const reported = await page.evaluate(() => window.reported)
    // The first ones at once, then four in a second; the status and the queries have a throttle each, as has the timetable.
    const turns = 20 + 4 * seconds
    expect(reported.statuses).toBeLessThan(3 * turns)
    expect(reported.transactions).toBeLessThan(6 * turns)
    expect(reported.answers).toBe(0)
    expect(stray).toEqual([])
  })

  it('hides nothing that other engines tell', async () => {
    server.plan(undefined)
    const root = `http://127.0.0.1:${server.port}/content`
    await other.evaluate((contentRoot) => window.startMessages(contentRoot), root)
    await other.evaluate(() => window.engine.subscribe('translations:20,21'))
    await page.waitForFunction(() => window.latest?.subscriptions.length === 2)
    await page.waitForFunction((text) => window.texts[0] === text, `version ${server.version}`)
    await page.waitForFunction(() => window.latest?.activity === null)
    expect(stray).toEqual([])
  })
})
