import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { app, Browser, issued, oauthError, secret, Stage } from './stage.test-support.ts'

const callback = `${app}/user/callback`
const begin = async (browser: Browser, query = '') => {
  const answer = await browser.visit(`/user/sign-in${query}`)
  expect(answer.status).toBe(303)
  return answer.headers.get('location')!
}

describe('a sign-in', () => {
  it('asks for the scopes of the operations, by code and with PKCE', async () => {
    const browser = new Browser(new Stage())
    const address = new URL(await begin(browser, '?login_hint=amina'))
    expect(address.origin + address.pathname).toBe('https://issuer.example/oauth2/auth')
    const asked = Object.fromEntries(address.searchParams)
    expect(asked).toEqual({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: callback,
      scope: 'note.create note.delete note.read openid offline_access',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
      login_hint: 'amina',
    })
    expect(address.search).not.toContain(secret)
  })

  it('waits for ten minutes in a cookie that the issuer’s redirect brings along', async () => {
    const browser = new Browser(new Stage())
    await begin(browser)
    expect(browser.lines).toHaveLength(1)
    expect(browser.lines[0]).toMatch(
      /^__Host-waraq-sign-in=[!-:<-~]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('ends with a cookie of the session, and the one before it is gone', async () => {
    const stage = new Stage()
    const browser = new Browser(stage)
    expect(await browser.signIn()).toBe('/')
    expect(browser.lines).toEqual([
      '__Host-waraq-sign-in=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
      `__Host-waraq-session=${browser.session}; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Strict`,
      `__Host-waraq-former=${browser.session}; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ])
    const [asked] = stage.toIssuer
    expect(asked!.url).toBe('https://issuer.example/oauth2/token')
    expect(asked!.init.redirect).toBe('manual')
    expect(atob(asked!.headers.get('authorization')!.slice(6))).toBe(`client-1:${secret}`)
    const form = Object.fromEntries(new URLSearchParams(asked!.body))
    expect(form).toMatchObject({ grant_type: 'authorization_code', redirect_uri: callback })
    expect(createHash('sha256').update(form['code_verifier']!).digest('base64url')).toHaveLength(43)
  })

  it('gives a new session each time, even with an older cookie', async () => {
    const stage = new Stage()
    const browser = new Browser(stage)
    const planted = 'a'.repeat(43)
    browser.jar.set('__Host-waraq-session', planted)
    await browser.signIn()
    const first = browser.session
    await browser.signIn()
    expect(new Set([planted, first, browser.session]).size).toBe(3)
    browser.jar.set('__Host-waraq-session', planted)
    expect((await browser.ask('/user/auth/v1/notes')).status).toBe(401)
  })

  it('leads back to where the page wanted', async () => {
    const browser = new Browser(new Stage({ afterSignIn: '/home' }))
    expect(await browser.signIn()).toBe('/home')
    expect(await browser.signIn('?return=%2Fmushaf%2F18%3Fpage%3D293')).toBe('/mushaf/18?page=293')
  })

  it.each([
    ['https://elsewhere.example/'],
    ['//elsewhere.example'],
    ['/\\elsewhere.example'],
    ['/.//elsewhere.example'],
    ['javascript:alert(1)'],
    ['/\r\nset-cookie:x=1'],
    [''],
  ])('is refused with the way back %j', async (to) => {
    const answer = await new Browser(new Stage()).visit(`/user/sign-in?return=${encodeURIComponent(to)}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null])
  })

  it('names the address that browsers know where there is another', async () => {
    const stage = new Stage({ publicUrl: 'https://www.reader.example/api/user/' })
    const browser = new Browser(stage)
    const address = new URL(await begin(browser))
    expect(address.searchParams.get('redirect_uri')).toBe('https://www.reader.example/api/user/callback')
    await browser.visit(stage.granted(address.href).replace('https://www.reader.example/api', app))
    expect(new URLSearchParams(stage.toIssuer[0]!.body).get('redirect_uri')).toBe(
      'https://www.reader.example/api/user/callback',
    )
  })

  it.each([
    ['a script', { 'sec-fetch-mode': 'cors' }],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['an image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ])('is not begun by %s', async (_, headers) => {
    const stage = new Stage()
    for (const place of ['sign-in', 'callback']) {
      const answer = await stage.proxy(new Request(`${app}/user/${place}`, { headers }))
      expect([place, answer.status, answer.headers.getSetCookie()]).toEqual([place, 403, []])
    }
  })

  it('is begun by a browser that says nothing of it', async () => {
    expect((await new Stage().proxy(new Request(`${app}/user/sign-in`))).status).toBe(303)
  })

  it('keeps to the limits', async () => {
    const stage = new Stage({ limits: { all: 2 } })
    const statuses = []
    for (let index = 0; index < 3; index += 1)
      statuses.push((await stage.proxy(new Request(`${app}/user/sign-in`))).status)
    expect(statuses).toEqual([303, 303, 429])
  })
})

describe('a sign-in comes to nothing', () => {
  /** A browser that comes back from the issuer: where it ends up, and whether it is signed in. */
  async function back(stage: Stage, browser: Browser, address: string) {
    const answer = await browser.visit(address)
    expect(answer.status).toBe(303)
    const to = answer.headers.get('location')
    // Only an answer to another sign-in leaves this one waiting.
    if (to !== '/?sign-in=expired') expect(browser.jar.has('__Host-waraq-sign-in')).toBe(false)
    return [to, browser.session !== undefined, stage.toIssuer.length]
  }

  it('where another browser began it', async () => {
    const stage = new Stage()
    const address = stage.granted(await begin(new Browser(stage)))
    expect(await back(stage, new Browser(stage), address)).toEqual(['/?sign-in=expired', false, 0])
    const victim = new Browser(stage)
    await begin(victim)
    expect(await back(stage, victim, address)).toEqual(['/?sign-in=expired', false, 0])
  })

  it('where the state is missing, empty or another one', async () => {
    for (const state of [undefined, '', 'other', 'a'.repeat(43)]) {
      const stage = new Stage()
      const browser = new Browser(stage)
      const address = new URL(stage.granted(await begin(browser)))
      address.searchParams.delete('state')
      if (state !== undefined) address.searchParams.set('state', state)
      expect(await back(stage, browser, address.href)).toEqual(['/?sign-in=expired', false, 0])
    }
  })

  it('in one tab, and in the other one it goes on', async () => {
    const stage = new Stage()
    const browser = new Browser(stage)
    const first = stage.granted(await begin(browser))
    const second = stage.granted(await begin(browser))
    expect(await back(stage, browser, first)).toEqual(['/?sign-in=expired', false, 0])
    expect(await back(stage, browser, second)).toEqual(['/', true, 1])
  })

  it('where it comes back a second time', async () => {
    const stage = new Stage()
    const browser = new Browser(stage)
    const address = stage.granted(await begin(browser))
    const cookie = browser.jar.get('__Host-waraq-sign-in')!
    await browser.visit(address)
    const session = browser.session
    expect(await back(stage, browser, address)).toEqual(['/?sign-in=expired', true, 1])
    // With the cookie that was to be gone: the issuer takes no code twice.
    const thief = new Browser(stage)
    thief.jar.set('__Host-waraq-sign-in', cookie)
    expect(await back(stage, thief, address)).toEqual(['/?sign-in=failed', false, 2])
    expect(browser.session).toBe(session)
  })

  it('where it took longer than ten minutes, whether or not the browser kept its cookie', async () => {
    const stage = new Stage()
    const browser = new Browser(stage)
    const address = stage.granted(await begin(browser))
    await stage.clock.advance(600_000)
    expect(await back(stage, browser, address)).toEqual(['/?sign-in=expired', false, 0])
  })

  it('where a code of another sign-in is put in', async () => {
    const stage = new Stage()
    const stolen = new URL(stage.granted(await begin(new Browser(stage)))).searchParams.get('code')!
    const thief = new Browser(stage)
    const address = new URL(stage.granted(await begin(thief)))
    address.searchParams.set('code', stolen)
    expect(await back(stage, thief, address.href)).toEqual(['/?sign-in=failed', false, 1])
  })

  it('where the user does not allow it, and the page is told which page it was', async () => {
    const stage = new Stage()
    const browser = new Browser(stage)
    const state = new URL(await begin(browser, '?return=/notes')).searchParams.get('state')!
    const address = `/user/callback?${new URLSearchParams({ state, error: 'access_denied' })}`
    expect(await back(stage, browser, address)).toEqual(['/notes?sign-in=denied', false, 0])
  })

  it.each([
    ['another error', { error: 'invalid_scope' }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['a token in the address', { id_token: 'x' }],
    ['two codes', {}],
    ['no code', {}],
  ])('where the issuer sends %s', async (name, more) => {
    const stage = new Stage()
    const browser = new Browser(stage)
    const address = new URL(stage.granted(await begin(browser), more))
    if (name === 'two codes') address.searchParams.append('code', 'x')
    if (name === 'no code') address.searchParams.delete('code')
    expect(await back(stage, browser, address.href)).toEqual(['/?sign-in=failed', false, 0])
  })

  it('where the issuer gives no token', async () => {
    const answers = [
      () => oauthError('invalid_grant'),
      () => oauthError('invalid_client', 401),
      () => new Error('down'),
      () => 'never' as const,
      () => new Response('<html>'),
      () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }),
      () => issued(1, { access_token: 'a\nb' }),
      () => issued(1, { token_type: 'mac' }),
      () => new Response('x'.repeat(70_000)),
    ]
    for (const issuer of answers) {
      const stage = new Stage()
      const browser = new Browser(stage)
      const address = stage.granted(await begin(browser))
      stage.issuer = issuer
      expect(await back(stage, browser, address)).toEqual(['/?sign-in=failed', false, 1])
      expect(stage.clock.elapsed).toBeLessThanOrEqual(8_000)
      expect(stage.entries.size).toBe(0)
    }
  })

  it('where the session cannot be kept, with 503', async () => {
    const stage = new Stage()
    const browser = new Browser(stage)
    const address = stage.granted(await begin(browser))
    stage.proxy = stage.process({
      store: { ...stage.store, set: () => Promise.reject(new Error('down')) },
    })
    expect((await browser.visit(address)).status).toBe(503)
    expect(browser.session).toBeUndefined()
  })
})
