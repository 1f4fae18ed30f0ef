import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { isWaraqError } from '@waraq/protocol'
import { clientAddress } from '../access/client-address.ts'
import type { Handler } from '../access/options.ts'
import { isPassedOn } from '../received-body.ts'

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
  let hasFailed = false
  const listener = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
      const { socket } = incoming
      const forwarded = request.headers.get('x-forwarded-for')
      const address = clientAddress(forwarded, socket.remoteAddress, trustedProxies)
      return handler(request, { address }).then(
        // Answers of our own are whole, and most of all answers: they go as they are.
        (answer) => (isPassedOn(answer) ? endingQuietly(answer, outgoing) : answer),
        (error: unknown) => {
          // The configuration cannot work. Callers get a bare 500, as often as they ask; the operator is told once.
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

/** Characters of a message that are printed. */
const mostPrinted = 300

/** One line of JSON, as the log's are. The text of an error that is not ours may be of anyone, and have a secret in it. */
function failureLine(error: unknown): string {
  const told = isWaraqError(error)
    ? { code: error.code, message: error.message.slice(0, mostPrinted) }
    : undefined
  return JSON.stringify({ time: new Date().toISOString(), event: 'handler_failed', ...told })
}

/**
 * The answer with a body that does not fail: where it breaks off, the connection is cut, so that it does not look whole. The
 * server would print its error each time, and tell callers what it says; the proxies' logs have the event already.
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
