import { StandardError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import {
  app,
  Browser,
  canary,
  issued,
  operations,
  secret,
  serviceRoots,
  Stage,
} from './stage.test-support.ts'

const json = { 'content-type': 'application/json' }
const note = JSON.stringify({ body: 'A note', saveToQR: false })
const accountOf = async (browser: Browser) =>
  ((await (await browser.ask('/user/session')).json()) as { account?: string }).account
const typeOf = async (answer: Response) => StandardError.parse(await answer.json()).type

describe('a request of a signed-in page', () => {
  it('goes on with the token and nothing else of the page’s headers', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const answer = await browser.ask('/user/auth/v1/notes?x=1', {
      method: 'POST',
      body: note,
      headers: {
        ...json,
        'x-timezone': 'Asia/Riyadh',
        'x-auth-token': 'forged',
        'x-client-id': 'forged',
        authorization: 'Bearer forged',
        'x-forwarded-for': '10.0.0.1',
        referer: `${app}/secret-page`,
      },
    })
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, data: [] }])
    const [asked] = stage.toService
    expect([asked!.method, asked!.url, asked!.body]).toEqual([
      'POST',
      `${serviceRoots.auth}/v1/notes?x=1`,
      note,
    ])
    expect(Object.fromEntries(asked!.headers)).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-auth-token': `${canary}-access-1`,
      'x-client-id': 'client-1',
      'x-timezone': 'Asia/Riyadh',
    })
    expect(asked!.init).toMatchObject({ redirect: 'manual', cache: 'no-store' })
  })

  it('says what a write replaces where the operation is of that kind, and nowhere else', async () => {
    const documents = {
      put: {
        service: 'auth',
        method: 'PUT',
        path: '/v1/app-state/{collection}/{key}',
        scope: null,
        conditional: true,
      },
      bootstrap: { service: 'auth', method: 'GET', path: '/v1/app-state:bootstrap', scope: null },
    } as const
    const stage = new Stage({ operations: { ...operations, documents } })
    const browser = await stage.signedIn()
    stage.service = () => Response.json({}, { headers: { etag: '"8"' } })
    const conditions = { 'if-match': '"7"', 'if-none-match': '*', 'idempotency-key': 'k-1' }
    const headers = { ...json, ...conditions }
    const put = await browser.ask('/user/auth/v1/app-state/a/b', { method: 'PUT', body: '{}', headers })
    expect(put.headers.get('etag')).toBe('"8"')
    await browser.ask('/user/auth/v1/app-state:bootstrap', { headers: conditions })
    await browser.ask('/user/auth/v1/notes', { method: 'POST', body: note, headers })
    const sent = stage.toService.map(({ url, headers: got }) => [
      url.slice(serviceRoots.auth.length),
      Object.keys(conditions).map((name) => got.get(name)),
    ])
    expect(sent).toEqual([
      ['/v1/app-state/a/b', ['"7"', '*', 'k-1']],
      ['/v1/app-state:bootstrap', [null, null, null]],
      ['/v1/notes', [null, null, null]],
    ])
    const long = { ...json, 'idempotency-key': 'k'.repeat(257) }
    const refused = await browser.ask('/user/auth/v1/app-state/a/b', {
      method: 'PUT',
      body: '{}',
      headers: long,
    })
    expect(refused.status).toBe(403)
  })

  it('of another origin may say what a write replaces only where an operation is of that kind', async () => {
    const origin = 'https://pages.example'
    const put = { service: 'auth', method: 'PUT', path: '/v1/a/{key}', scope: null } as const
    const asks = async (operation: typeof put & { conditional?: true }) => {
      const stage = new Stage({ allowedOrigins: [origin], operations: { documents: { put: operation } } })
      const preflight = await new Browser(stage).ask('/user/auth/v1/a/b', {
        method: 'OPTIONS',
        headers: {
          origin,
          'sec-fetch-site': 'cross-site',
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'if-match, if-none-match, idempotency-key',
        },
      })
      return preflight.status
    }
    expect([await asks({ ...put, conditional: true }), await asks(put)]).toEqual([204, 403])
  })

  it('gets of the answer what the list has, and never a cookie', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    stage.service = () =>
      new Response('PDF', {
        status: 418,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'attachment',
          'retry-after': '7',
          date: 'Sat, 01 Aug 2026 00:00:00 GMT',
          etag: 'W/"7"',
          'x-mutation-at': '1785542400123',
          'set-cookie': 'planted=1',
          'access-control-allow-origin': '*',
          'x-auth-token': canary,
          server: 'x',
        },
      })
    const answer = await browser.ask('/user/auth/v1/notes')
    expect([answer.status, await answer.text()]).toEqual([418, 'PDF'])
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'retry-after': '7',
      date: 'Sat, 01 Aug 2026 00:00:00 GMT',
      etag: 'W/"7"',
      'x-mutation-at': '1785542400123',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'r',
      vary: 'Origin',
    })
  })

  it('without a session is told to sign in, and the service is not asked', async () => {
    const stage = new Stage()
    for (const cookie of [
      '',
      '__Host-waraq-session=',
      `__Host-waraq-session=${'a'.repeat(43)}`,
      'x'.repeat(9),
    ]) {
      const answer = await new Browser(stage).ask('/user/auth/v1/notes', { headers: { cookie } })
      expect([answer.status, await typeOf(answer)]).toEqual([401, 'unauthorized'])
    }
    expect(stage.toService).toEqual([])
  })

  it('for what was not chosen is refused before anything is looked up', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    for (const [method, path] of [
      ['GET', 'auth/v1/bookmarks'],
      ['PUT', 'auth/v1/notes'],
      ['GET', 'auth/v1/notes/..%2fbookmarks'],
      ['GET', ''],
      ['POST', 'session'],
      ['GET', 'sign-out'],
      ['POST', 'sign-in'],
    ]) {
      const answer = await browser.ask(`/user/${path}`, { method: method! })
      expect([method, path, answer.status]).toEqual([method, path, 403])
    }
    expect(stage.toService).toEqual([])
    expect(stage.log.at(-1)).toMatchObject({ event: 'refused', reason: 'path' })
  })
})

