import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { isWaraqError } from '@waraq/protocol'
import { clientAddress } from '../access/client-address.ts'
import type { Handler } from '../access/options.ts'
import { isPassedOn } from '../received-body.ts'

/** A listener for `node:http`, which Express, Connect and others also accept. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

export interface ListenerOptions {
  /** Number of the operator's own proxies in front. They are trusted to report the caller's address. Default 0. */
  readonly trustedProxies?: number | undefined
  /**
   * Whether the process serves nothing else. If so, faster `Request` and `Response` replace the platform's in the entire
   * process. Default: no.
   */
  readonly ownsProcess?: boolean | undefined
}

/** A request with the fields that frameworks in front add. */
type HostedMessage = IncomingMessage & { originalUrl?: string; body?: unknown; rawBody?: Buffer }

/**
 * Creates a listener for Node servers, below any path of an application: the handler sees addresses as callers write them. JSON
 * that a parser in front has left in `body`, as `express.json()` does, counts as the request's body.
 */
export function nodeListener(
  handler: Handler,
  { trustedProxies = 0, ownsProcess = false }: ListenerOptions = {},
): NodeListener {
  let hasFailed = false
  const listener = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
      const { socket } = incoming
      const forwarded = request.headers.get('x-forwarded-for')
      const address = clientAddress(forwarded, socket.remoteAddress, trustedProxies)
      return handler(request, { address }).then(
        // Our own responses are complete, and most responses are our own: they are sent unchanged.
        (answer) => (isPassedOn(answer) ? endingQuietly(answer, outgoing) : answer),
        (error: unknown) => {
          // The configuration cannot work. Callers get a bare 500, as often as they call; the operator gets one log line.
          if (!hasFailed) console.error(failureLine(error))
          hasFailed = true
          return new Response(null, { status: 500 })
        },
      )
    },
    { overrideGlobalObjects: ownsProcess },
  )
  return async (incoming, outgoing) => {
    const request = asItCame(incoming)
    if (hasOneHost(request)) await listener(request, outgoing)
    else outgoing.writeHead(400, { connection: 'close' }).end()
  }
}

/** Maximum number of characters of a message that are printed. */
const mostPrinted = 300

/** Returns one line of JSON, like those of the log. Other errors than ours are left out: their text may contain a secret. */
function failureLine(error: unknown): string {
  const reported = isWaraqError(error)
    ? { code: error.code, message: error.message.slice(0, mostPrinted) }
    : undefined
  return JSON.stringify({ time: new Date().toISOString(), event: 'handler_failed', ...reported })
}

/**
 * Returns the response with a body that does not fail. If the original body breaks off, the connection is cut, so that it does
 * not look complete. Otherwise the server would print each error, and send its text to callers. The proxies' logs already have
 * the event.
 */
function endingQuietly(answer: Response, outgoing: ServerResponse): Response {
  const { body, status, headers } = answer
  if (!body) return answer
  const reader = body.getReader()
  const quiet = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch {
          // The server then cancels this stream.
          outgoing.destroy()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads nothing ahead of the caller.
    { highWaterMark: 0 },
  )
  return new Response(quiet, { status, headers })
}

/**
 * Whether the request names one host: once in `Host`, and no other host in a target that is a complete address. Otherwise a
 * request whose `Host` was checked could be forwarded by its address.
 */
function hasOneHost({ url = '', headers: { host }, rawHeaders }: HostedMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return false
  return (
    url.startsWith('/') || url === '*' || (URL.canParse(url) && new URL(url).host === host?.toLowerCase())
  )
}

/** Restores the path that Express and Connect cut off at a mount, and a body that a parser has already read. */
function asItCame(incoming: HostedMessage): HostedMessage {
  const { originalUrl, body, rawBody } = incoming
  if (originalUrl !== undefined) incoming.url = originalUrl
  if (rawBody === undefined && incoming.readableDidRead && typeof body === 'object')
    incoming.rawBody = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return incoming
}
