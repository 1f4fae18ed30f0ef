import type { WaraqError } from '@waraq/protocol'
import type { EngineStatus, Problem, SyncEngine } from 'waraq'

interface Listeners {
  readonly status: (status: EngineStatus) => void
  /** Called with the reason why the status is not known, and with the engine's report of it. */
  readonly problem: (problem: unknown, reported: Problem | null) => void
  /** Called when neither a status nor a problem has arrived for so long that the reader should know. */
  readonly slow: () => void
}

/** Milliseconds that opening may take before the page mentions it. */
const slowAfterMs = 5_000
/** Milliseconds between status requests. Content becomes stale and other sites fill the disk without a commit. */
const probeEveryMs = 30_000
const probeAgainMs = 5_000

type WatchedEngine = Pick<SyncEngine, 'startAutoSync' | 'onProblem' | 'status' | 'watch'>

/** Watches the engine's status, requests it regularly, and has the engine keep everything current. */
export class EngineHealth {
  readonly #engine: WatchedEngine
  readonly #listeners: Listeners
  #isKeeping = false
  #reported: Problem | null = null
  #looking: Promise<void> | undefined
  #slowTimer: ReturnType<typeof setTimeout> | undefined
  #next: ReturnType<typeof setTimeout> | undefined

  constructor(engine: WatchedEngine, listeners: Listeners) {
    this.#engine = engine
    this.#listeners = listeners
  }

  start(): void {
    // Registered first, so that the engine's report of an error is there before the error.
    this.#engine.onProblem((reported) => (this.#reported = reported))
    this.#engine.watch(
      (status) => this.#tell(status),
      (problem) => this.#hear(problem),
    )
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.#probe()
    })
    this.retry()
  }

  /** Requests the status now. Figures that change without a commit, such as those of storage, are only updated by a request. */
  probe(): Promise<void> {
    return this.#probe()
  }

  /** Restarts the wait for a status. */
  retry(): void {
    clearTimeout(this.#slowTimer)
    this.#slowTimer = setTimeout(this.#listeners.slow, slowAfterMs)
    void this.#probe()
  }

  /**
   * Handles a problem of the watch. The next call restores a connection that the browser cut, so `storage_lost` is reported
   * only if that call fails too.
   */
  #hear(problem: WaraqError): void {
    if (problem.code === 'storage_lost') void this.#probe()
    else this.#listeners.problem(problem, this.#reported)
  }

  #tell(status: EngineStatus): void {
    clearTimeout(this.#slowTimer)
    this.#listeners.status(status)
  }

  #probe(): Promise<void> {
    this.#looking ??= this.#probeOnce().finally(() => (this.#looking = undefined))
    return this.#looking
  }

  async #probeOnce(): Promise<void> {
    clearTimeout(this.#next)
    let isWell = false
    try {
      this.#tell(await this.#engine.status())
      await this.#startAutoSync()
      isWell = true
    } catch (problem) {
      this.#listeners.problem(problem, this.#reported)
    }
    this.#next = setTimeout(() => void this.#probe(), isWell ? probeEveryMs : probeAgainMs)
  }

  /** Requests auto sync, again after each refusal. Once the engine has accepted, it continues even with another worker. */
  async #startAutoSync(): Promise<void> {
    if (this.#isKeeping) return
    this.#isKeeping = true
    try {
      await this.#engine.startAutoSync()
    } catch (problem) {
      this.#isKeeping = false
      throw problem
    }
  }
}
