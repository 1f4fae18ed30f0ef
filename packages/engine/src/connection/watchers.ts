import type { WaraqError } from '@waraq/contract'
import type { EngineStatus } from '../status.ts'
import type { EngineCalls } from '../sync-engine.ts'
import { callListener, type StatusListener } from './listener.ts'

/**
 * Who wants to hear of the status, whichever worker tells it. However many listen, the worker is asked once a time; so
 * asking anew always reads anew.
 */
export class Watchers {
  readonly #listeners = new Set<StatusListener>()
  #engine: EngineCalls | undefined
  #end: (() => void) | undefined
  #latest: EngineStatus | undefined
  /** Why there is no status at present. */
  #problem: WaraqError | undefined

  get listening(): boolean {
    return this.#listeners.size > 0
  }

  add(status: StatusListener['status'], problem?: StatusListener['problem']): () => void {
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

  /** From now on this engine is asked; undefined: there is none at the time. */
  follow(engine: EngineCalls | undefined): void {
    this.#stop()
    this.#engine = engine
    this.#begin()
  }

  /** There is nobody to ask, or whoever is asked cannot say. */
  tellProblem(problem: WaraqError): void {
    this.#problem = problem
    for (const listener of this.#listeners) if (listener.problem) callListener(listener.problem, problem)
  }

  /** What was told may be out of date, or the telling may have stopped unnoticed. */
  again(): void {
    this.#stop()
    this.#begin()
  }

  close(): void {
    this.#listeners.clear()
    this.follow(undefined)
  }

  #begin(): void {
    if (this.#end || !this.#engine || !this.listening) return
    this.#end = this.#engine.watch(
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
