/** An account's documents in a real browser: tabs and a service worker over one database, through the proxy, without a token. */
import { appState as operations } from 'waraq/client'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sharedChromium } from '../browser/chromium.ts'
import { startBackend, type Backend } from './application-backend.ts'
import { bundleAppStatePage } from './page/bundle.ts'
import { asClient, newCast, startUserService, type UserService } from './service.ts'

let service: UserService
let backend: Backend
let context: BrowserContext
let complaints: string[]
let name: string

beforeAll(async () => {
  service = await startUserService({
    appState: {
      collections: [{ name: 'settings', maxDocumentsPerUser: 200, requiresPrecondition: true }],
      limits: { quotaBytesPerUser: 8 * 1024 * 1024 },
    },
  })
  backend = await startBackend({
    ...asClient(service),
    operations: { appState: operations },
    files: await bundleAppStatePage(),
    host: 'localhost',
  })
})
afterAll(async () => {
  await backend?.close()
  await service?.listening.close()
})

/** Another device, or another browser of the same one. */
const newContext = async () => {
  const made = await (await sharedChromium()).newContext()
  made.on('weberror', (error) => complaints.push(String(error.error())))
  return made
}
beforeEach(async () => {
  complaints = []
  context = await newContext()
  name = newCast(service).myName
  service.sandbox.clearRequests()
})
afterEach(() => context.close())

async function signIn(of = context): Promise<Page> {
  const page = await of.newPage()
  await page.goto(`${backend.url}/user/sign-in?login_hint=${name}`)
  await page.waitForURL(`${backend.url}/`)
  await page.locator('html[data-ready]').waitFor()
  return page
}
async function openTab(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(backend.url)
  await page.locator('html[data-ready]').waitFor()
  return page
}
const valueOf = (page: Page, key: string) =>
  page.evaluate(async (of) => (await window.appState.read('settings', of)).body?.value, key)
const sync = (page: Page) => page.evaluate(() => window.appState.sync())
const written = () => service.sandbox.requests.filter(({ method }) => method === 'PUT').length

it('two tabs and a service worker at once lose nothing of each other, and another device has it', async () => {
  const one = await signIn()
  const other = await openTab()
  await Promise.all([
    one.evaluate(() => window.addUp(40)),
    other.evaluate(() => window.addUp(40)),
    one.evaluate(() => window.addUpInWorker(40)),
  ])
  expect([await valueOf(one, 'count'), await valueOf(other, 'count')]).toEqual([120, 120])
  await Promise.all([sync(one), sync(other)])
  // Three send at once: one after the other, and nothing twice.
  expect(written()).toBeLessThanOrEqual(2)
  expect(await one.evaluate(() => window.appState.waiting())).toBe(0)

  const elsewhere = await newContext()
  const desk = await signIn(elsewhere)
  await sync(desk)
  expect(await valueOf(desk, 'count')).toBe(120)
  await elsewhere.close()
  expect(complaints).toEqual([])
})

it('five megabytes are kept over a restart of the page, and one choice among them takes no longer than a moment', async () => {
  const page = await signIn()
  await page.evaluate(async () => {
    for (let index = 0; index < 100; index++)
      await window.appState.write('settings', `large-${index}`, {
        schemaVersion: 1,
        value: 'x'.repeat(50_000),
      })
    await window.appState.sync()
  })
  expect(written()).toBe(100)
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  const { first, later } = await page.evaluate(async () => {
    const times: number[] = []
    for (let turn = 0; turn < 21; turn++) {
      const began = performance.now()
      await window.appState.write('settings', 'size', { schemaVersion: 1, value: turn })
      times.push(performance.now() - began)
    }
    const [before = 0, ...rest] = times
    return { first: before, later: rest.sort((a, b) => a - b)[10] }
  })
  console.log(`beside 5 MB, a write takes ${first.toFixed(1)} ms at first and ${later?.toFixed(1)} ms then`)
  expect([(await valueOf(page, 'large-99')) === 'x'.repeat(50_000), await valueOf(page, 'size')]).toEqual([
    true,
    20,
  ])
  await sync(page)
  expect(written()).toBe(101)
})

it('a sign-out in one tab leaves nothing for another, and another account sees none of it', async () => {
  const one = await signIn()
  const other = await openTab()
  await one.evaluate(() => window.appState.write('settings', 'size', { schemaVersion: 1, value: 7 }))
  await sync(one)
  expect(await valueOf(other, 'size')).toBe(7)
  expect(await one.evaluate(() => window.appState.leave())).toEqual({ waiting: 0 })
  const late = await other.evaluate(() =>
    window.appState.write('settings', 'size', { schemaVersion: 1, value: 8 }).then(
      () => 'kept',
      (error: { code: string }) => error.code,
    ),
  )
  expect(late).toBe('store_closed')
  await one.evaluate(() =>
    fetch('/user/sign-out', { method: 'POST', headers: { 'x-relay': '1' } }).then(() => undefined),
  )
  name = newCast(service).myName
  const next = await signIn()
  await sync(next)
  expect(await valueOf(next, 'size')).toBeUndefined()
})
