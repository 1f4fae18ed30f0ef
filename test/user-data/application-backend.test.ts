/** The way that is recommended for web applications: a backend holds the token, the page has a cookie. */
import {
  backendConnection,
  createUserClient,
  sync,
  userOperations,
  userRootsBelow,
  type Operation,
} from 'waraq/client'
import { failure } from '@waraq/test-support/failure'
import { openUserData, outbox, favorites, userFeed } from 'waraq/user'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBackend, type Backend } from './application-backend.ts'
import { asClient, clientFor, newCast, startUserService, type Cast, type UserService } from './service.ts'

let service: UserService
let backend: Backend
let cast: Cast

beforeAll(async () => {
  service = await startUserService()
  backend = await startBackend({
    ...asClient(service),
    operations: userOperations,
    scope: 'collection note openid offline_access',
  })
})
afterAll(async () => {
  await backend.close()
  await service.listening.close()
})
beforeEach(() => {
  cast = newCast(service)
})

/** The browser's part: cookies, redirects on request, and headers that say where a request is from. */
class Browser {
  readonly #jar = new Map<string, string>()
  /** Of the page that asks. */
  origin = backend.url

  get cookies(): readonly string[] {
    return [...this.#jar.keys()]
  }

  get #cookies(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/max-age=0/i.test(line)) this.#jar.delete(name!)
      else this.#jar.set(name!, value!)
    }
  }

  /** As a page's script asks. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers)
    const site = this.origin === new URL(String(input)).origin ? 'same-origin' : 'cross-site'
    headers.set('sec-fetch-site', site)
    headers.set('origin', this.origin)
    headers.set('cookie', this.#cookies)
    const response = await fetch(input, { ...init, headers, redirect: 'manual' })
    this.#keep(response.headers.getSetCookie())
    return response
  }

  /** One step of a visit; gives the address of the next one. Not by `fetch`, which always says that a script asks. */
  async go(address: string): Promise<string | undefined> {
    const headers = { cookie: this.#cookies, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const [response] = (await once(get(address, { headers }), 'response')) as [IncomingMessage]
    response.resume()
    this.#keep(response.headers['set-cookie'] ?? [])
    const next = response.headers.location
    return next === undefined ? undefined : new URL(next, address).href
  }

  /** Follows redirects, as a visit of a page does. */
  async visit(address: string): Promise<readonly string[]> {
    const addresses = [address]
    while (new URL(addresses.at(-1)!).pathname !== '/') {
      const next = await this.go(addresses.at(-1)!)
      if (next === undefined) break
      addresses.push(next)
    }
    return addresses
  }
}

const clientOf = (browser: Browser) =>
  createUserClient({
    connection: backendConnection({ root: userRootsBelow(`${backend.url}/user`) }),
    fetch: browser.fetch,
    retry: { attempts: 2, baseMs: 1, maxMs: 5 },
  })

const signIn = (browser: Browser, name: string) =>
  browser.visit(`${backend.url}/user/sign-in?login_hint=${name}`)

it('signs in, asks with a cookie, and signs out', async () => {
  const browser = new Browser()
  const user = clientOf(browser)
  expect(await failure(user.collections.list())).toMatchObject({ code: 'unauthorized' })

  const addresses = await signIn(browser, cast.myName)
  expect(addresses.map((address) => new URL(address).pathname)).toEqual([
    '/user/sign-in',
    '/oauth2/auth',
    '/user/callback',
    '/',
  ])
  expect(browser.cookies).toEqual(['__Host-waraq-session', '__Host-waraq-former'])
  const { data } = await user.collections.create({ name: 'From a page' })
  expect((await cast.me.collections.get(data.id)).data.collection?.name).toBe('From a page')

  const headers = { 'x-relay': '1' }
  const session = await browser.fetch(`${backend.url}/user/session`, { headers })
  const { account, ...reported } = (await session.json()) as { account?: string }
  expect(reported).toEqual({ signedIn: true, scope: 'collection note openid offline_access' })
  expect((await user.collections.list({}, { account: account! })).success).toBe(true)
  const other = user.collections.create({ name: 'Not mine' }, { account: 'a'.repeat(64) })
  expect(await failure(other)).toMatchObject({ code: 'other_account', retryable: false, status: 409 })
  expect((await cast.me.collections.list()).data.map(({ name }) => name)).not.toContain('Not mine')
  await browser.fetch(`${backend.url}/user/sign-out`, { method: 'POST', headers })
  expect(browser.cookies).toEqual([])
  expect(await failure(user.collections.list())).toMatchObject({ code: 'unauthorized' })
})

