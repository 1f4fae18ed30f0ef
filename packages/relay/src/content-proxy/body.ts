import type { RelayClock } from '../clock.ts'
import { brokenOff } from '../received-body.ts'
import type { Pace } from './pace.ts'

/** The deadlines of an answer that is under way, and the controller that ends with it. */
export interface Delivery {
  readonly clock: RelayClock
  /** For the whole body. */
  readonly totalMs: number
  /** Without the caller taking a byte. */
  readonly takenMs: number
  /** Told what the caller takes, and when. */
  readonly pace: Pace
  /** Aborted once the answer has ended: by the caller, the service, a deadline or its last byte. */
  readonly over: AbortController
  /** Called when the stream broke off, but not because the caller left or was too slow. */
  readonly onBroken: () => void
}

/** The body for the caller. It breaks off when `over` is aborted, and aborts `over` when it ends. */
export function delivered(
  stream: ReadableStream<Uint8Array>,
  { clock, totalMs, takenMs, pace, over, onBroken }: Delivery,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let waiting = new AbortController()
  const end = () => over.abort('over')

  const endAfter = (ms: number, { signal }: AbortController) =>
    void clock.sleep(ms, signal).then(end, () => undefined)

  function awaitCaller(bytes: number): void {
    if (over.signal.aborted) return
    pace.offers(bytes)
    waiting = new AbortController()
    endAfter(takenMs, waiting)
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const onOver = () => {
          waiting.abort('over')
          reader.cancel('over').catch(() => undefined)
          // When the caller has left, the server cancels the stream in this turn, and an error would only be noise.
          queueMicrotask(() => controller.error(brokenOff()))
        }
        if (over.signal.aborted) return onOver()
        over.signal.addEventListener('abort', onOver, { once: true })
        endAfter(totalMs, over)
        awaitCaller(0)
      },
      pull: async (controller) => {
        waiting.abort('taken')
        pace.isTaken()
        try {
          const { done, value } = await reader.read()
          // A body that was cut short must not look whole.
          if (over.signal.aborted) return
          if (done) {
            controller.close()
            end()
          } else {
            controller.enqueue(value)
            awaitCaller(value.byteLength)
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
