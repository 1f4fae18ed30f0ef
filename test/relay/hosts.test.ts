/** The handlers where applications run them: each host by each promise, against a real service. */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve, type ServerType } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { bookmarks } from 'waraq/client'
import {
  createContentProxy,
  createTokenRelay,
  createUserDataProxy,
  type AccessOptions,
  type Handler,
} from '@waraq/relay'
import { nodeListener } from '@waraq/relay/node'
import {
  createSandbox,
  sandboxClientId,
  sandboxClientSecret,
  type ListeningSandbox,
  type Sandbox,
} from '@waraq/sandbox'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
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
import { closed, listening, page } from './processes.ts'

interface Handlers {
  readonly token: Handler
  readonly content: Handler
  readonly user: Handler
}

interface Host {
  readonly name: string
  /** Handlers at `/token`, `/content` and `/user`; where the application has routes of its own, `/own` gives back JSON. */
  readonly start: (handlers: Handlers, trustedProxies?: number) => Promise<{ ask: Ask; close: () => unknown }>
  /** Whether it tells handlers their callers' addresses, and believes proxies of the operator's own about them. */
  readonly address: 'none' | 'connection' | 'forwarded'
  readonly hasOwnRoutes?: true
}

const own = { Request, Response }

/** By path and handler, in the forms that hosts write paths. */
const mountsOf = ({ token, content, user }: Handlers, below: string) =>
  [
    ['/token', token],
    [`/content${below}`, content],
    [`/user${below}`, user],
  ] as const

const nodeHttp: Host = {
  name: 'node:http',
  address: 'forwarded',
  start: async (handlers, trustedProxies) => {
    const listeners = mountsOf(handlers, '/').map(
      ([path, handler]) => [path, nodeListener(handler, { trustedProxies })] as const,
    )
    const server = createServer((incoming, outgoing) => {
      const [, listener] = listeners.find(([path]) => incoming.url!.startsWith(path)) ?? []
      if (listener) void listener(incoming, outgoing)
      else outgoing.writeHead(404).end()
    })
    const port = await listening(server)
    return { ask: askerOf(`http://127.0.0.1:${port}`), close: () => closed(server) }
  },
}

/** Handlers work before and after what reads bodies; before is better, since nothing is read that will be refused. */
const inExpress = (name: string, parserComesFirst: boolean): Host => ({
  name,
  address: 'forwarded',
  hasOwnRoutes: true,
  start: async (handlers, trustedProxies) => {
    const app = express()
    if (parserComesFirst) app.use(express.json())
    for (const [path, handler] of mountsOf(handlers, ''))
      app.use(path, nodeListener(handler, { trustedProxies }))
    if (!parserComesFirst) app.use(express.json())
    app.post('/own', (request, response) => void response.json(request.body))
    const server = createServer(app)
    const port = await listening(server)
    return { ask: askerOf(`http://127.0.0.1:${port}`), close: () => closed(server) }
  },
})

/** Fastify reads bodies before it calls a route, unless the route's plugin has no parser but one that leaves them. */
const inFastify: Host = {
  name: 'Fastify 5',
  address: 'forwarded',
  hasOwnRoutes: true,
  start: async (handlers, trustedProxies) => {
    const app = fastify({ forceCloseConnections: true })
    await app.register(async (relay) => {
      relay.removeAllContentTypeParsers()
      relay.addContentTypeParser('*', (_request, _payload, done) => done(null))
      for (const [path, handler] of mountsOf(handlers, '/*')) {
        const listener = nodeListener(handler, { trustedProxies })
        relay.all(path, (request, reply) => {
          reply.hijack()
          return listener(request.raw, reply.raw)
        })
      }
    })
    app.post('/own', async ({ body }) => body)
    return { ask: askerOf(await app.listen({ host: '127.0.0.1', port: 0 })), close: () => app.close() }
  },
}

/** Hono's server puts a `Request` and `Response` of its own in the place of the platform's, as it does in applications. */
const inHono: Host = {
  name: 'Hono',
  address: 'connection',
  hasOwnRoutes: true,
  start: async (handlers) => {
    const app = new Hono()
    for (const [path, handler] of mountsOf(handlers, '/*'))
      app.all(path, (c) => handler(c.req.raw, { address: getConnInfo(c).remote.address }))
    app.post('/own', async (c) => c.json(await c.req.json()))
    let server: ServerType | undefined
    const port = await new Promise<number>((resolve) => {
      server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (address) => resolve(address.port))
    })
    return {
      ask: askerOf(`http://127.0.0.1:${port}`),
      close: async () => {
        for (const [name, value] of Object.entries(own)) Object.defineProperty(globalThis, name, { value })
        await closed(server as ReturnType<typeof createServer>)
      },
    }
  },
}

