import { unlessAborted } from '@waraq/client'

interface Run {
  promise: Promise<void>
  readonly end: AbortController
  waiting: number
}

/** Work that runs once however many ask for it at a time, and ends early once nobody waits for it any more. */
export class SharedRun {
  readonly #work: (signal: AbortSignal) => Promise<void>
  #run: Run | undefined

  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#work = work
  }

  /** Joins what runs, or begins it. Rejects with the reason of this caller's signal. */
  async join(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const run = (this.#run ??= this.#begin())
    run.waiting += 1
    try {
      await unlessAborted(run.promise, signal)
    } finally {
      run.waiting -= 1
      if (run.waiting === 0) this.#leave(run)
    }
  }

  abort(reason: unknown): void {
    this.#run?.end.abort(reason)
  }

  /** Whoever asks from now on begins anew, also while what was left is still ending. */
  #leave(run: Run): void {
    this.#forget(run)
    run.end.abort()
  }

  #forget(run: Run): void {
    if (this.#run === run) this.#run = undefined
  }

  #begin(): Run {
    const end = new AbortController()
    const run: Run = { promise: Promise.resolve(), end, waiting: 0 }
    // Over for everybody at once: who asks after that wants another one.
    run.promise = this.#work(end.signal).finally(() => this.#forget(run))
    return run
  }
}
