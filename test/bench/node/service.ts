import { serve } from '@hono/node-server'
import { createTokenRelay } from '@waraq/relay'
import { createSandbox, sandboxClientId, sandboxClientSecret, type Sandbox } from '@waraq/sandbox'
import type { AddressInfo } from 'node:net'
import type { Source } from '../page/protocol.ts'
import { datasets } from './datasets.ts'

/** The content service on a socket, with a token relay for pages of one origin. */
export interface Service {
  readonly sandbox: Sandbox
  readonly contentRoot: string
  readonly token: string
  readonly clientId: string
  /** What relative addresses of recordings are below. */
  readonly recordingsBase: string
  source(dataset: keyof typeof datasets): Source
  close(): Promise<void>
}

function listenRelay(authUrl: string, origin: string) {
  const relay = createTokenRelay({
    authUrl,
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    allowedOrigins: [origin],
    authorize: 'everyone',
    limits: false,
  })
  return new Promise<{ url: string; close: () => void }>((resolve) => {
    const server = serve(
      { hostname: '127.0.0.1', port: 0, fetch: (request) => relay(request) },
      (info: AddressInfo) => {
        const close = () => {
          server.close()
          if ('closeAllConnections' in server) server.closeAllConnections()
        }
        resolve({ url: `http://127.0.0.1:${info.port}/token`, close })
      },
    )
  })
}

/** Starts a service of its own: what one case publishes, another does not see. */
export async function startService(origin: string): Promise<Service> {
  const sandbox = createSandbox({ tokenLifetime: 24 * 3_600 })
  const server = await sandbox.listen()
  const relay = await listenRelay(server.authUrl, origin)
  const { token, clientId } = await sandbox.accessToken()
  const { contentRoot, recordingsBase } = server
  return {
    sandbox,
    contentRoot,
    token,
    clientId,
    recordingsBase,
    source(dataset) {
      const { group, id, recordType, indexes } = datasets[dataset]
      const rows = sandbox.snapshotRows({ group, id }) ?? []
      const middle = rows[Math.floor(rows.length / 2)]
      return {
        contentRoot,
        relay: relay.url,
        token,
        clientId,
        group,
        id,
        recordType,
        rows: rows.length,
        probe: { recordType, id: Number(middle?.['id']) },
        indexes,
      }
    },
    async close() {
      relay.close()
      await server.close()
    },
  }
}
