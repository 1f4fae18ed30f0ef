import type { WaraqError } from '@waraq/protocol'
import type { SyncEngine, SyncOptions } from '../sync/api/sync-engine.ts'
import { watchProblem, type Problem } from '../sync/status/problem.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import { engineProtocol } from './protocol.ts'

type Outcomes = Partial<Record<keyof SyncEngine, () => unknown>>

class Scripted {
  readonly calls: { readonly method: string; readonly args: readonly unknown[] }[] = []
  readonly listeners = new Set<(status: EngineStatus) => void>()
  readonly filters: string[] = []
  readonly #problemListeners = new Set<(problem: WaraqError) => void>()
  /** What the calls of a method come to; without one they never settle. */
  readonly outcomes: Outcomes = {}
  readonly library = { name: 'scripted' }
  progress: SyncOptions['onProgress']
  signal: AbortSignal | undefined

  constructor() {
    const rows: Readonly<Record<string, { readonly options?: number }>> = {
      ...engineProtocol.methods,
      close: {},
    }
    for (const [method, { options = -1 }] of Object.entries(rows))
      Object.assign(this, {
        [method]: (...args: unknown[]) => this.#take(method as keyof Outcomes, args, options),
      })
  }

  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void) {
    this.listeners.add(listener)
    if (onProblem) this.#problemListeners.add(onProblem)
    return () => {
      this.listeners.delete(listener)
      if (onProblem) this.#problemListeners.delete(onProblem)
    }
  }

  onProblem(listener: (problem: Problem | null) => void) {
    return watchProblem(this, { now: () => 0 }, listener)
  }

  tellProblem(problem: WaraqError): void {
    for (const listener of this.#problemListeners) listener(problem)
  }

  tell(status: Partial<EngineStatus>): void {
    for (const listener of this.listeners) listener(status as EngineStatus)
  }

  /** Notes plain data only. */
  async #take(method: keyof Outcomes, args: unknown[], options: number): Promise<unknown> {
    const { signal, onProgress, ...plain } = (args[options] ?? {}) as SyncOptions
    if (options in args) {
      this.signal = signal
      this.progress = onProgress
      args[options] = plain
    }
    this.calls.push({ method, args })
    const outcome = this.outcomes[method]
    return outcome ? outcome() : new Promise(() => undefined)
  }
}

/** An engine that notes what it is asked for, and settles when it is told to. Its calls are those of the protocol. */
export type ScriptedEngine = Scripted & Omit<SyncEngine, keyof Scripted>
export const ScriptedEngine = Scripted as new () => ScriptedEngine
