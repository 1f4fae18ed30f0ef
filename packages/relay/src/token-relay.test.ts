import { RelayedToken, StandardError } from '@waraq/protocol'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scriptedFetch, type Step } from '@waraq/test-support/scripted-fetch'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { attackers, readerAt } from './access/many-clients.test-support.ts'
import type { HostContext } from './access/options.ts'
import type { RelayLogEntry } from './events/log.ts'
import { createTokenRelay, type TokenRelayOptions } from './token-relay.ts'

const secret = 'CANARY-SECRET'
const origin = 'https://reader.example'
const hash = (token: string) => createHash('sha256').update(token).digest('hex')

const issued = (token: string, more: Record<string, unknown> = {}) =>
  Response.json({ access_token: token, expires_in: 3_600, scope: 'content', token_type: 'bearer', ...more })
const denied = () => Response.json({ error: 'invalid_client', error_description: secret }, { status: 401 })

function bench(steps: Step[], options: Partial<TokenRelayOptions> = {}) {
  const clock = new VirtualClock()
  const log: RelayLogEntry[] = []
  const { fetch, sent: asked } = scriptedFetch(...steps)
  const relay = createTokenRelay({
    authUrl: 'https://issuer.example',
    clientId: 'client-1',
    clientSecret: secret,
    allowedOrigins: [origin],
    clock,
    authorize: 'everyone',
    limits: false,
    requestId: () => 'r',
    observe: (entry) => entry.event !== 'answered' && log.push(entry),
    fetch,
    ...options,
  })
  const ask = (body: unknown = {}, headers: Record<string, string> = {}, host?: HostContext) =>
    relay(
      new Request('https://relay.example/token', {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', 'x-relay': '1', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      host,
    )
  const token = async (body: unknown = {}) =>
    ((await (await clock.run(ask(body))).json()) as RelayedToken).token
  return { clock, log, asked, relay, ask, token }
}

describe('in one minute and by default', () => {
  /** How many get a token, of so many addresses with a request each. */
  async function served(
    ask: ReturnType<typeof bench>['ask'],
    times: number,
    addressAt: (n: number) => string,
  ) {
    let tokens = 0
    for (let n = 0; n < times; n += 1)
      tokens += (await ask({}, {}, { address: addressAt(n) })).status === 200 ? 1 : 0
    return tokens
  }

  // So does each of 14,000 at the limiter itself: `access/limits.test.ts`, which takes a tenth of the time for each.
  test('1,000 readers all get a token', async () => {
    const { ask } = bench([issued('a')], { limits: undefined })
    expect(await served(ask, 1_000, readerAt)).toBe(1_000)
  })

  test('500 readers all get a token after an attacker that has a /48 of IPv6', async () => {
    const { ask } = bench([issued('a')], { limits: undefined })
    expect(await served(ask, 4_000, attackers['a /48 of IPv6'])).toBe(32 * 120)
    expect(await served(ask, 500, readerAt)).toBe(500)
  })
})

describe('a token', () => {
  test('comes with id and lifetime, and no cache may store it', async () => {
    const { ask } = bench([issued('a')])
    const response = await ask()
    expect(response.status).toBe(200)
    expect(RelayedToken.parse(await response.json())).toEqual({
      token: 'a',
      clientId: 'client-1',
      expiresIn: 3_600,
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      vary: 'Origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('is asked for with HTTP Basic, exactly one scope and no redirects', async () => {
    const { ask, asked } = bench([issued('a')])
    await ask()
    expect(asked[0]?.url).toBe('https://issuer.example/oauth2/token')
    expect(asked[0]?.init).toMatchObject({
      method: 'POST',
      body: 'grant_type=client_credentials&scope=content',
      redirect: 'manual',
    })
    const headers = new Headers(asked[0]?.init.headers)
    expect(atob(headers.get('authorization')!.slice(6))).toBe(`client-1:${secret}`)
    expect(headers.get('content-type')).toBe('application/x-www-form-urlencoded')
  })

  test('is used again until 30 s before it expires, and what is left of it is told', async () => {
    const { clock, ask, token, asked } = bench([issued('a'), issued('b')])
    await token()
    await clock.advance(3_569_999)
    clock.jump(10 ** 12)
    expect(await (await ask()).json()).toMatchObject({ token: 'a', expiresIn: 30 })
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect(await token()).toBe('a')
    await settle()
    expect(await token()).toBe('b')
    expect(asked).toHaveLength(2)
  })

  test('with a senseless lifetime is used for half a minute', async () => {
    for (const lifetime of [undefined, null, 0, -5, '3600', 'x', {}]) {
      const { clock, ask, token, asked, log } = bench([issued('a', { expires_in: lifetime }), issued('b')])
      expect(await (await ask()).json()).toMatchObject({ expiresIn: 60 })
      expect(log).toContainEqual({ event: 'issued', lifeSeconds: 60, lifeIsGuess: true })
      await clock.advance(29_999)
      expect(await token()).toBe('a')
      expect(asked).toHaveLength(1)
      await clock.advance(1)
      expect(await token()).toBe('a')
      await settle()
      expect(await token()).toBe('b')
      expect(asked).toHaveLength(2)
    }
  })

  test('of a wider scope is not handed out', async () => {
    const { ask, log } = bench([issued('a', { scope: 'content user' })])
    const response = await ask()
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('"a"')
    expect(log).toContainEqual({ event: 'issuer_refused', reason: 'scope_differs', pauseMs: 60_000 })
  })
})

describe('a token that cannot be had', () => {
  const outage = () => Response.json({}, { status: 503 })

  test('because of a wrong secret is told apart from an outage, to the log and not to the page', async () => {
    const answers: unknown[] = []
    for (const [step, event, reason] of [
      [denied, 'issuer_refused', 'invalid_client'],
      [outage, 'issuer_failed', 'status_503'],
    ] as const) {
      const { ask, log } = bench([step])
      const response = await ask()
      answers.push([response.status, await response.json()])
      expect(log).toContainEqual({ event, reason, pauseMs: expect.any(Number) as number })
    }
    expect(answers[0]).toEqual(answers[1])
  })
})

describe('one request to the issuer', () => {
  test('for two thousand callers', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { ask, asked } = bench([async () => gate.then(() => issued('a'))])
    const all = Promise.all(Array.from({ length: 2_000 }, () => ask()))
    await settle()
    release()
    const tokens = await Promise.all(
      (await all).map(async (response) => ((await response.json()) as RelayedToken).token),
    )
    expect(new Set(tokens)).toEqual(new Set(['a']))
    expect(asked).toHaveLength(1)
  })

  test('for two thousand callers while the issuer fails', async () => {
    const { ask, asked } = bench([new TypeError('x')])
    const all = await Promise.all(Array.from({ length: 2_000 }, () => ask()))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]))
    expect(asked).toHaveLength(1)
  })
})

