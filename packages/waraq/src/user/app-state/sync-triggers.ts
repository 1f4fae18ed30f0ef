import type { Clock } from '../../client/clock.ts'
import { isWaraqError } from '@waraq/protocol'
import { onComeBack } from '../../platform/page-lifecycle.ts'
import { backoffAfter, waitOf } from '../deliver/backoff.ts'
import type { BackoffRecord } from '../store/database.ts'

export interface SyncTriggersOptions {
  /** Pulls and sends. Returns the time of the earliest edit that has not been quiet long enough. Rejects if that failed. */
  readonly run: () => Promise<{ readonly next: number | null }>
  readonly debounceMs: number
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
}

/** Minimum milliseconds between two returns of a person to the page that both trigger a run. */
const shownEveryMs = 5 * 60_000

/**
 * Triggers the runs that send and request documents: at the start, after a pause in writes, when the network or a person comes
 * back, and after a failure that may pass, with a longer delay each time.
 */
export class SyncTriggers {
  readonly #options: SyncTriggersOptions
  #began = false
  #backoff: BackoffRecord | undefined
  #ranAt = -Infinity
  /** The wait that counts. A new one replaces it. */
  #wait = new AbortController()
  #turn: Promise<void> = Promise.resolve()
  /** Whether a run waits for the one under way. */
  #isNext = false

  constructor(options: SyncTriggersOptions) {
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

  /** Schedules a run after a write. */
  written(): void {
    const { debounceMs, clock } = this.#options
    if (this.#began) this.#after(Math.max(debounceMs, waitOf(this.#backoff, clock.now())))
  }

  #now(): void {
    this.#backoff = undefined
    this.#after(0)
  }

  #after(ms: number): void {
    const { clock, signal } = this.#options
    this.#wait.abort('replaced')
    if (signal.aborted) return
    const wait = (this.#wait = new AbortController())
    const begin = () => {
      // A run that has not started yet also covers further triggers.
      if (this.#isNext) return
      this.#isNext = true
      // Runs are sequential: the result of one decides when the next starts.
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
      this.#backoff = undefined
      if (next !== null) this.#after(Math.max(1, next + debounceMs - clock.now()))
    } catch (error) {
      if (signal.aborted || !isWaraqError(error) || !error.retryable) return
      this.#backoff = backoffAfter(this.#backoff, error, clock.now(), random)
      this.#after(Math.max(1, waitOf(this.#backoff, clock.now())))
    }
  }
}
