import { failure } from '@waraq/test-support/failure'
import { settle } from '@waraq/test-support/at-rest'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { bench, json, lastPage, standardError, syncError } from './scripted-service.test-support.ts'

/** Requests to a proxy; requests with tokens are in content-client.test.ts. */

const request = { filter: 'translations:20', bootstrap: true } as const
const root = 'https://app.example/api/content/'

describe('a request to a proxy', () => {
  test('has the path of the service, the mark of the relay and no token', async () => {
    const { client, sent } = bench([json(lastPage)], { proxy: { root } })
    await client.sync(request)
    expect(sent[0]?.url).toBe(
      'https://app.example/api/content/api/v4/resources/sync?resources=translations%3A20&bootstrap=true',
    )
    expect(sent[0]?.init.headers).toEqual({ accept: 'application/json', 'x-relay': '1' })
    expect(sent[0]?.init.credentials).toBe('same-origin')
  })

  test('carries what the application adds', async () => {
    let asked = 0
    const headers = () => ({ authorization: `Bearer ${(asked += 1)}` })
    const { client, sent } = bench([json(lastPage)], { proxy: { root, credentials: 'include', headers } })
    await client.sync(request)
    await client.sync(request)
    expect(sent.map((each) => each.header('authorization'))).toEqual(['Bearer 1', 'Bearer 2'])
    expect(sent[0]?.init.credentials).toBe('include')
  })

  test('follows addresses of the service below the proxy, and nowhere else', async () => {
    const { client, sent } = bench([json(lastPage), json({})], { proxy: { root } })
    await client.syncPage('/api/v4/resources/sync?cursor=a')
    await client.snapshot('/api/v4/resources/snapshots/translations/20', (download) => download.text())
    expect(sent.map(({ url }) => url)).toEqual([
      'https://app.example/api/content/api/v4/resources/sync?cursor=a',
      'https://app.example/api/content/api/v4/resources/snapshots/translations/20',
    ])
    const error = await failure(client.syncPage('//evil.example/api/v4/resources/sync?cursor=a'))
    expect(error).toMatchObject({ code: 'foreign_address' })
  })
})

describe('a refusal of a proxy', () => {
  test.each([
    [401, 'unauthorized', true],
    [401, 'invalid_token', true],
    [403, 'forbidden', false],
  ])(
    '%i %s means the session of the application, and nothing is renewed',
    async (status, type, retryable) => {
      const { client, sent, tokens } = bench([standardError(status, type)], { proxy: { root } })
      const error = await failure(client.sync(request))
      expect(error).toMatchObject({ code: 'proxy_refused', retryable, status })
      expect(error.message).toMatch(/^The proxy answered .*Sign in to the application/)
      expect([sent.length, tokens.refreshes]).toEqual([1, 0])
    },
  )

  test('keeps the meaning that the service gave it', async () => {
    const { client } = bench([syncError(410, 'resync_required')], { proxy: { root } })
    const { filter } = request
    expect(await failure(client.sync({ filter, syncToken: 'x' }))).toMatchObject({ code: 'resync_required' })
  })

  test('shows no header, even where it quotes one', async () => {
    const headers = { authorization: 'Bearer CANARY' }
    const quoting = syncError(422, 'invalid_resources', 'Refused: Bearer CANARY')
    const { client } = bench([quoting], { proxy: { root, headers } })
    const error = await failure(client.sync(request))
    expect(error).toMatchObject({ code: 'invalid_resources' })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('CANARY')
  })
})

test.each([
  ['http://app.example/content', 'invalid_relay_address'],
  ['/content', 'invalid_relay_address'],
  ['https://app.example/content?a=b', 'invalid_relay_address'],
  ['https://user:secret@app.example/', 'invalid_relay_address'],
])('%s is no proxy for a program without a page', (address, code) => {
  expect(() => bench([], { proxy: { root: address } })).toThrow(expect.objectContaining({ code }) as Error)
})

test('a wait for headers ends with its call', async () => {
  const headers = () => new Promise<Record<string, string>>(() => undefined)
  const { client, sent } = bench([], { proxy: { root, headers } })
  const controller = new AbortController()
  const call = failure(client.sync(request, { signal: controller.signal }))
  await settle()
  controller.abort()
  const error = await call
  expect(error).toMatchObject({ code: 'aborted' })
  expect(sent).toHaveLength(0)
})
