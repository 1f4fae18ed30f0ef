import { describe, expect, it } from 'vitest'
import { app, Browser, canary, issued, oauthError, Stage, type Answer } from './stage.test-support.ts'

const notes = '/user/auth/v1/notes'
const used = (stage: Stage) => stage.toService.map(({ headers }) => headers.get('x-auth-token')!.at(-1))
const refreshed = (stage: Stage) =>
  stage.toIssuer.flatMap(({ url, body }) => {
    const form = new URLSearchParams(body)
    return url.endsWith('/token') && form.get('grant_type') === 'refresh_token'
      ? [form.get('refresh_token')]
      : []
  })
/** Other browsers with the same cookie: requests of one session that come at once. */
function tabs(stage: Stage, browser: Browser, count: number): Browser[] {
  return Array.from({ length: count }, () => {
    const tab = new Browser(stage)
    for (const [name, value] of browser.jar) tab.jar.set(name, value)
    return tab
  })
}

describe('a token', () => {
  it('is used until a minute before its end, then the next one, with the refresh token of each', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    await browser.ask(notes)
    await stage.clock.advance(3_539_999)
    await browser.ask(notes)
    expect([used(stage), refreshed(stage)]).toEqual([['1', '1'], []])
    await stage.clock.advance(1)
    await browser.ask(notes)
    await browser.ask(notes)
    await stage.clock.advance(3_600_000)
    await browser.ask(notes)
    expect(used(stage)).toEqual(['1', '1', '2', '2', '3'])
    expect(refreshed(stage)).toEqual([`${canary}-refresh-1`, `${canary}-refresh-2`])
  })

  it('of a short life is renewed at its half', async () => {
    const stage = new Stage()
    stage.issuer = () => issued(1, { expires_in: 20 })
    const browser = await stage.signedIn()
    await stage.clock.advance(9_999)
    await browser.ask(notes)
    expect(refreshed(stage)).toEqual([])
    await stage.clock.advance(1)
    await browser.ask(notes)
    expect(refreshed(stage)).toHaveLength(1)
  })

  it('goes on with the refresh token that it came with where the issuer gives no new one', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    stage.issuer = () => issued(2, { refresh_token: undefined, scope: undefined })
    await stage.clock.advance(3_600_000)
    await browser.ask(notes)
    await stage.clock.advance(3_600_000)
    await browser.ask(notes)
    expect(refreshed(stage)).toEqual([`${canary}-refresh-1`, `${canary}-refresh-1`])
    expect(await (await browser.ask('/user/session')).json()).toMatchObject({
      scope: 'note.create note.delete note.read offline_access',
    })
  })

  it('without a refresh token ends the session when it ends', async () => {
    const stage = new Stage()
    stage.issuer = () => issued(1, { refresh_token: undefined })
    const browser = await stage.signedIn()
    await stage.clock.advance(3_599_999)
    expect((await browser.ask(notes)).status).toBe(200)
    await stage.clock.advance(1)
    expect(await (await browser.ask('/user/session')).json()).toEqual({ signedIn: false })
    expect((await browser.ask(notes)).status).toBe(401)
    expect(refreshed(stage)).toEqual([])
  })
})

