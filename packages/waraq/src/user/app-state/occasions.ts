import type { Clock } from '../../client/clock.ts'
import { isWaraqError } from '@waraq/protocol'
import { onComeBack } from '../../platform/page-lifecycle.ts'
import { paceAfter, waitOf } from '../deliver/pace.ts'
import type { PaceRecord } from '../store/database.ts'

export interface OccasionsOptions {
  /** Pulls and sends; tells when the latest act was of what has not rested yet. Rejects where that failed. */
  readonly run: () => Promise<{ readonly next: number | null }>
  readonly debounceMs: number
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
}

/** Milliseconds between two times that a person comes back to a page which both count. */
const shownEveryMs = 5 * 60_000

/**
 * When documents are sent and asked for: at the start, once writes have rested, when the network or a person comes back, and after
 * a failure that may pass, later each time.
 */
export class Occasions {
  readonly #options: OccasionsOptions
  #began = false
  #pace: PaceRecord | undefined
  #ranAt = -Infinity
  /** The wait that counts; another one takes its place. */
  #wait = new AbortController()
  #turn: Promise<void> = Promise.resolve()
  /** Whether a run waits for the one under way. */
  #isNext = false

  constructor(options: OccasionsOptions) {
    this.#options = options
  }

  begin(): void {
    const { signal, clock } = this.#options
    this.#began = true
    const shown = () => {
      if (clock.monotonic() - this.#ranAt >= shownEveryMs) this.#now()
    }
    const end = onComeBack(() => this.#now(), shown)
    signal.addEventListener('abort', () => {
      end()
      this.#wait.abort('over')
    })
    this.#now()
  }

  /** Something was written. */
  written(): void {
    const { debounceMs, clock } = this.#options
    if (this.#began) this.#after(Math.max(debounceMs, waitOf(this.#pace, clock.now())))
  }

  #now(): void {
    this.#pace = undefined
    this.#after(0)
  }

  #after(ms: number): void {
    const { clock, signal } = this.#options
    this.#wait.abort('replaced')
    if (signal.aborted) return
    const wait = (this.#wait = new AbortController())
    const begin = () => {
      // A run that has not begun yet is all that further occasions ask for.
      if (this.#isNext) return
      this.#isNext = true
      // One after the other; what a run leaves decides what comes next.
      this.#turn = this.#turn.then(() => {
        this.#isNext = false
        return this.#run()
      })
    }
    if (ms === 0) begin()
    else clock.sleep(ms, wait.signal).then(begin, () => undefined)
  }

  async #run(): Promise<void> {
    const { run, clock, debounceMs, random, signal } = this.#options
    if (signal.aborted) return
    this.#ranAt = clock.monotonic()
    try {
      const { next } = await run()
      this.#pace = undefined
      if (next !== null) this.#after(Math.max(1, next + debounceMs - clock.now()))
    } catch (error) {
      if (signal.aborted || !isWaraqError(error) || !error.retryable) return
      this.#pace = paceAfter(this.#pace, error, clock.now(), random)
      this.#after(Math.max(1, waitOf(this.#pace, clock.now())))
    }
  }
}
