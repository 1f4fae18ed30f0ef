import type { Clock } from '../../client/clock.ts'

/** Milliseconds of work before it yields: to searches that came meanwhile, and in a page to the next frame. */
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

  /** Lets waiting tasks go first. Rejects where the signal is aborted. */
  async rest(signal?: AbortSignal): Promise<void> {
    await this.#clock.sleep(0, signal)
    this.#since = this.#clock.monotonic()
  }
}
