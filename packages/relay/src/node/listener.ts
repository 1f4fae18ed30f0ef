import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { clientAddress } from '../access/client-address.ts'
import type { Handler } from '../access/options.ts'

/** A listener of `node:http`; Express, Connect and others take it as it is. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/**
 * A handler for servers of Node. It must come before what reads bodies.
 *
 * `trustedProxies`: how many proxies of the operator's own are in front, whose word on a caller's address counts. Default 0.
 */
export function nodeListener(
  handler: Handler,
  { trustedProxies = 0 }: { readonly trustedProxies?: number | undefined } = {},
): NodeListener {
  return getRequestListener(
    (request, env) => {
      const { socket } = (env as { incoming: IncomingMessage }).incoming
      const forwarded = request.headers.get('x-forwarded-for')
      return handler(request, { address: clientAddress(forwarded, socket.remoteAddress, trustedProxies) })
    },
    // The application's `Request` and `Response` stay what they are.
    { overrideGlobalObjects: false },
  )
}
