import {
  resourceKey,
  type JsonObject,
  type KnownRecordType,
  type RecordType,
  type ResourceRef,
  type RowOf,
} from '@waraq/contract'
import { systemClock } from '@waraq/client'
import { defaultName } from '../options.ts'
import { WaraqDatabase, segmentTableOf, type DatabaseOptions } from '../store/database.ts'
import {
  inRange,
  segmentsInRange,
  segmentsWithKey,
  type DirectoryRecord,
  type LocatorRange,
} from '../store/directory.ts'
import { DamageError, DirectoryCache, loadSegments } from '../store/load.ts'
import { locatorOf } from '../store/locator.ts'
import type { ResourceRecord } from '../store/records.ts'
import { compareRows } from '../store/rewrite.ts'
import type { SegmentSummary, StoredRow } from '../store/segment.ts'
import { openWithin } from '../store/open.ts'
import { storageError } from '../store/storage-error.ts'
import { live, type Live } from './live.ts'
import { resourceInfo, type ResourceInfo } from './resource-info.ts'

/** A row as readers get it: its record key and the data exactly as the service sent it. */
export interface Row<Data = JsonObject> {
  readonly key: string
  readonly data: Data
}

type DataOf<Type extends RecordType> = Type extends KnownRecordType ? RowOf<Type> : JsonObject

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
  readonly #db: WaraqDatabase
  readonly #directories = new DirectoryCache()
  /** Directories found damaged while reading; their resource counts as absent. The next sync's check mends it. */
  readonly #damaged = new Set<string>()

  constructor(options: DatabaseOptions) {
    this.#db = new WaraqDatabase(options)
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
    const rows = segments.flat()
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
    for (const rows of segments) {
      const row = rows.find(({ key }) => key === recordKey)
      if (row) return typed<Type>([row])[0]
    }
    return undefined
  }

  live<T>(query: (store: ContentStore) => Promise<T>): Live<T> {
    // Dexie follows what an async function reads; it would lose track behind a plain one.
    return live(
      async () => query(this),
      () => openWithin(this.#db, systemClock),
    )
  }

  close(): void {
    this.#db.close()
  }

  async #readInfo(find: (db: WaraqDatabase) => Promise<ResourceRecord[]>): Promise<ResourceInfo[]> {
    const db = this.#db
    return this.#inTransaction(['resources', 'subscriptions'], async () => {
      const records = await find(db)
      const subscriptions = await db.subscriptions.toArray()
      return records
        .map((record) => resourceInfo(record, subscriptions, this.#isDamaged(record)))
        .sort((a, b) =>
          a.ref.group < b.ref.group ? -1 : a.ref.group > b.ref.group ? 1 : a.ref.id - b.ref.id,
        )
    })
  }

  #isDamaged(record: ResourceRecord): boolean {
    return record.owes === 'damage' || record.directories.some((ref) => this.#damaged.has(ref.id))
  }

  /** Rows of the chosen segments; none where the resource is absent or part of it is missing. */
  async #readSegments(
    recordType: RecordType,
    ref: ResourceRef,
    choose: (directory: DirectoryRecord) => SegmentSummary[],
  ): Promise<StoredRow[][]> {
    const db = this.#db
    try {
      return await this.#inTransaction(['resources', 'directories', segmentTableOf(recordType)], async () => {
        const record = await db.resources.get(resourceKey(ref))
        const entry = record?.directories.find((directory) => directory.recordType === recordType)
        if (!record || !entry || this.#isDamaged(record)) return []
        const directory = await this.#directories.get(db, entry)
        return loadSegments(db, directory, choose(directory))
      })
    } catch (error) {
      if (!(error instanceof DamageError)) throw error
      this.#damaged.add(error.directory)
      return []
    }
  }

  async #inTransaction<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
    try {
      if (!this.#db.isOpen()) await openWithin(this.#db, systemClock)
      return await this.#db.transaction('r', [...tables], work)
    } catch (error) {
      throw error instanceof DamageError ? error : storageError(error)
    }
  }
}

export interface ContentStoreOptions extends Partial<DatabaseOptions> {
  /** The engine's database. Default `waraq`. */
  readonly name?: string
}

/** Opens the library for reading. Works while an engine writes, here or in another tab. */
export function openContentStore(options: ContentStoreOptions = {}): ContentStore {
  return new Store({ ...options, name: options.name ?? defaultName })
}
