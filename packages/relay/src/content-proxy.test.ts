import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { StandardError } from '@waraq/protocol'
import { describe, expect, test } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { Step } from '@waraq/test-support/scripted-fetch'
import type { ContentProxyOptions } from './content-proxy.ts'
import {
  bench,
  contentRoot,
  countedBody,
  origin,
  secret,
  snapshot,
  tokenNumber,
} from './content-proxy/proxy.test-support.ts'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })
const standard = (status: number, type: string) => json({ message: 'No.', type, success: false }, status)
const refusal = { message: 'This request is refused.', type: 'forbidden', success: false }
const badGateway = {
  message: 'The service gave no usable answer. Try again later.',
  type: 'bad_gateway',
  success: false,
}

describe('an answer', () => {
  test('is the body of the service with headers of a fixed list', async () => {
    const date = 'Mon, 23 Nov 2026 04:02:22 GMT'
    const { ask } = bench([
      new Response('{"records":[]}', {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': '14',
          'set-cookie': 'session=1',
          'x-auth-token': tokenNumber(1),
          connection: 'keep-alive',
          'transfer-encoding': 'chunked',
          etag: '"1"',
          'cache-control': 'public, max-age=60',
          'access-control-allow-origin': '*',
          server: 'x',
          date,
        },
      }),
    ])
    const answer = await ask()
    expect([answer.status, await answer.text()]).toEqual([200, '{"records":[]}'])
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-length': '14',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'same-origin',
      date,
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Encoding, Origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'r',
    })
  })

  test('of a listed page of another origin may be read there', async () => {
    const { ask } = bench([json({})])
    const answer = await ask(snapshot, { headers: { origin, 'sec-fetch-site': 'cross-site' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  })

  test('that came compressed has no length any more', async () => {
    const { ask } = bench([json({}, 200, { 'content-encoding': 'gzip', 'content-length': '20' })])
    const { headers } = await ask()
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, null])
  })
})

test('nothing of the caller reaches the service but what it asks for', async () => {
  const { ask, asked } = bench([json({})])
  await ask('/api/v4/chapters?language=en', {
    headers: {
      authorization: 'Bearer x',
      cookie: 'session=1',
      'x-auth-token': 'x',
      'x-client-id': 'x',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      host: 'evil.example',
      range: 'bytes=0-1',
      'if-none-match': '"1"',
      'accept-language': 'ar',
      te: 'trailers',
      connection: 'x-auth-token',
    },
  })
  expect(asked.map(({ url }) => url)).toEqual([`${contentRoot}/api/v4/chapters?language=en`])
  expect(asked[0]!.init.headers).toEqual({
    accept: 'application/json',
    'x-auth-token': tokenNumber(1),
    'x-client-id': 'client-1',
  })
  expect(asked[0]!.init.body).toBeUndefined()
})

describe('what is no answer of the service is 502', () => {
  const location = 'https://evil.example/'
  test.each<[string, Step, number]>([
    ['a redirect', new Response(null, { status: 302, headers: { location } }), 302],
    ['a redirect for ever', new Response(null, { status: 308, headers: { location } }), 308],
    ['HTML', new Response('<html>', { headers: { 'content-type': 'text/html' } }), 200],
    ['no type', new Response(new Uint8Array(3)), 200],
    ['no content', new Response(null, { status: 204 }), 204],
    ['a part', json({}, 206), 206],
    ['more than is passed on', json({}, 200, { 'content-length': '268435457' }), 200],
    ['a refused token', standard(401, 'unauthorized'), 401],
    ['an invalid token', standard(403, 'invalid_token'), 403],
    ['no connection', new TypeError(secret), 0],
    ['silence', () => new Promise<Response>(() => undefined), 0],
  ])('%s', async (_name, step, status) => {
    const { clock, ask, log } = bench([step])
    const answer = await clock.run(ask())
    expect([answer.status, await answer.json()]).toEqual([502, badGateway])
    expect(answer.headers.get('location')).toBeNull()
    expect(log).toEqual([{ event: 'upstream_failed', status, request: 'r' }])
    expect(clock.pending).toBe(0)
  })
})

