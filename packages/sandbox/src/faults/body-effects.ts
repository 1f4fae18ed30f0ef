import type { Bytes, ByteStream } from '../bytes.ts'
import type { FaultEffect } from './fault.ts'
import { NetworkFault } from './network-fault.ts'

/** Passes `limit` bytes on, then does what `after` says. */
function limited(
  body: ByteStream,
  limit: number,
  after: (controller: ReadableStreamDefaultController<Bytes>) => void | Promise<void>,
): ByteStream {
  const reader = body.getReader()
  let left = limit
  return new ReadableStream<Bytes>({
    async pull(controller) {
      if (left <= 0) {
        void reader.cancel()
        return after(controller)
      }
      const { done, value } = await reader.read()
      if (done) return controller.close()
      controller.enqueue(value.subarray(0, left))
      left -= value.length
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const never = () => new Promise<void>(() => {})

/** Applies effects to the service's own answer: headers, and a body that ends early or stalls. */
export function withBodyEffects(response: Response, effect: FaultEffect): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(effect.headers ?? {})) headers.set(name, value)
  let body = response.body
  if (body && effect.cutBody) {
    const { afterBytes, ending = 'error' } = effect.cutBody
    // With a clean end the client cannot tell by the length: the connection is not cut, the text just stops.
    if (ending === 'clean') headers.delete('content-length')
    body = limited(body, afterBytes, (controller) => {
      if (ending === 'clean') controller.close()
      else controller.error(new NetworkFault())
    })
  }
  if (body && typeof effect.hang === 'object') body = limited(body, effect.hang.afterBytes, never)
  return new Response(body, { status: response.status, headers })
}
