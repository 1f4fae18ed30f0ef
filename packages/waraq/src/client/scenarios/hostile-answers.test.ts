import { describe, expect, test } from 'vitest'
import { failure } from '@waraq/test-support/failure'
import { bench, html, json, lastPage, streamed } from '../scripted-service.test-support.ts'

/** Answers that mean harm, or come from another server. */

const request = { filter: 'translations:20', bootstrap: true } as const
const ref = { group: 'translations', id: 20 }
const once = { retry: { attempts: 1 } }

const morePages = (next_page_url: string) => ({
  sync: { ...lastPage.sync, has_more: true, next_page_url, next_sync_token: null },
})
const lastWith = (next_sync_token: string) => ({ sync: { ...lastPage.sync, next_sync_token } })

describe('what a page gives to be sent back', () => {
  test.each([
    'https://evil.example/api/v4/resources/sync?cursor=a',
    '//evil.example/api/v4/resources/sync?cursor=a',
    '/api/v4/resources/sync',
    '/api/v4/resources/../sync?cursor=a',
    '/api/v4/resources/snapshots/translations/20?cursor=a',
    `/api/v4/resources/sync?cursor=${'a'.repeat(20_000)}`,
    '/api/v4/resources/sync?cursor=\ud800',
  ])('a next page at %.60s: the page is refused before the caller keeps its changes', async (address) => {
    const { client, sent } = bench([json(morePages(address))])
    const error = await failure(client.sync(request))
    expect(error).toMatchObject({ code: 'foreign_address', retryable: false })
    expect(error.message.length).toBeLessThan(400)
    expect(sent).toHaveLength(1)
  })

  test.each(['\ud800', 'a\udfff', 'a'.repeat(20_000)])(
    'a token that no request can carry would stop every later sync: refused (%#)',
    async (token) => {
      const { client } = bench([json(lastWith(token))], once)
      expect(await failure(client.sync(request))).toMatchObject({
        code: 'invalid_response',
        retryable: true,
        details: { issues: ['sync.next_sync_token: not sendable'] },
      })
      const { client: later, sent } = bench([json(lastPage)])
      const asked = later.sync({ filter: 'translations:20', syncToken: token })
      expect(await failure(asked)).toMatchObject({ code: 'invalid_request' })
      expect(sent).toHaveLength(0)
    },
  )

  test('a token of odd but sendable text goes out as it came', async () => {
    const token = 'a\u0000 &?#%+/=\u{1f4d6}\ufeff'
    const { client, sent } = bench([json(lastPage)])
    await client.sync({ filter: 'translations:20', syncToken: token })
    expect(new URL(sent[0]!.url).searchParams.get('sync_token')).toBe(token)
  })

  test('ten megabytes of address are refused like any other', async () => {
    const { client, sent } = bench([json(lastPage)])
    for (const piece of ['/a', '/..', '/%2e', ' ', '/api/v4/resources/snapshots']) {
      const address = `/api/v4/resources/snapshots${piece.repeat(10_000_000 / piece.length)}`
      expect(await failure(client.snapshot(address, async () => undefined))).toMatchObject({
        code: 'foreign_address',
      })
    }
    expect(sent).toHaveLength(0)
  })
})

describe('an answer from elsewhere', () => {
  const at = (url: string, redirected = false) => {
    const response = json(lastPage)
    return () =>
      Object.defineProperties(response.clone(), { url: { value: url }, redirected: { value: redirected } })
  }
  const own =
    'https://service.example/content/api/v4/resources/sync?resources=translations%3A20&bootstrap=true'

  test('is no answer', async () => {
    for (const url of ['https://evil.example/', 'https://service.example/login']) {
      expect(await failure(bench([at(url)], once).client.sync(request))).toMatchObject({ code: 'network' })
    }
    expect(await failure(bench([at(own, true)], once).client.sync(request))).toMatchObject({
      code: 'network',
    })
    expect((await bench([at(own)]).client.sync(request)).page).toEqual(lastPage.sync)
  })

  test('a sign-in page is not JSON, even where it says so', async () => {
    const { client } = bench([html()], once)
    expect(await failure(client.sync(request))).toMatchObject({ code: 'not_json', retryable: true })
    const named = () => new Response('<!doctype html>', { headers: { 'content-type': 'application/json' } })
    expect(await failure(bench([named], once).client.sync(request))).toMatchObject({ code: 'not_json' })
  })
})

describe('headers', () => {
  const long = 'x'.repeat(1_000_000)

  test.each([
    { 'retry-after': long },
    { 'retry-after': '9'.repeat(100_000) },
    { 'retry-after': '-1' },
    { 'retry-after': '1e9' },
    { 'retry-after': 'Infinity' },
    { 'retry-after': 'Fri, 99 Zzz 9999 99:99:99 GMT' },
    { date: long },
    { 'content-type': `application/json; ${long}` },
    { 'content-length': 'x' },
    { 'content-length': '-1' },
  ])('of odd kinds do no harm (%#)', async (headers: Record<string, string>) => {
    expect((await bench([json(lastPage, 200, headers)]).client.sync(request)).page).toEqual(lastPage.sync)
    const refused = bench(
      [json({ message: 'No.', type: 'rate_limit_exceeded', success: false }, 429, headers)],
      once,
    )
    const error = await failure(refused.client.sync(request))
    expect(error['code']).toBe('rate_limited')
    const waitMs = (error['retryAt'] as number | undefined) ?? refused.clock.now()
    expect(waitMs - refused.clock.now()).toBeLessThanOrEqual(3_600_000)
    expect(error.message.length + JSON.stringify(error['details']).length).toBeLessThan(1_000)
  })
})

describe('JSON that says things twice', () => {
  test('means the last of them, as everywhere', async () => {
    const text = JSON.stringify(lastPage).replace('{"sync":', '{"sync":null,"sync":')
    const twice = () => new Response(text, { headers: { 'content-type': 'application/json' } })
    expect((await bench([twice]).client.sync(request)).page).toEqual(lastPage.sync)
    const worse = () => new Response(text.replace(/}$/, ',"sync":[]}'), twice())
    expect(await failure(bench([worse], once).client.sync(request))).toMatchObject({
      code: 'invalid_response',
    })
  })
})

describe('a refusal whose body does not end', () => {
  test('is told by its status all the same', async () => {
    const stuck = () => new Response(streamed(['{"mess'], 'hang').body, { status: 503 })
    const { client, clock } = bench([stuck], once)
    expect(await failure(clock.run(client.sync(request)))).toMatchObject({
      code: 'service_failed',
      status: 503,
    })
    expect(clock.monotonic()).toBeLessThanOrEqual(30_000)
  })

  test('even where it trickles', async () => {
    const { client, clock } = bench(
      [
        () =>
          new Response(
            new ReadableStream<Uint8Array>({
              async pull(controller) {
                await clock.sleep(29_000)
                controller.enqueue(new TextEncoder().encode(' '))
              },
            }),
            { status: 503 },
          ),
      ],
      once,
    )
    expect(await failure(clock.run(client.sync(request)))).toMatchObject({ code: 'service_failed' })
    expect(clock.monotonic()).toBeLessThanOrEqual(30_000)
  })
})

test('a snapshot beyond maxSnapshotBytes is given up at once', async () => {
  const { client, sent } = bench([json({ records: ['x'.repeat(2_000)] })], { maxSnapshotBytes: 1_000 })
  const read = ({ text }: { text(): Promise<string> }) => text()
  expect(await failure(client.snapshot(ref, read))).toMatchObject({
    code: 'snapshot_too_large',
    retryable: false,
  })
  expect(sent).toHaveLength(1)
})
