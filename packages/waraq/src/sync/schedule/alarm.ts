import type { Clock } from '../../client/clock.ts'

/**
 * Longest single timer in milliseconds. Timers stop while a device sleeps, so a long one would fire late by the entire sleep.
 * The clock may also be set, and the status shows times of that clock.
 */
export const alarmLimits = { pieceMs: 30_000 }

/** A single alarm. After each timer it checks again how much time is left, because clocks jump. */
export class Alarm {
  readonly #clock: Clock
  readonly #dueIn: () => number | null
  readonly #ring: () => void
  #set: AbortController | undefined

  /** `dueIn`: milliseconds until the alarm rings; null for never. */
  constructor(clock: Clock, dueIn: () => number | null, ring: () => void) {
    this.#clock = clock
    this.#dueIn = dueIn
    this.#ring = ring
  }

  /** Replaces the previous alarm. The new one rings after `atLeastMs` at the earliest. */
  set(atLeastMs = 0): void {
    this.clear()
    const set = new AbortController()
    this.#set = set
    this.#wait(atLeastMs, set.signal).then(
      (rings) => {
        if (rings && !set.signal.aborted) this.#ring()
      },
      () => undefined,
    )
  }

  clear(): void {
    this.#set?.abort()
    this.#set = undefined
  }

  async #wait(atLeastMs: number, signal: AbortSignal): Promise<boolean> {
    if (atLeastMs > 0) await this.#clock.sleep(atLeastMs, signal)
    for (;;) {
      const left = this.#dueIn()
      if (left === null) return false
      if (left <= 0) return true
      await this.#clock.sleep(Math.min(left, alarmLimits.pieceMs), signal)
    }
  }
}
