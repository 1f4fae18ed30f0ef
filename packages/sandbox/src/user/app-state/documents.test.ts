import { describe, expect, it } from 'vitest'
import type { SandboxOptions } from '../../index.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

const began = Date.parse('2026-01-01T00:00:00Z')
const dayMs = 86_400_000

interface Answer {
  readonly status: number
  readonly etag: string | null
  readonly body: {
    readonly data: Record<string, unknown>
    readonly details?: { readonly error: { readonly code: string; readonly details?: object } }
  }
  /** The refusal's code. */
  readonly code: string | undefined
}

async function start(options: SandboxOptions = {}, scope?: string) {
  const clock = { now: began }
  const sandbox = userSandbox({ now: () => clock.now, tokenLifetime: 10_000_000, ...options })
  const amina = await signedIn(sandbox, 'amina', scope)
  let keys = 0
  const ask = async (method: string, path: string, headers = {}, body?: unknown): Promise<Answer> => {
    const response = await amina.send(method, `/v1/app-state${path}`, { headers, body })
    const text = await response.text()
    const answer = (text === '' ? {} : JSON.parse(text)) as Answer['body']
    const { status } = response
    return { status, etag: response.headers.get('etag'), body: answer, code: answer.details?.error.code }
  }
  const write = (method: string, path: string, conditions: object, value?: unknown) =>
    ask(
      method,
      path,
      { 'idempotency-key': `k-${(keys += 1)}`, ...conditions },
      method === 'PUT' ? { schemaVersion: 1, value } : undefined,
    )
  const make = (path: string, value: unknown = {}) => write('PUT', path, { 'if-none-match': '*' }, value)
  return { clock, sandbox, ask, write, make }
}

