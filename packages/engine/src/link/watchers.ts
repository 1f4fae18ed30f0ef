import { callListener } from '@waraq/client'
import type { WaraqError } from '@waraq/contract'
import type { StatusListener } from './listener.ts'

/** What tells a status, for as long as it is watched: a worker, or an engine's own database. */
export interface StatusSource<Status> {
  watch(status: (status: Status) => void, problem: (problem: WaraqError) => void): () => void
  /** The status of this moment, for one who comes later; where it is left out, the one that was told last. */
  now?(): Status | undefined
}

/**
 * Who wants to hear of the status, whichever source tells it. However many listen, the source is watched once a time; so
 * asking anew always reads anew.
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

  /** From now on this one is watched; undefined: there is none at the time. */
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
    // A source says by itself what still is; where there is none, the problem tells why.
    if (this.#source) this.#problem = undefined
  }
}
