import type { Pace } from '../keeping/pace.ts'

/** The work of one search: it yields to other work now and then, and ends as soon as its caller cancels it. */
export class Turn {
  readonly #pace: Pace
  readonly #signal: AbortSignal

  constructor(pace: Pace, signal: AbortSignal) {
    this.#pace = pace
    this.#signal = signal
  }

  /** @throws the signal's reason once it is aborted */
  async take(): Promise<void> {
    this.#signal.throwIfAborted()
    if (!this.#pace.isDue) return
    await this.#pace.rest()
    this.#signal.throwIfAborted()
  }
}
