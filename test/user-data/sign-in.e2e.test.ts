/** A page in a real browser, whose user signs in with the sandbox: cookies, origins and policies as browsers have them. */
import { userOperations } from 'waraq/client'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../journeys/axe.ts'
import { sharedChromium } from '../browser/chromium.ts'
import { startBackend, type Backend } from './application-backend.ts'
import { bundlePage } from './page/bundle.ts'
import { asClient, newCast, startUserService, type UserService } from './service.ts'

const { collections, notes } = userOperations

let service: UserService
let backend: Backend
let context: BrowserContext
let page: Page
/** The page's complaints: errors, and violations of its policy. */
let complaints: string[]

beforeAll(async () => {
  service = await startUserService()
  backend = await startBackend({
    ...asClient(service),
    operations: { collections, notes },
    files: await bundlePage(),
    // Another site than the issuer's, as in the world.
    host: 'localhost',
  })
})
afterAll(async () => {
  await backend?.close()
  await service?.listening.close()
})

beforeEach(async () => {
  context = await (await sharedChromium()).newContext()
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
})
afterEach(() => context.close())

async function signIn(name: string): Promise<void> {
  await page.goto(`${backend.url}/user/sign-in`)
  await page.getByRole('button', { name }).click()
  await page.waitForURL(`${backend.url}/`)
  await page.locator('html[data-ready]').waitFor()
}

it('a user signs in, and the page works with their data without a token', async () => {
  await signIn('Amina Rahman')
  const made = await page.evaluate(async () => (await window.user.collections.create({ name: 'Fajr' })).data)
  const names = await page.evaluate(async () => {
    const all: string[] = []
    for await (const { name } of window.user.collections.list.each()) all.push(name)
    return all
  })
  expect(names).toContain(made.name)
  const { requests } = service.sandbox
  expect(requests.some(({ path }) => path === '/auth/v1/collections')).toBe(true)
  // Scripts see no session; what the page keeps has no token.
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).toBe('[{},{}]')
  expect(complaints).toEqual([])
})

it('another site has nothing of it, although the browser is signed in', async () => {
  const { myName, me } = newCast(service)
  await page.goto(`${backend.url}/user/sign-in?login_hint=${myName}`)
  await page.waitForURL(`${backend.url}/`)
  // The same machine by another name is another site to browsers.
  const elsewhere = backend.url.replace('localhost', '127.0.0.1')
  // A page that forbids itself nothing.
  await page.route(`${elsewhere}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(elsewhere)
  service.sandbox.clearRequests()
  const outcomes = await page.evaluate(async (address) => {
    const body = JSON.stringify({ name: 'Planted' })
    const asks: RequestInit[] = [
      { mode: 'no-cors' },
      { headers: { 'content-type': 'application/json', 'x-relay': '1' } },
    ]
    const sent = asks.map((init) => fetch(address, { method: 'POST', body, credentials: 'include', ...init }))
    const settled = await Promise.allSettled(sent)
    return settled.map((one) => (one.status === 'fulfilled' ? one.value.type : 'failed'))
  }, `${backend.url}/user/auth/v1/collections`)
  expect([outcomes, service.sandbox.requests]).toEqual([['failed', 'failed'], []])
  expect((await me.collections.list()).data.map(({ name }) => name)).not.toContain('Planted')
})

it('a link of another site begins a sign-in that ends on the page that it named', async () => {
  const { myName } = newCast(service)
  await page.goto(backend.url.replace('localhost', '127.0.0.1'))
  await page.evaluate(
    (address) => location.assign(address),
    `${backend.url}/user/sign-in?return=/%3Fsaved&login_hint=${myName}`,
  )
  await page.waitForURL(`${backend.url}/?saved`)
  await page.locator('html[data-ready]').waitFor()
  const session = await page.evaluate(
    async () => (await fetch('/user/session', { headers: { 'x-relay': '1' } })).json() as Promise<unknown>,
  )
  expect(session).toMatchObject({ signedIn: true })
  const cookies = await context.cookies()
  expect(cookies.map(({ name, secure, httpOnly, sameSite }) => [name, secure, httpOnly, sameSite])).toEqual([
    ['__Host-waraq-session', true, true, 'Strict'],
    ['__Host-waraq-former', true, true, 'Lax'],
  ])
  await page.evaluate(() => fetch('/user/sign-out', { method: 'POST', headers: { 'x-relay': '1' } }))
  expect(await context.cookies()).toEqual([])
})

it('a user who does not allow it comes back and is not signed in', async () => {
  await page.goto(`${backend.url}/user/sign-in?login_hint=a-stranger`)
  await page.waitForURL(`${backend.url}/?sign-in=denied`)
  expect(await context.cookies()).toEqual([])
})

it('who ended the session is asked to sign in again', async () => {
  await signIn('Idris Okoye')
  service.sandbox.endSessions('idris')
  const code = await page.evaluate(() =>
    window.user.notes.list().then(
      () => 'none',
      (error: { code: string }) => error.code,
    ),
  )
  expect(code).toBe('unauthorized')
})

describe('the page that asks who it is', () => {
  it.each([
    ['a phone, light', { width: 390, height: 844 }, 'light'],
    ['a phone, dark', { width: 390, height: 844 }, 'dark'],
    ['a desk, dark', { width: 1280, height: 800 }, 'dark'],
  ] as const)('is accessible and keeps to its policy: %s', async (_, viewport, colorScheme) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.goto(`${backend.url}/user/sign-in`)
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    const border = await page
      .getByRole('button')
      .first()
      .evaluate((button) => getComputedStyle(button).borderRadius)
    // Only the page's own style rounds it: the policy let it in.
    expect(border).toBe('8px')
  })

  it('is worked by keys alone', async () => {
    await page.goto(`${backend.url}/user/sign-in`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${backend.url}/`)
    await page.locator('html[data-ready]').waitFor()
    expect(await page.evaluate(async () => (await window.user.notes.list()).data)).toEqual([])
  })
})