it('signing out ends the tokens at the issuer, too', async () => {
  const browser = new Browser()
  await signIn(browser, cast.myName)
  service.sandbox.clearRequests()
  await browser.fetch(`${backend.url}/user/sign-out`, { method: 'POST', headers: { 'x-relay': '1' } })
  expect(service.sandbox.requests.map(({ path, status }) => [path, status])).toEqual([
    ['/oauth2/revoke', 200],
    ['/oauth2/revoke', 200],
  ])
})

it('goes on after its token ended', async () => {
  const browser = new Browser()
  await signIn(browser, cast.myName)
  service.sandbox.expireTokens()
  await clientOf(browser).collections.create({ name: 'Later' })
  expect((await clientFor(service, cast.myName).collections.list()).data.map(({ name }) => name)).toContain(
    'Later',
  )
})

it('passes on every operation', async () => {
  const catalogue = Object.entries<Readonly<Record<string, Operation>>>(userOperations).flatMap(
    ([area, calls]) =>
      Object.entries(calls).map(([name, { method, path, service: of }]) => ({
        call: `${area}.${name}`,
        method,
        path,
        of,
      })),
  )
  expect(catalogue).toHaveLength(103)
  const browser = new Browser()
  await signIn(browser, cast.myName)
  const roots = userRootsBelow(`${backend.url}/user`)
  for (const { call, method, path, of } of catalogue) {
    service.sandbox.clearRequests()
    const below = path.replace('{verseKey}', '2:255').replaceAll(/\{\w+\}/g, '7')
    const answer = await browser.fetch(`${roots[of]}${below}`, {
      method,
      headers: { 'x-relay': '1', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    await answer.body?.cancel()
    const sent = service.sandbox.requests.map((one) => `${one.method} ${decodeURIComponent(one.path)}`)
    expect([call, sent]).toEqual([call, [`${method} ${userRootsBelow('')[of]}${below}`]])
  }
})

it('what the user did not allow stays out of reach', async () => {
  const browser = new Browser()
  await signIn(browser, cast.myName)
  expect(await failure(clientOf(browser).posts.listFeed())).toMatchObject({ code: 'insufficient_scope' })
})

it('a page of another origin gets nothing, although the cookie comes along', async () => {
  const browser = new Browser()
  await signIn(browser, cast.myName)
  browser.origin = 'https://elsewhere.example'
  expect(await failure(clientOf(browser).collections.create({ name: 'Not mine' }))).toMatchObject({
    code: 'forbidden',
  })
  browser.origin = backend.url
  expect((await clientOf(browser).collections.list()).data.filter(({ isDefault }) => !isDefault)).toEqual([])
})

it('a sign-in that another browser began is not finished', async () => {
  const mallory = new Browser()
  const begun = await mallory.go(`${backend.url}/user/sign-in?login_hint=${cast.otherName}`)
  const granted = await mallory.go(begun!)
  const victim = new Browser()
  const addresses = await victim.visit(granted!)
  expect(addresses.at(-1)).toBe(`${backend.url}/?sign-in=expired`)
  expect(victim.cookies).toEqual([])
})

it.each([
  ['the feed', 'sync bookmark collection openid offline_access', 'feed'],
  ['the operations alone', 'bookmark collection openid offline_access', 'operations'],
])('what a person keeps goes by %s, as the session says what they allowed', async (_, scope, transport) => {
  const own = await startBackend({
    ...asClient(service),
    operations: { ...userOperations, sync },
    scope,
  })
  const browser = new Browser()
  browser.origin = own.url
  await browser.visit(`${own.url}/user/sign-in?login_hint=${cast.myName}`)
  const user = openUserData({
    root: `${own.url}/user`,
    feed: userFeed,
    fetch: browser.fetch,
    indexedDB: new IDBFactory(),
    IDBKeyRange,
  })
  try {
    await user.account.check()
    expect(user.account.get()).toMatchObject({ session: 'signed_in', scope })
    await user.favorite('2:255')
    await user.outbox.deliver()
    expect(user.problem.get()).toBeUndefined()
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport })
    expect(await user.query(favorites())).toMatchObject([{ verseKey: '2:255', pending: false }])
    const { data } = await cast.me.collections.get('__default__')
    expect(data.bookmarks).toMatchObject([{ key: 2, verseNumber: 255 }])
  } finally {
    user.close()
    await own.close()
  }
})