describe('renewal', () => {
  test('is granted to who names the token, and once in 30 s', async () => {
    const { clock, token, asked } = bench([issued('a'), issued('b'), issued('c')])
    await token()
    expect(await token({ renew: hash('a') })).toBe('b')
    expect(await token({ renew: hash('b') })).toBe('b')
    await clock.advance(29_999)
    expect(await token({ renew: hash('b') })).toBe('b')
    await clock.advance(1)
    expect(await token({ renew: hash('b') })).toBe('c')
    expect(asked).toHaveLength(3)
  })

  test('is not granted for another token', async () => {
    const { token, asked } = bench([issued('a'), issued('b')])
    await token()
    expect(await token({ renew: hash('older') })).toBe('a')
    expect(asked).toHaveLength(1)
  })

  test('ten thousand demands in a minute reach the issuer at most twice', async () => {
    let number = 0
    const { clock, ask, asked } = bench([() => issued(`t${(number += 1)}`)])
    await ask()
    for (let second = 0; second < 60; second += 1) {
      const body = { renew: hash(`t${number}`) }
      await Promise.all(Array.from({ length: 167 }, () => ask(body)))
      await clock.advance(1_000)
    }
    expect(asked.length - 1).toBeLessThanOrEqual(2)
  })
})

describe('where the parts around it misbehave', () => {
  test('a token that lives for a millisecond leads to one request a second', async () => {
    const steps = Array.from({ length: 5 }, (_, index) => issued(`t${index}`, { expires_in: 0.001 }))
    const { clock, ask, asked } = bench(steps)
    for (let calls = 0; calls < 200; calls++) {
      await ask()
      await clock.advance(10)
    }
    expect(asked).toHaveLength(2)
  })

  test('a log that throws or rejects is its own affair', async () => {
    for (const log of [
      () => {
        throw new Error(secret)
      },
      async () => Promise.reject(new Error(secret)),
    ]) {
      const { ask } = bench([issued('a')], { log })
      expect((await ask()).status).toBe(200)
      expect((await ask('[]')).status).toBe(403)
    }
  })

  test('a body that the server read before is no body', async () => {
    const { relay, log } = bench([issued('a')])
    const headers = { origin, 'content-type': 'application/json', 'x-relay': '1' }
    const request = new Request('https://relay.example/token', { method: 'POST', headers, body: '{}' })
    await request.text()
    expect((await relay(request)).status).toBe(403)
    expect(log).toContainEqual({ event: 'refused', reason: 'body', request: 'r' })
  })

  test('a body that never ends, and a session check that hangs, hold a caller for five seconds', async () => {
    const endless = new ReadableStream({ pull: () => new Promise(() => undefined) })
    const headers = { origin, 'content-type': 'application/json', 'x-relay': '1' }
    const init = { method: 'POST', headers, body: endless, duplex: 'half' }
    const slow = bench([issued('a')])
    const answer = await slow.clock.run(slow.relay(new Request('https://relay.example/token', init)))
    expect([answer.status, slow.clock.monotonic()]).toEqual([403, 5_000])
    const checked = bench([issued('a')], { authorize: () => new Promise(() => undefined) })
    expect((await checked.clock.run(checked.ask())).status).toBe(403)
    expect(checked.clock.monotonic()).toBe(5_000)
    expect(checked.log).toContainEqual({ event: 'refused', reason: 'authorize_failed', request: 'r' })
  })

  test.each(['user', 'content bookmark.read', 'note.publish', 'openid', 'content offline_access'])(
    'scope %s is about users, and nothing to hand out',
    async (scope) => {
      const { ask } = bench([issued('a')], { scope })
      await expect(ask()).rejects.toMatchObject({ code: 'invalid_relay_configuration' })
    },
  )
})

