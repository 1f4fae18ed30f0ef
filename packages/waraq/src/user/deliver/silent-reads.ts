import type { Clock } from '../../client/clock.ts'
import { unlessAborted } from '../../client/waits.ts'

/** A request without an answer for this many milliseconds may have been sent over a network that is gone. */
const silentMs = 2_000

interface Read {
  readonly beganAt: number
  readonly left: AbortController
}

/**
 * Repeats read requests that get no answer. After a change of network the browser continues to wait for an answer that will
 * never arrive. Requests that write are not repeated, because they may have taken effect.
 */
export class SilentReads {
  readonly #send: typeof fetch
  readonly #clock: Clock
  readonly #reads = new Set<Read>()
  readonly #closed = new AbortController()

  constructor(send: typeof fetch | undefined, clock: Clock) {
    // If `fetch` were stored as a property, it would be called with the wrong `this`, which browsers refuse.
    this.#send = send ?? ((input, init) => fetch(input, init))
    this.#clock = clock
  }

  readonly fetch: typeof fetch = async (input, init) => {
    if (init?.method !== 'GET') return this.#send(input, init)
    for (;;) {
      const read = { beganAt: this.#clock.monotonic(), left: new AbortController() }
      const left = read.left.signal
      const signal = init.signal ? AbortSignal.any([init.signal, left]) : left
      this.#reads.add(read)
      try {
        // Browsers do not settle every aborted request.
        return await unlessAborted(this.#send(input, { ...init, signal }), left)
      } catch (error) {
        if (!left.aborted || init.signal?.aborted) throw error
      } finally {
        this.#reads.delete(read)
      }
    }
  }

  /** Sends each read again that has been without an answer for two seconds, or will have been by then. */
  repeat(): void {
    for (const read of this.#reads) {
      const leftMs = silentMs - (this.#clock.monotonic() - read.beganAt)
      void this.#clock.sleep(Math.max(0, leftMs), this.#closed.signal).then(
        () => this.#reads.has(read) && read.left.abort('silent'),
        () => undefined,
      )
    }
  }

  close(): void {
    this.#closed.abort('closed')
  }
}
