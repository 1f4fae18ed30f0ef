import { callListener, ObservableValue } from '@waraq/client'
import type { SyncEngine } from '../api/sync-engine.ts'
import { pageMarks, pageStorage } from '../platform/browser-parts.ts'
import type { SiteStorage } from '../platform/browser-parts.ts'
import { Evictions } from './evictions.ts'
import { Persistence } from './persistence.ts'
import type { BrowserStorage } from '../platform/storage-figures.ts'

export interface StorageCareState {
  /** Whether the browser promised to keep what is stored. Null where it did not say, or not yet. */
  readonly persisted: boolean | null
  /** The browser cleared the library, and nothing of it is current again yet. */
  readonly evicted: boolean
}

export interface StorageCareOptions {
  /** Name under which the mark is kept. Default: that of the engine's database. */
  readonly name?: string | undefined
  /**
   * `after-first-sync`: asks the browser to keep what is stored, once something is; Firefox puts that question to the
   * visitor. `never`: leaves it to the application. Default `after-first-sync`.
   */
  readonly persist?: 'after-first-sync' | 'never' | undefined
  /** Default: `navigator.storage` where there is one. */
  readonly storage?: BrowserStorage | null | undefined
  /** What outlives the database. Default: `localStorage` where it may be used. */
  readonly marks?: SiteStorage | null | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /**
   * The browser cleared the library, which had these filters; where `resubscribe` is on they are subscribed to by now, as
   * far as that works. What is left to do is to sync.
   */
  readonly onEvicted?: ((filters: readonly string[]) => void) | undefined
  /** Whether to subscribe again after the library was cleared. Default true. */
  readonly resubscribe?: boolean | undefined
}

export interface StorageCare {
  readonly state: StorageCareState
  /** Tells the state now and whenever it changes. Returns what ends it. */
  watch(listener: (state: StorageCareState) => void): () => void
  close(): void
}

type CaredEngine = Pick<SyncEngine, 'watch' | 'subscribe' | 'noteEviction'>

class Care implements StorageCare {
  readonly #state = new ObservableValue<StorageCareState>({ persisted: null, evicted: false })
  #closed = false
  readonly #endWatch: () => void

  constructor(engine: CaredEngine, options: StorageCareOptions) {
    const { storage = pageStorage(), marks = pageMarks(), now = Date.now, persist, onEvicted } = options
    const persistence = new Persistence(storage, marks, now, (persisted) => this.#tell({ persisted }))
    const evictions = new Evictions({
      engine,
      marks,
      name: options.name,
      resubscribe: options.resubscribe ?? true,
      onChange: (evicted) => {
        // An engine that cannot be told now has no status either; a worker that follows it is told by the connection.
        engine.noteEviction(evicted).catch(() => undefined)
        this.#tell({ evicted })
      },
      onEvicted: (filters) => {
        if (onEvicted && !this.#closed) callListener(onEvicted, filters)
      },
    })
    void persistence.look()
    this.#endWatch = engine.watch((status) => {
      if (this.#closed) return
      evictions.note(status)
      const isHere = status.persistent && status.subscriptions.some(({ currentAt }) => currentAt !== null)
      if (isHere && persist !== 'never') void persistence.contentIsHere()
    })
  }

  get state(): StorageCareState {
    return this.#state.get()
  }

  watch(listener: (state: StorageCareState) => void): () => void {
    return this.#closed ? () => undefined : this.#state.watch(listener)
  }

  close(): void {
    this.#closed = true
    this.#endWatch()
  }

  #tell(news: Partial<StorageCareState>): void {
    if (this.#closed) return
    const before = this.#state.get()
    const next = { ...before, ...news }
    if (next.persisted !== before.persisted || next.evicted !== before.evicted) this.#state.set(next)
  }
}

/**
 * Looks after what the browser may do to the library: asks it to keep what is stored, once there is something to keep, and
 * notices where it cleared it, which the engine's status says from then on. For pages; workers have neither `localStorage` nor a visitor to ask. To be started with the
 * engine, before the application subscribes to anything or drops it. Where the browser offers none of this, nothing
 * happens and nothing breaks.
 */
export function careForStorage(engine: CaredEngine, options: StorageCareOptions = {}): StorageCare {
  return new Care(engine, options)
}
