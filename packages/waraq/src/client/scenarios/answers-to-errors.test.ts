/** What a call makes of each answer of the service: how often it asks again, and which error its caller gets. */
import { restoredError } from '@waraq/protocol'
import { describe, expect, test } from 'vitest'
import {
  bench,
  html,
  json,
  lastPage,
  standardError,
  streamed,
  syncError,
  type Bench,
  type Step,
} from '../scripted-service.test-support.ts'
import { failure } from '@waraq/test-support/failure'

const ok = () => json(lastPage)
const request = { filter: 'translations:20', bootstrap: true } as const

async function outcome({ client, clock }: Bench) {
  const error = await failure(clock.run(client.sync(request)))
  return { code: error['code'], retryable: error['retryable'], retryAt: error['retryAt'], error }
}

describe('401', () => {
  test('a fresh token once, the request once more', async () => {
    const b = bench([standardError(401, 'unauthorized'), ok()])
    await expect(b.clock.run(b.client.sync(request))).resolves.toMatchObject({ page: lastPage.sync })
    expect(b.sent.map((sent) => sent.header('x-auth-token'))).toEqual(['t1', 't2'])
    expect(b.tokens.refreshes).toBe(1)
    expect(b.notices).toEqual([])
  })

  test('twice: unauthorized, retryable, at once', async () => {
    const b = bench([standardError(401, 'unauthorized')])
    expect(await outcome(b)).toMatchObject({ code: 'unauthorized', retryable: true, error: { status: 401 } })
    expect(b.sent).toHaveLength(2)
    expect(b.tokens.refreshes).toBe(1)
    expect(b.clock.monotonic()).toBe(0)
  })

  test('one renewal for a call, also across its retries', async () => {
    const refused = standardError(401, 'unauthorized')
    const b = bench([refused, standardError(503, 'service_unavailable'), refused])
    expect(await outcome(b)).toMatchObject({ code: 'unauthorized' })
    expect(b.sent).toHaveLength(3)
    expect(b.tokens.refreshes).toBe(1)
  })

  test('invalid_token counts as 401 under any refusing status', async () => {
    for (const status of [400, 403]) {
      const b = bench([standardError(status, 'invalid_token'), ok()])
      await b.clock.run(b.client.sync(request))
      expect(b.tokens.refreshes).toBe(1)
    }
  })

  test('a request refused with a token that another has renewed meanwhile asks for no renewal', async () => {
    let release = () => {}
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    let first = true
    const b = bench([
      async (sent) => {
        if (sent.header('x-auth-token') !== 't1') return ok()
        if (first) {
          first = false
          await slow
        }
        return standardError(401, 'unauthorized')
      },
    ])
    const late = b.client.sync(request)
    await b.clock.advance(0)
    await b.client.sync(request)
    release()
    await b.clock.run(late)
    expect(b.tokens.refreshes).toBe(1)
    expect(b.sent.map((sent) => sent.header('x-auth-token'))).toEqual(['t1', 't1', 't2', 't2'])
  })
})

describe('403', () => {
  test('no retry, no renewal with a young token', async () => {
    const b = bench([standardError(403, 'insufficient_scope')])
    const result = await outcome(b)
    expect(result).toMatchObject({ code: 'forbidden', retryable: false })
    expect(result.error['details']).toMatchObject({ type: 'insufficient_scope' })
    expect(b.sent).toHaveLength(1)
    expect(b.tokens.refreshes).toBe(0)
  })

  test('one renewal with a token older than 60 s', async () => {
    for (const [age, refreshes] of [
      [60_000, 0],
      [60_001, 1],
    ] as const) {
      const b = bench([ok(), standardError(403, 'forbidden')])
      await b.clock.run(b.client.sync(request))
      await b.clock.advance(age)
      expect(await outcome(b)).toMatchObject({ code: 'forbidden' })
      expect(b.tokens.refreshes).toBe(refreshes)
      expect(b.sent).toHaveLength(2 + refreshes)
    }
  })

  test('the wall clock has no say in the age', async () => {
    const b = bench([ok(), standardError(403, 'forbidden')])
    await b.clock.run(b.client.sync(request))
    b.clock.jump(10 * 365 * 86_400_000)
    await outcome(b)
    expect(b.tokens.refreshes).toBe(0)
  })
})

