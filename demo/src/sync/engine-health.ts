import type { WaraqError } from '@waraq/contract'
import type { EngineStatus, SyncEngine } from '@waraq/engine'

interface Listeners {
  readonly status: (status: EngineStatus) => void
  /** Why the status cannot be told. */
  readonly problem: (problem: unknown) => void
  /** Neither this nor that was told for so long that whoever waits should know. */
  readonly slow: () => void
}

/** How long an opening may take before the page says something about it. */
const slowAfterMs = 5_000
/** Content grows old, and other sites fill the disk, without anything being written that would be told. */
const lookEveryMs = 30_000
const lookAgainMs = 5_000

type WatchedEngine = Pick<SyncEngine, 'keepCurrent' | 'status' | 'watch'>

/** Hears how the engine is, asks where it might have said nothing, and has it keep everything current. */
export class EngineHealth {
  readonly #engine: WatchedEngine
  readonly #listeners: Listeners
  #isKeeping = false
  #looking: Promise<void> | undefined
  #slowTimer: ReturnType<typeof setTimeout> | undefined
  #next: ReturnType<typeof setTimeout> | undefined

  constructor(engine: WatchedEngine, listeners: Listeners) {
    this.#engine = engine
    this.#listeners = listeners
  }

  start(): void {
    this.#engine.watch(
      (status) => this.#tell(status),
      (problem) => this.#hear(problem),
    )
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.#look()
    })
    this.retry()
  }

  /** Figures that nobody tells of, such as those of storage, are those of the last look. Resolves once that is over. */
  look(): Promise<void> {
    return this.#look()
  }

  /** Begins to wait anew. */
  retry(): void {
    clearTimeout(this.#slowTimer)
    this.#slowTimer = setTimeout(this.#listeners.slow, slowAfterMs)
    void this.#look()
  }

  /** A connection that the browser cut is made anew by the next call, and then it was not worth a word. */
  #hear(problem: WaraqError): void {
    if (problem.code === 'storage_lost') void this.#look()
    else this.#listeners.problem(problem)
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
      await this.#keepCurrent()
      isWell = true
    } catch (problem) {
      this.#listeners.problem(problem)
    }
    this.#next = setTimeout(() => void this.#look(), isWell ? lookEveryMs : lookAgainMs)
  }

  /** What it refused once it may do later; once it agreed it goes on, also with another worker. */
  async #keepCurrent(): Promise<void> {
    if (this.#isKeeping) return
    this.#isKeeping = true
    try {
      await this.#engine.keepCurrent()
    } catch (problem) {
      this.#isKeeping = false
      throw problem
    }
  }
}
