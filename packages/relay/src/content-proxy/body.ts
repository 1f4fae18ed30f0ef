import type { RelayClock } from '../clock.ts'
import { brokenOff } from '../received-body.ts'
import type { Throughput } from './throughput.ts'

/** The timeouts of a response in progress, and the controller that ends with it. */
export interface Delivery {
  readonly clock: RelayClock
  /** Milliseconds for the entire body. */
  readonly totalMs: number
  /** Maximum milliseconds in which the caller reads no byte. */
  readonly takenMs: number
  /** Records what the caller reads, and when. */
  readonly throughput: Throughput
  /** Aborted once the response has ended: by the caller, the service, a timeout or its last byte. */
  readonly over: AbortController
  /** Called when the stream breaks off, but not if the caller left or was too slow. */
  readonly onBroken: () => void
}

/** Returns the body for the caller. It breaks off when `over` is aborted, and aborts `over` when it ends. */
export function delivered(
  stream: ReadableStream<Uint8Array>,
  { clock, totalMs, takenMs, throughput, over, onBroken }: Delivery,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let waiting = new AbortController()
  const end = () => over.abort('over')

  const endAfter = (ms: number, { signal }: AbortController) =>
    void clock.sleep(ms, signal).then(end, () => undefined)

  function awaitCaller(bytes: number): void {
    if (over.signal.aborted) return
    throughput.offers(bytes)
    waiting = new AbortController()
    endAfter(takenMs, waiting)
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const onOver = () => {
          waiting.abort('over')
          reader.cancel('over').catch(() => undefined)
          // If the caller has left, the server cancels the stream in this event loop turn. An error would only be noise.
          queueMicrotask(() => controller.error(brokenOff()))
        }
        if (over.signal.aborted) return onOver()
        over.signal.addEventListener('abort', onOver, { once: true })
        endAfter(totalMs, over)
        awaitCaller(0)
      },
      pull: async (controller) => {
        waiting.abort('taken')
        throughput.isTaken()
        try {
          const { done, value } = await reader.read()
          // A body that was cut short must not look complete.
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
