import type { WaraqError } from '@waraq/contract'
import { callListener, type StatusListener } from './listener.ts'
import type { Callee, LinkShape } from './protocol.ts'

/**
 * The listeners for the status, across one worker and the next. However many listen, the worker has one watch at a time; so
 * a new watch always reads the status anew.
 */
export class Watchers<S extends LinkShape> {
  readonly #listeners = new Set<StatusListener<S['status']>>()
  #callee: Pick<Callee<S>, 'watch'> | undefined
  #end: (() => void) | undefined
  #latest: S['status'] | undefined
  /** Why there is no status at present. */
  #problem: WaraqError | undefined

  get listening(): boolean {
    return this.#listeners.size > 0
  }

  add(
    status: StatusListener<S['status']>['status'],
    problem?: StatusListener<S['status']>['problem'],
  ): () => void {
    const entry = { status, problem }
    this.#listeners.add(entry)
    if (this.#latest) callListener(status, this.#latest)
    if (this.#problem && problem) callListener(problem, this.#problem)
    this.#begin()
    return () => {
      this.#listeners.delete(entry)
      if (!this.listening) this.#stop()
    }
  }

  /** Watches this callee from now on; undefined: there is none at present. */
  follow(callee: Pick<Callee<S>, 'watch'> | undefined): void {
    this.#stop()
    this.#callee = callee
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
    if (this.#end || !this.#callee || !this.listening) return
    this.#end = this.#callee.watch(
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
  }
}
