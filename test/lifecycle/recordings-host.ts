import { serve } from '@hono/node-server'
import type { Sandbox } from '@waraq/sandbox'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The sandbox's recordings on a separate host, which counts requests. */
export interface RecordingsHost {
  /** The base of relative addresses. */
  readonly base: string
  /** Requests so far. */
  readonly asked: number
  /** Requests under way. */
  readonly open: number
  /** The maximum number of concurrent requests. */
  readonly most: number
  close(): Promise<void>
}

/** `before` runs before a request is answered. It gets the request's number, from 1. */
export async function startRecordingsHost(
  sandbox: Sandbox,
  before: (request: number) => Promise<void> = () => Promise.resolve(),
): Promise<RecordingsHost> {
  const count = { asked: 0, open: 0, most: 0 }
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      await before(++count.asked)
      return sandbox.fetch(request)
    },
  }) as Server
  server.on('request', (_: IncomingMessage, response: ServerResponse) => {
    count.most = Math.max(count.most, ++count.open)
    response.once('close', () => count.open--)
  })
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/recordings/`,
    get asked() {
      return count.asked
    },
    get open() {
      return count.open
    },
    get most() {
      return count.most
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
