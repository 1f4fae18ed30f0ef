import { callListener } from '../client/observable.ts'
import type { WaraqError } from '@waraq/protocol'
import type { StatusListener } from './listener.ts'

/** A worker, or an engine's own database: it tells the status for as long as it is watched. */
export interface StatusSource<Status> {
  watch(status: (status: Status) => void, problem: (problem: WaraqError) => void): () => void
  /** The status of this moment, for a listener that comes later. Without this method the listener gets the latest told. */
  now?(): Status | undefined
}

/**
 * The listeners for a status, across one source and the next. However many listen, the source has one watch at a time; so a
 * new watch always reads the status anew.
 */
export class Watchers<Status> {
  readonly #listeners = new Set<StatusListener<Status>>()
  #source: StatusSource<Status> | undefined
  #end: (() => void) | undefined
  #latest: Status | undefined
  /** Why there is no status at present. */
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

  /** Watches this source from now on; undefined: there is none at present. */
  follow(source: StatusSource<Status> | undefined): void {
    this.#stop()
    this.#source = source
    this.#begin()
  }

  /** Tells listeners that there is no worker, or that the worker does not know its status. */
  tellProblem(problem: WaraqError): void {
    this.#problem = problem
    for (const listener of this.#listeners) if (listener.problem) callListener(listener.problem, problem)
  }

  /** Watches anew: the latest status may be out of date, or the watch may have ended unnoticed. */
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
    // A source tells its own problems. Without a source, the problem tells why there is none.
    if (this.#source) this.#problem = undefined
  }
}
