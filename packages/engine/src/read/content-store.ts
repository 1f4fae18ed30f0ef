import { WaraqError, type RecordType, type ResourceRef } from '@waraq/contract'
import { systemClock, type Clock } from '@waraq/client'
import { resolveFreshness, type FreshnessOption } from '../store/freshness.ts'
import { defaultName } from '../platform/option-values.ts'
import type { DatabaseOptions, WaraqDatabase } from '../store/database.ts'
import { UsageBook } from '../space/usage.ts'
import { openDatabase, type OpenedDatabase } from '../store/open/open-database.ts'
import { isInMemory } from '../store/open/memory.ts'
import { openWithin } from '../store/open/open-within.ts'
import { Changes } from './changes.ts'
import { DatabaseReads } from './database-reads.ts'
import { FallbackStore } from './fallback-store.ts'
import { live, type Live } from './live.ts'
import { outdated } from './outdated.ts'
import { pulseOf, type Pulse } from './pulse.ts'
import type { ReadSet } from './read-set.ts'
import type { ReadThrough } from './read-through.ts'
import type { RowChanges } from './row-changes.ts'
import { insides } from './store-inside.ts'
import { StoreReads, type ReadPlace } from './store-reads.ts'
import type { StoreView } from './store-view.ts'

/**
 * Reads the library, in any context: page, worker or service worker. Each call is one transaction and therefore sees one
 * commit; it never waits for a download.
 */
export interface ContentStore extends StoreView {
  /** Runs the query again whenever a commit changes what it read. Several reads that belong together go in a `view`. */
  live<T>(query: (store: ContentStore) => Promise<T>): Live<T>
  /**
   * Which rows of a record type changed since a mark that an earlier call gave, for whoever keeps something made of them.
   * Undefined where the resource is absent or damaged. Read rows after this call: what is newer than its mark is told again.
   */
  changedRows(recordType: RecordType, ref: ResourceRef, since?: string): Promise<RowChanges | undefined>
  close(): void
}

/** The database of a store, found with the first read. */
class StoreLibrary implements ReadPlace {
  readonly reads: DatabaseReads
  readonly clock: Clock
  readonly changes: Changes
  readonly #options: ContentStoreOptions & DatabaseOptions
  #opening: Promise<OpenedDatabase> | undefined
  /** Set once it is open. */
  #db: WaraqDatabase | undefined
  #closed = false

  constructor(options: ContentStoreOptions & DatabaseOptions) {
    const { name, indexedDB, clock = systemClock } = options
    this.#options = options
    this.clock = clock
    this.reads = new DatabaseReads(resolveFreshness(options.freshness), clock)
    this.changes = new Changes({
      name,
      clock,
      // Another IndexedDB than the browser's own is not shared with other tabs: nothing passes unnoticed.
      pulse: options.pulse ?? (indexedDB ? () => () => undefined : pulseOf(name)),
      outdated: async (sets) => outdated(await this.open(), this.reads, sets),
    })
  }