describe('refusals that a retry cannot change', () => {
  const cases: [string, Response, string][] = [
    ['404 snapshot_not_found', syncError(404, 'snapshot_not_found'), 'snapshot_not_found'],
    ['404', standardError(404, 'not_found'), 'not_found'],
    ['404 of some gateway', html(404), 'not_found'],
    ['410 resync_required', syncError(410, 'resync_required'), 'resync_required'],
    ['410', standardError(410, 'gone'), 'resync_required'],
    ['422 token_filter_mismatch', syncError(422, 'token_filter_mismatch'), 'token_filter_mismatch'],
    ['422 cursor_filter_mismatch', syncError(422, 'cursor_filter_mismatch'), 'cursor_filter_mismatch'],
    ['422 cursor_per_page_mismatch', syncError(422, 'cursor_per_page_mismatch'), 'cursor_per_page_mismatch'],
    ['422 invalid_resources', syncError(422, 'invalid_resources'), 'invalid_resources'],
    ['422', standardError(422, 'unprocessable_entity'), 'invalid_request'],
    ['400', standardError(400, 'invalid_request'), 'invalid_request'],
  ]
  test.each(cases)('%s', async (_name, answer, code) => {
    const b = bench([answer])
    expect(await outcome(b)).toMatchObject({ code, retryable: false, retryAt: undefined })
    expect(b.sent).toHaveLength(1)
  })

  test('422 invalid_resources passes on what the service says about the filter', async () => {
    const { error } = await outcome(bench([syncError(422, 'invalid_resources', 'unknown group: pages')]))
    expect(error['details']).toMatchObject({ serviceMessage: 'unknown group: pages' })
  })

  test('invalid_per_page is refused before sending', async () => {
    const b = bench([ok()])
    const error = await failure(b.client.sync({ ...request, perPage: 101 }))
    expect(error).toMatchObject({ code: 'invalid_per_page', retryable: false })
    expect(b.sent).toHaveLength(0)
  })
})

describe('429', () => {
  const limited = (headers: Record<string, string> = {}) => standardError(429, 'rate_limit_exceeded', headers)

  test('waits the seconds that the service names', async () => {
    const b = bench([limited({ 'retry-after': '7' }), ok()])
    await b.clock.run(b.client.sync(request))
    expect(b.notices).toMatchObject([
      { address: 'sync', attempt: 1, delayMs: 7_000, error: { code: 'rate_limited' } },
    ])
    expect(b.clock.monotonic()).toBe(7_000)
  })

  test('waits until the date that the service names, by its own clock', async () => {
    const headers = { date: 'Thu, 01 Jan 2015 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2015 00:00:09 GMT' }
    const b = bench([limited(headers), ok()])
    await b.clock.run(b.client.sync(request))
    expect(b.clock.monotonic()).toBe(9_000)
  })

  test('does not sit through more than the longest delay, and says when to return', async () => {
    const b = bench([limited({ 'retry-after': '31' })])
    const now = b.clock.now()
    expect(await outcome(b)).toMatchObject({ code: 'rate_limited', retryable: true, retryAt: now + 31_000 })
    expect(b.sent).toHaveLength(1)
  })

  test('an absurd date is held to an hour', async () => {
    const b = bench([limited({ 'retry-after': 'Sun, 01 Jan 3000 00:00:00 GMT' })])
    expect((await outcome(b)).retryAt).toBe(b.clock.now() + 3_600_000)
  })

  test('without a time backs off, and ends after five tries', async () => {
    const b = bench([limited()])
    expect(await outcome(b)).toMatchObject({ code: 'rate_limited', retryAt: undefined })
    expect(b.sent).toHaveLength(5)
    expect(b.notices.map(({ delayMs }) => delayMs)).toEqual([499.5, 999, 1_998, 1_998])
  })

  test('the last error carries the time as well', async () => {
    const b = bench([limited({ 'retry-after': '2' })])
    expect((await outcome(b)).retryAt).toBe(b.clock.now() + 2_000)
    expect(b.sent).toHaveLength(5)
  })
})