describe('a request that is not of an own page', () => {
  const refusals: [string, RequestInit, string][] = [
    ['without the relay’s header', { headers: { 'x-relay': '' } }, 'relay_header'],
    ['of another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 'origin_missing'],
    ['of the same site', { headers: { 'sec-fetch-site': 'same-site' } }, 'origin_missing'],
    [
      'of another origin',
      { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' } },
      'origin_unlisted',
    ],
    ['of a frame without an origin', { headers: { origin: 'null' } }, 'origin_null'],
    [
      'of a form',
      { method: 'POST', body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'content_type',
    ],
    [
      'of plain text',
      { method: 'POST', body: note, headers: { 'content-type': 'text/plain' } },
      'content_type',
    ],
    ['with a body of no type', { method: 'POST', body: new Blob([note]), headers: {} }, 'content_type'],
    ['of a zone that is none', { headers: { 'x-timezone': 'Asia/Riyadh\u00e9' } }, 'query'],
    ['with too much in it', { method: 'POST', body: `"${'x'.repeat(1_048_576)}"`, headers: json }, 'body'],
  ]
  it.each(refusals)('is refused: %s', async (_, init, reason) => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const answer = await browser.ask('/user/auth/v1/notes', init)
    expect([answer.status, await typeOf(answer)]).toEqual([403, 'forbidden'])
    expect(stage.log).toEqual([expect.objectContaining({ event: 'refused', reason })])
    expect(stage.toService).toEqual([])
  })

  it('ends no session', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const form = { method: 'POST', headers: { 'x-relay': '', 'sec-fetch-site': 'cross-site' } }
    expect((await browser.ask('/user/sign-out', form)).status).toBe(403)
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(200)
  })

  it('of another origin is admitted where that one is listed', async () => {
    const origin = 'https://pages.example'
    const stage = new Stage({ allowedOrigins: [origin], credentials: true })
    const browser = await stage.signedIn()
    const headers = { origin, 'sec-fetch-site': 'same-site' }
    const answer = await browser.ask('/user/auth/v1/notes', { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'Date, ETag, Retry-After, X-Mutation-At, X-Request-Id',
    )
    const preflight = await browser.ask('/user/auth/v1/notes', {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-relay, x-relay-account, x-timezone',
      },
    })
    expect(preflight.status).toBe(204)
  })
})

describe('a session', () => {
  it('is told to its page', async () => {
    const stage = new Stage()
    const browser = new Browser(stage)
    const reported = async () => (await browser.ask('/user/session')).json()
    expect(await reported()).toEqual({ signedIn: false })
    await browser.signIn()
    expect(await reported()).toEqual({
      signedIn: true,
      scope: 'note.create note.delete note.read offline_access',
      account: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(stage.toIssuer).toHaveLength(1)
  })

  it('has its user’s account from sign-in to sign-out, and the same at the next', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const account = () => accountOf(browser)
    const first = await account()
    await stage.clock.advance(3_599_000)
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(200)
    expect([stage.toIssuer.length, await account()]).toEqual([2, first])
    await browser.signIn()
    expect(await account()).toBe(first)
    stage.user = 'u-2'
    await browser.signIn()
    expect(await account()).not.toBe(first)
    expect(stage.written).not.toContain(first!)
  })

  it('of an issuer that does not say who signed in has no account', async () => {
    const stage = new Stage()
    stage.user = undefined
    const browser = await stage.signedIn()
    expect(await (await browser.ask('/user/session')).json()).not.toHaveProperty('account')
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(200)
    const about = await browser.ask('/user/auth/v1/notes', { headers: { 'x-relay-account': 'a' } })
    expect([about.status, await typeOf(about)]).toEqual([409, 'other_account'])
  })

  it('ends with the sign-out, here and at the issuer', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const copied = browser.session!
    const answer = await browser.ask('/user/sign-out', { method: 'POST' })
    expect([answer.status, browser.session]).toEqual([204, undefined])
    expect(browser.lines).toEqual([
      '__Host-waraq-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-waraq-former=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
    expect(stage.toIssuer.at(-1)!.url).toBe('https://issuer.example/oauth2/revoke')
    expect(stage.revoked).toEqual([`${canary}-refresh-1`, `${canary}-access-1`])
    browser.jar.set('__Host-waraq-session', copied)
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(401)
    expect((await browser.ask('/user/sign-out', { method: 'POST' })).status).toBe(204)
  })

  it('ends here also where the issuer hangs', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const copied = browser.session!
    stage.issuer = () => 'never'
    expect((await browser.ask('/user/sign-out', { method: 'POST' })).status).toBe(204)
    expect(stage.clock.elapsed).toBe(3_000)
    browser.jar.set('__Host-waraq-session', copied)
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(401)
    expect(stage.log).toContainEqual(expect.objectContaining({ event: 'upstream_failed' }))
  })

  it('in the memory of one process is gone with it: the page signs in again', async () => {
    const stage = new Stage({ store: undefined })
    const browser = await stage.signedIn()
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(200)
    stage.proxy = stage.process()
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(401)
    expect(await (await browser.ask('/user/session')).json()).toEqual({ signedIn: false })
    await browser.signIn()
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(200)
  })

  it('that cannot be looked up is neither there nor over: the page asks again', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    for (const get of [() => Promise.reject(new Error('down')), () => new Promise<never>(() => undefined)]) {
      const proxy = stage.process({ store: { ...stage.store, get } })
      for (const [path, method] of [
        ['auth/v1/notes', 'GET'],
        ['session', 'GET'],
        ['sign-out', 'POST'],
      ]) {
        const answer = await browser.ask(`/user/${path}`, { method: method! }, proxy)
        expect([answer.status, await typeOf(answer)]).toEqual([503, 'service_unavailable'])
        expect(answer.headers.get('retry-after')).toBe('2')
      }
    }
    expect(browser.session).toBeDefined()
    expect(stage.log).toContainEqual(expect.objectContaining({ event: 'store_failed' }))
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(200)
  })
})

describe('a request about an account', () => {
  const about = (account: string) => ({ headers: { 'x-relay-account': account } })

  it('goes on where that one is signed in, and says nothing of it to the service', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const account = (await accountOf(browser))!
    expect((await browser.ask('/user/auth/v1/notes', about(account))).status).toBe(200)
    expect([...stage.toService[0]!.headers.values()]).not.toContain(account)
  })

  it('is refused once another one signed in, in whichever tab, before the service is asked', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const account = (await accountOf(browser))!
    stage.user = 'u-2'
    await browser.signIn()
    for (const [path, method] of [
      ['auth/v1/notes', 'GET'],
      ['auth/v1/notes', 'POST'],
      ['sign-out', 'POST'],
    ]) {
      const answer = await browser.ask(`/user/${path}`, { method: method!, ...about(account) })
      expect([answer.status, await typeOf(answer)]).toEqual([409, 'other_account'])
    }
    expect(stage.toService).toEqual([])
    const other = (await accountOf(browser))!
    expect((await browser.ask('/user/sign-out', { method: 'POST', ...about(other) })).status).toBe(204)
    expect((await browser.ask('/user/auth/v1/notes', about(account))).status).toBe(401)
    expect((await browser.ask('/user/sign-out', { method: 'POST', ...about(account) })).status).toBe(204)
  })
})

