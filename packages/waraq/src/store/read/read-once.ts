import type { RecordType, ResourceRef } from '@waraq/protocol'
import { systemClock } from '../../client/clock.ts'
import { answerOf, readDatabase } from '../../platform/storage/read-database.ts'
import { defaultName } from '../../platform/option-values.ts'
import type { PartialSnapshot } from '../partial.ts'
import { resolveFreshness } from '../freshness.ts'
import type { ManifestRecord, LocatorRange } from '../manifest.ts'
import type { LibraryOptions } from '../library-options.ts'
import { DamageError } from '../load.ts'
import type { ReadTables } from '../read-tables.ts'
import { decoderOf, isDecoded } from '../record-decoders.ts'
import { schemaVersion, segmentTableOf } from '../segment-tables.ts'
import { DatabaseReads } from './database-reads.ts'
import type { ResourceInfo } from './resource-info.ts'
import type { DataOf, Row, RowsOptions, StoreView } from './store-view.ts'
import { viewTables } from './view-tables.ts'

export type FirstReadOptions = Pick<
  LibraryOptions,
  'name' | 'freshness' | 'clock' | 'indexedDB' | 'IDBKeyRange'
>

/** The tables of one transaction. Each record is read as `WaraqDatabase` reads it. */
class TransactionTables implements ReadTables {
  readonly #transaction: IDBTransaction
  readonly #ranges: typeof IDBKeyRange

  constructor(transaction: IDBTransaction, ranges: typeof IDBKeyRange) {
    this.#transaction = transaction
    this.#ranges = ranges
  }

  get resources(): ReadTables['resources'] {
    return {
      get: async (key) => this.#read('resources', await answerOf(this.#table('resources').get(key))),
      toArray: () => this.#all('resources'),
    }
  }

  get subscriptions(): ReadTables['subscriptions'] {
    return { toArray: () => this.#all('subscriptions') }
  }

  get stagings(): ReadTables['stagings'] {
    return { toArray: () => this.#all('stagings') }
  }

  get manifests(): ReadTables['manifests'] {
    const get = async (id: string) =>
      this.#read<ManifestRecord | undefined>('manifests', await answerOf(this.#table('manifests').get(id)))
    return { bulkGet: (ids) => Promise.all(ids.map(get)) }
  }

  segments(recordType: RecordType): ReturnType<ReadTables['segments']> {
    const table = this.#table(segmentTableOf(recordType))
    return {
      get: (id) => answerOf(table.get(id)),
      where: () => ({
        between: (least, greatest) => ({
          toArray: () => answerOf(table.getAll(this.#ranges.bound(least, greatest))),
        }),
      }),
    }
  }

  #table(name: string): IDBObjectStore {
    return this.#transaction.objectStore(name)
  }

  async #all<T>(table: string): Promise<T[]> {
    const records = await answerOf(this.#table(table).getAll())
    return records.filter(isDecoded).map((record) => this.#read(table, record))
  }

  #read<T>(table: string, record: unknown): T {
    return decoderOf(table)(record as never) as T
  }
}

/** Reads in one transaction; fails after its end. */
class FirstView implements StoreView {
  readonly #tables: ReadTables
  readonly #reads: DatabaseReads

  constructor(tables: ReadTables, reads: DatabaseReads) {
    this.#tables = tables
    this.#reads = reads
  }

  resources(): Promise<ResourceInfo[]> {
    return this.#reads.resources(this.#tables)
  }

  resource(ref: ResourceRef): Promise<ResourceInfo | undefined> {
    return this.#reads.resource(this.#tables, ref)
  }

  rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range?: LocatorRange,
    options?: RowsOptions,
  ): Promise<Row<DataOf<Type>>[]> {
    return this.#reads.rows(this.#tables, recordType, ref, range, [], options)
  }

  partial(ref: ResourceRef): Promise<PartialSnapshot | undefined> {
    return this.#reads.partial(this.#tables, ref)
  }

  row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    return this.#reads.row(this.#tables, recordType, ref, recordKey)
  }

  async query<T>(query: (view: StoreView) => Promise<T>): Promise<T> {
    return query(this)
  }
}

/**
 * Runs a query on the library that is on the device, in one transaction and with few kilobytes of script: for the text that a
 * page shows first. Only `openContentStore` has live queries, a library in a worker's memory, repeats, and damage that is
 * remembered.
 *
 * Returns undefined if the complete store is needed: there is no library, it is of another version or damaged, or storage does
 * not answer. Errors that the query throws are passed on. The query may only await the view.
 * @throws {WaraqError} `invalid_option`
 */
export async function readOnce<T>(
  query: (view: StoreView) => Promise<T>,
  { name = defaultName, freshness, clock = systemClock, indexedDB, ...parts }: FirstReadOptions = {},
): Promise<T | undefined> {
  const reads = new DatabaseReads(resolveFreshness(freshness), clock)
  const { IDBKeyRange: ranges = globalThis.IDBKeyRange } = parts
  try {
    const kept = { name, version: schemaVersion, tables: viewTables, indexedDB }
    return await readDatabase(kept, (transaction) =>
      query(new FirstView(new TransactionTables(transaction, ranges), reads)),
    )
  } catch (error) {
    const isOfStorage = error instanceof DOMException && error.name !== 'AbortError'
    if (isOfStorage || error instanceof DamageError) return undefined
    throw error
  }
}
