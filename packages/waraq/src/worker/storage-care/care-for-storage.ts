import { callListener, ObservableValue } from '../../client/observable.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import type { BrowserStorage } from '../../platform/storage/storage-figures.ts'
import { pageMarks, pageStorage, type SiteStorage } from '../../platform/storage/browser-parts.ts'
import { Persistence } from '../../platform/storage/persistence.ts'
import { Evictions } from './evictions.ts'

export interface StorageCareState {
  /** Whether the browser has granted persistent storage. Null until the browser has answered, or if it does not report it. */
  readonly persisted: boolean | null
  /** True from the time the browser cleared the library until a subscription is current again. */
  readonly evicted: boolean
}

export interface StorageCareOptions {
  /** Name under which the mark is kept. Default: that of the engine's database. */
  readonly name?: string | undefined
  /**
   * `after-first-sync`: requests persistent storage from the browser once content is stored; Firefox asks the visitor for
   * permission. `never`: leaves this to the application. Default `after-first-sync`.
   */
  readonly persist?: 'after-first-sync' | 'never' | undefined
  /** Default: `navigator.storage` if there is one. */
  readonly storage?: BrowserStorage | null | undefined
  /** Storage that outlives the database. Default: `localStorage` if the page may use it. */
  readonly marks?: SiteStorage | null | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /**
   * Called after the browser cleared the library, with the filters that it had. With `resubscribe`, each filter has been
   * subscribed to again if possible. The application only has to sync.
   */
  readonly onEvicted?: ((filters: readonly string[]) => void) | undefined
  /** Whether to subscribe again after the library was cleared. Default true. */
  readonly resubscribe?: boolean | undefined
}

export interface StorageCare {
  readonly state: StorageCareState
  /** Calls the listener with the state now and whenever it changes. Returns a function that ends the watch. */
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
        // An engine that cannot be reached has no status either. The connection sends this to the next worker.
        engine.noteEviction(evicted).catch(() => undefined)
        this.#tell({ evicted })
      },
      onEvicted: (filters) => {
        if (onEvicted && !this.#closed) callListener(onEvicted, filters)
      },
    })
    void persistence.probe()
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
 * Protects the library against eviction by the browser. Requests persistent storage once there is content, and detects
 * whether the browser cleared the library; the engine's status then reports it. For pages only: workers have no
 * `localStorage` and no visitor to ask. Call it when the engine starts, before the application subscribes or unsubscribes. If
 * the browser supports none of this, it does nothing.
 */
export function careForStorage(engine: CaredEngine, options: StorageCareOptions = {}): StorageCare {
  return new Care(engine, options)
}