describe('a document', () => {
  it('is made, read, replaced and deleted, each on top of its state', async () => {
    const { ask, write, make } = await start()
    const made = await make('/settings/a:b', { size: 4 })
    expect([made.status, made.etag]).toEqual([201, expect.stringMatching(/^"[^"]+"$/)])
    expect(made.body.data).toEqual({
      collection: 'settings',
      key: 'a:b',
      schemaVersion: 1,
      updatedAt: '2026-01-01T00:00:00.000Z',
      version: 1,
    })
    const read = await ask('GET', '/settings/a%3Ab')
    expect([read.status, read.etag, read.body.data['value']]).toEqual([200, made.etag, { size: 4 }])
    const replaced = await write('PUT', '/settings/a:b', { 'if-match': made.etag }, { size: 5 })
    expect([replaced.status, replaced.body.data['version'], replaced.etag === made.etag]).toEqual([
      200,
      2,
      false,
    ])
    expect((await write('DELETE', '/settings/a:b', { 'if-match': replaced.etag })).status).toBe(204)
    expect(await ask('GET', '/settings/a:b')).toMatchObject({ status: 404, code: 'document_not_found' })
  })

  it('is another user’s no more than any data', async () => {
    const { sandbox, make } = await start()
    await make('/settings/a')
    sandbox.addUser({ username: 'other' })
    const other = await signedIn(sandbox, 'other')
    expect(await other.refused('GET', '/v1/app-state/settings/a')).toBe('404 not_found')
  })

  it('is written on top of what the writer knows, or not at all: 412 says the present ETag', async () => {
    const { write, make } = await start()
    const { etag } = await make('/settings/a', 1)
    const refused = [
      await make('/settings/a', 2),
      await write('PUT', '/settings/a', { 'if-match': '"0"' }, 2),
      await write('DELETE', '/settings/a', { 'if-match': '"0"' }),
    ]
    for (const { status, code, body } of refused) {
      expect([status, code]).toEqual([412, 'precondition_failed'])
      expect(body.details!.error.details).toEqual({ currentETag: etag })
    }
    const missing = await write('PUT', '/settings/b', { 'if-match': etag }, 2)
    expect(missing.body.details!.error.details).toEqual({ currentETag: null })
  })

  it.each<[string, string, string, object, unknown, number]>([
    ['precondition_required', 'PUT', '/settings/a', {}, 1, 428],
    ['invalid_precondition', 'PUT', '/settings/a', { 'if-match': '"1"', 'if-none-match': '*' }, 1, 400],
    ['invalid_precondition', 'PUT', '/settings/a', { 'if-none-match': '"1"' }, 1, 400],
    ['invalid_etag', 'PUT', '/settings/a', { 'if-match': '1' }, 1, 400],
    ['invalid_idempotency_key', 'PUT', '/settings/a', { 'idempotency-key': '' }, 1, 400],
    ['invalid_key', 'PUT', '/settings/a%20b', { 'if-none-match': '*' }, 1, 400],
    ['invalid_collection', 'PUT', '/-/a', { 'if-none-match': '*' }, 1, 400],
    ['collection_not_allowed', 'PUT', '/other/a', { 'if-none-match': '*' }, 1, 403],
    ['document_not_found', 'DELETE', '/settings/a', { 'if-match': '"1"' }, undefined, 404],
    ['document_too_large', 'PUT', '/settings/a', { 'if-none-match': '*' }, 'x'.repeat(65_536), 413],
  ])('is refused: %s', async (code, method, path, conditions, value, status) => {
    const { write } = await start()
    expect(await write(method, path, conditions, value)).toMatchObject({ code, status })
  })

  it('that is no JSON of the form is refused', async () => {
    const { ask } = await start()
    const headers = { 'idempotency-key': 'k', 'if-none-match': '*' }
    expect(await ask('PUT', '/settings/a', headers, { value: 1 })).toMatchObject({ code: 'invalid_json' })
  })
})

it('a write that is repeated gets the same answer, and its key is of no use for another', async () => {
  const { ask, write } = await start()
  const put = (value: unknown, conditions = {}) =>
    ask(
      'PUT',
      '/settings/a',
      { 'idempotency-key': 'once', 'if-none-match': '*', ...conditions },
      { schemaVersion: 1, value },
    )
  const first = await put(1)
  expect(await put(1)).toEqual(first)
  expect(await put(2)).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
  expect(await put(1, { 'if-match': first.etag, 'if-none-match': undefined })).toMatchObject({
    code: 'idempotency_key_reused',
  })
  const last = await write('PUT', '/settings/a', { 'if-match': first.etag }, 3)
  expect(await put(1)).toEqual(first)
  expect((await ask('GET', '/settings/a')).etag).toBe(last.etag)
})

describe('quotas', () => {
  const collections = [
    { name: 'few', maxDocumentsPerUser: 1, requiresPrecondition: false },
    { name: 'many', maxDocumentsPerUser: 9, requiresPrecondition: false },
  ]

  it('hold for a collection, for all documents and for all bytes', async () => {
    const { write } = await start({
      appState: { collections, limits: { maxDocumentsPerUser: 3, quotaBytesPerUser: 60 } },
    })
    const put = async (path: string, value: unknown) => (await write('PUT', path, {}, value)).code ?? 'kept'
    expect(await put('/few/a', 'x')).toBe('kept')
    expect(await put('/few/b', 'x')).toBe('quota_exceeded')
    expect(await put('/few/a', 'y')).toBe('kept')
    expect(await put('/many/a', 'x'.repeat(60))).toBe('quota_exceeded')
    expect(await put('/many/a', 'x')).toBe('kept')
    expect(await put('/many/b', 'x')).toBe('kept')
    expect(await put('/many/c', 'x')).toBe('quota_exceeded')
  })

  it('are told with the collections', async () => {
    const { ask } = await start({ appState: { collections, limits: { maxDocumentBytes: 7 } } })
    expect((await ask('GET', ':config')).body.data).toEqual({
      collections,
      configVersion: 1,
      limits: {
        changeRetentionDays: 30,
        maxDocumentBytes: 7,
        maxDocumentsPerUser: 1_000,
        quotaBytesPerUser: 5_242_880,
      },
    })
  })
})

describe('what a device reads', () => {
  const keysOf = (items: unknown) => (items as { key: string }[]).map(({ key }) => key)

  it('is a bootstrap in pages, whose token tells what changed since its first page', async () => {
    const { ask, make } = await start()
    for (const key of ['a', 'b', 'c']) await make(`/settings/${key}`, key)
    const first = (await ask('GET', ':bootstrap?limit=2')).body.data
    expect([keysOf(first['items']), first['hasMore'], first['nextSyncToken']]).toEqual([
      ['a', 'b'],
      true,
      null,
    ])
    await make('/settings/aa', 'late')
    const query = new URLSearchParams({ limit: '2', cursor: String(first['nextCursor']) })
    const last = (await ask('GET', `:bootstrap?${query}`)).body.data
    expect([keysOf(last['items']), last['hasMore'], last['nextCursor']]).toEqual([['c'], false, null])
    const since = new URLSearchParams({ since: String(last['nextSyncToken']) })
    const changes = (await ask('GET', `:changes?${since}`)).body.data
    expect(keysOf(changes['changes'])).toEqual(['aa'])
    const listed = (await ask('GET', '/settings?limit=9')).body.data
    expect([keysOf(listed['items']), 'nextSyncToken' in listed]).toEqual([['a', 'aa', 'b', 'c'], false])
  })

  it('is each document in its latest state, deletions included, in pages', async () => {
    const { ask, write, make } = await start()
    const token = String((await ask('GET', ':bootstrap')).body.data['nextSyncToken'])
    const { etag } = await make('/settings/a', 1)
    await make('/settings/b', 1)
    await write('DELETE', '/settings/a', { 'if-match': etag })
    const changes = async (since: string) =>
      (await ask('GET', `:changes?${new URLSearchParams({ since, limit: '1' })}`)).body.data
    const first = await changes(token)
    expect(first).toMatchObject({ changes: [{ key: 'b', operation: 'upsert', version: 1 }], hasMore: true })
    const last = await changes(String(first['nextSyncToken']))
    expect(last).toMatchObject({
      changes: [{ key: 'a', operation: 'delete', value: null, version: 2 }],
      hasMore: false,
    })
    expect(await changes(String(last['nextSyncToken']))).toMatchObject({ changes: [], hasMore: false })
  })

  it('ends with 410 once its token is older than changes are kept', async () => {
    const { ask, clock } = await start()
    const token = String((await ask('GET', ':bootstrap')).body.data['nextSyncToken'])
    const since = (value: string) => ask('GET', `:changes?${new URLSearchParams({ since: value })}`)
    clock.now += 30 * dayMs
    expect((await since(token)).status).toBe(200)
    clock.now += 1
    expect(await since(token)).toMatchObject({ status: 410, code: 'sync_token_expired' })
    expect(await since(`9.${clock.now}`)).toMatchObject({ status: 410, code: 'bootstrap_required' })
    expect(await since('no token')).toMatchObject({ status: 400, code: 'invalid_sync_token' })
    expect(await ask('GET', ':bootstrap?cursor=x')).toMatchObject({ status: 410 })
  })
})

it('needs no scope of its own', async () => {
  const { make } = await start({}, 'note')
  expect((await make('/settings/a')).status).toBe(201)
})

it('meets the faults that are asked for, with the codes of App State', async () => {
  const { sandbox, make, ask } = await start()
  sandbox.fault({
    match: { path: '/auth/v1/app-state', method: 'PUT' },
    effect: { status: 503, body: { details: { error: 'app_state_unavailable' } }, carriedOut: 'before' },
  })
  const answer = await make('/settings/a', 7)
  expect([answer.status, answer.body.details!.error]).toEqual([503, 'app_state_unavailable'])
  expect((await ask('GET', '/settings/a')).body.data['value']).toBe(7)
})
