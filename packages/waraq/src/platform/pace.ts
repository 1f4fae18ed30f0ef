import type { Clock } from '../client/clock.ts'
import { whileFrozen } from './page-lifecycle.ts'

/** So many turns come at once: an honest message never waits. */
const turnsAtOnce = 20

/** Milliseconds until each further turn. */
const restMs = 250

/**
 * Does a work when it is asked for, within bounds: one turn at a time, the first ones at once, then a few in a second. However
 * often it is asked for meanwhile, one more turn follows. So a flood of messages costs what a few of them cost. A page that the
 * browser has frozen does it once it goes on.
 */
export class Pace {
  readonly #clock: Clock
  readonly #work: () => unknown
  readonly #signal: AbortSignal | undefined
  #isAsked = false
  #isWorking = false
  /** When all turns will have rested. */
  #restedAt = -Infinity

  /** `work` must not fail. With the signal aborted, no further turn comes. */
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
