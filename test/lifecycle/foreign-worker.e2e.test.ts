import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedChromium } from '../browser/chromium.ts'
import { bundlePage, type StaticFile } from './bundle.ts'
import { hangMs } from './wait-for.ts'
import { startServices, type Services } from './services.ts'

/** A service worker of the application that answers everything of the site, the service's answers too, from its own cache. */

const text = 20

const begin = `
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  const fetched = async (cache, request) => {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  }
  const answers = (policy) => addEventListener('fetch', (event) => {
    if (event.request.method === 'GET') event.respondWith(caches.open('all').then((cache) => policy(cache, event.request)))
  })`

/** As tutorials have them. */
const workers = {
  'cache first': 'answers(async (cache, request) => (await cache.match(request)) ?? fetched(cache, request))',
  'the cache meanwhile': `answers(async (cache, request) => {
    const fresh = fetched(cache, request)
    return (await cache.match(request)) ?? fresh
  })`,
  'network first': 'answers((cache, request) => fetched(cache, request).catch(() => cache.match(request)))',
  'cache first, whatever the query': `answers(
    async (cache, request) => (await cache.match(request, { ignoreSearch: true })) ?? fetched(cache, request))`,
}

let files: Map<string, StaticFile>
let services: Services
let context: BrowserContext

beforeAll(async () => {
  files = new Map(await bundlePage({ reader: new URL('page/reader.ts', import.meta.url).pathname }))
  const page = '<!doctype html><title>Reader</title><script type="module" src="/reader.js"></script>'
  files.set('/reader', { type: 'text/html', text: page })
  for (const [name, policy] of Object.entries(workers))
    files.set(`/${name.replaceAll(/\W+/g, '-')}.js`, { type: 'text/javascript', text: `${begin}\n${policy}` })
})
beforeEach(async () => {
  services = await startServices(files)
  context = await (await sharedChromium()).newContext()
})
afterEach(async () => {
  await context.close()
  await services.close()
})

const row = () => services.sandbox.snapshotRows(`translations:${text}`)![0] as { readonly id: number }

async function open(): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(hangMs)
  await page.goto(`${services.origin}/reader?tab=1&texts=${text}`)
  await page.waitForFunction(() => 'reader' in window)
  return page
}

const shown = (page: Page) => page.evaluate((id) => window.reader.shown()[id], String(text))
const untilShown = (page: Page) => expect.poll(() => shown(page)).toBe(JSON.stringify(row()))

/** A page that the service worker has answered once, for the page and for the engine. */
async function openBehind(name: keyof typeof workers): Promise<Page> {
  const before = await open()
  await untilShown(before)
  await before.evaluate(
    async (script) => {
      await navigator.serviceWorker.register(script)
      await navigator.serviceWorker.ready
    },
    `/${name.replaceAll(/\W+/g, '-')}.js`,
  )
  await before.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await before.evaluate(() => window.reader.sync())
  await before.close()
  const page = await open()
  await untilShown(page)
  return page
}

function publish(): void {
  services.sandbox.publish([
    { resource: `translations:${text}`, update: { key: row().id, text: `edited ${Math.random()}` } },
  ])
}

describe('a service worker of the application', () => {
  it.each(['cache first', 'the cache meanwhile', 'network first'] as const)(
    'that takes %s hides no change',
    async (name) => {
      const page = await openBehind(name)
      for (let times = 0; times < 2; times += 1) {
        publish()
        await page.evaluate(() => window.reader.sync())
        await untilShown(page)
      }
    },
  )

  it('that answers in the place of a service which is gone makes nothing current', async () => {
    const page = await openBehind('network first')
    await page.waitForFunction(() => window.reader.status()?.role === 'idle')
    await services.stop()
    await page.evaluate(() => window.reader.sync())
    const code = () => page.evaluate(() => window.reader.status()?.problem?.code)
    await expect.poll(code).toMatch(/^(network|token_unavailable)$/)
  })

  it('that takes one answer for another is told, with what to do about it', async () => {
    const page = await openBehind('cache first, whatever the query')
    publish()
    await page.evaluate(() => window.reader.sync())
    const problem = () => page.evaluate(() => window.reader.status()?.problem)
    await expect.poll(problem).toMatchObject({
      code: 'cached_answer',
      remedy: expect.stringContaining('respondWith'),
    })
  })
})
