import { fileURLToPath } from 'node:url'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBuiltFiles, withBody } from '../../demo/scripts/built-files.mjs'
import { createReaderServer } from '../../demo/scripts/reader-server.mjs'
import { startDemo, type RunningDemo } from '../../demo/scripts/serve.mjs'
import { sharedChromium } from '../browser/chromium.ts'
import { registrationOf } from './visit.ts'

/** The built reader's own service worker: content in the background, files offline, and a new version when there is one. */

const builtDemo = fileURLToPath(new URL('../../demo/dist/', import.meta.url))

let context: BrowserContext
let page: Page

beforeEach(async () => {
  context = await (await sharedChromium()).newContext()
  page = await context.newPage()
})
afterEach(() => context.close())

/** Opens the reader and waits until its service worker answers for it. */
async function openReader(url: string): Promise<void> {
  await page.goto(url)
  await page.getByTestId('screen-read').waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

describe('content', () => {
  let demo: RunningDemo
  beforeEach(async () => {
    demo = await startDemo({ content: 'small' })
  })
  afterEach(() => demo.close())

  /** The bound that the subscription is current at, as it is stored. */
  async function storedSequence(filter: string): Promise<number | null> {
    return page.evaluate(async (wanted) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error as Error)
        })
      const db = await settled(indexedDB.open('waraq'))
      const records: { filter: string; sequence: number | null }[] = await settled(
        db.transaction('subscriptions').objectStore('subscriptions').getAll(),
      )
      db.close()
      return records.find((record) => record.filter === wanted)?.sequence ?? null
    }, filter)
  }

  async function dispatch(cdp: CDPSession, registrationId: string): Promise<void> {
    const origin = new URL(demo.url).origin
    const event = { origin, registrationId, tag: 'waraq-sync' }
    await cdp.send('ServiceWorker.dispatchPeriodicSyncEvent', event)
  }

  it('that changed comes in the background, even while no server serves the reader', async () => {
    await openReader(demo.url)
    await page.getByTestId('nav-library').click()
    await page.getByTestId('resource-quran_core:1').waitFor()
    await page.getByTestId('toggle-translations:20').check()
    await expect.poll(() => storedSequence('translations:20')).toBe(demo.sandbox.sequence)
    await expect.poll(() => storedSequence('quran_core:1')).toBe(demo.sandbox.sequence)
    // A page without the reader: all that happens now is done by the service worker.
    await page.goto(`${demo.url}icon.svg`)
    const cdp = await context.newCDPSession(page)
    const registrationId = await registrationOf(cdp)
    await demo.stopReader()

    const row = demo.sandbox
      .snapshotRows('translations:20')!
      .find((each) => each['verse_key'] === '112:1') as { id: number }
    demo.sandbox.publish([
      { resource: 'translations:20', update: { key: row.id, text: 'A correction from the background.' } },
    ])
    await dispatch(cdp, registrationId)
    await expect.poll(() => storedSequence('translations:20')).toBe(demo.sandbox.sequence)
    await expect.poll(() => storedSequence('quran_core:1')).toBe(demo.sandbox.sequence)

    await demo.stopServices()
    await page.goto(`${demo.url}#/chapter/112`)
    const shown = page.getByTestId('verse-112:1').locator('[data-resource="translations:20"]')
    await expect.poll(() => shown.textContent()).toContain('A correction from the background.')
  })

  it('is never answered from a cache, nor are tokens, wherever the services are', async () => {
    await openReader(demo.url)
    const paths = ['/content/api/v4/resources/sync?resources=translations%3A20', '/token', '/oauth2/token']
    const ask = (path: string) =>
      page.evaluate(async (asked) => {
        try {
          return (await fetch(asked)).status
        } catch {
          return 'no answer'
        }
      }, path)
    // The reader's own server has none of these; its answer is the server's, not the shell.
    for (const path of paths) expect([path, await ask(path)]).toEqual([path, 404])
    await demo.stopReader()
    for (const path of paths) expect([path, await ask(path)]).toEqual([path, 'no answer'])
    for (const path of paths) {
      const visitor = await context.newPage()
      await expect(visitor.goto(new URL(path, demo.url).href)).rejects.toThrow('ERR_CONNECTION_REFUSED')
      await visitor.close()
    }
    await page.goto(demo.url)
    await page.getByTestId('screen-read').waitFor()
    const cached = await page.evaluate(async () => {
      const addresses: string[] = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) addresses.push(url)
      return addresses
    })
    expect(cached.length).toBeGreaterThan(5)
    expect(cached.filter((url) => /content\/|token/.test(new URL(url).pathname))).toEqual([])
  })
})

describe('a message of another page', () => {
  it('makes the service worker neither fail nor fetch', async () => {
    const demo = await startDemo({ content: 'small' })
    try {
      await openReader(demo.url)
      const [worker] = context.serviceWorkers()
      const met = await worker!.evaluate(() => {
        // Types of a service worker are not those of a page, which tests are compiled with.
        const scope = globalThis as unknown as { ExtendableMessageEvent: typeof MessageEvent } & EventTarget
        const errors: string[] = []
        scope.addEventListener('error', (event) => errors.push((event as ErrorEvent).message))
        const replies: unknown[] = []
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => replies.push(data)
        const lists = [
          undefined,
          null,
          7,
          { urlsToCache: 7 },
          { urlsToCache: [''] },
          { urlsToCache: ['/config.json'] },
        ]
        const messages = [
          null,
          7,
          'x',
          [],
          {},
          { type: {} },
          ...lists.map((payload) => ({ type: 'CACHE_URLS', payload })),
        ]
        for (const data of messages)
          scope.dispatchEvent(new scope.ExtendableMessageEvent('message', { data, ports: [port2] }))
        return { errors, replies }
      })
      expect(met).toEqual({ errors: [], replies: [] })
    } finally {
      await demo.close()
    }
  })
})

describe('a new version of the reader', () => {
  it('waits until its reader agrees, then takes over with a reload', async () => {
    const files = await readBuiltFiles(builtDemo)
    const reader = createReaderServer(files)
    const port = await reader.listen(0)
    const nowhere = 'http://127.0.0.1:9'
    reader.serve({ contentRoot: `${nowhere}/content`, relay: `${nowhere}/token` })
    try {
      await openReader(`http://127.0.0.1:${port}/`)
      expect(await page.getByTestId('notice-update').count()).toBe(0)
      const script = files.get('/service-worker.js')!
      files.set(
        '/service-worker.js',
        withBody(script, `${script.body.toString()}\nself.isNewVersion = true\n`),
      )
      await page.evaluate(() => Object.assign(window, { isOldPage: true }))
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
      const prompt = page.getByTestId('notice-update')
      await prompt.waitFor()
      await expect.poll(() => prompt.innerText()).toContain('A new version is ready')
      // The new version does not take over before the reader agrees.
      expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)).toBe(
        'installed',
      )
      await prompt.getByRole('button', { name: 'Reload' }).click()
      await page.waitForFunction(() => !('isOldPage' in window))
      await page.getByTestId('screen-read').waitFor()
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting))
        .toBeNull()
      await expect.poll(() => prompt.count()).toBe(0)
    } finally {
      await reader.close()
    }
  })
})
