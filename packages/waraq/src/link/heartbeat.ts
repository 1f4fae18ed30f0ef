import { beforeDeadline, sleepAwake } from '../client/waits.ts'
import type { Clock } from '../client/clock.ts'

interface HeartbeatOptions {
  /** Milliseconds from an answer to the next ping. After twice as long without an answer, the worker counts as hung. */
  readonly pingMs: number
  readonly clock: Clock
  readonly ping: () => Promise<unknown>
  readonly onSilence: () => void
}

/** Pings the worker while replies are outstanding. For a call without a deadline, only this detects that the worker hangs. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #beating: AbortController | undefined

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#beating) return
    this.#beating = new AbortController()
    this.#heartbeat(this.#beating.signal).catch(() => undefined)
  }

  stop(): void {
    this.#beating?.abort()
    this.#beating = undefined
  }

  async #heartbeat(signal: AbortSignal): Promise<void> {
    const { pingMs, clock, onSilence } = this.#options
    // Most calls are answered before the first ping. It is still early enough to detect a hung worker before their deadline.
    await sleepAwake(clock, pingMs / 4, signal)
    while (await this.#answers(signal)) await sleepAwake(clock, pingMs, signal)
    onSilence()
  }

  #answers(signal: AbortSignal): Promise<boolean> {
    const { pingMs, clock, ping } = this.#options
    const answered = ping().then(
      () => true,
      // An error is an answer too: the worker is alive.
      () => true,
    )
    return beforeDeadline(answered, { clock, ms: 2 * pingMs, late: () => false, signal, awake: true })
  }
}
