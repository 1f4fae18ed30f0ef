import type { TimeSlice } from '../indexing/time-slice.ts'

/** The work of one search. It yields to other work periodically, and ends as soon as its caller cancels it. */
export class Turn {
  readonly #timeSlice: TimeSlice
  readonly #signal: AbortSignal

  constructor(timeSlice: TimeSlice, signal: AbortSignal) {
    this.#timeSlice = timeSlice
    this.#signal = signal
  }

  /** @throws the signal's reason after it is aborted */
  async take(): Promise<void> {
    this.#signal.throwIfAborted()
    if (!this.#timeSlice.isDue) return
    await this.#timeSlice.rest()
    this.#signal.throwIfAborted()
  }
}
