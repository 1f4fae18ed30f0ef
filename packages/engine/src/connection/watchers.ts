import type { SyncEngine } from '../sync-engine.ts'
import type { EngineStatus } from '../status.ts'
import { callListener } from './listener.ts'

type Listener = (status: EngineStatus) => void

/**
 * Who wants to hear of the status, whichever worker tells it. However many listen, the worker is asked once a time; so
 * asking anew always reads anew.
 */
export class Watchers {
  readonly #listeners = new Set<{ readonly listener: Listener }>()
  #engine: SyncEngine | undefined
  #end: (() => void) | undefined
  #latest: EngineStatus | undefined

  get listening(): boolean {
    return this.#listeners.size > 0
  }

  add(listener: Listener): () => void {
    const entry = { listener }
    this.#listeners.add(entry)
    if (this.#latest) callListener(listener, this.#latest)
    this.#begin()
    return () => {
      this.#listeners.delete(entry)
      if (!this.listening) this.#stop()
    }
  }

  /** From now on this engine is asked; undefined: there is none at the time. */
  follow(engine: SyncEngine | undefined): void {
    this.#stop()
    this.#engine = engine
    this.#begin()
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
    this.#end = this.#engine.watch((status) => {
      this.#latest = status
      for (const { listener } of this.#listeners) callListener(listener, status)
    })
  }

  #stop(): void {
    this.#end?.()
    this.#end = undefined
    this.#latest = undefined
  }
}
