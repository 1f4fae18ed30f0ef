import { isAbort } from '@waraq/protocol'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { html, json, scriptedFetch, type Step } from './scripted-service.test-support.ts'
import { failure } from '@waraq/test-support/failure'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { relayTokens } from './relay-tokens.ts'

const answer = (token: string, expiresIn = 3_600) => json({ token, clientId: 'client-1', expiresIn })

function bench(...steps: Step[]) {
  const clock = new VirtualClock()
  const { fetch, sent } = scriptedFetch(...steps)
  const source = relayTokens('https://reader.example/token', { fetch, clock })
  const get = (options?: Parameters<typeof source.get>[0]) => clock.run(source.get(options))
  return { clock, sent, source, get }
}

/** A relay whose answers wait to be released, one by one. */
function gated(clock = new VirtualClock()) {
  const gates: ((response: Response) => void)[] = []
  const { fetch, sent } = scriptedFetch(() => new Promise<Response>((resolve) => gates.push(resolve)))
  const source = relayTokens('https://reader.example/token', { fetch, clock })
  const release = async (response: Response) => {
    await settle()
    gates.shift()?.(response)
    await settle()
  }
  return { clock, sent, source, release }
}

describe('requests to the relay', () => {
  test('are posts that no form can send', async () => {
    const { get, sent } = bench(answer('a'))
    await get()
    expect(sent[0]?.url).toBe('https://reader.example/token')
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{}',
      cache: 'no-store',
      redirect: 'error',
      credentials: 'same-origin',
    })
    expect(sent[0]?.header('content-type')).toBe('application/json')
    expect(sent[0]?.header('x-relay')).toBe('1')
  })

  test('tell who asks, anew each time', async () => {
    const clock = new VirtualClock()
    const { fetch, sent } = scriptedFetch(answer('a'), answer('b'))
    let asked = 0
    const headers = async () => ({ authorization: `Bearer ${(asked += 1)}` })
    const source = relayTokens('https://reader.example/token', {
      fetch,
      clock,
      credentials: 'include',
      headers,
    })
    await clock.run(source.get())
    await clock.run(source.get({ refresh: true }))
    expect(sent.map((each) => each.header('authorization'))).toEqual(['Bearer 1', 'Bearer 2'])
    expect(sent[0]?.init.credentials).toBe('include')
    expect(sent[0]?.header('content-type')).toBe('application/json')
  })

  test('have ten seconds, with the question for their headers', async () => {
    const clock = new VirtualClock()
    const { fetch } = scriptedFetch(answer('a'))
    const headers = () => new Promise<Record<string, string>>(() => undefined)
    const source = relayTokens('https://reader.example/token', { fetch, clock, headers })
    expect(await failure(clock.run(source.get()))).toMatchObject({
      code: 'token_unavailable',
      retryable: true,
    })
    expect(clock.monotonic()).toBe(10_000)
  })

  test('a refresh names the refused token by its hash only', async () => {
    const { get, sent } = bench(answer('secret-token'), answer('b'))
    await get()
    expect(await get({ refresh: true })).toMatchObject({ token: 'b' })
    const renew = createHash('sha256').update('secret-token').digest('hex')
    expect(sent[1]?.init.body).toBe(JSON.stringify({ renew }))
  })

  test('a refresh without a token asks for any', async () => {
    const { get, sent } = bench(answer('a'))
    await get({ refresh: true })
    expect(sent[0]?.init.body).toBe('{}')
  })
})

