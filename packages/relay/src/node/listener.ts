import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { clientAddress } from '../access/client-address.ts'
import type { Handler } from '../access/options.ts'

/** A listener of `node:http`, which Express, Connect and others take, too. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

export interface ListenerOptions {
  /** How many of the operator's own proxies are in front; they are trusted to tell the caller's address. Default 0. */
  readonly trustedProxies?: number | undefined
  /**
   * Whether the process serves nothing else: then faster `Request` and `Response` replace the platform's in the whole process.
   * Default: no.
   */
  readonly ownsProcess?: boolean | undefined
}

/** What frameworks in front add to a request. */
type HostedMessage = IncomingMessage & { originalUrl?: string; body?: unknown; rawBody?: Buffer }

/**
 * A handler for servers of Node, below any path of an application: it sees addresses as callers write them. JSON that a parser in
 * front has left in `body`, as `express.json()` does, counts as the request's body.
 */
export function nodeListener(
  handler: Handler,
  { trustedProxies = 0, ownsProcess = false }: ListenerOptions = {},
): NodeListener {
  const listener = getRequestListener(
    (request, env) => {
      const { socket } = (env as { incoming: IncomingMessage }).incoming
      const forwarded = request.headers.get('x-forwarded-for')
      const address = clientAddress(forwarded, socket.remoteAddress, trustedProxies)
      return handler(request, { address }).catch((error: unknown) => {
        // The configuration cannot work. Callers get a bare 500.
        console.error(error)
        throw error
      })
    },
    { overrideGlobalObjects: ownsProcess },
  )
  return async (incoming, outgoing) => {
    const request = asItCame(incoming)
    if (hasOneHost(request)) await listener(request, outgoing)
    else outgoing.writeHead(400, { connection: 'close' }).end()
  }
}

/**
 * Whether the request names one host: once in `Host`, and in a target that is a whole address no other. What is checked here by
 * `Host` could be sent on by the address otherwise.
 */
function hasOneHost({ url = '', headers: { host }, rawHeaders }: HostedMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return false
  return (
    url.startsWith('/') || url === '*' || (URL.canParse(url) && new URL(url).host === host?.toLowerCase())
  )
}

/** Restores the path that Express and Connect cut off at a mount, and a body that a parser has read already. */
function asItCame(incoming: HostedMessage): HostedMessage {
  const { originalUrl, body, rawBody } = incoming
  if (originalUrl !== undefined) incoming.url = originalUrl
  if (rawBody === undefined && incoming.readableDidRead && typeof body === 'object')
    incoming.rawBody = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return incoming
}
