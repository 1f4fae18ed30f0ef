import type { RelayClock } from './clock.ts'
import { within } from './deadline.ts'

export const brokenOff = () => new Error('The answer broke off.')

/**
 * The service's body, read only as fast as it is taken from here. It breaks off after `idleMs` without a byte, and beyond
 * `mostBytes`. What goes wrong is one and the same error, because what a `fetch` throws may say more than callers should know.
 */
export function received(
  body: ReadableStream<Uint8Array>,
  { clock, idleMs, mostBytes }: { clock: RelayClock; idleMs: number; mostBytes: number },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0

  /** Undefined at the end. An empty chunk is no sign of life. */
  async function nextBytes(): Promise<Uint8Array | undefined> {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || value.byteLength > 0) return value
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const chunk = await within(clock, idleMs, nextBytes)
          if (!chunk) return controller.close()
          bytes += chunk.byteLength
          if (bytes > mostBytes) throw brokenOff()
          controller.enqueue(chunk)
        } catch {
          reader.cancel('over').catch(() => undefined)
          throw brokenOff()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead of the caller.
    { highWaterMark: 0 },
  )
}