/** Route handlers, called as Next calls them: by a module's export of the method's name, which must be there. */
const inNext: Host = {
  name: 'Next route handlers',
  address: 'none',
  start: async ({ token, content, user }) => {
    const tokenRoute = (request: Request) => token(request)
    const contentRoute = (request: Request) => content(request)
    const userRoute = (request: Request) => user(request)
    const modules: Record<string, Record<string, (request: Request) => Promise<Response>>> = {
      token: { POST: tokenRoute, OPTIONS: tokenRoute },
      content: { GET: contentRoute, OPTIONS: contentRoute },
      user: { GET: userRoute, POST: userRoute, OPTIONS: userRoute },
    }
    const ask: Ask = async (path, asked = {}) => {
      const route = modules[path.split('/')[1]!]?.[asked.method ?? 'GET']
      const { status, headers, body } = route
        ? await route(new Request(`${page}${path}`, asked))
        : new Response(null, { status: 405 })
      return { status, headers, body: body ?? new Blob([]).stream() }
    }
    return { ask, close: () => undefined }
  },
}

const hosts = [
  nodeHttp,
  inExpress('Express 5', false),
  inExpress('Express 5, after its parser of JSON', true),
  inFastify,
  inHono,
  inNext,
]

let sandbox: Sandbox
let service: ListeningSandbox
let snapshot: Buffer
beforeAll(async () => {
  sandbox = createSandbox({ content: 'small' })
  service = await sandbox.listen()
  const { token, clientId } = await sandbox.accessToken()
  const headers = { 'x-auth-token': token, 'x-client-id': clientId }
  snapshot = await bytesOf(await askerOf(service.contentRoot)(snapshotPath, { headers }))
  expect(snapshot.length).toBeGreaterThan(1_000)
})
afterAll(() => service.close())

/** A clock that stays within one minute, which is what limits count by. */
const clock = {
  now: () => 0,
  monotonic: () => performance.now(),
  sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, { signal }),
}

function handlersWith(changed: Partial<AccessOptions>): Handlers {
  const options = {
    authUrl: service.authUrl,
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    allowedOrigins: [page],
    authorize: 'everyone' as const,
    clock,
    ...changed,
  }
  return {
    token: createTokenRelay(options),
    content: createContentProxy({
      ...options,
      contentRoot: service.contentRoot,
      mostConcurrent: { all: 1 },
    }),
    user: createUserDataProxy({ ...options, userRoots: service.userRoots, operations: { bookmarks } }),
  }
}

