import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMeasureMemory, watchMemory } from '../bench/node/processes.ts'
import { bundleScripts, htmlFile } from '../browser/bundle.ts'
import { OwnBrowser } from '../lifecycle/own-browser.ts'
import { startRawServer, type RawServer } from './raw-server.ts'
import { framingOf, swellings } from './swelling.ts'

/** Snapshots that swell, in a real browser: an engine refuses them while they come, and goes on from there. */

const at = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url))

/** Several times what an honest snapshot of any length takes, and far less than the bodies swell to. */
const mostMebibytes = 128

let server: RawServer
let browser: OwnBrowser
let page: Page
beforeAll(async () => {
  const scripts = await bundleScripts({ entry: { framings: at('framings.ts') }, mode: 'development' })
  server = await startRawServer(new Map([['/', htmlFile(at('index.html'))], ...scripts]))
  browser = await OwnBrowser.start()
  page = await browser.context.newPage()
  await page.goto(`http://localhost:${server.port}/`)
  await page.waitForFunction(() => 'attemptFraming' in window)
  const root = `http://127.0.0.1:${server.port}/content`
  await page.evaluate((contentRoot) => window.startFramings(contentRoot, { baseMs: 1 }), root)
  await attempt()
})
afterAll(async () => {
  await browser?.discard()
  await server?.close()
})

const attempt = () => page.evaluate(() => window.attemptFraming())

describe('a snapshot that swells', () => {
  it.each(swellings)('by $name: $came, and the next sync is current', async (swelling) => {
    const before = (await attempt()).texts
    server.plan({ kind: 'snapshot', framing: framingOf(swelling), cut: undefined })
    const memory = canMeasureMemory ? watchMemory(browser.profile) : undefined
    const { outcome, code, texts } = await attempt()
    const mebibytes = (memory?.end().renderers ?? 0) / 1024 / 1024
    expect([outcome, code]).toEqual(['partial', swelling.came])
    expect(server.followed).toBe(swelling.came === 'truncated_body' ? 5 : 1)
    expect(mebibytes).toBeLessThan(mostMebibytes)
    expect(texts).toEqual(before)
    server.plan(undefined)
    expect(await attempt()).toMatchObject({
      outcome: 'current',
      texts: Array(2).fill(`version ${server.version}`),
    })
    expect(await page.evaluate(() => window.stray)).toEqual([])
  })
})
