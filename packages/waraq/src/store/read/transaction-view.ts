import { WaraqError, type RecordType, type ResourceRef } from '@waraq/protocol'
import { Dexie } from 'dexie'
import type { PartialSnapshot } from '../partial.ts'
import type { WaraqDatabase } from '../database.ts'
import type { LocatorRange } from '../manifest.ts'
import { storageError } from '../storage-error.ts'
import type { DatabaseReads } from './database-reads.ts'
import { notingFailure, type Noted } from './read-set.ts'
import type { ResourceInfo } from './resource-info.ts'
import type { DataOf, Row, RowsOptions, StoreView } from './store-view.ts'

function viewEnded(cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'view_ended',
    message:
      'The view ended before its query did: the query awaited something else, or kept the view for later. Await only the view inside, and do the rest outside.',
    cause,
  })
}

function isOfDatabase(error: unknown): boolean {
  if (error instanceof Dexie.DexieError) return true
  // An `AbortError` may come from the query's own signal.
  return error instanceof DOMException && error.name !== 'AbortError'
}

/** Turns errors of the database into `WaraqError`s. Errors that the query itself threw stay as they are. */
export function viewError(error: unknown): unknown {
  if (!isOfDatabase(error)) return error
  return (error as Error).name === 'PrematureCommitError' ? viewEnded(error) : storageError(error)
}

/** Reads inside one transaction. Dexie keeps it over the query's awaits as long as the query awaits only the view. */
export class TransactionView implements StoreView {
  readonly #db: WaraqDatabase
  readonly #reads: DatabaseReads
  readonly #noted: Noted
  readonly #transaction: IDBTransaction | undefined

  /** Call it inside the view's transaction. */
  constructor(db: WaraqDatabase, reads: DatabaseReads, noted: Noted = []) {
    this.#db = db
    this.#reads = reads
    this.#noted = noted
    this.#transaction = Dexie.currentTransaction?.idbtrans
  }

  async resources(): Promise<ResourceInfo[]> {
    return this.#noting(async () => this.#reads.resources(this.#current, this.#noted))
  }

  async resource(ref: ResourceRef): Promise<ResourceInfo | undefined> {
    return this.#noting(async () => this.#reads.resource(this.#current, ref, this.#noted))
  }

  async rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
    options: RowsOptions = {},
  ): Promise<Row<DataOf<Type>>[]> {
    return this.#noting(async () =>
      this.#reads.rows(this.#current, recordType, ref, range, this.#noted, options),
    )
  }

  async partial(ref: ResourceRef): Promise<PartialSnapshot | undefined> {
    return this.#noting(async () => this.#reads.partial(this.#current, ref, this.#noted))
  }

  async row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    return this.#noting(async () => this.#reads.row(this.#current, recordType, ref, recordKey, this.#noted))
  }

  async query<T>(query: (view: StoreView) => Promise<T>): Promise<T> {
    return query(this)
  }

  async #noting<T>(work: () => Promise<T>): Promise<T> {
    return this.#noted.length > 0 ? notingFailure(this.#noted, work) : work()
  }

  /** The database. Throws outside of the view's transaction, because a read would see a later commit there. */
  get #current(): WaraqDatabase {
    const { currentTransaction } = Dexie
    if (!currentTransaction?.active || currentTransaction.idbtrans !== this.#transaction) throw viewEnded()
    return this.#db
  }
}
