import type { Clock } from '../../client/clock.ts'
import { resourceKey, type ResourceKey, type ResourceRef, type WaraqError } from '@waraq/protocol'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { ResourceInfo } from '../../store/read/resource-info.ts'
import { asWaraqError } from '../errors.ts'
import { searchableOf } from '../library/searchable.ts'
import type { SearchedResource, SearchStatus } from '../search.ts'
import type { IndexStorage } from '../storage/index-storage.ts'
import { isChosen, refsChosen, type Chosen } from './chosen.ts'
import { ManagedIndex } from './managed-index.ts'
import { TimeSlice } from './time-slice.ts'

/** Milliseconds before a failed index update is tried again. */
const retryMs = 30_000

/** Minimum milliseconds between two statuses that differ only in progress. A reader would not notice more of them. */
const progressMs = 100

interface IndexerOptions {
  readonly store: ContentStore
  readonly storage: IndexStorage
  readonly clock: Clock
  /** Called when the status may have changed. */
  readonly onChange: () => void
}

/** Keeps an index of each chosen resource that is installed. Updates the indexes one after the other. */
export class Indexer {
  readonly start = new Start()
  readonly #options: IndexerOptions
  readonly #timeSlice: TimeSlice
  readonly #closing = new AbortController()
  readonly #indexes = new Map<ResourceKey, ManagedIndex>()
  readonly #ends: (() => void)[]
  #chosen: Chosen | undefined
  #library: readonly ResourceInfo[] | undefined
  #isWorking = false
  /** Keys of the indexes that the storage was last told to keep. */
  #kept: string | undefined
  #reportedAt = -Infinity

  constructor(options: IndexerOptions) {
    const { store, storage } = options
    this.#options = options
    this.#timeSlice = new TimeSlice(options.clock)
    const library = store.live((view) => view.resources())
    this.#ends = [
      storage.followChosen((chosen) => this.choose(chosen)),
      library.subscribe({
        next: (infos) => this.#follow(infos),
        error: (error) => this.#cannotRead(error),
      }),
    ]
  }

  /** Indexes that can be searched, including those being built. */
  get searched(): ManagedIndex[] {
    return [...this.#indexes.values()].filter(({ state }) => state !== 'absent')
  }

  /** Whether a resource is searched when it is installed. */
  isChosen(ref: ResourceRef): boolean {
    return isChosen(this.#chosen ?? [], ref)
  }

  choose(chosen: Chosen): void {
    this.#chosen = chosen
    this.#arrange()
  }

  /** Reports that a found row differs from its indexed version. */
  doubt(index: ManagedIndex): void {
    index.doubt()
    void this.#work()
  }

  status(): Omit<SearchStatus, 'persistent'> {
    const states = this.searched.map(({ state }) => state)
    const failed = [...this.#indexes.values()].find(({ state }) => state === 'failed')
    const error = this.start.error ?? failed?.error
    const busy = states.some((state) => state === 'building' || state === 'waiting')
    const going = this.start.isDone ? (busy ? 'building' : 'ready') : 'starting'
    return { state: error ? 'failed' : going, resources: this.#described(), ...(error ? { error } : {}) }
  }

  close(): void {
    this.#closing.abort()
    for (const end of this.#ends) end()
    for (const index of this.#indexes.values()) index.end()
    this.#indexes.clear()
  }

  #described(): SearchedResource[] {
    return refsChosen(this.#chosen ?? [], this.#library ?? []).map(
      (ref) =>
        this.#indexes.get(resourceKey(ref))?.describe() ?? { ref, rows: 0, indexed: 0, state: 'absent' },
    )
  }

  #follow(infos: readonly ResourceInfo[]): void {
    this.#library = infos
    this.start.error = undefined
    this.#arrange()
  }

  #cannotRead(error: unknown): void {
    this.start.fail(asWaraqError(error))
    this.#options.onChange()
  }

  /** Keeps an index only for resources that are both chosen and installed. */
  #arrange(): void {
    if (!this.#chosen || !this.#library || this.#closing.signal.aborted) return
    const chosen = new Set(refsChosen(this.#chosen, this.#library).map(resourceKey))
    const wanted = this.#library.filter(({ key, status }) => chosen.has(key) && status === 'installed')
    this.#forgetAllBut(wanted.map(({ key }) => key))
    for (const info of wanted) {
      const searchable = searchableOf(info.ref)
      const index = this.#indexes.get(info.key)
      if (index) index.follow(info)
      else if (searchable)
        this.#indexes.set(info.key, new ManagedIndex(this.#options.store, info, searchable))
    }
    this.#options.onChange()
    void this.#work()
  }

  #forgetAllBut(keys: readonly ResourceKey[]): void {
    for (const [key, index] of this.#indexes) {
      if (keys.includes(key)) continue
      index.end()
      this.#indexes.delete(key)
    }
    const kept = keys.join()
    if (kept !== this.#kept) void this.#options.storage.keepOnly(keys)
    this.#kept = kept
  }

  /** Loads all stored indexes first, so that they can be searched. Then updates one after the other. */
  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    try {
      for (let index = this.#next(); index; index = this.#next()) await this.#bring(index)
    } finally {
      this.#isWorking = false
    }
    this.#options.onChange()
  }

  #next(): ManagedIndex | undefined {
    if (this.#closing.signal.aborted) return undefined
    const indexes = [...this.#indexes.values()]
    const unloaded = indexes.find(({ isLoaded }) => !isLoaded)
    if (!unloaded) this.start.finish()
    return unloaded ?? indexes.find(({ due }) => due)
  }

  async #bring(index: ManagedIndex): Promise<void> {
    const { store, storage, onChange } = this.#options
    const onProgress = () => this.#tellProgress()
    try {
      const work = index.isLoaded
        ? index.update({ store, storage, timeSlice: this.#timeSlice, onProgress })
        : index.load(storage)
      // The index has already changed its state.
      onChange()
      await work
    } catch (error) {
      if (!index.signal.aborted) this.#failed(index, error)
    }
    if (this.#timeSlice.isDue) await this.#timeSlice.rest()
    onChange()
  }

  #tellProgress(): void {
    const now = this.#options.clock.monotonic()
    if (now - this.#reportedAt < progressMs) return
    this.#reportedAt = now
    this.#options.onChange()
  }

  #failed(index: ManagedIndex, error: unknown): void {
    index.fail(asWaraqError(error))
    const again = () => {
      index.due = true
      void this.#work()
    }
    this.#options.clock.sleep(retryMs, index.signal).then(again, () => undefined)
  }
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: WaraqError) => void
}

/** The startup that searches wait for: the library can be read, and stored indexes are loaded. */
class Start {
  /** The reason why the library cannot be read at present. */
  error: WaraqError | undefined
  #isDone = false
  readonly #waiting = new Set<Waiting>()

  get isDone(): boolean {
    return this.#isDone
  }

  /** Resolves when searches can run. Rejects with the reason if the library cannot be read. */
  wait(): Promise<void> {
    if (this.#isDone) return Promise.resolve()
    if (this.error) return Promise.reject(this.error)
    return new Promise((resolve, reject) => this.#waiting.add({ resolve, reject }))
  }

  finish(): void {
    this.#isDone = true
    for (const { resolve } of this.#waiting) resolve()
    this.#waiting.clear()
  }

  fail(error: WaraqError): void {
    this.error = error
    for (const { reject } of this.#waiting) reject(error)
    this.#waiting.clear()
  }
}
