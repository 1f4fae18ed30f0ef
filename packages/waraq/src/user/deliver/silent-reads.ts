import type { Clock } from '../../client/clock.ts'
import { unlessAborted } from '../../client/waits.ts'

/** A request without an answer for so long may have been sent over a network that is gone. */
const silentMs = 2_000

interface Read {
  readonly beganAt: number
  readonly left: AbortController
}

/**
 * Requests that only read, and can be sent once more where nobody answers: after a change of network the browser goes on waiting for
 * an answer which will not come. Requests that write are left alone, as they may have had their effect.
 */
export class SilentReads {
  readonly #send: typeof fetch
  readonly #clock: Clock
  readonly #reads = new Set<Read>()
  readonly #closed = new AbortController()

  constructor(send: typeof fetch | undefined, clock: Clock) {
    // A property would be called with the wrong `this`, which browsers refuse.
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
        // Browsers do not settle each request that is aborted.
        return await unlessAborted(this.#send(input, { ...init, signal }), left)
      } catch (error) {
        if (!left.aborted || init.signal?.aborted) throw error
      } finally {
        this.#reads.delete(read)
      }
    }
  }

  /** Sends each read again that has been without an answer for two seconds, or is so then. */
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
