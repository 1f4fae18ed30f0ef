import { serve } from '@hono/node-server'
import { createContentProxy, createTokenRelay, type AccessOptions, type Handler } from '@waraq/relay'
import { createSandbox, sandboxClientId, sandboxClientSecret, type ContentSelection } from '@waraq/sandbox'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'

export interface Held {
  readonly chapters: number
  readonly pages: number
  readonly words: number
  readonly rows: number
}

/** Where the services of the browser tests are, and what the sandbox holds. */
export interface Services {
  /** What the sandbox holds: chapters, and of the mushaf its pages, words and rows of all types. */
  readonly held: Held
  readonly contentRoot: string
  readonly relay: string
  /** A relay that knows its callers by the cookie `session=reader`, pages of other origins included. */
  readonly relayByCookie: string
  /** A relay that knows its callers by `authorization: Bearer reader`. */
  readonly relayByHeader: string
  /** A content proxy that knows its callers by the same cookie. */
  readonly proxy: string
  readonly admin: string
}

declare module 'vitest' {
  interface ProvidedContext {
    services: Services
  }
}

type Access = Pick<AccessOptions, 'authorize' | 'credentials' | 'allowedHeaders'>

const byCookie: Access = {
  credentials: true,
  authorize: ({ headers }) => /(^|; )session=reader(;|$)/.test(headers.get('cookie') ?? ''),
}
const byHeader: Access = {
  allowedHeaders: ['authorization'],
  authorize: ({ headers }) => headers.get('authorization') === 'Bearer reader',
}

/** What `pnpm test` does with fifty pages of a mushaf, `pnpm test:deep` does with all of them. */
const isWhole = process.env['WARAQ_DEEP'] !== undefined
const content: ContentSelection = isWhole ? 'full' : { chapters: [1, 2, 108, 112, 113, 114] }
const held: Held = isWhole
  ? { chapters: 114, pages: 604, words: 83_665, rows: 84_875 }
  : { chapters: 6, pages: 51, words: 6_526, rows: 6_630 }

/**
 * Starts the whole service for tests that run inside a browser: a real sandbox and relay, over loopback HTTP. The
 * test runner serves its pages from a port that is not known beforehand, so each loopback origin gets a relay of its own.
 */
export default async function startServices(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = createSandbox({ content })
  const service = await sandbox.listen()
  const client = {
    authUrl: service.authUrl,
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    limits: false,
  } as const
  const { contentRoot } = service
  const make: Readonly<Record<string, (allowedOrigins: string[]) => Handler>> = {
    token: (allowedOrigins) => createTokenRelay({ ...client, allowedOrigins, authorize: 'everyone' }),
    cookie: (allowedOrigins) => createTokenRelay({ ...client, allowedOrigins, ...byCookie }),
    header: (allowedOrigins) => createTokenRelay({ ...client, allowedOrigins, ...byHeader }),
    proxy: (allowedOrigins) =>
      createContentProxy({ ...client, allowedOrigins, contentRoot, path: '/proxy', ...byCookie }),
  }
  const handlers = new Map<string, Handler>()
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const origin = request.headers.get('origin') ?? ''
      const [, kind = ''] = new URL(request.url).pathname.split('/')
      const made = make[kind]
      if (!made || !/^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(origin)) {
        return new Response(null, { status: 403 })
      }
      const key = `${kind} ${origin}`
      const handler = handlers.get(key) ?? made([origin])
      handlers.set(key, handler)
      return handler(request)
    },
  })
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  project.provide('services', {
    held,
    contentRoot,
    relay: `http://127.0.0.1:${port}/token`,
    relayByCookie: `http://127.0.0.1:${port}/cookie`,
    relayByHeader: `http://127.0.0.1:${port}/header`,
    proxy: `http://127.0.0.1:${port}/proxy`,
    admin: `${service.url}/admin`,
  })
  return async () => {
    await service.close()
    await new Promise((resolve) => {
      server.close(resolve)
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  }
}
