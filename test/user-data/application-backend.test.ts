/** The way that is recommended for web applications: a backend holds the token, the page has a cookie. */
import { backendDoor, createUserClient, userRootsBelow } from '@waraq/client/user'
import { sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { failure } from '@waraq/test-support/failure'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ApplicationBackend, listen } from './application-backend.ts'
import { newCast, startUserService, type Cast, type UserService } from './service.ts'

let service: UserService
let backend: Awaited<ReturnType<typeof listen>>
let cast: Cast

beforeAll(async () => {
  service = await startUserService()
  const { authUrl, userRoots } = service.listening
  const client = { clientId: sandboxClientId, clientSecret: sandboxClientSecret }
  backend = await listen(new ApplicationBackend({ ...client, authUrl, userRoots, scope: 'collection note' }))
})
afterAll(async () => {
  await backend.close()
  await service.listening.close()
})
beforeEach(() => {
  cast = newCast(service)
})

/** What a browser does besides: cookies, redirects on request, and saying where a request is from. */
class Browser {
  readonly #jar = new Map<string, string>()
  /** Of the page that asks. */
  origin = backend.url

  get cookies(): readonly string[] {
    return [...this.#jar.keys()]
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('origin', this.origin)
    const response = await fetch(input, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/max-age=0/i.test(line)) this.#jar.delete(name!)
      else this.#jar.set(name!, value!)
    }
    return response
  }

  /** Follows redirects, as a visit of a page does. */
  async visit(address: string): Promise<{ readonly status: number; readonly addresses: readonly string[] }> {
    const addresses = [address]
    for (;;) {
      const response = await this.fetch(addresses.at(-1)!)
      const next = response.headers.get('location')
      if (next === null) return { status: response.status, addresses }
      addresses.push(new URL(next, addresses.at(-1)).href)
      if (new URL(addresses.at(-1)!).pathname === '/') return { status: 200, addresses }
    }
  }
}

const clientOf = (browser: Browser) =>
  createUserClient({
    door: backendDoor({ root: userRootsBelow(`${backend.url}/api/user`) }),
    fetch: browser.fetch,
    retry: { attempts: 2, baseMs: 1, maxMs: 5 },
  })

it('signs in, asks with a cookie, and signs out', async () => {
  const browser = new Browser()
  const user = clientOf(browser)
  expect(await failure(user.collections.list())).toMatchObject({ code: 'unauthorized' })

  const { addresses } = await browser.visit(`${backend.url}/login?as=${cast.myName}`)
  expect(addresses.map((address) => new URL(address).pathname)).toEqual([
    '/login',
    '/oauth2/auth',
    '/callback',
    '/',
  ])
  expect(browser.cookies).toEqual(['session'])
  const { data } = await user.collections.create({ name: 'From a page' })
  expect((await cast.me.collections.get(data.id)).data.collection?.name).toBe('From a page')

  await browser.fetch(`${backend.url}/logout`, { method: 'POST' })
  expect(await failure(user.collections.list())).toMatchObject({ code: 'unauthorized' })
})

it('what the user did not allow stays out of reach', async () => {
  const browser = new Browser()
  await browser.visit(`${backend.url}/login?as=${cast.myName}`)
  expect(await failure(clientOf(browser).posts.listFeed())).toMatchObject({ code: 'insufficient_scope' })
})

it('a page of another origin gets nothing, although the cookie comes along', async () => {
  const browser = new Browser()
  await browser.visit(`${backend.url}/login?as=${cast.myName}`)
  browser.origin = 'https://elsewhere.example'
  expect(await failure(clientOf(browser).collections.create({ name: 'Not mine' }))).toMatchObject({
    code: 'forbidden',
  })
  browser.origin = backend.url
  expect((await clientOf(browser).collections.list()).data.filter(({ isDefault }) => !isDefault)).toEqual([])
})

it('a sign-in that somebody else began is not finished', async () => {
  const mallory = new Browser()
  const begun = await mallory.fetch(`${backend.url}/login?as=${cast.otherName}`)
  const granted = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
  const victim = new Browser()
  const { status } = await victim.visit(granted.headers.get('location')!)
  expect([status, victim.cookies]).toEqual([400, []])
})