describe('when the issuer fails', () => {
  const failures: [string, Step][] = [
    ['no connection', new TypeError(`connect ${secret}`)],
    ['silence', () => new Promise<Response>(() => undefined)],
    ['429', new Response(null, { status: 429 })],
    ['500', new Response('<html>', { status: 500 })],
    ['503', new Response(null, { status: 503 })],
    ['HTML', new Response('<html>')],
    ['a redirect', new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
    ['an endless answer', () => new Response('x'.repeat(100_000))],
    ['invalid_client', denied()],
  ]

  test.each(failures)('%s: 503, when to return, and no more', async (_name, step) => {
    const { clock, ask } = bench([step])
    const response = await clock.run(ask())
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(StandardError.parse(await response.json())).toEqual({
      message: 'The service gives no access at present. Try again later.',
      type: 'service_unavailable',
      success: false,
    })
    expect(clock.pending).toBe(0)
  })

  test.each(failures)('%s: a token that is still valid is handed out', async (name, step) => {
    const { clock, token, ask, log } = bench([issued('a'), step])
    await token()
    await clock.advance(3_575_000)
    // At once: a caller with a good token need not know that the issuer hangs.
    const before = clock.monotonic()
    expect(((await (await ask()).json()) as RelayedToken).token).toBe('a')
    expect(clock.monotonic()).toBe(before)
    const heldUpMs = name === 'silence' ? 8_000 : 0
    await clock.advance(heldUpMs)
    await settle()
    expect(await token()).toBe('a')
    expect(log).toContainEqual({ event: 'served_older' })
    await clock.advance(25_000 - heldUpMs)
    expect((await clock.run(ask())).status).toBe(503)
  })

  test('silence lasts eight seconds at most, less than callers wait', async () => {
    const { clock, ask } = bench([() => new Promise<Response>(() => undefined)])
    await clock.run(ask())
    expect(clock.monotonic()).toBe(8_000)
  })

  test('invalid_client opens a breaker: a minute, doubling to an hour, closed by success', async () => {
    const answers: Step[] = [denied(), denied(), denied(), issued('a', { expires_in: 60 }), denied()]
    const { clock, ask, asked } = bench(answers)
    const retryAfter = async () => Number((await ask()).headers.get('retry-after'))
    expect(await retryAfter()).toBe(60)
    await clock.advance(59_000)
    expect(await retryAfter()).toBe(1)
    expect(asked).toHaveLength(1)
    await clock.advance(1_000)
    expect(await retryAfter()).toBe(120)
    await clock.advance(120_000)
    expect(await retryAfter()).toBe(240)
    await clock.advance(240_000)
    expect((await ask()).status).toBe(200)
    await clock.advance(60_000)
    expect(await retryAfter()).toBe(60)
    expect(asked).toHaveLength(5)
  })

  test('an issuer that is overloaded says how long', async () => {
    const { ask } = bench([new Response(null, { status: 429, headers: { 'retry-after': '45' } })])
    expect((await ask()).headers.get('retry-after')).toBe('45')
  })
})

describe('refusals', () => {
  const cases: [string, RequestInit, string][] = [
    ['GET', { method: 'GET' }, 'method'],
    ['a form', { body: new URLSearchParams({ a: '1' }) }, 'content_type'],
    [
      'plain text',
      { body: '{}', headers: { origin, 'x-relay': '1', 'content-type': 'text/plain' } },
      'content_type',
    ],
    [
      'no relay header',
      { body: '{}', headers: { origin, 'content-type': 'application/json' } },
      'relay_header',
    ],
    [
      'another origin',
      { headers: { ...json(), origin: 'https://evil.example' }, body: '{}' },
      'origin_unlisted',
    ],
    ['no origin', { headers: json(), body: '{}' }, 'origin_missing'],
    ['a broken body', { headers: { ...json(), origin }, body: '{' }, 'body'],
    ['a list', { headers: { ...json(), origin }, body: '[]' }, 'body'],
    ['a strange hash', { headers: { ...json(), origin }, body: '{"renew":"abc"}' }, 'body'],
    [
      'a long body',
      { headers: { ...json(), origin }, body: JSON.stringify({ x: 'x'.repeat(1_024) }) },
      'body',
    ],
  ]

  function json(): Record<string, string> {
    return { 'content-type': 'application/json', 'x-relay': '1' }
  }

  test.each(cases)('%s', async (_name, init, reason) => {
    const { relay, log, asked } = bench([issued('a')])
    const response = await relay(new Request('https://relay.example/token', { method: 'POST', ...init }))
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      message: 'This request is refused.',
      type: 'forbidden',
      success: false,
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).not.toBe('https://evil.example')
    const page = reason === 'origin_unlisted' ? { origin: 'https://evil.example' } : {}
    expect(log).toEqual([{ event: 'refused', reason, request: 'r', ...page }])
    expect(asked).toHaveLength(0)
  })

  test('authorize decides last; its errors mean no', async () => {
    const deny = bench([issued('a')], { authorize: () => false })
    expect((await deny.ask()).status).toBe(403)
    const broken = bench([issued('a')], { authorize: () => Promise.reject(new Error(secret)) })
    expect((await broken.ask()).status).toBe(403)
    expect(broken.log).toEqual([{ event: 'refused', reason: 'authorize_failed', request: 'r' }])
    expect([...deny.asked, ...broken.asked]).toHaveLength(0)
    const session = bench([issued('a')], { authorize: (request) => request.headers.get('cookie') === 's=1' })
    expect((await session.ask({}, { cookie: 's=1' })).status).toBe(200)
  })

  test('a preflight is answered for listed origins only', async () => {
    const { relay } = bench([issued('a')])
    const preflight = (from: string) =>
      relay(
        new Request('https://relay.example/token', {
          method: 'OPTIONS',
          headers: {
            origin: from,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type,x-relay',
          },
        }),
      )
    const yes = await preflight(origin)
    expect(yes.status).toBe(204)
    expect(Object.fromEntries(yes.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'x-relay, content-type',
    })
    expect(yes.headers.get('vary')).toContain('Origin')
    const no = await preflight('https://evil.example')
    expect(no.status).toBe(403)
    expect(no.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('what cannot work is refused when it is asked, not when it is made, without the secret', async () => {
    const missing = undefined as unknown as string
    const bad: Partial<TokenRelayOptions>[] = [
      { authUrl: missing },
      { clientId: missing },
      { clientSecret: missing },
      { allowedOrigins: missing as unknown as string[] },
      { authUrl: 'http://issuer.example' },
      { clientId: '' },
      { clientId: 'a\nb' },
      { clientSecret: '' },
      { scope: ' ' },
      { authorize: missing as unknown as 'everyone' },
      { allowedOrigins: ['*'] },
    ]
    for (const options of bad) {
      const { ask, asked } = bench([issued('a')], options)
      const refused = expect.objectContaining({
        code: 'invalid_relay_configuration',
        message: expect.stringContaining(Object.keys(options)[0]!) as string,
      }) as Error
      await expect(ask()).rejects.toEqual(refused)
      await expect(ask()).rejects.toEqual(refused)
      expect(asked).toEqual([])
    }
  })
})

test('neither secret nor token is ever logged, and the secret never answered', async () => {
  const steps: Step[] = [
    issued('CANARY-TOKEN'),
    denied(),
    new TypeError(secret),
    Response.json({ error: secret }, { status: 400 }),
    issued('CANARY-TOKEN', { scope: secret }),
    new Response(secret),
  ]
  const seen: string[] = []
  for (const step of steps) {
    const { clock, ask, log } = bench([step])
    for (const headers of [{}, { origin: secret }, { 'content-type': secret }, { 'x-relay': secret }]) {
      const response = await clock.run(ask({ renew: hash('CANARY-TOKEN') }, headers))
      const text = `${await response.text()}${JSON.stringify([...response.headers])}`
      expect(text).not.toContain(secret)
      expect(text).not.toContain(btoa(secret))
      if (response.status !== 200) expect(text).not.toContain('CANARY')
    }
    seen.push(JSON.stringify(log))
  }
  expect(seen.join()).not.toContain('CANARY')
})
