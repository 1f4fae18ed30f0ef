import type { RelayClock } from '../clock.ts'
import { brokenOff } from '../received-body.ts'

/** What ends an answer that is under way, and is told of its end. */
export interface Delivery {
  readonly clock: RelayClock
  /** For all of it. */
  readonly totalMs: number
  /** Without the caller taking a byte. */
  readonly takenMs: number
  /** Aborted once it is over, whatever ended it: the caller, the service, a deadline or its last byte. */
  readonly over: AbortController
  /** The stream broke off, and not because the caller left or was too slow. */
  readonly onBroken: () => void
}

/** A body on its way to the caller. It ends with `over`, and ends `over`. */
export function delivered(
  stream: ReadableStream<Uint8Array>,
  { clock, totalMs, takenMs, over, onBroken }: Delivery,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let waiting = new AbortController()
  const end = () => over.abort('over')

  const endAfter = (ms: number, { signal }: AbortController) =>
    void clock.sleep(ms, signal).then(end, () => undefined)

  function awaitCaller(): void {
    if (over.signal.aborted) return
    waiting = new AbortController()
    endAfter(takenMs, waiting)
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const onOver = () => {
          waiting.abort('over')
          reader.cancel('over').catch(() => undefined)
          // A server whose caller left cancels at once, too: then nothing is left to break off, and to complain of.
          queueMicrotask(() => controller.error(brokenOff()))
        }
        if (over.signal.aborted) return onOver()
        over.signal.addEventListener('abort', onOver, { once: true })
        endAfter(totalMs, over)
        awaitCaller()
      },
      pull: async (controller) => {
        waiting.abort('taken')
        try {
          const { done, value } = await reader.read()
          // Cut short, it must not look whole.
          if (over.signal.aborted) return
          if (done) {
            controller.close()
            end()
          } else {
            controller.enqueue(value)
            awaitCaller()
          }
        } catch {
          if (!over.signal.aborted) onBroken()
          end()
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
