import type { Clock } from '../../client/clock.ts'

/**
 * Timers stand still while a device sleeps, so a long one would ring late by the whole sleep. And somebody may set the clock:
 * the status names times by it.
 */
export const alarmLimits = { pieceMs: 30_000 }

/** One alarm at a time. After each piece it asks again how long is left, because clocks jump. */
export class Alarm {
  readonly #clock: Clock
  readonly #dueIn: () => number | null
  readonly #ring: () => void
  #set: AbortController | undefined

  /** `dueIn`: milliseconds until it has to ring; null for never. */
  constructor(clock: Clock, dueIn: () => number | null, ring: () => void) {
    this.#clock = clock
    this.#dueIn = dueIn
    this.#ring = ring
  }

  /** Replaces the alarm that was set before. It rings after `atLeastMs` at the earliest. */
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
