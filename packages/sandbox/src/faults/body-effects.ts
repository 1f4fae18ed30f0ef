import type { Bytes, ByteStream } from '../bytes.ts'
import type { FaultEffect } from './fault.ts'
import { NetworkFault } from './network-fault.ts'

/** Passes `limit` bytes on, then runs `after`. */
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

/** Continues after the end: repeats the last piece as fast as it is read. */
function endless(body: ByteStream): ByteStream {
  const reader = body.getReader()
  let last: Bytes = new Uint8Array(1)
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) last = value.slice()
      controller.enqueue(done ? last.slice() : value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Passes the body on in pieces of at most `bytes` bytes, and waits before each. */
function slowed(
  body: ByteStream,
  { bytes, everyMs }: NonNullable<FaultEffect['slowBody']>,
  sleep: (ms: number) => Promise<void>,
): ByteStream {
  const reader = body.getReader()
  let rest: Bytes = new Uint8Array(0)
  return new ReadableStream<Bytes>({
    async pull(controller) {
      if (rest.length === 0) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        rest = value
      }
      await sleep(everyMs)
      controller.enqueue(rest.slice(0, bytes))
      rest = rest.subarray(bytes)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const never = () => new Promise<void>(() => {})

/** Applies effects to an answer: headers, and a body that is slow, ends early or never, or stalls. */
export function withBodyEffects(
  response: Response,
  effect: FaultEffect,
  sleep: (ms: number) => Promise<void>,
): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(effect.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  let body = response.body
  if (body && effect.endless) {
    headers.delete('content-length')
    body = endless(body)
  }
  if (body && effect.slowBody) body = slowed(body, effect.slowBody, sleep)
  if (body && effect.cutBody) {
    const { afterBytes, ending = 'error' } = effect.cutBody
    // With a clean end the client must not detect the cut by the length. The connection stays intact and the text just stops.
    if (ending === 'clean') headers.delete('content-length')
    body = limited(body, afterBytes, (controller) => {
      if (ending === 'clean') controller.close()
      else controller.error(new NetworkFault())
    })
  }
  if (body && typeof effect.hang === 'object') body = limited(body, effect.hang.afterBytes, never)
  return new Response(body, { status: response.status, headers })
}
