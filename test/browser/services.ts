import { serve } from '@hono/node-server'
import { createTokenRelay } from '@waraq/relay'
import { createSandbox, sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'

/** Where the services of the browser tests are, and what the sandbox holds. */
export interface Services {
  readonly contentRoot: string
  readonly relay: string
  readonly admin: string
}

declare module 'vitest' {
  interface ProvidedContext {
    services: Services
  }
}

/**
 * Starts the whole service for tests that run inside a browser: full content, a real relay, over loopback HTTP. The
 * test runner serves its pages from a port that is not known beforehand, so each loopback origin gets a relay of its own.
 */
export default async function startServices(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = createSandbox()
  const service = await sandbox.listen()
  const relays = new Map<string, ReturnType<typeof createTokenRelay>>()
  const relayFor = (origin: string) => {
    let relay = relays.get(origin)
    if (!relay) {
      relay = createTokenRelay({
        authUrl: service.authUrl,
        clientId: sandboxClientId,
        clientSecret: sandboxClientSecret,
        allowedOrigins: [origin],
        authorize: 'everyone',
        limits: false,
      })
      relays.set(origin, relay)
    }
    return relay
  }
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const origin = request.headers.get('origin') ?? ''
      if (!/^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(origin)) return new Response(null, { status: 403 })
      return relayFor(origin)(request)
    },
  })
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  project.provide('services', {
    contentRoot: service.contentRoot,
    relay: `http://127.0.0.1:${port}/token`,
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
