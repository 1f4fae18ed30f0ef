import type { Clock } from '../client/clock.ts'
import { whileFrozen } from './page-lifecycle.ts'

/** Number of turns that run immediately, so that normal messages never wait. */
const turnsAtOnce = 20

/** Milliseconds until each further turn. */
const restMs = 250

/**
 * Runs work on request, with a rate limit: one turn at a time, the first ones immediately, then a few per second. All
 * requests in the meantime result in only one more turn. So a flood of messages costs as much as a few of them. A page that
 * the browser has frozen runs the work once it resumes.
 */
export class Throttle {
  readonly #clock: Clock
  readonly #work: () => unknown
  readonly #signal: AbortSignal | undefined
  #isAsked = false
  #isWorking = false
  /** Monotonic time at which all turns are available again. */
  #restedAt = -Infinity

  /** `work` must not fail. Once the signal is aborted, no further turn runs. */
  constructor(clock: Clock, work: () => unknown, signal?: AbortSignal) {
    this.#clock = clock
    this.#work = work
    this.#signal = signal
    whileFrozen()
  }

  ask(): void {
    this.#isAsked = true
    if (!this.#isWorking) void this.#takeTurns()
  }

  async #takeTurns(): Promise<void> {
    this.#isWorking = true
    try {
      while (this.#isAsked) {
        const now = this.#clock.monotonic()
        this.#restedAt = Math.max(this.#restedAt, now) + restMs
        const ms = this.#restedAt - now - turnsAtOnce * restMs
        if (ms > 0) await this.#clock.sleep(ms, this.#signal)
        const frozen = whileFrozen()
        if (frozen) await frozen
        if (this.#signal?.aborted) return
        this.#isAsked = false
        await this.#work()
      }
    } catch {
      // The signal was aborted.
    } finally {
      this.#isWorking = false
    }
  }
}
