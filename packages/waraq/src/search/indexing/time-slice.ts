import type { Clock } from '../../client/clock.ts'

/** Milliseconds of work before yielding to searches that have arrived, and in a page to the next frame. */
const sliceMs = 10

/** Divides long work into slices. */
export class TimeSlice {
  readonly #clock: Clock
  #since: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#since = clock.monotonic()
  }

  get isDue(): boolean {
    return this.#clock.monotonic() - this.#since >= sliceMs
  }

  /** Yields to waiting tasks. Rejects if the signal is aborted. */
  async rest(signal?: AbortSignal): Promise<void> {
    await this.#clock.sleep(0, signal)
    this.#since = this.#clock.monotonic()
  }
}
