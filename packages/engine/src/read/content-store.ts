import {
  resourceKey,
  WaraqError,
  type JsonObject,
  type KnownRecordType,
  type RecordType,
  type ResourceRef,
  type RowOf,
} from '@waraq/contract'
import { systemClock, type Clock } from '@waraq/client'
import {
  confirmedAt,
  isStale,
  resolveFreshness,
  type Freshness,
  type FreshnessOptions,
} from '../freshness.ts'
import { defaultName } from '../options.ts'
import { segmentTableOf, type DatabaseOptions, type WaraqDatabase } from '../store/database.ts'
import {
  inRange,
  segmentsInRange,
  segmentsWithKey,
  type DirectoryRecord,
  type LocatorRange,
} from '../store/directory.ts'
import { DamageError, DirectoryCache, loadSegments, SegmentCache } from '../store/load.ts'
import { locatorOf } from '../store/locator.ts'
import type { ResourceRecord } from '../store/records.ts'
import { compareRows } from '../store/rewrite.ts'
import type { Segment, SegmentSummary, StoredRow } from '../store/segment.ts'
import { UsageBook } from '../storage-care/usage.ts'
import { findHome, type Home } from '../store/home.ts'
import { isInMemory } from '../store/memory.ts'
import { openWithin } from '../store/open.ts'
import { storageError } from '../store/storage-error.ts'
import { FallbackStore } from './fallback-store.ts'
import { live, type Live } from './live.ts'
import { pulseOf, type Pulse } from './pulse.ts'
import type { ReadThrough } from './read-through.ts'
import { resourceInfo, type ResourceInfo } from './resource-info.ts'

/** A row as readers get it: its record key and the data exactly as the service sent it. */
export interface Row<Data = JsonObject> {
  readonly key: string
  readonly data: Data
}

export type DataOf<Type extends RecordType> = Type extends KnownRecordType ? RowOf<Type> : JsonObject

/**
 * Reads the library, in any context: page, worker or service worker. Each call is one transaction and therefore sees one
 * commit; it never waits for a download.
 */
export interface ContentStore {
  /** All resources known, those that became unavailable too, by group and id. */
  resources(): Promise<ResourceInfo[]>
  resource(ref: ResourceRef): Promise<ResourceInfo | undefined>
  /**
   * Rows of one record type in reading order (by locator, then key). `range` bounds the locator, inclusive; see
   * `chapterRange`, `pageRange`. Empty where the resource is absent or damaged.
   */
  rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range?: LocatorRange,
  ): Promise<Row<DataOf<Type>>[]>
  /** One row by its record key. */
  row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined>
  /** Runs the query again whenever a commit changes what it read. */
  live<T>(query: (store: ContentStore) => Promise<T>): Live<T>
  close(): void
}

/** Typed as the contract says; rows are not checked again on reading. */
function typed<Type extends RecordType>(rows: readonly StoredRow[]): Row<DataOf<Type>>[] {
  return rows as unknown as Row<DataOf<Type>>[]
}

class Store implements ContentStore {
  readonly #options: ContentStoreOptions & DatabaseOptions
  #home: Promise<Home> | undefined
  /** Set once the home is found. */
  #db: WaraqDatabase | undefined
  #usage: UsageBook | undefined
  #closed = false
  readonly #freshness: Freshness
  readonly #clock: Clock
  readonly #pulse: Pulse
  readonly #directories = new DirectoryCache()
  readonly #segments = new SegmentCache()
  /** Directories found damaged while reading; their resource counts as absent. The next sync's check mends it. */
  readonly #damaged = new Set<string>()

  constructor(options: ContentStoreOptions & DatabaseOptions) {
    this.#options = options
    this.#freshness = resolveFreshness(options.freshness)
    this.#clock = options.clock ?? systemClock
    // Another IndexedDB than the browser's own is not shared with other tabs: nothing passes unnoticed.
    this.#pulse = options.pulse ?? (options.indexedDB ? () => () => undefined : pulseOf(options.name))
  }

  resources(): Promise<ResourceInfo[]> {
    return this.#readInfo((db) => db.resources.toArray())
  }