describe('requests that come at once', () => {
  it('of one process wait for the same renewal', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    await stage.clock.advance(3_600_000)
    const answers = await Promise.all(tabs(stage, browser, 20).map((tab) => tab.ask(notes)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(refreshed(stage)).toEqual([`${canary}-refresh-1`])
    expect(new Set(used(stage))).toEqual(new Set(['2']))
  })

  it('of several processes wait for one of these', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    await stage.clock.advance(3_600_000)
    const answers = await Promise.all(
      tabs(stage, browser, 6).map((tab) => tab.ask(notes, {}, stage.process())),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(refreshed(stage)).toEqual([`${canary}-refresh-1`])
    expect(new Set(used(stage))).toEqual(new Set(['2']))
  })

  it('with a refused token renew it once', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    stage.service = ({ headers }) =>
      new Response(null, { status: headers.get('x-auth-token')!.endsWith('1') ? 401 : 204 })
    const answers = await Promise.all(tabs(stage, browser, 10).map((tab) => tab.ask(notes)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(refreshed(stage)).toHaveLength(1)
  })

  it('wait no longer than ten seconds for a process that died with the claim', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    await stage.clock.advance(3_600_000)
    const proxy = stage.process({ store: { ...stage.store, swap: () => Promise.resolve(false) } })
    const answer = await browser.ask(notes, {}, proxy)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(stage.clock.elapsed).toBeLessThanOrEqual(3_610_000)
    expect((await browser.ask(notes)).status).toBe(200)
  })
})

describe('an issuer', () => {
  it('that refuses the refresh token ends the session', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    stage.issuer = () => oauthError('invalid_grant')
    await stage.clock.advance(3_540_000)
    expect((await browser.ask(notes)).status).toBe(401)
    stage.issuer = () => issued(9)
    expect((await browser.ask(notes)).status).toBe(401)
    expect(refreshed(stage)).toHaveLength(1)
  })

  const troubles: [string, () => Answer, string][] = [
    ['is down', () => new Error('down'), 'issuer_failed'],
    ['is out of order', () => new Response('<html>', { status: 500 }), 'issuer_failed'],
    ['asks to slow down', () => oauthError('slow_down', 429), 'issuer_failed'],
    ['answers something else', () => new Response('<html>'), 'issuer_failed'],
    [
      'sends elsewhere',
      () => new Response(null, { status: 307, headers: { location: 'https://elsewhere.example' } }),
      'issuer_failed',
    ],
    ['does not know the client', () => oauthError('invalid_client', 401), 'issuer_refused'],
  ]
  it.each(troubles)(
    'that %s ends no session: the older token is used while it lasts',
    async (_, issuer, event) => {
      const stage = new Stage()
      const browser = await stage.signedIn()
      await stage.clock.advance(3_540_000)
      stage.issuer = issuer
      expect((await browser.ask(notes)).status).toBe(200)
      // The issuer is not asked for ten seconds.
      expect((await browser.ask(notes)).status).toBe(200)
      expect(refreshed(stage)).toHaveLength(1)
      expect(stage.log.map((entry) => entry.event)).toEqual([event, 'served_older'])
      await stage.clock.advance(60_000)
      const late = await browser.ask(notes)
      expect([late.status, late.headers.get('retry-after')]).toEqual([503, '10'])
      const asked = refreshed(stage).length
      expect((await browser.ask(notes)).status).toBe(503)
      expect(refreshed(stage)).toHaveLength(asked)
      stage.issuer = () => issued(2)
      await stage.clock.advance(10_000)
      expect((await browser.ask(notes)).status).toBe(200)
      expect(used(stage)).toEqual(['1', '1', '2'])
    },
  )

  it('that hangs ends no session, and the requests meanwhile do not wait for it', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    await stage.clock.advance(3_540_000)
    stage.issuer = () => 'never'
    expect((await browser.ask(notes)).status).toBe(200)
    expect((await browser.ask(notes)).status).toBe(200)
    expect(stage.clock.elapsed).toBeLessThan(3_540_000 + 18_000)
    await stage.clock.advance(60_000)
    expect(stage.log.map((entry) => entry.event)).toContain('issuer_failed')
    const late = await browser.ask(notes)
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1'])
    stage.issuer = () => issued(2)
    await stage.clock.advance(40_000)
    expect((await browser.ask(notes)).status).toBe(200)
    expect(used(stage)).toEqual(['1', '1', '2'])
  })

  it('that is slow keeps no one waiting, and its late answer is the next token', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    await stage.clock.advance(3_540_000)
    stage.issuer = () => stage.clock.sleep(20_000).then(() => issued(2))
    expect((await browser.ask(notes)).status).toBe(200)
    expect(stage.clock.elapsed).toBeLessThan(3_540_000 + 9_000)
    await stage.clock.advance(20_000)
    await browser.ask(notes)
    await stage.clock.advance(3_600_000)
    await browser.ask(notes)
    expect(refreshed(stage)).toEqual([`${canary}-refresh-1`, `${canary}-refresh-2`])
    expect(used(stage).slice(0, 2)).toEqual(['1', '2'])
  })

  it('that fails after the service refused a token leaves the session for later', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    stage.service = () => new Response(null, { status: 401 })
    stage.issuer = () => new Error('down')
    expect((await browser.ask(notes)).status).toBe(503)
    expect((await browser.ask(notes)).status).toBe(503)
    expect([stage.toService.length, refreshed(stage).length]).toEqual([1, 1])
    stage.service = () => new Response(null, { status: 204 })
    stage.issuer = () => issued(2)
    await stage.clock.advance(10_000)
    expect((await browser.ask(notes)).status).toBe(204)
  })
})

