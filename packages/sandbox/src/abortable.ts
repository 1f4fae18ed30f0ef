import type { Bytes, ByteStream } from './bytes.ts'
/** A promise that rejects with the signal's reason when the signal aborts, and a function that stops listening. */
function rejection(signal: AbortSignal) {
  let stop = () => {}
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    stop = () => signal.removeEventListener('abort', onAbort)
  })
  // The rejection can happen while no code awaits it.
  promise.catch(() => {})
  return { promise, stop }
}

function abortableBody(body: ByteStream, signal: AbortSignal): ByteStream {
  const reader = body.getReader()
  const { promise: aborted, stop } = rejection(signal)
  return new ReadableStream<Bytes>({
    async pull(controller) {
      try {
        const { done, value } = await Promise.race([reader.read(), aborted])
        if (!done) return controller.enqueue(value)
        stop()
        controller.close()
      } catch (error) {
        stop()
        void reader.cancel(error).catch(() => {})
        controller.error(error)
      }
    },
    cancel(reason) {
      stop()
      return reader.cancel(reason)
    },
  })
}

/** Ends a response or its body as soon as the request is aborted, as `fetch` does. */
export async function abortable(request: Request, handle: () => Promise<Response>): Promise<Response> {
  const { signal } = request
  signal.throwIfAborted()
  const { promise: aborted, stop } = rejection(signal)
  try {
    const response = await Promise.race([handle(), aborted])
    return response.body ? new Response(abortableBody(response.body, signal), response) : response
  } finally {
    stop()
  }
}
