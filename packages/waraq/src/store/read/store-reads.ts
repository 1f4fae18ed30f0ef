import type { RecordType, ResourceRef } from '@waraq/protocol'
import type { PartialSnapshot } from '../partial.ts'
import type { WaraqDatabase } from '../database.ts'
import type { LocatorRange } from '../manifest.ts'
import { DamageError } from '../load.ts'
import type { MetaRecord } from '../records.ts'
import { storageError } from '../storage-error.ts'
import { partialTables, infoTables, type DatabaseReads } from './database-reads.ts'
import { metaText } from './outdated.ts'
import { notingFailure, type Noted } from './read-set.ts'
import type { ResourceInfo } from './resource-info.ts'
import { readRowChanges, type RowChanges } from './row-changes.ts'
import type { DataOf, Row, RowsOptions, StoreView } from './store-view.ts'
import { TransactionView, viewError } from './transaction-view.ts'
import { viewTables } from './view-tables.ts'

/** The database that a store reads. */
export interface ReadPlace {
  readonly reads: DatabaseReads
  /** Returns the database if it is already open. A view may only await the database, so it must not await `open`. */
  readonly ifOpen: () => WaraqDatabase | undefined
  readonly open: () => Promise<WaraqDatabase>
}

/** The reads of a store. The running queries that may have made a read record it. */
export class StoreReads implements StoreView {
  readonly #place: ReadPlace
  readonly #noted: () => Noted

  constructor(place: ReadPlace, noted: () => Noted) {
    this.#place = place
    this.#noted = noted
  }

  resources(): Promise<ResourceInfo[]> {
    const { reads } = this.#place
    return this.#noting((noted) => this.#inTransaction(infoTables, async (db) => reads.resources(db, noted)))
  }

  resource(ref: ResourceRef): Promise<ResourceInfo | undefined> {
    const { reads } = this.#place
    return this.#noting((noted) =>
      this.#inTransaction(infoTables, async (db) => reads.resource(db, ref, noted)),
    )
  }

  rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
    options: RowsOptions = {},
  ): Promise<Row<DataOf<Type>>[]> {
    const { reads } = this.#place
    return this.#noting((noted) =>
      this.#read(reads.tablesOf(recordType, options), async (db) =>
        reads.rows(db, recordType, ref, range, noted, options),
      ),
    )
  }

  partial(ref: ResourceRef): Promise<PartialSnapshot | undefined> {
    const { reads } = this.#place
    return this.#noting((noted) =>
      this.#inTransaction(partialTables, async (db) => reads.partial(db, ref, noted)),
    )
  }

  row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    const { reads } = this.#place
    return this.#noting((noted) =>
      this.#read(reads.tablesOf(recordType), async (db) => reads.row(db, recordType, ref, recordKey, noted)),
    )
  }

  query<T>(query: (view: StoreView) => Promise<T>): Promise<T> {
    return this.#noting((noted) => {
      let thrown: unknown
      const work = async (db: WaraqDatabase) => {
        const answer = query(new TransactionView(db, this.#place.reads, noted))
        // Keeps the query's own error: Dexie replaces the browser's errors with its own, even those that the query threw.
        thrown = undefined
        answer.then(undefined, (error: unknown) => void (thrown = error))
        return answer
      }
      return this.#inTransaction(viewTables, work, (error) => viewError(thrown ?? error))
    })
  }

  changedRows(recordType: RecordType, ref: ResourceRef, since?: string): Promise<RowChanges | undefined> {
    const { reads } = this.#place
    return this.#noting((noted) =>
      this.#read(reads.tablesOf(recordType), async (db) =>
        readRowChanges(db, reads, recordType, ref, since, noted),
      ),
    )
  }

  /** Reads a bookkeeping record and returns the result of `of` for it. */
  meta<T>(key: MetaRecord['key'], of: (record: unknown) => T): Promise<T> {
    return this.#noting((noted) =>
      this.#inTransaction(['meta'], async (db) => {
        const record = await db.meta.get(key)
        for (const set of noted) set.meta.push({ key, of, text: metaText(of, record) })
        return of(record)
      }),
    )
  }

  #noting<T>(read: (noted: Noted) => Promise<T>): Promise<T> {
    const noted = this.#noted()
    return noted.length > 0 ? notingFailure(noted, () => read(noted)) : read(noted)
  }

  /**
   * Reads rows of one resource with one transaction per request. So a read waits only for writers of the tables that it needs. If
   * the segments are in memory, that is only the table of resources.
   *
   * The resource's record names the segments of its commit, and segments never change. But they may be replaced and deleted
   * between two requests. So if one is missing, a single transaction over all tables decides whether it is damage.
   */
  async #read<T>(tables: readonly string[], work: (db: WaraqDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(this.#place.ifOpen() ?? (await this.#place.open()))
    } catch (error) {
      if (!(error instanceof DamageError)) throw storageError(error)
    }
    return this.#inTransaction(tables, work)
  }

  /** Reads in one transaction. After damage it reads again, and the damaged resource counts as absent from the start. */
  async #inTransaction<T>(
    tables: readonly string[],
    work: (db: WaraqDatabase) => Promise<T>,
    inOurWords: (error: unknown) => unknown = storageError,
  ): Promise<T> {
    const { reads, ifOpen, open } = this.#place
    for (;;) {
      const { damages } = reads
      try {
        const db = ifOpen() ?? (await open())
        // Dexie keeps the transaction only over the awaits of an async function.
        return await db.transaction('r', [...tables], async () => work(db))
      } catch (error) {
        if (error instanceof DamageError) reads.markDamaged(error)
        if (reads.damages === damages) throw inOurWords(error)
      }
    }
  }
}