describe.each(hosts)('$name', ({ start, address, hasOwnRoutes }) => {
  const running: Awaited<ReturnType<Host['start']>>[] = []
  const started = async (changed: Partial<AccessOptions> = {}, trustedProxies?: number) => {
    const host = await start(handlersWith(changed), trustedProxies)
    running.push(host)
    return host.ask
  }
  afterEach(async () => {
    for (const host of running.splice(0)) await host.close()
  })

  test('a page gets a token, a stranger does not', async () => {
    const ask = await started()
    const answer = await ask('/token', tokenRequest)
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect([answer.status, await jsonOf(answer)]).toEqual([
      200,
      { token: expect.any(String), clientId: sandboxClientId, expiresIn: expect.any(Number) },
    ])
    const headers = { ...tokenRequest.headers, ...ofStranger }
    expect(await statusOf(ask('/token', { ...tokenRequest, headers }))).toBe(403)
    for (const path of [`/content${snapshotPath}`, '/user/session'])
      expect(await statusOf(ask(path, { headers: ofStranger }))).toBe(403)
  })

  test('the body of a request counts', async () => {
    const ask = await started()
    // A report of a refused token is by its hash, or it is none.
    for (const [renew, status] of [
      ['a'.repeat(64), 200],
      ['other', 403],
    ] as const) {
      const body = JSON.stringify({ renew })
      expect(await statusOf(ask('/token', { ...tokenRequest, body }))).toBe(status)
    }
  })

  test.each([
    ['/token', 'POST', 'content-type,x-relay'],
    [`/content${snapshotPath}`, 'GET', 'x-relay'],
    ['/user/session', 'GET', 'x-relay'],
  ])('a page may ask first whether it may ask: %s', async (path, method, names) => {
    const ask = await started()
    const preflight = (origin: string) =>
      ask(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': names,
        },
      })
    const answer = await preflight(page)
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect((await bytesOf(answer)).length).toBe(0)
    expect(answer.status).toBe(204)
    expect(await statusOf(preflight(ofStranger.origin))).toBe(403)
  })

  test.each([
    ['gzip', 'gzip'],
    ['identity', null],
  ])('a snapshot through the proxy is the service’s own, byte for byte: %s', async (accepted, encoding) => {
    const ask = await started()
    const headers = { ...ofPage, 'accept-encoding': accepted }
    const answer = await ask(`/content${snapshotPath}`, { headers })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
    expect((await plainBytesOf(answer)).equals(snapshot)).toBe(true)
  })

  test('a user without a session is told so', async () => {
    const ask = await started()
    expect(await jsonOf(await ask('/user/session', { headers: ofPage }))).toEqual({ signedIn: false })
  })

  test.each([
    ['before the service answers', { hang: true }],
    ['in the middle of an answer', { hang: { afterBytes: 500 } }],
  ] as const)('a caller that leaves %s makes room for the next', async (_when, effect) => {
    const ask = await started()
    const next = () => statusOf(ask(`/content${snapshotPath}`, { headers: ofPage }))
    const asked = sandbox.requests.length
    sandbox.fault({ match: { path: 'snapshot' }, effect })
    const leaving = new AbortController()
    const left = ask(`/content${snapshotPath}`, { headers: ofPage, signal: leaving.signal })
    if (effect.hang === true) {
      const arrived = () => sandbox.requests.slice(asked).some(({ path }) => path.endsWith(snapshotPath))
      await expect.poll(arrived).toBe(true)
      expect(await next()).toBe(429)
      leaving.abort()
      await left.catch(() => undefined)
    } else {
      for await (const _ of (await left).body) {
        expect(await next()).toBe(429)
        break
      }
    }
    await expect.poll(next).toBe(200)
  })

  const ask6 = (ask: Ask, forwardedFor: (index: number) => string) =>
    [0, 1, 2, 3, 4, 5].reduce<Promise<number[]>>(async (before, index) => {
      const statuses = await before
      const headers = { ...tokenRequest.headers, 'x-forwarded-for': forwardedFor(index) }
      return [...statuses, await statusOf(ask('/token', { ...tokenRequest, headers }))]
    }, Promise.resolve([]))
  const afterTwo = [200, 200, 429, 429, 429, 429]

  test('a caller that asks too often waits, even under a made-up address', async () => {
    const ask = await started({ limits: { perClient: 2, perOrigin: 5 } })
    expect(await ask6(ask, (index) => `10.0.0.${index}`)).toEqual(
      address === 'none' ? [200, 200, 200, 200, 200, 429] : afterTwo,
    )
  })

  if (address === 'forwarded')
    test('a proxy of the operator’s own is believed', async () => {
      const ask = await started({ limits: { perClient: 2 } }, 1)
      expect(await ask6(ask, (index) => `10.0.0.${index}, 192.0.2.1`)).toEqual(afterTwo)
      expect(await ask6(ask, () => '192.0.2.1, 192.0.2.2')).toEqual(afterTwo)
    })

  if (address === 'forwarded')
    test('the console says which option cannot work', async () => {
      const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
      const ask = await started({ allowedOrigins: ['reader.example'] })
      expect(await statusOf(ask('/token', tokenRequest))).toBe(500)
      expect(said.mock.calls.map(([line]) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({ event: 'handler_failed', code: 'invalid_relay_configuration' }),
      ])
      said.mockRestore()
    })

  if (hasOwnRoutes)
    test('the application’s own routes read their bodies', async () => {
      const ask = await started()
      expect(await statusOf(ask('/token', tokenRequest))).toBe(200)
      const answer = await ask('/own', { ...tokenRequest, body: '{"a":1}' })
      expect([answer.status, await jsonOf(answer)]).toEqual([200, { a: 1 }])
    })

  if (address === 'forwarded')
    test('the application’s Request and Response are its own', async () => {
      const ask = await started()
      expect(await statusOf(ask('/token', tokenRequest))).toBe(200)
      expect({ Request, Response }).toEqual(own)
      expect([globalThis.Request === own.Request, globalThis.Response === own.Response]).toEqual([true, true])
    })
})
