import { callListener } from '../client/observable.ts'
import type { WaraqError } from '@waraq/protocol'
import type { StatusListener } from './listener.ts'

/** A worker, or an engine's own database. It reports the status for as long as it is watched. */
export interface StatusSource<Status> {
  watch(status: (status: Status) => void, problem: (problem: WaraqError) => void): () => void
  /** The current status, for a listener that is added later. Without this method the listener gets the last reported status. */
  now?(): Status | undefined
}

/**
 * The listeners for a status, across successive sources. The source has one watch at a time, however many listeners there
 * are. So a new watch always reads the status again.
 */
export class Watchers<Status> {
  readonly #listeners = new Set<StatusListener<Status>>()
  #source: StatusSource<Status> | undefined
  #end: (() => void) | undefined
  #latest: Status | undefined
  /** Reason why there is currently no status. */
  #problem: WaraqError | undefined

  get listening(): boolean {
    return this.#listeners.size > 0
  }

  add(status: StatusListener<Status>['status'], problem?: StatusListener<Status>['problem']): () => void {
    const entry = { status, problem }
    this.#listeners.add(entry)
    const latest = this.#source?.now?.() ?? this.#latest
    if (latest) callListener(status, latest)
    if (this.#problem && problem) callListener(problem, this.#problem)
    this.#begin()
    return () => {
      this.#listeners.delete(entry)
      if (!this.listening) this.#stop()
    }
  }

  /** Watches this source from now on; undefined: there is currently none. */
  follow(source: StatusSource<Status> | undefined): void {
    this.#stop()
    this.#source = source
    this.#begin()
  }

  /** Reports to listeners that there is no worker, or that the worker does not know its status. */
  tellProblem(problem: WaraqError): void {
    this.#problem = problem
    for (const listener of this.#listeners) if (listener.problem) callListener(listener.problem, problem)
  }

  /** Restarts the watch: the latest status may be out of date, or the watch may have ended unnoticed. */
  again(): void {
    this.#stop()
    this.#begin()
  }

  close(): void {
    this.#listeners.clear()
    this.follow(undefined)
  }

  #begin(): void {
    if (this.#end || !this.#source || !this.listening) return
    this.#end = this.#source.watch(
      (status) => {
        this.#latest = status
        this.#problem = undefined
        for (const listener of this.#listeners) callListener(listener.status, status)
      },
      (problem) => this.tellProblem(problem),
    )
  }

  #stop(): void {
    this.#end?.()
    this.#end = undefined
    this.#latest = undefined
    // A source reports its own problems. Without a source, the problem is the reason why there is none.
    if (this.#source) this.#problem = undefined
  }
}
