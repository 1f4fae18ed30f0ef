import type { Clock } from '@waraq/client'

/** Milliseconds of work after which others get their turn: searches that came meanwhile, in a page its frames. */
const sliceMs = 10

/** Cuts long work into slices. */
export class Pace {
  readonly #clock: Clock
  #since: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#since = clock.monotonic()
  }

  get isDue(): boolean {
    return this.#clock.monotonic() - this.#since >= sliceMs
  }

  /** Lets whatever waits go first. Rejects where the signal is aborted. */
  async rest(signal?: AbortSignal): Promise<void> {
    await this.#clock.sleep(0, signal)
    this.#since = this.#clock.monotonic()
  }
}
