import type { WaraqError } from '@waraq/contract'
import type { WakeAnswer } from '../schedule/scheduler.ts'
import { watchProblem, type Problem } from '../status/problem.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { EngineStatus } from '../status/status.ts'
import type { SyncEngine, SyncOptions } from '../api/sync-engine.ts'

/** An engine that notes its calls, and settles them when the test says so. */
export class ScriptedEngine implements SyncEngine {
  readonly calls: { readonly method: string; readonly input: unknown }[] = []
  readonly listeners = new Set<(status: EngineStatus) => void>()
  readonly filters: string[] = []
  readonly #problemListeners = new Set<(problem: WaraqError) => void>()
  /** Outcomes of calls, by method; a call without one never settles. */
  readonly outcomes: Partial<Record<keyof SyncEngine, () => unknown>> = {}
  readonly library = { name: 'scripted' }
  progress: SyncOptions['onProgress']
  signal: AbortSignal | undefined

  subscribe = (filter: string) => this.#take<string>('subscribe', filter)
  keep = (filters: readonly string[]) => this.#take<readonly string[]>('keep', filters)
  unsubscribe = (filter: string) => this.#take<void>('unsubscribe', filter)
  sync({ signal, onProgress, ...input }: SyncOptions = {}) {
    this.progress = onProgress
    this.signal = signal
    return this.#take<never>('sync', input)
  }
  keepCurrent = (options?: ScheduleOptions) => this.#take<void>('keepCurrent', options)
  pause = () => this.#take<void>('pause', null)
  resume = () => this.#take<void>('resume', null)
  wake = (kind: string) => this.#take<WakeAnswer>('wake', kind)
  status = () => this.#take<EngineStatus>('status', null)
  droppable = () => this.#take<never>('droppable', null)
  noteEviction = (evicted: boolean) => this.#take<void>('noteEviction', evicted)
  resync = (filter: string, { budget, joinRunning }: SyncOptions = {}) =>
    this.#take<never>('resync', { filter, budget, joinRunning })
  verify = (ref: unknown) => this.#take<never>('verify', ref)
  available = () => this.#take<never>('available', null)
  listNames = (list: string, language: string) => this.#take<never>('listNames', { list, language })
  close = () => this.#take<void>('close', null)
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

  async #take<T>(method: keyof SyncEngine, input: unknown): Promise<T> {
    this.calls.push({ method, input })
    const outcome = this.outcomes[method]
    return outcome ? ((await outcome()) as T) : new Promise<T>(() => undefined)
  }
}