describe('errors of the service', () => {
  test.each([
    [400, 'invalid_request'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [410, 'resync_required'],
    [422, 'invalid_resources'],
    [429, 'rate_limit_exceeded'],
    [500, 'internal_server_error'],
    [503, 'service_unavailable'],
  ])('reach the caller: %i', async (status, type) => {
    const body = { message: 'No.', type, success: false }
    const { ask, log } = bench([json(body, status, { 'retry-after': '30', 'set-cookie': 's=1' })])
    const answer = await ask()
    expect([answer.status, await answer.json()]).toEqual([status, body])
    expect([answer.headers.get('retry-after'), answer.headers.get('set-cookie')]).toEqual(['30', null])
    const isReported = status === 429 || status >= 500
    expect(log).toEqual(isReported ? [{ event: 'upstream_failed', status, request: 'r' }] : [])
  })

  test('that are no JSON have their status alone', async () => {
    const { ask } = bench([new Response('<html>', { status: 503, headers: { 'content-type': 'text/html' } })])
    const answer = await ask()
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([503, '', null])
  })
})

test('a token that the service refuses is renewed, and the caller does not notice', async () => {
  const { ask, asked, issuer, log } = bench([standard(401, 'unauthorized'), json({ a: 1 })])
  expect(await (await ask()).json()).toEqual({ a: 1 })
  expect(asked.map(({ header }) => header('x-auth-token'))).toEqual([tokenNumber(1), tokenNumber(2)])
  expect([issuer.asked, log]).toEqual([2, []])
})

test('a hundred callers whose token is refused together cost one renewal', async () => {
  const { ask, issuer } = bench([
    ({ header }) => (header('x-auth-token') === tokenNumber(1) ? standard(401, 'unauthorized') : json({})),
  ])
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(issuer.asked).toBe(2)
})

test('without a token the caller is told when to come back', async () => {
  const { ask, asked } = bench([json({})], { fetch: async () => Response.json({}, { status: 503 }) })
  const answer = await ask()
  expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 1])
  expect(StandardError.parse(await answer.json()).type).toBe('service_unavailable')
  expect(asked).toEqual([])
})

describe('gzip', () => {
  const gzip = { 'accept-encoding': 'gzip, br' }
  const body = { text: 'a'.repeat(100_000) }

  test('for callers that take it', async () => {
    const { ask } = bench([json(body, 200, { 'content-length': '100011' })])
    const answer = await ask(snapshot, { headers: gzip })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json',
      vary: 'Accept-Encoding, Origin',
    })
    expect(answer.headers.get('content-length')).toBeNull()
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.byteLength).toBeLessThan(1_000)
    const plain = new Response(bytes).body!.pipeThrough(new DecompressionStream('gzip'))
    expect(await new Response(plain).json()).toEqual(body)
  })

  test.each<[string, Record<string, string>, Partial<ContentProxyOptions>]>([
    ['not for others', {}, {}],
    ['not for those that refuse it', { 'accept-encoding': 'gzip;q=0' }, {}],
    ['not where the server does that', gzip, { compress: false }],
  ])('%s', async (_name, headers, options) => {
    const { ask } = bench([json(body)], options)
    const answer = await ask(snapshot, { headers })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await answer.json()).toEqual(body)
  })

  test('not for errors', async () => {
    const { ask } = bench([standard(404, 'not_found')])
    const answer = await ask(snapshot, { headers: gzip })
    expect([answer.headers.get('content-encoding'), answer.status]).toEqual([null, 404])
    expect(StandardError.parse(await answer.json()).type).toBe('not_found')
  })
})

describe('a caller that leaves', () => {
  test('while the service thinks: the service is told, and the log is not', async () => {
    const leaving = new AbortController()
    let reported: AbortSignal | null | undefined
    const { clock, ask, log } = bench([
      ({ init: { signal } }) => {
        reported = signal
        return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('x'))))
      },
    ])
    const answer = ask(snapshot, { signal: leaving.signal })
    await settle()
    leaving.abort()
    expect((await answer).status).toBe(499)
    expect([reported?.aborted, log, clock.pending]).toEqual([true, [], 0])
  })

  test.each(['its signal', 'its stream'])('in the middle of a body, by %s', async (how) => {
    const leaving = new AbortController()
    const { reported, response } = countedBody(1_000)
    const { clock, ask, asked, log } = bench([() => response()])
    const reader = (await ask(snapshot, { signal: leaving.signal })).body!.getReader()
    await reader.read()
    if (how === 'its signal') leaving.abort()
    else await reader.cancel()
    await settle()
    expect([reported.cancelled, asked[0]!.init.signal!.aborted, log, clock.pending]).toEqual([
      true,
      true,
      [],
      0,
    ])
  })
})

describe('a body that goes wrong breaks off', () => {
  test.each([['hang'], ['break']] as const)('%s', async (end) => {
    const { response } = countedBody(2, end)
    const { clock, ask, log } = bench([() => response()])
    await expect(clock.run(ask().then((answer) => answer.arrayBuffer()))).rejects.toThrow('broke off')
    expect(log).toEqual([{ event: 'upstream_failed', status: 200, request: 'r' }])
    expect(clock.pending).toBe(0)
  })

  test('beyond the most bytes', async () => {
    const { reported, response } = countedBody(1_000)
    const { ask } = bench([() => response()], { mostBytes: 4096 })
    await expect((await ask()).arrayBuffer()).rejects.toThrow('broke off')
    expect(reported).toEqual({ pulls: 5, cancelled: true })
  })
})