  readonly atHand = (): WaraqDatabase | undefined => (this.#db?.isOpen() ? this.#db : undefined)

  close(): void {
    this.#closed = true
    this.reads.usage?.close()
    // At once where it is open: the next read finds the store closed, not its connection lost.
    this.#db?.close()
    this.#opening?.then(({ db }) => db.close()).catch(() => undefined)
  }

  /** The open database. A reader never makes a database anew: that is the engine's to do. */
  readonly open = async (): Promise<WaraqDatabase> => {
    if (this.#closed) throw closedError()
    const { name, indexedDB, IDBKeyRange } = this.#options
    // In memory only where an engine of this page or worker put the library there; another memory would be empty.
    const recovery = { recreate: false, memory: !indexedDB && isInMemory(name) }
    this.#opening ??= openDatabase({ name, indexedDB, IDBKeyRange, clock: this.clock, recovery })
    try {
      const { db } = await this.#opening
      await openWithin(db, this.clock)
      this.#db = db
      // Not with an IndexedDB of somebody's own, as tests have it: they look at the tables themselves.
      if (!indexedDB) this.reads.usage ??= new UsageBook(db, this.clock)
      return db
    } catch (error) {
      if (!this.#db) this.#opening = undefined
      throw error
    }
  }
}

/** The store as a live query is given it: what it reads is noted. */
class LiveStore extends StoreReads implements ContentStore {
  readonly #store: Pick<ContentStore, 'live' | 'close'>

  constructor(place: ReadPlace, read: ReadSet, store: Pick<ContentStore, 'live' | 'close'>) {
    super(place, () => [read])
    this.#store = store
  }

  live<T>(query: (store: ContentStore) => Promise<T>): Live<T> {
    return this.#store.live(query)
  }

  close(): void {
    this.#store.close()
  }
}

class Store extends StoreReads implements ContentStore {
  readonly #library: StoreLibrary
  readonly #running: Set<ReadSet>

  constructor(options: ContentStoreOptions & DatabaseOptions) {
    const library = new StoreLibrary(options)
    const running = new Set<ReadSet>()
    // A live query may ask the store itself, instead of the one that it is given.
    super(library, () => [...running])
    this.#library = library
    this.#running = running
    insides.set(this, {
      name: options.name,
      open: library.open,
      reads: this,
      live: (query) => this.#live(query),
    })
  }

  live<T>(query: (store: ContentStore) => Promise<T>): Live<T> {
    return this.#live(query)
  }

  close(): void {
    this.#library.close()
  }

  #live<T>(query: (store: LiveStore) => Promise<T>): Live<T> {
    const noting = async (read: ReadSet) => {
      this.#running.add(read)
      try {
        return await query(new LiveStore(this.#library, read, this))
      } finally {
        this.#running.delete(read)
      }
    }
    return live(noting, this.#library)
  }
}

function closedError(): WaraqError {
  return new WaraqError({ code: 'store_closed', message: 'The store was closed. Open a new one.' })
}

/** Where an engine's library is, and how old content may be there. */
export type LibraryOptions = Omit<ContentStoreOptions, 'engine' | 'pulse'>

export interface ContentStoreOptions extends Pick<DatabaseOptions, 'indexedDB' | 'IDBKeyRange'> {
  /** Name of the database. Default: the engine's, else `waraq`. */
  readonly name?: string | undefined
  /** Whether reads show content that no sync has confirmed for long. Default: they do, and `ResourceInfo` tells. */
  readonly freshness?: FreshnessOption | undefined
  /**
   * The engine of this library, as `connectSyncEngine` or `createSyncEngine` gives it: the store opens its database. Where the
   * page can open no database, the library may live in the memory of the engine's worker; reads then go through the engine.
   */
  readonly engine?:
    ({ readonly library: LibraryOptions } & (ReadThrough | { readonly read?: undefined })) | undefined
  readonly clock?: Clock | undefined
  /** Tells live queries when changes may have passed unnoticed. Default: the page's own events. */
  readonly pulse?: Pulse | undefined
}

function otherDatabase(name: string, engines: string): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message: `The option name is ${name}, but the engine's database is ${engines}. Leave the name out.`,
    details: { option: 'name' },
  })
}

/**
 * Opens the library for reading. Works while an engine writes, here or in another tab.
 * @throws {WaraqError} `invalid_option`
 */
export function openContentStore(options: ContentStoreOptions = {}): ContentStore {
  const { engine } = options
  const name = (engine ? engine.library.name : options.name) ?? defaultName
  if (options.name !== undefined && options.name !== name) throw otherDatabase(options.name, name)
  const all = { ...engine?.library, ...options, name }
  const store = new Store(all)
  if (!engine?.read) return store
  const fallback = new FallbackStore(store, engine, all.clock ?? systemClock)
  insides.set(fallback, insides.get(store)!)
  return fallback
}
