import { userRootsBelow, type UserRoots } from '@waraq/protocol/user'
import { recordingsPath } from './content/recordings.ts'
import type { Bytes, ByteStream } from './bytes.ts'
import type { AddressInfo } from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NetworkFault } from './faults/network-fault.ts'

/** A sandbox that listens on a socket. */
export interface ListeningSandbox {
  /** Root of all addresses, such as `http://127.0.0.1:4123`. */
  readonly url: string
  /** Root of the content API. */
  readonly contentRoot: string
  /** Roots of the services of user data. */
  readonly userRoots: UserRoots
  /** Root of the token issuer. */
  readonly authUrl: string
  /** The base of relative addresses of recordings, such as `http://127.0.0.1:4123/recordings/`. */
  readonly recordingsBase: string
  /** Stops listening and breaks the open connections. */
  close(): Promise<void>
}

type Handle = (request: Request) => Promise<Response>

/** Waits until the written bytes are sent, so that a cut is at the right byte. Waits at most half a second. */
async function drained(outgoing: ServerResponse): Promise<void> {
  for (let waited = 0; waited < 500; waited += 5) {
    if (outgoing.headersSent && (outgoing.socket?.writableLength ?? 0) === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Breaks the connection if a body fails, as a client of a real server would see it. */
function breakingBody(body: ByteStream, outgoing: ServerResponse): ByteStream {
  const reader = body.getReader()
  return new ReadableStream<Bytes>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch {
        await drained(outgoing)
        outgoing.socket?.destroy()
        controller.close()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Serves on 127.0.0.1 only. Port 0 selects a free one. */
export async function listen(handle: Handle, port = 0): Promise<ListeningSandbox> {
  const [{ createServer }, { getRequestListener }, { RESPONSE_ALREADY_SENT }] = await Promise.all([
    import('node:http'),
    import('@hono/node-server'),
    import('@hono/node-server/utils/response'),
  ])
  const answer = async (request: Request, env: unknown): Promise<Response> => {
    const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
    try {
      const response = await handle(request)
      return response.body ? new Response(breakingBody(response.body, outgoing), response) : response
    } catch (error) {
      // Both an aborted request and a fault that breaks the connection end without an answer.
      if (!(error instanceof NetworkFault) && !request.signal.aborted) throw error
      incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
  }
  const server = createServer(
    getRequestListener(answer, { hostname: '127.0.0.1', overrideGlobalObjects: false }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url,
    contentRoot: `${url}/content`,
    userRoots: userRootsBelow(url),
    authUrl: url,
    recordingsBase: `${url}${recordingsPath}/`,
    close,
  }
}
