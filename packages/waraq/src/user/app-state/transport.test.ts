import { getAppStateErrorCode, isAppStateHttpError, QuranHttpError } from '@quranjs/api/public'
import { backendConnection } from '../../client/user/user-connection.ts'
import { describe, expect, it } from 'vitest'
import { appStateTransport } from './transport.ts'

const document = { collection: 'settings', key: 'a', schemaVersion: 1, updatedAt: '', version: 1 }
const answer = (data: unknown, init: ResponseInit = {}) => Response.json({ success: true, data }, init)

function bench(...answers: (Response | Error)[]) {
  const sent: Request[] = []
  const transport = appStateTransport({
    connection: backendConnection({ root: 'https://reader.example/user/auth' }),
    account: 'account-1',
    QuranHttpError,
    fetch: async (input, init) => {
      sent.push(new Request(input, init))
      const next = answers.shift()!
      if (next instanceof Error) throw next
      return next
    },
  })
  return { transport, sent }
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the seven calls', () => {
  const etag = { headers: { etag: '"1"' } }
  it('go to the backend, each bound to the account, and no token with them', async () => {
    const page = { hasMore: false, items: [], nextCursor: null, nextSyncToken: 's' }
    const { transport, sent } = bench(
      answer({ collections: [], limits: {} }),
      answer(page),
      answer({ changes: [], hasMore: false, nextSyncToken: 't' }),
      answer(page),
      answer({ ...document, value: 1 }, etag),
      answer(document, { ...etag, status: 201 }),
      new Response(null, { status: 204 }),
    )
    await transport.getConfiguration()
    await transport.bootstrap({ cursor: 'c', limit: 2 })
    await transport.getChanges('s', { limit: 3 })
    await transport.listDocuments('settings', { limit: 4 })
    expect(await transport.getDocument('settings', 'a:b')).toMatchObject({
      etag: '"1"',
      status: 200,
      data: document,
    })
    const body = { schemaVersion: 1, value: { size: 4 } }
    const put = await transport.putDocument('settings', 'a', body, { idempotencyKey: 'k', ifNoneMatch: '*' })
    expect(put).toEqual({ success: true, data: document, etag: '"1"', status: 201 })
    await transport.deleteDocument('settings', 'a', { idempotencyKey: 'l', ifMatch: '"1"' })
    const root = 'https://reader.example/user/auth/v1/app-state'
    expect(sent.map(({ method, url }) => `${method} ${url.slice(root.length)}`)).toEqual([
      'GET :config',
      'GET :bootstrap?cursor=c&limit=2',
      'GET :changes?since=s&limit=3',
      'GET /settings?limit=4',
      'GET /settings/a%3Ab',
      'PUT /settings/a',
      'DELETE /settings/a',
    ])
    for (const { headers } of sent) {
      expect([headers.get('x-relay-account'), headers.get('x-relay')]).toEqual(['account-1', '1'])
      expect(headers.has('x-auth-token')).toBe(false)
    }
    expect(await sent[5]!.json()).toEqual(body)
    const conditions = sent
      .slice(5)
      .map(({ headers }) => [
        headers.get('idempotency-key'),
        headers.get('if-match'),
        headers.get('if-none-match'),
      ])
    expect(conditions).toEqual([
      ['k', null, '*'],
      ['l', '"1"', null],
    ])
  })
})

describe('a refusal', () => {
  it('is the SDK’s own error, and its cause is ours', async () => {
    const refused = {
      success: false,
      message: 'No.',
      type: 'invalid_request',
      details: { error: { code: 'precondition_failed' } },
    }
    const { transport } = bench(Response.json(refused, { status: 412 }))
    const error = await failure(transport.getDocument('settings', 'a'))
    expect(isAppStateHttpError(error, 'precondition_failed')).toBe(true)
    expect(error).toMatchObject({
      status: 412,
      cause: { code: 'invalid_request', details: { serviceCode: 'precondition_failed' } },
    })
  })

  it('of a proxy without a word of App State is no code of it', async () => {
    const { transport } = bench(
      Response.json(
        { success: false, message: 'No.', type: 'rate_limit_exceeded' },
        { status: 429, headers: { 'retry-after': '60' } },
      ),
    )
    const error = await failure(transport.getChanges('s'))
    expect(error).toBeInstanceOf(QuranHttpError)
    expect(error).toMatchObject({
      status: 429,
      cause: { code: 'rate_limited', retryable: true, retryAt: expect.any(Number) as number },
    })
    expect((error as QuranHttpError).headers.get('retry-after')).toMatch(/GMT$/)
    const { transport: other } = bench(
      Response.json({ success: false, message: 'No.', type: 'other_account' }, { status: 409 }),
    )
    expect(getAppStateErrorCode(await failure(other.getChanges('s')))).toBeUndefined()
  })

  it('is not repeated here, and no answer is no refusal', async () => {
    const { transport, sent } = bench(new TypeError('lost'))
    expect(await failure(transport.getConfiguration())).toMatchObject({ code: 'network', retryable: true })
    expect(sent).toHaveLength(1)
  })
})

it.each<[string, unknown]>([
  ['no object', []],
  ['no data', { success: true }],
  ['items that are none', { data: { hasMore: false, items: [{ collection: 'a', key: 1 }] } }],
  ['a flag that is none', { data: { hasMore: 'no', items: [] } }],
])('an answer that the SDK could not read is refused: %s', async (_, body) => {
  const { transport } = bench(Response.json(body))
  expect(await failure(transport.bootstrap())).toMatchObject({ code: 'invalid_response', retryable: true })
})