describe('failures that may pass are tried again, with backoff, a bounded number of times', () => {
  const cases: [string, () => Step, string][] = [
    ['500', () => standardError(500, 'internal_server_error'), 'service_failed'],
    ['502 in HTML', () => html(502), 'service_failed'],
    ['503', () => standardError(503, 'service_unavailable'), 'service_failed'],
    ['504', () => standardError(504, 'gateway_timeout'), 'service_failed'],
    ['no connection', () => new TypeError('fetch failed'), 'network'],
    ['no answer in time', () => () => new Promise<Response>(() => undefined), 'timeout'],
    ['a body that stops', () => () => streamed(['{"sync":'], 'hang'), 'timeout'],
    ['a body that breaks', () => () => streamed(['{"sync":'], 'break'), 'truncated_body'],
    ['a body that ends early', () => () => streamed(['{"sync":{"has_more":'], 'close'), 'truncated_body'],
    ['an empty body', () => () => streamed([], 'close'), 'truncated_body'],
    [
      'a refusal whose body breaks',
      () => () => new Response(streamed(['{"err'], 'break').body, { status: 422 }),
      'truncated_body',
    ],
    ['a sign-in page', () => html(), 'not_json'],
    ['a sign-in page that claims to be JSON', () => () => streamed(['<html>'], 'close'), 'not_json'],
    ['JSON of another kind', () => json({ hello: 'world' }), 'invalid_response'],
    [
      'a page without its token',
      () => json({ sync: { ...lastPage.sync, next_sync_token: null } }),
      'invalid_response',
    ],
    ['204', () => () => new Response(null, { status: 204 }), 'invalid_response'],
  ]

  test.each(cases)('%s', async (_name, step, code) => {
    const lost = bench([step()])
    expect(await outcome(lost)).toMatchObject({ code, retryable: true })
    expect(lost.sent).toHaveLength(5)
    expect(lost.notices.map(({ error }) => error.code)).toEqual([code, code, code, code])
    expect(lost.clock.pending).toBe(0)

    const healed = bench([step(), step(), ok()])
    await expect(healed.clock.run(healed.client.sync(request))).resolves.toMatchObject({
      page: lastPage.sync,
    })
    expect(healed.sent).toHaveLength(3)
  })

  test('503 with Retry-After beyond the longest delay ends at once', async () => {
    const b = bench([standardError(503, 'service_unavailable', { 'retry-after': '120' })])
    const now = b.clock.now()
    expect(await outcome(b)).toMatchObject({ code: 'service_failed', retryAt: now + 120_000 })
    expect(b.sent).toHaveLength(1)
  })

  test('a token source that fails is tried again as its cause allows', async () => {
    const cases: [unknown, number, boolean][] = [
      [restoredError({ code: 'x', message: 'x', retryable: true }), 5, true],
      [restoredError({ code: 'x', message: 'x', retryable: false }), 1, false],
      [new TypeError('Failed to fetch'), 5, true],
    ]
    for (const [thrown, calls, retryable] of cases) {
      let asked = 0
      const tokens = {
        get: async () => {
          asked += 1
          throw thrown
        },
      }
      expect(await outcome(bench([ok()], { tokens }))).toMatchObject({ code: 'token_unavailable', retryable })
      expect(asked).toBe(calls)
    }
  })

  test('an endless page ends, without a second helping', async () => {
    const chunk = ' '.repeat(65_536)
    const endless = () => streamed(['{', ...Array.from({ length: 40 }, () => chunk)], 'hang')
    const b = bench([endless], { maxPageBytes: 1_048_576 })
    expect(await outcome(b)).toMatchObject({ code: 'feed_too_large', retryable: false })
    expect(b.sent).toHaveLength(1)
  })

  test('a page has 16 MiB at most, and a snapshot may have more', async () => {
    const mebibyte = ' '.repeat(1024 * 1024)
    const long = () => streamed([...Array.from({ length: 17 }, () => mebibyte), '{}'], 'close')
    expect(await outcome(bench([long]))).toMatchObject({ code: 'feed_too_large' })
    const b = bench([long])
    const length = b.clock.run(
      b.client.snapshot(
        { group: 'translations', id: 20 },
        async (download) => (await download.text()).length,
      ),
    )
    expect(await length).toBe(17 * 1024 * 1024 + 2)
  })
})
