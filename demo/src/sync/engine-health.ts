import type { WaraqError } from '@waraq/protocol'
import type { EngineStatus, Problem, SyncEngine } from 'waraq'

interface Listeners {
  readonly status: (status: EngineStatus) => void
  /** Called with the reason why the status is not known, and what the engine says of it. */
  readonly problem: (problem: unknown, told: Problem | null) => void
  /** Called when neither a status nor a problem has come for so long that the reader should know. */
  readonly slow: () => void
}

/** How long an opening may take before the page says something about it. */
const slowAfterMs = 5_000
/** Content grows old and other sites fill the disk without a commit, so the page asks for the status this often. */
const lookEveryMs = 30_000
const lookAgainMs = 5_000

type WatchedEngine = Pick<SyncEngine, 'startAutoSync' | 'onProblem' | 'status' | 'watch'>

/** Watches the engine's status, asks for it now and then, and has the engine keep everything current. */
export class EngineHealth {
  readonly #engine: WatchedEngine
  readonly #listeners: Listeners
  #isKeeping = false
  #told: Problem | null = null
  #looking: Promise<void> | undefined
  #slowTimer: ReturnType<typeof setTimeout> | undefined
  #next: ReturnType<typeof setTimeout> | undefined

  constructor(engine: WatchedEngine, listeners: Listeners) {
    this.#engine = engine
    this.#listeners = listeners
  }

  start(): void {
    // First, so that what the engine says of an error is there when the error is.
    this.#engine.onProblem((told) => (this.#told = told))
    this.#engine.watch(
      (status) => this.#tell(status),
      (problem) => this.#hear(problem),
    )
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.#look()
    })
    this.retry()
  }

  /** Asks for the status now: figures that change without a commit, such as those of storage, are as old as the last look. */
  look(): Promise<void> {
    return this.#look()
  }

  /** Starts the wait for a status again. */
  retry(): void {
    clearTimeout(this.#slowTimer)
    this.#slowTimer = setTimeout(this.#listeners.slow, slowAfterMs)
    void this.#look()
  }

  /** The next call restores a connection that the browser cut, so only a call that fails, too, is told. */
  #hear(problem: WaraqError): void {
    if (problem.code === 'storage_lost') void this.#look()
    else this.#listeners.problem(problem, this.#told)
  }

  #tell(status: EngineStatus): void {
    clearTimeout(this.#slowTimer)
    this.#listeners.status(status)
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => (this.#looking = undefined))
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    clearTimeout(this.#next)
    let isWell = false
    try {
      this.#tell(await this.#engine.status())
      await this.#startAutoSync()
      isWell = true
    } catch (problem) {
      this.#listeners.problem(problem, this.#told)
    }
    this.#next = setTimeout(() => void this.#look(), isWell ? lookEveryMs : lookAgainMs)
  }

  /** Asks again after a refusal. Once the engine has agreed it goes on, even with another worker. */
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
