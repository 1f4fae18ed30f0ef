import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { syncNow, syncWords } from './reader-visit.ts'

/** A reader whose own server asks the service: what leaves the page, its workers and its service worker. */

let demo: RunningDemo
let context: BrowserContext
let page: Page
const asked: Request[] = []
const violations: string[] = []

beforeAll(async () => {
  demo = await startDemo({ content: { chapters: [1, 2, 112, 113, 114] }, relay: 'proxy' })
  context = await (await sharedChromium()).newContext()
  context.on('request', (request) => asked.push(request))
  context.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  page = await context.newPage()
})

afterAll(async () => {
  await context?.close()
  await demo?.close()
})

const text = () =>
  page.locator(
    '[data-testid="verse-112:1"] [data-testid="verse-translation"][data-resource="translations:20"]',
  )

describe('a reader behind a proxy', () => {
  it('gets its content', async () => {
    await page.goto(demo.url)
    await page.getByRole('link', { name: 'Choose translations' }).click()
    await page.getByTestId('toggle-translations:20').check()
    await page.goto(`${demo.url}#/chapter/112`)
    await text().waitFor({ state: 'attached' })
    await expect.poll(() => syncWords(page)).toMatch(/last synced/i)
    expect(violations).toEqual([])
  })

  it('asked its own origin only, with the mark of the relay and without a token', async () => {
    const { origin } = new URL(demo.url)
    const content = asked.filter((request) => request.url().includes('/api/v4/'))
    const paths = content.map((request) => new URL(request.url()).pathname)
    expect(paths).toContain('/content/api/v4/resources/sync')
    expect(paths).toContain('/content/api/v4/resources/snapshots/translations/20')
    expect(paths).toContain('/content/api/v4/chapters')
    for (const request of content) {
      expect(new URL(request.url()).origin).toBe(origin)
      expect((await request.allHeaders())['x-relay']).toBe('1')
    }
    for (const request of asked) {
      const names = Object.keys(await request.allHeaders())
      expect(names.filter((name) => /^(x-auth-token|x-client-id|authorization)$/.test(name))).toEqual([])
      expect(new URL(request.url()).pathname).not.toMatch(/token/)
    }
  })

  it('sees a change, and again after its services were away', async () => {
    const isShown = (row: object) => 'verse_key' in row && row.verse_key === '112:1'
    const row = demo.sandbox.snapshotRows('translations:20')!.find(isShown) as unknown as { id: number }
    await demo.stopServices()
    await demo.startServices()
    demo.sandbox.publish([
      { resource: 'translations:20', update: { key: row.id, text: 'Edited behind the proxy.' } },
    ])
    await syncNow(page)
    await expect.poll(() => text().innerText()).toContain('Edited behind the proxy.')
  })
})