describe('the feed', () => {
  const sync = {
    pull: { service: 'auth', method: 'GET', path: '/v1/sync', scope: 'sync' },
    push: { service: 'auth', method: 'POST', path: '/v1/sync', scope: 'sync' },
  } as const

  it('is passed on where its scope was granted, and else refused before the service is asked', async () => {
    const stage = new Stage({ operations: { ...operations, sync }, scope: 'note offline_access' })
    const browser = await stage.signedIn()
    for (const method of ['GET', 'POST']) {
      const answer = await browser.ask('/user/auth/v1/sync', { method })
      expect([answer.status, await typeOf(answer)]).toEqual([403, 'insufficient_scope'])
    }
    expect(stage.toService).toEqual([])
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(200)
    const { issuer } = stage
    stage.issuer = (asked, form) =>
      form.has('code') ? issued(9, { scope: 'note sync' }) : issuer(asked, form)
    await browser.signIn()
    expect((await browser.ask('/user/auth/v1/sync')).status).toBe(200)
  })

  it('is no part of what pages may ask for unless it was chosen', async () => {
    const browser = await new Stage().signedIn()
    expect((await browser.ask('/user/auth/v1/sync')).status).toBe(403)
  })
})

describe('a token that the service refuses', () => {
  const refused = () =>
    Response.json({ message: 'No', type: 'invalid_token', success: false }, { status: 401 })

  it('is renewed once, and what was asked is sent once more', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    stage.service = ({ headers }) =>
      headers.get('x-auth-token') === `${canary}-access-2` ? Response.json({ success: true }) : refused()
    const answer = await browser.ask('/user/auth/v1/notes', { method: 'POST', body: note, headers: json })
    expect(answer.status).toBe(200)
    expect(stage.toService.map(({ body }) => body)).toEqual([note, note])
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(200)
    expect(stage.toIssuer).toHaveLength(2)
  })

  it('is renewed also for a page that goes away', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const headers = {
      cookie: `__Host-waraq-session=${browser.session}`,
      'x-relay': '1',
      'sec-fetch-site': 'same-origin',
    }
    const kept: Promise<unknown>[] = []
    const host = { waitUntil: (work: Promise<unknown>) => void kept.push(work) }
    stage.service = refused
    await stage.clock.run(stage.proxy(new Request(`${app}/user/auth/v1/notes`, { headers }), host))
    expect(kept).toHaveLength(2)
    await Promise.all(kept)
  })

  it('again ends the session', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    stage.service = refused
    const answer = await browser.ask('/user/auth/v1/notes')
    expect([answer.status, await typeOf(answer)]).toEqual([401, 'unauthorized'])
    expect(stage.toService).toHaveLength(2)
    expect(stage.revoked).toEqual([`${canary}-refresh-2`, `${canary}-access-2`])
    expect(await (await browser.ask('/user/session')).json()).toEqual({ signedIn: false })
  })

  it('other refusals go to the page as they are', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    for (const status of [400, 403, 404, 422, 429, 500, 503]) {
      stage.service = () => Response.json({ message: 'No', type: 'x', success: false }, { status })
      expect((await browser.ask('/user/auth/v1/notes')).status).toBe(status)
    }
    expect([stage.toService.length, stage.toIssuer.length]).toEqual([7, 1])
  })
})

it('no token and no secret is written anywhere: not in the store, the log or an answer', async () => {
  const stage = new Stage()
  const browser = await stage.signedIn()
  const answers: string[] = []
  const keep = async (answer: Response) =>
    answers.push(await answer.text(), JSON.stringify([...answer.headers]))
  for (const service of [
    () => Response.json({}),
    () => Response.json({}, { status: 401 }),
    () => new Error(canary),
  ]) {
    stage.service = service
    await keep(await browser.ask('/user/auth/v1/notes'))
    await keep(await browser.ask('/user/session'))
    await browser.signIn()
  }
  await stage.clock.advance(3_599_000)
  stage.issuer = () => new Error(secret)
  await keep(await browser.ask('/user/auth/v1/notes'))
  const all = stage.written + answers.join() + JSON.stringify([...browser.jar])
  expect(all).not.toContain(canary)
  expect(all).not.toContain(secret)
  expect(all).not.toContain(btoa(canary).slice(0, 12))
  expect(stage.written).not.toContain(browser.session!)
  expect(stage.entries.size).toBeGreaterThan(2)
})
