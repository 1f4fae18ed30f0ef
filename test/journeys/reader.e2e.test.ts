import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sandboxClientSecret } from '@waraq/sandbox'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { checkStore, chromiumLaunch } from '../scripts/browsers.mjs'
import { isOffline, syncNow, syncWords } from './reader-visit.ts'

/**
 * The whole path in a real browser, as a reader goes it: the built demo with its service worker, relay and sandbox on
 * loopback. The steps build on each other and run in order.
 */

const artifacts = fileURLToPath(new URL('../.artifacts/', import.meta.url))
const builtDemo = fileURLToPath(new URL('../../demo/dist/', import.meta.url))

let demo: RunningDemo
let profile: string
let browser: BrowserContext
let page: Page
/** Everything that the page said or asked for, to be searched for secrets. */
const said: string[] = []
const urls: string[] = []
const tokens = new Set<string>()
const violations: string[] = []

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true })
  demo = await startDemo({ content: { chapters: [1, 2, 3, 112, 113, 114] } })
  profile = mkdtempSync(join(tmpdir(), 'waraq-journey-'))
  browser = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch(),
    headless: true,
    viewport: { width: 1280, height: 900 },
  })
  browser.on('request', (request) => {
    urls.push(request.url())
    const token = request.headers()['x-auth-token']
    if (token) tokens.add(token)
  })
  browser.on('console', (message) => {
    said.push(message.text())
    if (/Content Security Policy|Trusted Type/i.test(message.text())) violations.push(message.text())
  })
  page = await browser.newPage()
  page.on('pageerror', (error) => violations.push(String(error)))
})

afterAll(async () => {
  await browser?.close()
  await demo?.close()
  if (!profile) return
  checkStore(profile)
  rmSync(profile, { recursive: true, force: true })
})

const translations = ['translations:20', 'translations:131']

async function expectChapter(): Promise<void> {
  const verse = page.getByTestId('verse-2:255')
  // Verses far off the screen are there, but not laid out.
  await verse.getByTestId('verse-arabic').waitFor({ state: 'attached', timeout: 60_000 })
  for (const key of translations) {
    const text = verse.locator(`[data-testid="verse-translation"][data-resource="${key}"]`)
    await text.waitFor({ state: 'attached', timeout: 60_000 })
    await expect.poll(async () => (await text.textContent())?.length).toBeGreaterThan(60)
  }
  await expect.poll(() => verse.getByTestId('verse-arabic').textContent()).toMatch(/[\u0600-\u06ff]{3}/)
  await expect.poll(() => page.locator('[data-testid^="verse-2:"]').count()).toBe(286)
}

describe('a new reader', () => {
  it('chooses two translations and sees them arrive', async () => {
    await page.goto(demo.url)
    await page.getByRole('link', { name: 'Choose translations' }).click()
    for (const key of translations) await page.getByTestId(`toggle-${key}`).check()
    await page.getByRole('link', { name: 'Read', exact: true }).click()
    await page.getByTestId('chapter-link-2').click()
    await expectChapter()
    await expect.poll(() => syncWords(page)).toMatch(/last synced/i)
    await page.screenshot({ path: join(artifacts, 'chapter-desk.png') })
    expect(violations).toEqual([])
  })

  it('reads on after a reload with every server stopped', async () => {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await demo.stopServices()
    await demo.stopReader()
    await page.reload()
    await expectChapter()
    // The content was confirmed a moment ago and the names are of today, so the page sends no request by itself.
    await syncNow(page)
    await isOffline(page)
    await page.screenshot({ path: join(artifacts, 'chapter-stopped-desk.png') })
    await page.setViewportSize({ width: 390, height: 844 })
    await expectChapter()
    await page.screenshot({ path: join(artifacts, 'chapter-stopped-phone.png') })
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(violations).toEqual([])
  })

  it('opens a chapter that was never opened before, without any network', async () => {
    await browser.setOffline(true)
    await page.goto(`${demo.url}#/chapter/114`)
    await page.getByTestId('verse-114:6').getByTestId('verse-arabic').waitFor()
    await isOffline(page)
    await browser.setOffline(false)
  })

  it('sees a change that the service published, with the next sync and without a reload', async () => {
    await demo.startServices()
    await page.goto(`${demo.url}#/chapter/2`)
    await expectChapter()
    const row = demo.sandbox
      .snapshotRows('translations:20')!
      .find((each) => each['verse_key'] === '2:255') as { id: number }
    const text =
      'A correction that was published while nobody looked, long enough to be seen as the text of a verse in the page.'
    demo.sandbox.publish([{ resource: 'translations:20', update: { key: row.id, text } }])
    await syncNow(page)
    const shown = page.getByTestId('verse-2:255').locator('[data-resource="translations:20"]')
    await expect.poll(() => shown.textContent()).toContain('A correction that was published')
  })

  it('sees a withdrawn translation leave, and the other one stay', async () => {
    demo.sandbox.hide('translations:131', 'license_withdrawn')
    await syncNow(page)
    const gone = page.getByTestId('verse-2:255').locator('[data-resource="translations:131"]')
    await expect.poll(() => gone.count()).toBe(0)
    await expect
      .poll(() => page.getByTestId('verse-2:255').locator('[data-resource="translations:20"]').count())
      .toBe(1)
    await page.goto(`${demo.url}#/library`)
    const item = page.getByTestId('resource-translations:131')
    await expect
      .poll(() => item.innerText(), { timeout: 120_000 })
      .toMatch(/withdrawn|no longer available|unavailable/i)
    expect(violations).toEqual([])
  })
})

/** All that the origin stores, as text. */
async function storedText(): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error as Error)
      })
    for (const { name } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name!))
      for (const table of db.objectStoreNames) {
        parts.push(JSON.stringify(await settled(db.transaction(table).objectStore(table).getAll())))
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        parts.push(request.url, JSON.stringify([...request.headers]), (await response?.text()) ?? '')
      }
    }
    return parts.join('\n')
  })
}

describe('secrets', () => {
  it('are nowhere but where they belong', async () => {
    const secrets = [sandboxClientSecret, ...tokens]
    expect(tokens.size).toBeGreaterThan(0)
    const built = readdirSync(builtDemo, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    const places = {
      'the built demo': built.join('\n'),
      'storage of the origin': await storedText(),
      'what the page logs': said.join('\n'),
      addresses: [...urls, ...demo.sandbox.requests.map(({ path, query }) => path + query)].join('\n'),
    }
    for (const [place, text] of Object.entries(places)) {
      expect([place, text.length > 100 || place === 'what the page logs']).toEqual([place, true])
      for (const secret of secrets) expect([place, text.includes(secret)]).toEqual([place, false])
    }
    expect(places['storage of the origin']).toContain('translations:20')
  })
})