describe('a store that fails while it is to take new tokens', () => {
  it.each([
    ['once', 1, false],
    ['once, after it took them', 1, true],
    ['for all tries of a request', 3, false],
  ])('%s, signs no one out', async (_, times, takes) => {
    let left = 0
    const stage = new Stage()
    const browser = await stage.signedIn()
    const swap: typeof stage.store.swap = async (key, before, after, ttlMs) => {
      if (key.startsWith('lock:') || left === 0) return stage.store.swap(key, before, after, ttlMs)
      left -= 1
      if (takes) await stage.store.swap(key, before, after, ttlMs)
      throw new Error('down')
    }
    const proxy = stage.process({ store: { ...stage.store, swap } })
    await stage.clock.advance(3_600_000)
    left = times
    const answers = [
      await browser.ask(notes, {}, proxy),
      await browser.ask(notes, {}, proxy),
      await browser.ask(notes),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(used(stage)).toEqual(['2', '2', '2'])
    expect(refreshed(stage)).toEqual([`${canary}-refresh-1`])
  })
})

it('a sign-out also revokes tokens that the store has not taken', async () => {
  const stage = new Stage()
  const browser = await stage.signedIn()
  let isDown = false
  const swap: typeof stage.store.swap = (key, before, after, ttlMs) =>
    isDown && !key.startsWith('lock:') && after !== undefined
      ? Promise.reject(new Error('down'))
      : stage.store.swap(key, before, after, ttlMs)
  const proxy = stage.process({ store: { ...stage.store, swap } })
  await stage.clock.advance(3_600_000)
  isDown = true
  expect((await browser.ask(notes, {}, proxy)).status).toBe(200)
  expect((await browser.ask('/user/sign-out', { method: 'POST' }, proxy)).status).toBe(204)
  const tokensOf = (number: number) => [`${canary}-refresh-${number}`, `${canary}-access-${number}`]
  expect(stage.revoked).toEqual([...tokensOf(1), ...tokensOf(2)])
})

it.each(['granted', 'failed'])(
  'a sign-out during a renewal that is %s is not undone by it',
  async (outcome) => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const [leaving] = tabs(stage, browser, 1)
    await stage.clock.advance(3_540_000)
    let answer: ((response: Response) => void) | undefined
    stage.issuer = ({ url }) =>
      url.endsWith('/token') ? new Promise<Response>((resolve) => (answer = resolve)) : new Response(null)
    const cookie = `__Host-waraq-session=${browser.session}`
    const headers = { cookie, 'x-relay': '1', 'sec-fetch-site': 'same-origin' }
    const proxied = stage.proxy(new Request(new URL(notes, app), { headers }))
    await expect.poll(() => answer).toBeDefined()
    expect((await leaving!.ask('/user/sign-out', { method: 'POST' })).status).toBe(204)
    answer!(outcome === 'granted' ? issued(2) : new Response(null, { status: 500 }))
    expect((await proxied).status).toBe(401)
    const tokensOf = (number: number) => [`${canary}-refresh-${number}`, `${canary}-access-${number}`]
    expect(stage.revoked).toEqual(outcome === 'granted' ? [...tokensOf(1), ...tokensOf(2)] : tokensOf(1))
    expect((await browser.ask(notes)).status).toBe(401)
  },
)
