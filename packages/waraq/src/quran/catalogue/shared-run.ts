import { unlessAborted } from '../../client/waits.ts'

interface Run {
  promise: Promise<void>
  readonly end: AbortController
  waiting: number
}

/** Work that runs once for all callers that join at the same time. It is aborted when its last caller stops waiting. */
export class SharedRun {
  readonly #work: (signal: AbortSignal) => Promise<void>
  #run: Run | undefined

  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#work = work
  }

  /** Joins the current run or starts one. Rejects with the reason of this caller's signal. */
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

  /** Aborts the run. The next caller starts another one, even if this one is still ending. */
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
    // A caller that joins after the run has ended gets another run.
    run.promise = this.#work(end.signal).finally(() => this.#forget(run))
    return run
  }
}
