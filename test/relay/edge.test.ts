/** The handlers in workerd, the runtime of an edge platform: no Node, and no request may use what is another's. */
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { createSandbox, sandboxClientId, sandboxClientSecret, type ListeningSandbox } from '@waraq/sandbox'
import { Miniflare } from 'miniflare'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  askerOf,
  bytesOf,
  jsonOf,
  ofPage,
  ofStranger,
  plainBytesOf,
  snapshotPath,
  statusOf,
  tokenRequest,
  type Ask,
} from './ask.ts'
import type { Bindings } from './edge-worker.ts'
import { bundleModules } from '@waraq/test-support/bundle-modules'
import { page, startIssuer, type Issuer } from './processes.ts'

const bundled = () => bundleModules('test/relay/edge-worker.ts', 'browser')

/** Directly, or behind the part of Miniflare that does as the platform's own front does: it compresses by itself. */
async function startWorker(service: string) {
  const bindings: Bindings = {
    SERVICE: service,
    CLIENT_ID: sandboxClientId,
    CLIENT_SECRET: sandboxClientSecret,
    ORIGIN: page,
    MOST_PER_CLIENT: 100,
  }
  const entry = await bundled()
  const worker = new Miniflare({
    modules: true,
    modulesRoot: dirname(entry),
    modulesRules: [{ type: 'ESModule', include: ['**/*.mjs'] }],
    scriptPath: entry,
    // The first by which the runtime's `fetch` takes `cache: 'no-store'`; by an older one every answer is 503.
    compatibilityDate: '2024-11-11',
    bindings: { ...bindings },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    cf: false,
  })
  const [front, direct] = [await worker.ready, await worker.unsafeGetDirectURL()]
  return {
    front: askerOf(front.origin),
    ask: askerOf(direct.origin),
    close: () => worker.dispose(),
  }
}

test('the bundle has nothing of Node in it', async () => {
  const folder = dirname(await bundled())
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const quoted = texts.flatMap((text) => [
    ...text.matchAll(/\b(?:from|import|require)\b\s*\(?\s*["'`]([^"'`]+)/g),
  ])
  expect(quoted.map(([, specifier]) => specifier!).filter(isBuiltin)).toEqual([])
  // Comments speak of processes.
  const code = texts.map((text) =>
    ts.transpile(text, { target: ts.ScriptTarget.ESNext, removeComments: true }),
  )
  expect(code.join('\n')).not.toMatch(/["'`]node:|\b(?:process|Buffer)\s*[.[]/)
})

describe('with a service', () => {
  let service: ListeningSandbox
  let worker: Awaited<ReturnType<typeof startWorker>>
  let snapshot: Buffer
  beforeAll(async () => {
    const sandbox = createSandbox({ content: 'small' })
    service = await sandbox.listen()
    worker = await startWorker(service.url)
    const { token, clientId } = await sandbox.accessToken()
    const headers = { 'x-auth-token': token, 'x-client-id': clientId }
    snapshot = await bytesOf(await askerOf(service.contentRoot)(snapshotPath, { headers }))
  })
  afterAll(async () => {
    await worker.close()
    await service.close()
  })

  test('a page gets a token, a stranger does not', async () => {
    const answer = await worker.ask('/token', tokenRequest)
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect([answer.status, await jsonOf(answer)]).toEqual([
      200,
      { token: expect.any(String), clientId: sandboxClientId, expiresIn: expect.any(Number) },
    ])
    const headers = { ...tokenRequest.headers, ...ofStranger }
    expect(await statusOf(worker.ask('/token', { ...tokenRequest, headers }))).toBe(403)
    for (const path of [`/content${snapshotPath}`, '/user/session'])
      expect(await statusOf(worker.ask(path, { headers: ofStranger }))).toBe(403)
  })

  test.each([
    ['/token', 'POST'],
    [`/content${snapshotPath}`, 'GET'],
    ['/user/session', 'GET'],
  ])('a page may ask first whether it may ask: %s', async (path, method) => {
    const headers = {
      origin: page,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-relay',
    }
    expect(await statusOf(worker.ask(path, { method: 'OPTIONS', headers }))).toBe(204)
  })

  test.each([
    ['ask', 'gzip', 'gzip'],
    ['ask', 'identity', null],
    ['front', 'gzip', 'gzip'],
    ['front', 'identity', null],
  ] as const)(
    'a snapshot through the proxy is the service’s own, byte for byte, compressed once at most: %s, %s',
    async (way, accepted, encoding) => {
      const headers = { ...ofPage, 'accept-encoding': accepted }
      const answer = await worker[way](`/content${snapshotPath}`, { headers })
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
      expect((await plainBytesOf(answer)).equals(snapshot)).toBe(true)
    },
  )

  test('a user without a session is told so', async () => {
    const answer = await worker.ask('/user/session', { headers: ofPage })
    expect(await jsonOf(answer)).toEqual({ signedIn: false })
  })

  test('callers are told apart by the address that the platform tells', async () => {
    const statusFrom = (address: string) =>
      statusOf(
        worker.ask('/token', {
          ...tokenRequest,
          headers: { ...tokenRequest.headers, 'cf-connecting-ip': address },
        }),
      )
    const statuses = await Promise.all(Array.from({ length: 101 }, () => statusFrom('192.0.2.1')))
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect([await statusFrom('192.0.2.1'), await statusFrom('192.0.2.2')]).toEqual([429, 200])
  })
})

describe('with an issuer', () => {
  let issuer: Issuer
  let worker: Awaited<ReturnType<typeof startWorker>>
  let held: ServerResponse[] = []
  const tokenOf = async (ask: Ask) =>
    ((await jsonOf(await ask('/token', tokenRequest))) as { token: string }).token
  beforeEach(async () => {
    held = []
    issuer = await startIssuer()
    worker = await startWorker(issuer.url)
    issuer.answer = (_, response) => void held.push(response)
  })
  afterEach(async () => {
    await worker.close()
    await issuer.close()
  })

  test('fifty callers at once, all cold, make one request of it', async () => {
    // Slow enough that all callers are there before it answers.
    issuer.answer = (_, response) => setTimeout(() => issuer.token(response), 500)
    const callers = Array.from({ length: 50 }, () => tokenOf(worker.ask))
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['CANARY-TOKEN-1']))
    expect(issuer.asked).toHaveLength(1)
  })

  test('a renewal goes on when the caller that began it has its answer', async () => {
    const first = tokenOf(worker.ask)
    await expect.poll(() => held.length).toBe(1)
    issuer.token(held[0]!, 3_600)
    expect(await first).toBe('CANARY-TOKEN-1')
    // Within the last half minute of the token.
    await statusOf(worker.ask('/clock/3585000'))
    expect(await tokenOf(worker.ask)).toBe('CANARY-TOKEN-1')
    await expect.poll(() => held.length).toBe(2)
    issuer.token(held[1]!, 3_600)
    await expect.poll(() => tokenOf(worker.ask)).toBe('CANARY-TOKEN-2')
    expect(issuer.asked).toHaveLength(2)
  })
})
