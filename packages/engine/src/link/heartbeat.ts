import type { Clock } from '@waraq/client'
import { sleepAwake } from '../patience.ts'

interface HeartbeatOptions {
  /** Between an answer and the next question; after twice as long without an answer, the worker counts as hung. */
  readonly pingMs: number
  readonly clock: Clock
  readonly ping: () => Promise<unknown>
  readonly onSilence: () => void
}

/** Asks the worker for signs of life while it owes replies. A call without a deadline is kept alive by nothing else. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #beating: AbortController | undefined

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#beating) return
    this.#beating = new AbortController()
    this.#beat(this.#beating.signal).catch(() => undefined)
  }

  stop(): void {
    this.#beating?.abort()
    this.#beating = undefined
  }

  async #beat(signal: AbortSignal): Promise<void> {
    const { pingMs, clock, onSilence } = this.#options
    // Most calls are answered before the first question. It comes early enough to find a hung worker before their deadline.
    await sleepAwake(clock, pingMs / 4, signal)
    while (await this.#answers(signal)) await sleepAwake(clock, pingMs, signal)
    onSilence()
  }

  async #answers(signal: AbortSignal): Promise<boolean> {
    const { pingMs, clock, ping } = this.#options
    const asked = new AbortController()
    try {
      return await Promise.race([
        ping().then(
          () => true,
          // An error is an answer too.
          () => true,
        ),
        sleepAwake(clock, 2 * pingMs, AbortSignal.any([signal, asked.signal])).then(() => false),
      ])
    } finally {
      asked.abort()
    }
  }
}
