import { WaraqError } from '@waraq/protocol'
import { systemClock, type Clock } from '../../client/clock.ts'
import { resolveFreshness } from '../freshness.ts'
import { defaultName } from '../../platform/option-values.ts'
import type { DatabaseOptions, WaraqDatabase } from '../database.ts'
import { UsageBook } from './usage.ts'
import { openDatabase, backoffsMs, type OpenedDatabase } from '../open/open-database.ts'
import { isInMemory } from '../open/memory.ts'
import { openWithin } from '../open/open-within.ts'
import { DamageError } from '../load.ts'
import { mayMeanDamage } from '../storage-error.ts'
import { noteSuspect } from '../suspects.ts'
import { Changes } from './changes.ts'
import type { ContentStore, ContentStoreOptions } from './content-store.ts'
import { DatabaseReads } from './database-reads.ts'
import { FallbackStore } from './fallback-store.ts'
import { live, type Live } from './live.ts'
import { outdated } from './outdated.ts'
import { invalidationOf } from './invalidation.ts'
import type { ReadSet } from './read-set.ts'
import { internalsOf } from './store-internals.ts'
import { StoreReads, type ReadPlace } from './store-reads.ts'

/** The database of a store, opened with the first read. */
class StoreLibrary implements ReadPlace {
  readonly reads: DatabaseReads
  readonly clock: Clock
  readonly changes: Changes
  readonly #options: ContentStoreOptions & DatabaseOptions
  #opening: Promise<OpenedDatabase> | undefined
  /** Set when it is open. */
  #db: WaraqDatabase | undefined
  #closed = false
  /** Resources in which a read found damage. */
  readonly #suspects = new Set<string>()

  constructor(options: ContentStoreOptions & DatabaseOptions) {
    const { name, indexedDB, clock = systemClock } = options
    this.#options = options
    this.clock = clock
    this.reads = new DatabaseReads(resolveFreshness(options.freshness), clock)
    this.reads.onFailure = (resource, error) => this.#onFailure(resource, error)
    this.changes = new Changes({
      name,
      clock,
      // An injected IndexedDB is not shared with other tabs, so no write is missed.
      invalidation: options.invalidation ?? (indexedDB ? () => () => undefined : invalidationOf(name)),
      outdated: async (sets) => outdated(await this.open(), this.reads, sets),
    })
  }

  /** Reports damage in a separate task, because Dexie carries a read's transaction along promises. Reports each resource once. */
  #onFailure(resource: string, error: unknown): void {
    // A read error of the browser does not hide the resource yet: the connection may be at fault. The engine finds the cause.
    if (!(error instanceof DamageError || mayMeanDamage(error)) || this.#suspects.has(resource)) return
    this.#suspects.add(resource)
    setTimeout(() => void this.#tellDamage(resource), 0)
  }

  async #tellDamage(resource: string): Promise<void> {
    // A browser that finds damage closes its connections, and cuts off requests that are made meanwhile.
    for (const backoffMs of [0, ...backoffsMs])
      try {
        if (backoffMs > 0) await this.clock.sleep(backoffMs)
        await noteSuspect(await this.open(), resource)
        await this.#options.engine?.wake?.('subscribed')
        return
      } catch {
        // It is retried after the next delay.
      }
    // The next read that finds the damage reports it again.
    this.#suspects.delete(resource)
  }

  readonly ifOpen = (): WaraqDatabase | undefined => (this.#db?.isOpen() ? this.#db : undefined)

  close(): void {
    this.#closed = true
    this.changes.close()
    this.reads.usage?.close()
    // An open database is closed immediately, so that the next read finds the store closed and not its connection lost.
    this.#db?.close()
    this.#opening?.then(({ db }) => db.close()).catch(() => undefined)
  }

  /** Returns the open database. A reader never deletes a broken database to recreate it: only the engine does. */
  readonly open = async (): Promise<WaraqDatabase> => {
    if (this.#closed) throw closedError()
    const { name, indexedDB, IDBKeyRange } = this.#options
    // A database in memory is opened only if an engine of this page or worker holds the library there.
    const recovery = { recreate: false, memory: !indexedDB && isInMemory(name) }
    this.#opening ??= openDatabase({ name, indexedDB, IDBKeyRange, clock: this.clock, recovery })
    try {
      const { db } = await this.#opening
      await openWithin(db, this.clock)
      this.#db = db
      // Use is not recorded in an injected IndexedDB: tests compare its tables.
      if (!indexedDB) this.reads.usage ??= new UsageBook(db, this.clock)
      return db
    } catch (error) {
      if (!this.#db) this.#opening = undefined
      throw error
    }
  }
}

/** The store that a live query receives. It records the query's reads. */
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
    // A live query may read from this store instead of the one that it receives. So each running query records such a read.
    super(library, () => [...running])
    this.#library = library
    this.#running = running
    internalsOf.set(this, {
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

function otherDatabase(name: string, engines: string): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message: `The option name is ${name}, but the engine's database is ${engines}. Leave the name out.`,
    details: { option: 'name' },
  })
}

/**
 * Opens the library for reading, also while an engine writes, here or in another tab.
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
  internalsOf.set(fallback, internalsOf.get(store)!)
  return fallback
}
