import { WaraqError, type RecordType, type ResourceRef } from '@waraq/contract'
import { systemClock, type Clock } from '@waraq/client'
import { resolveFreshness, type FreshnessOption } from '../freshness.ts'
import { defaultName } from '../options.ts'
import type { DatabaseOptions, WaraqDatabase } from '../store/database.ts'
import type { LocatorRange } from '../store/directory.ts'
import { DamageError } from '../store/load.ts'
import { UsageBook } from '../storage-care/usage.ts'
import { findHome, type Home } from '../store/home.ts'
import { isInMemory } from '../store/memory.ts'
import { openWithin } from '../store/open.ts'
import { storageError } from '../store/storage-error.ts'
import { DatabaseReads, infoTables } from './database-reads.ts'
import { FallbackStore } from './fallback-store.ts'
import { live, lookOnceATurn, type Live, type LiveSources } from './live.ts'
import { pulseOf, type Pulse } from './pulse.ts'
import type { SyncEngine } from '../sync-engine.ts'
import type { ReadThrough } from './read-through.ts'
import type { ResourceInfo } from './resource-info.ts'
import { insides } from './store-inside.ts'
import type { DataOf, Row, StoreView } from './store-view.ts'
import { TransactionView, viewError, viewTables } from './transaction-view.ts'

/**
 * Reads the library, in any context: page, worker or service worker. Each call is one transaction and therefore sees one
 * commit; it never waits for a download.
 */
export interface ContentStore extends StoreView {
  /** Runs the query again whenever a commit changes what it read. Several reads that belong together go in a `view`. */
  live<T>(query: (store: ContentStore) => Promise<T>): Live<T>
  close(): void
}

class Store implements ContentStore {
  readonly #options: ContentStoreOptions & DatabaseOptions
  #home: Promise<Home> | undefined
  /** Set once the home is found. */
  #db: WaraqDatabase | undefined
  #closed = false
  readonly #clock: Clock
  readonly #sources: LiveSources
  readonly #reads: DatabaseReads

  constructor(options: ContentStoreOptions & DatabaseOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    // Another IndexedDB than the browser's own is not shared with other tabs: nothing passes unnoticed.
    const pulse = options.pulse ?? (options.indexedDB ? () => () => undefined : pulseOf(options.name))
    const open = () => this.#open()
    this.#sources = { open, look: lookOnceATurn(open, this.#clock), pulse, clock: this.#clock }
    insides.set(this, { ...this.#sources, name: options.name })
    this.#reads = new DatabaseReads(resolveFreshness(options.freshness), this.#clock)
  }

  resources(): Promise<ResourceInfo[]> {
    return this.#inTransaction(infoTables, async (db) => this.#reads.resources(db))
  }

  resource(ref: ResourceRef): Promise<ResourceInfo | undefined> {
    return this.#inTransaction(infoTables, async (db) => this.#reads.resource(db, ref))
  }

  rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
  ): Promise<Row<DataOf<Type>>[]> {
    const tables = this.#reads.tablesOf(recordType)
    return this.#read(tables, async (db) => this.#reads.rows(db, recordType, ref, range))
  }

  row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    const tables = this.#reads.tablesOf(recordType)
    return this.#read(tables, async (db) => this.#reads.row(db, recordType, ref, recordKey))
  }

  view<T>(query: (view: StoreView) => Promise<T>): Promise<T> {
    let thrown: unknown
    const work = async (db: WaraqDatabase) => {
      const answer = query(new TransactionView(db, this.#reads))
      // Only looked at: Dexie makes errors of its own of the browser's, whoever threw them.
      thrown = undefined
      answer.then(undefined, (error: unknown) => void (thrown = error))
      return answer
    }
    return this.#inTransaction(viewTables, work, (error) => viewError(thrown ?? error))
  }

  live<T>(query: (store: ContentStore) => Promise<T>): Live<T> {
    // Dexie follows what an async function reads; it would lose track behind a plain one.
    return live(async () => query(this), this.#sources)
  }

  close(): void {
    this.#closed = true
    this.#reads.usage?.close()
    // At once where it is open: the next read finds the store closed, not its connection lost.
    this.#db?.close()
    this.#home?.then(({ db }) => db.close()).catch(() => undefined)
  }

  /**
   * Reads rows of one resource, each request in a transaction of its own: it then waits for no writer of a table that it
   * does not need, and what is kept in memory needs none but the resource's small record. That record names what belongs
   * to its commit, and what it names never changes. It may be gone, though, replaced and collected in between: whether
   * something is missing is for one transaction over all of it to say.
   */
  async #read<T>(tables: readonly string[], work: (db: WaraqDatabase) => Promise<T>): Promise<T> {
    try {
      // In a live query nothing may be awaited but the database, or Dexie loses track of what is read.
      const db = this.#db?.isOpen() ? this.#db : await this.#open()
      return await work(db)
    } catch (error) {
      if (!(error instanceof DamageError)) throw storageError(error)
    }
    return this.#inTransaction(tables, work)
  }

  /** Where something turns out to be damaged, all is read once more: now its resource counts as absent from the start. */
  async #inTransaction<T>(
    tables: readonly string[],
    work: (db: WaraqDatabase) => Promise<T>,
    inOurWords: (error: unknown) => unknown = storageError,
  ): Promise<T> {
    for (;;) {
      const { damages } = this.#reads
      try {
        // In a live query nothing may be awaited but the database, or Dexie loses track of what is read.
        const db = this.#db?.isOpen() ? this.#db : await this.#open()
        // Dexie follows an async function through its awaits; it would lose a plain one's transaction.
        return await db.transaction('r', [...tables], async () => work(db))
      } catch (error) {
        if (error instanceof DamageError) this.#reads.markDamaged(error)
        if (this.#reads.damages === damages) throw inOurWords(error)
      }
    }
  }

  /** The open database. A reader never makes a database anew: that is the engine's to do. */
  async #open(): Promise<WaraqDatabase> {
    if (this.#closed) throw closedError()
    const { name, indexedDB, IDBKeyRange } = this.#options
    // In memory only where an engine of this page or worker put the library there; another memory would be empty.
    const recovery = { recreate: false, memory: !indexedDB && isInMemory(name) }
    this.#home ??= findHome({ name, indexedDB, IDBKeyRange, clock: this.#clock, recovery })
    try {
      const { db } = await this.#home
      await openWithin(db, this.#clock)
      this.#db = db
      // Not with an IndexedDB of somebody's own, as tests have it: they look at the tables themselves.
      if (!indexedDB) this.#reads.usage ??= new UsageBook(db, this.#clock)
      return db
    } catch (error) {
      if (!this.#db) this.#home = undefined
      throw error
    }
  }
}

function closedError(): WaraqError {
  return new WaraqError({ code: 'store_closed', message: 'The store was closed. Open a new one.' })
}

export interface ContentStoreOptions extends Pick<DatabaseOptions, 'indexedDB' | 'IDBKeyRange'> {
  /** Name of the database. Default: the engine's, else `waraq`. */
  readonly name?: string | undefined
  /** Whether reads show content that no sync has confirmed for long. Default: they do, and `ResourceInfo` tells. */
  readonly freshness?: FreshnessOption | undefined
  /**
   * The engine of this library, as `connectSyncEngine` or `createSyncEngine` gives it: the store opens its database. Where the
   * page can open no database, the library may live in the memory of the engine's worker; reads then go through the engine.
   */
  readonly engine?: (Pick<SyncEngine, 'library'> & (ReadThrough | { readonly read?: undefined })) | undefined
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