describe('keeping', () => {
  test('a token is used until 30 s before it expires', async () => {
    const { clock, get, sent } = bench(answer('a'), answer('b'))
    expect(await get()).toEqual({ token: 'a', clientId: 'client-1', expiresAt: clock.now() + 3_600_000 })
    await clock.advance(3_569_999)
    expect(await get()).toMatchObject({ token: 'a' })
    await clock.advance(1)
    expect(await get()).toMatchObject({ token: 'b' })
    expect(sent).toHaveLength(2)
  })

  test('a wrong or jumping wall clock does not matter', async () => {
    for (const years of [-10, 10]) {
      const { clock, get, sent } = bench(answer('a'))
      clock.jump(years * 365 * 86_400_000)
      await get()
      clock.jump(-2 * years * 365 * 86_400_000)
      await get()
      expect(sent).toHaveLength(1)
    }
  })

  test('a short-lived token is used for half its life', async () => {
    const { clock, get, sent } = bench(answer('a', 20))
    await get()
    await clock.advance(9_999)
    await get()
    expect(sent).toHaveLength(1)
    await clock.advance(1)
    await get()
    expect(sent).toHaveLength(2)
  })
})

describe('one request at a time', () => {
  test('however many ask', async () => {
    const { source, sent, release } = gated()
    const all = Promise.all(Array.from({ length: 1_000 }, () => source.get()))
    await release(answer('a'))
    expect(new Set((await all).map(({ token }) => token))).toEqual(new Set(['a']))
    expect(sent).toHaveLength(1)
  })

  test('for all callers that ask for a refresh or a token meanwhile', async () => {
    const { source, sent, release } = gated()
    const first = source.get()
    await release(answer('a'))
    await first
    const all = Promise.all(
      Array.from({ length: 1_000 }, (_, index) => source.get({ refresh: index % 2 === 0 })),
    )
    await release(answer('b'))
    expect(new Set((await all).map(({ token }) => token))).toEqual(new Set(['b']))
    expect(sent).toHaveLength(2)
  })

  test('a refresh during a request takes its token if that is a new one', async () => {
    const { source, sent, release } = gated()
    const plain = source.get()
    const refresh = source.get({ refresh: true })
    await release(answer('a'))
    expect([(await plain).token, (await refresh).token]).toEqual(['a', 'a'])
    expect(sent).toHaveLength(1)
  })

  test('who gives up does not take the request from the others', async () => {
    const { source, sent, release } = gated()
    const controller = new AbortController()
    const quitter = failure(source.get({ signal: controller.signal }))
    const slow = source.get()
    await settle()
    controller.abort()
    expect(isAbort(await quitter)).toBe(true)
    expect(sent[0]?.init.signal?.aborted).toBe(false)
    await release(answer('a'))
    expect(await slow).toMatchObject({ token: 'a' })
    expect(isAbort(await failure(source.get({ signal: controller.signal })))).toBe(true)
  })

  test('a failure is not kept', async () => {
    const { get } = bench(json({}, 503), answer('a'))
    expect(await failure(get())).toMatchObject({ code: 'token_unavailable' })
    expect(await get()).toMatchObject({ token: 'a' })
  })
})

describe('failures', () => {
  const cases: [string, Step, boolean][] = [
    ['a refusal', json({ message: 'No.', type: 'forbidden', success: false }, 403), false],
    ['no such address', html(404), false],
    ['an outage', json({}, 503), true],
    ['too many requests', json({}, 429), true],
    ['no connection', new TypeError('fetch failed'), true],
    ['no answer', () => new Promise<Response>(() => undefined), true],
    ['a sign-in page', html(), true],
    ['JSON without a token', json({ token: '' }), true],
    ['a lifetime that is none', json({ token: 'a', clientId: 'b', expiresIn: 0 }), true],
    ['an endless answer', () => new Response('x'.repeat(70_000)), true],
  ]
  test.each(cases)('%s', async (_name, step, retryable) => {
    const { get, clock } = bench(step)
    expect(await failure(get())).toMatchObject({ code: 'token_unavailable', retryable })
    expect(clock.pending).toBe(0)
  })

  test('an answer has ten seconds', async () => {
    const { get, clock } = bench(() => new Promise<Response>(() => undefined))
    await failure(get())
    expect(clock.monotonic()).toBe(10_000)
  })

  test('the relay says when to return', async () => {
    const { get, clock } = bench(json({}, 503, { 'retry-after': '40' }))
    expect((await failure(get()))['retryAt']).toBe(clock.now() + 40_000)
  })
})