describe('slots', () => {
  const address = '203.0.113.1'
  const readAll = async (answer: Response) => void (await answer.arrayBuffer())
  const hanging = () => countedBody(2, 'hang').response()

  /** Each way in which an answer ends. */
  const endings: [
    string,
    Step,
    (answer: Response, leaving: AbortController, clock: VirtualClock) => Promise<void>,
  ][] = [
    ['its last byte', () => countedBody(3).response(), readAll],
    ['an error of the service', standard(404, 'not_found'), readAll],
    ['a redirect', new Response(null, { status: 302 }), readAll],
    ['a refused token', standard(401, 'unauthorized'), readAll],
    ['no connection', new TypeError('x'), readAll],
    ['no headers', () => new Promise<Response>(() => undefined), readAll],
    ['no more bytes', hanging, async (answer, _, clock) => clock.run(readAll(answer).catch(() => undefined))],
    [
      'a break',
      () => countedBody(2, 'break').response(),
      async (answer) => readAll(answer).catch(() => undefined),
    ],
    ['a caller that cancels', hanging, async (answer) => answer.body!.cancel()],
    ['a caller that aborts', hanging, async (_, leaving) => leaving.abort()],
    ['a caller that takes nothing', hanging, async (_answer, _, clock) => clock.advance(60_000)],
  ]

  test.each(endings)('come free with %s', async (_name, step, end) => {
    const { clock, ask, log } = bench([step], { mostConcurrent: { perClient: 1 } })
    for (let turn = 0; turn < 3; turn += 1) {
      const leaving = new AbortController()
      const answer = await clock.run(ask(snapshot, { signal: leaving.signal }, { address }))
      expect(answer.status).not.toBe(429)
      await end(answer, leaving, clock)
    }
    expect(log).not.toContainEqual(expect.objectContaining({ event: 'limited' }))
    expect(clock.pending).toBe(0)
  })

  test('come free with a caller that leaves, although nothing refers to its request any more', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const { ask } = bench([hanging], { mostConcurrent: { perClient: 1 } })
    for (let turn = 0; turn < 5; turn += 1) {
      const leaving = new AbortController()
      expect((await ask(snapshot, { signal: leaving.signal }, { address })).status).toBe(200)
      await settle()
      collectGarbage()
      leaving.abort()
      await settle()
    }
  })

  test('are as many as the client or all may have; the next caller waits', async () => {
    const { ask, log } = bench([hanging], { mostConcurrent: { all: 3, perClient: 2 } })
    const statuses: number[] = []
    for (const from of [address, address, address, '203.0.113.2', '203.0.113.2'])
      statuses.push((await ask(snapshot, {}, { address: from })).status)
    expect(statuses).toEqual([200, 200, 429, 200, 429])
    expect(log).toContainEqual({ event: 'limited', limit: 'concurrent', request: 'r' })
    const limited = await ask(snapshot, {}, { address })
    expect(limited.headers.get('retry-after')).toBe('2')
    expect(StandardError.parse(await limited.json()).type).toBe('rate_limit_exceeded')
  })

  test.each<[string, number, (n: number) => string, number]>([
    ['512 callers of 32 addresses', 512, (n) => `10.0.0.${n % 32}`, 0],
    ['500 callers of a /48 of IPv6', 500, (n) => `2001:db8:1:${n.toString(16)}::1`, 0],
    ['500 callers of as many addresses', 500, (n) => `10.0.${n >> 8}.${n & 255}`, 10_000],
  ])('%s that read nothing keep a reader no longer than that', async (_, count, addressAt, ms) => {
    const { clock, ask } = bench([() => countedBody(1_000).response()])
    for (let n = 0; n < count; n += 1) await ask(snapshot, {}, { address: addressAt(n) })
    const began = clock.monotonic()
    const next = async (): Promise<Response> => {
      const answer = await ask(snapshot, {}, { address: '203.0.113.1' })
      if (answer.status === 200) return answer
      await clock.advance(1_000 * Number(answer.headers.get('retry-after')))
      return next()
    }
    const answer = await next()
    expect(clock.monotonic() - began).toBe(ms)
    expect((await answer.arrayBuffer()).byteLength).toBe(1_000 * 1_024)
  })

  test('are shared: an answer to a client with many gives way to a client with few', async () => {
    const { reported, response } = countedBody(1_000)
    const { ask, asked, log } = bench([() => response(), () => hanging()], { mostConcurrent: { all: 3 } })
    const first = await ask(snapshot, {}, { address })
    await ask(snapshot, {}, { address })
    await ask(snapshot, {}, { address })
    const other = await ask(snapshot, {}, { address: '203.0.113.2' })
    expect([other.status, log]).toEqual([200, [{ event: 'preempted', request: 'r' }]])
    await expect(readAll(first)).rejects.toThrow('broke off')
    await settle()
    expect([reported.cancelled, asked[0]!.init.signal!.aborted]).toEqual([true, true])
    expect((await ask(snapshot, {}, { address })).status).toBe(429)
  })

  test('are shared also before an answer has begun: its caller is told to come back', async () => {
    const silence: Step = ({ init: { signal } }) =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('x'))))
    const { ask, log } = bench([silence, silence, () => hanging()], { mostConcurrent: { all: 2 } })
    const waiting = ask(snapshot, {}, { address })
    void ask(snapshot, {}, { address })
    await settle()
    expect((await ask(snapshot, {}, { address: '203.0.113.2' })).status).toBe(200)
    const { status, headers } = await waiting
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
    expect(log).toEqual([{ event: 'preempted', request: 'r' }])
  })
})

