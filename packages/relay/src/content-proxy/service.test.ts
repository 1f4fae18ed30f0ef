import { describe, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { scriptedFetch, type Step } from '@waraq/test-support/scripted-fetch'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { TokenCache } from '../issuer/token-cache.ts'
import { createService, refusesToken } from './service.ts'

const hash = (token: string) => createHash('sha256').update(token).digest('hex')

/** Gives t1, and the next token to callers that name the current one; `least` between renewals, if set. */
function countingCache({ renews = true } = {}): TokenCache & { renewals: number } {
  let number = 1
  return {
    renewals: 0,
    async take(renew) {
      if (renew === hash(`t${number}`) && renews) {
        number += 1
        this.renewals += 1
      }
      return { token: `t${number}`, expiresInSeconds: 3_600 }
    },
  }
}

const ok = () => Response.json({})
const standard = (status: number, type: string) => () =>
  Response.json({ message: 'No.', type, success: false }, { status })

function bench(steps: readonly Step[], tokenCache = countingCache()) {
  const clock = new VirtualClock()
  const { fetch, sent } = scriptedFetch(...steps)
  const service = createService({
    contentRoot: 'https://service.example/content',
    clientId: 'client-1',
    tokenCache,
    clock,
    fetch,
    headersMs: 30_000,
    errorBodyMs: 30_000,
  })
  const ask = async () => {
    const answer = await service.ask('/api/v4/chapters', new AbortController().signal, {})
    if ('retryAfterSeconds' in answer) throw new Error('no token')
    return answer
  }
  const statusAndTokens = async () => {
    const { response } = await clock.run(ask())
    return [response.status, ...sent.map((request) => request.header('x-auth-token'))]
  }
  return { clock, sent, tokenCache, ask, statusAndTokens }
}

test('a request holds three headers and follows nothing', async () => {
  const { ask, sent } = bench([ok])
  await ask()
  expect(sent[0]!.url).toBe('https://service.example/content/api/v4/chapters')
  const { signal, ...init } = sent[0]!.init
  expect(signal).toBeInstanceOf(AbortSignal)
  expect(init).toEqual({
    method: 'GET',
    headers: { accept: 'application/json', 'x-auth-token': 't1', 'x-client-id': 'client-1' },
    cache: 'no-store',
    redirect: 'manual',
  })
})

describe('a refused token', () => {
  test.each([
    ['401', standard(401, 'unauthorized')],
    ['401 without JSON', () => new Response('<html>', { status: 401 })],
    ['invalid_token with 403', standard(403, 'invalid_token')],
    ['invalid_token with 400', standard(400, 'invalid_token')],
  ])('is renewed once: %s', async (_name, refusal) => {
    expect(await bench([refusal, ok]).statusAndTokens()).toEqual([200, 't1', 't2'])
    const stubborn = bench([refusal])
    const status = refusal().status
    expect(await stubborn.statusAndTokens()).toEqual([status, 't1', 't2'])
    expect(refusesToken(await stubborn.ask())).toBe(true)
  })

  test.each([
    ['403', standard(403, 'forbidden')],
    ['404', standard(404, 'not_found')],
    ['410', () => Response.json({ error: { code: 'resync_required' } }, { status: 410 })],
    ['500 that says invalid_token', standard(500, 'invalid_token')],
    ['a text about invalid_token', () => new Response('invalid_token', { status: 400 })],
  ])('is something else: %s', async (_name, answer) => {
    const { ask, sent } = bench([answer])
    expect(refusesToken(await ask())).toBe(false)
    expect(sent).toHaveLength(1)
  })

  test('of which there is no newer one is not tried again', async () => {
    const { statusAndTokens } = bench([standard(401, 'unauthorized')], countingCache({ renews: false }))
    expect(await statusAndTokens()).toEqual([401, 't1'])
  })

  test('costs one renewal, however many requests it was of', async () => {
    const { clock, ask, sent, tokenCache } = bench([
      ({ header }) => (header('x-auth-token') === 't1' ? standard(401, 'unauthorized')() : ok()),
    ])
    const answers = await clock.run(Promise.all(Array.from({ length: 100 }, ask)))
    expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([200]))
    expect([sent.length, tokenCache.renewals]).toEqual([200, 1])
  })
})

describe('a 403', () => {
  const forbidden = standard(403, 'forbidden')

  test('of a token held for more than a minute may mean that it expired', async () => {
    const { clock, ask, statusAndTokens } = bench([ok, forbidden, ok])
    await ask()
    await clock.advance(60_001)
    expect(await statusAndTokens()).toEqual([200, 't1', 't1', 't2'])
  })

  test('that a new token does not change is believed for an hour', async () => {
    const { clock, ask, tokenCache } = bench([ok, forbidden])
    await ask()
    await clock.advance(60_001)
    expect((await ask()).response.status).toBe(403)
    expect(tokenCache.renewals).toBe(1)
    await clock.advance(3_599_999)
    await ask()
    expect(tokenCache.renewals).toBe(1)
    await clock.advance(1)
    await ask()
    expect(tokenCache.renewals).toBe(2)
  })
})

describe('an error', () => {
  test('has its text, without the token', async () => {
    const { ask } = bench([new Response('{"message":"t1 is not for this"}', { status: 422 })])
    expect((await ask()).errorText).toBe('{"message":" is not for this"}')
  })

  test('has its status alone where the text is long, broken or late', async () => {
    const hanging = () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }), { status: 422 })
    const breaking = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('x')) }), {
        status: 422,
      })
    for (const step of [() => new Response('x'.repeat(70_000), { status: 422 }), hanging, breaking]) {
      const { clock, ask } = bench([step])
      const { response, errorText } = await clock.run(ask())
      expect([response.status, errorText, clock.pending]).toEqual([422, undefined, 0])
    }
  })
})

test('no headers within 30 s, no connection: no answer', async () => {
  const { clock, ask } = bench([() => new Promise<Response>(() => undefined)])
  await expect(clock.run(ask())).rejects.toThrow()
  expect([clock.monotonic(), clock.pending]).toEqual([30_000, 0])
  await expect(bench([new TypeError('x')]).ask()).rejects.toThrow()
})