  async resource(ref: ResourceRef): Promise<ResourceInfo | undefined> {
    const [info] = await this.#readInfo(async (db) => {
      const record = await db.resources.get(resourceKey(ref))
      return record ? [record] : []
    })
    return info
  }

  async rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
  ): Promise<Row<DataOf<Type>>[]> {
    const segments = await this.#readSegments(recordType, ref, (directory) =>
      segmentsInRange(directory, range),
    )
    const rows = segments.flatMap((segment) => segment.rows())
    const wanted =
      range.from === undefined && range.to === undefined
        ? rows
        : rows.filter((row) => inRange(locatorOf(recordType, row.data), range))
    const sorted = wanted.every(
      (row, index) => index === 0 || compareRows(recordType, wanted[index - 1]!, row) <= 0,
    )
    return typed<Type>(sorted ? wanted : wanted.sort((a, b) => compareRows(recordType, a, b)))
  }

  async row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    const segments = await this.#readSegments(recordType, ref, (directory) =>
      segmentsWithKey(directory, recordKey),
    )
    for (const segment of segments) {
      const row = segment.row(recordKey)
      if (row) return typed<Type>([row])[0]
    }
    return undefined
  }

  live<T>(query: (store: ContentStore) => Promise<T>): Live<T> {
    // Dexie follows what an async function reads; it would lose track behind a plain one.
    return live(async () => query(this), {
      open: () => this.#open(),
      pulse: this.#pulse,
      clock: this.#clock,
    })
  }

  close(): void {
    this.#closed = true
    this.#usage?.close()
    this.#home?.then(({ db }) => db.close()).catch(() => undefined)
  }

  async #readInfo(find: (db: WaraqDatabase) => Promise<ResourceRecord[]>): Promise<ResourceInfo[]> {
    return this.#inTransaction(['resources', 'subscriptions'], async (db) => {
      const records = await find(db)
      const subscriptions = await db.subscriptions.toArray()
      const age = { now: this.#clock.now(), staleAfterMs: this.#freshness.staleAfterMs }
      return records
        .map((record) => resourceInfo(record, subscriptions, this.#isDamaged(record), age))
        .sort((a, b) =>
          a.ref.group < b.ref.group ? -1 : a.ref.group > b.ref.group ? 1 : a.ref.id - b.ref.id,
        )
    })
  }

  #isDamaged(record: ResourceRecord): boolean {
    return record.owes === 'damage' || record.directories.some((ref) => this.#damaged.has(ref.id))
  }

  /** The chosen segments; none where the resource is absent or part of it is missing. */
  async #readSegments(
    recordType: RecordType,
    ref: ResourceRef,
    choose: (directory: DirectoryRecord) => SegmentSummary[],
  ): Promise<Segment[]> {
    try {
      const tables = ['resources', 'directories', segmentTableOf(recordType), ...this.#ageTables]
      return await this.#inTransaction(tables, async (db) => {
        const record = await db.resources.get(resourceKey(ref))
        if (record && (await this.#isHidden(db, record))) return []
        this.#usage?.used(ref)
        const entry = record?.directories.find((directory) => directory.recordType === recordType)
        if (!record || !entry || this.#isDamaged(record)) return []
        const directory = await this.#directories.get(db, entry)
        return loadSegments(db, directory, choose(directory), this.#segments)
      })
    } catch (error) {
      if (!(error instanceof DamageError)) throw error
      this.#damaged.add(error.directory)
      return []
    }
  }

  /** What a read has to look at to know how old content is, where that decides what it may show. */
  get #ageTables(): string[] {
    return this.#freshness.policy === 'tell' ? [] : ['subscriptions']
  }

  async #isHidden(db: WaraqDatabase, { key }: ResourceRecord): Promise<boolean> {
    const { policy, staleAfterMs } = this.#freshness
    if (policy === 'tell') return false
    const subscriptions = await db.subscriptions.toArray()
    return isStale(confirmedAt(key, subscriptions), this.#clock.now(), subscriptions, staleAfterMs)
  }

  async #inTransaction<T>(tables: readonly string[], work: (db: WaraqDatabase) => Promise<T>): Promise<T> {
    try {
      // In a live query nothing may be awaited but the database, or Dexie loses track of what is read.
      const db = this.#db?.isOpen() ? this.#db : await this.#open()
      // The result is whole with the last answer; that the transaction has ended, too, is not worth waiting for.
      return await new Promise<T>((resolve, reject) => {
        // Dexie follows an async function through its awaits; it would lose a plain one's transaction.
        db.transaction('r', [...tables], async () => resolve(await work(db))).catch(reject)
      })
    } catch (error) {
      throw error instanceof DamageError ? error : storageError(error)
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
      if (!indexedDB) this.#usage ??= new UsageBook(db, this.#clock)
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

export interface ContentStoreOptions extends Partial<DatabaseOptions> {
  /** The engine's database. Default `waraq`. */
  readonly name?: string
  /** Whether reads show content that no sync has confirmed for long. Default: they do, and `ResourceInfo` tells. */
  readonly freshness?: FreshnessOptions | undefined
  /**
   * The engine of this library, as `connectSyncEngine` gives it. Where the page can open no database, the library may live
   * in the memory of the engine's worker; reads then go through the engine.
   */
  readonly engine?: ReadThrough | undefined
  readonly clock?: Clock | undefined
  /** Tells live queries when changes may have passed unnoticed. Default: the page's own events. */
  readonly pulse?: Pulse | undefined
}

/** Opens the library for reading. Works while an engine writes, here or in another tab. */
export function openContentStore(options: ContentStoreOptions = {}): ContentStore {
  const store = new Store({ ...options, name: options.name ?? defaultName })
  return options.engine ? new FallbackStore(store, options.engine, options.clock ?? systemClock) : store
}