describe('refusals look alike, and tell the log why', () => {
  const evil = 'https://evil.example'
  test.each<[string, string, RequestInit]>([
    ['path', '/api/v4/verses', {}],
    ['query', '/api/v4/chapters?x=1', {}],
    ['method', '/api/v4/chapters', { method: 'POST' }],
    ['method', '/api/v4/chapters', { method: 'HEAD' }],
    ['relay_header', '/api/v4/chapters', { headers: { 'x-relay': '' } }],
    ['origin_missing', '/api/v4/chapters', { headers: { 'sec-fetch-site': 'none' } }],
    ['origin_unlisted', '/api/v4/chapters', { headers: { 'sec-fetch-site': 'cross-site', origin: evil } }],
    ['origin_null', '/api/v4/chapters', { headers: { origin: 'null' } }],
  ])('%s: %s', async (reason, path, init) => {
    const { ask, asked, issuer, log } = bench([json({})])
    const answer = await ask(path, init)
    expect([answer.status, await answer.json()]).toEqual([403, refusal])
    expect(log).toEqual([expect.objectContaining({ event: 'refused', reason })])
    expect([asked.length, issuer.asked]).toEqual([0, 0])
  })

  test('before the application is asked for its word, and by it', async () => {
    let asked = 0
    const authorize = () => {
      asked += 1
      return false
    }
    const { ask, log } = bench([json({})], { authorize })
    await ask('/api/v4/verses')
    expect(asked).toBe(0)
    await ask()
    expect([asked, log.at(-1)]).toEqual([1, expect.objectContaining({ reason: 'unauthorized' })])
  })

  test('a preflight is for reading alone', async () => {
    const { ask } = bench([json({})])
    const preflight = (method: string) => ({
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'x-relay',
      },
    })
    expect((await ask(snapshot, preflight('GET'))).status).toBe(204)
    expect((await ask(snapshot, preflight('POST'))).status).toBe(403)
  })
})

describe('limits', () => {
  test.each<[string, Partial<ContentProxyOptions>, number]>([
    ['1,200 a minute of one client', { limits: undefined }, 1_200],
    ['its own where it is set', { limits: { perClient: 5 } }, 5],
  ])('%s', async (_name, options, most) => {
    const { ask } = bench([json({})], options)
    for (let n = 0; n < most; n += 1) {
      const answer = await ask(snapshot, {}, { address: '203.0.113.1' })
      await answer.arrayBuffer()
      if (answer.status !== 200) expect([n, answer.status]).toEqual([n, 200])
    }
    expect((await ask(snapshot, {}, { address: '203.0.113.1' })).status).toBe(429)
  })
})

test.each<[string, Partial<ContentProxyOptions>]>([
  ['contentRoot', { contentRoot: undefined as unknown as string }],
  ['contentRoot', { contentRoot: 'http://service.example' }],
  ['contentRoot', { contentRoot: 'https://service.example/content?x' }],
  ['path', { path: 'content' }],
  ['path', { path: '/a/../b' }],
  ['scope', { scope: 'user' }],
])('what cannot work is refused when it is asked: %s', async (name, options) => {
  const { ask, asked } = bench([json({})], options)
  const refused = { code: 'invalid_relay_configuration', message: expect.stringContaining(name) as string }
  await expect(ask()).rejects.toMatchObject(refused)
  expect(asked).toEqual([])
})
