import type { RelayClock } from './clock.ts'
import { within } from './deadline.ts'

const brokenOffMessage = 'The answer broke off.'

/** Without a stack: servers print the error, and callers can make responses break off as often as they like. */
export const brokenOff = () => Object.assign(new Error(brokenOffMessage), { stack: undefined })
export const isBrokenOff = (error: unknown) => error instanceof Error && error.message === brokenOffMessage

const passedOn = new WeakSet<Response>()

/** A response that is passed on while its body arrives, and that may break off. */
export function passedOnAnswer(body: ReadableStream<Uint8Array>, init: ResponseInit): Response {
  const answer = new Response(body, init)
  passedOn.add(answer)
  return answer
}
export const isPassedOn = (answer: Response) => passedOn.has(answer)

/**
 * Returns the service's body, read only as fast as the caller reads it. It breaks off after `idleMs` without a byte, and beyond
 * `mostBytes`. All failures have the same error, because the errors of `fetch` may say more than callers should know.
 */
export function received(
  body: ReadableStream<Uint8Array>,
  { clock, idleMs, mostBytes }: { clock: RelayClock; idleMs: number; mostBytes: number },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0

  /** Undefined at the end. An empty chunk does not count as progress. */
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
    // Reads nothing ahead of the caller.
    { highWaterMark: 0 },
  )
}
