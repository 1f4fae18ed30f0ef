import { WaraqError, type RecordType, type ResourceRef } from '@waraq/contract'
import { Dexie } from 'dexie'
import { segmentTables, type WaraqDatabase } from '../store/database.ts'
import type { LocatorRange } from '../store/directory.ts'
import { storageError } from '../store/storage-error.ts'
import { infoTables, type DatabaseReads } from './database-reads.ts'
import type { ResourceInfo } from './resource-info.ts'
import type { DataOf, Row, StoreView } from './store-view.ts'

/** Everything that can be read: a transaction cannot take in another table once it has begun. */
export const viewTables: readonly string[] = [...infoTables, 'directories', ...segmentTables]

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
  // The query's own signal may be what ended it.
  return error instanceof DOMException && error.name !== 'AbortError'
}

/** Errors of the database in our words; what the query itself threw, as it is. */
export function viewError(error: unknown): unknown {
  if (!isOfDatabase(error)) return error
  return (error as Error).name === 'PrematureCommitError' ? viewEnded(error) : storageError(error)
}

/** Reads inside one transaction, which Dexie carries along the query's awaits as long as these are of the view. */
export class TransactionView implements StoreView {
  readonly #db: WaraqDatabase
  readonly #reads: DatabaseReads
  readonly #transaction: IDBTransaction | undefined

  /** To be made inside its transaction. */
  constructor(db: WaraqDatabase, reads: DatabaseReads) {
    this.#db = db
    this.#reads = reads
    this.#transaction = Dexie.currentTransaction?.idbtrans
  }

  async resources(): Promise<ResourceInfo[]> {
    return this.#reads.resources(this.#current)
  }

  async resource(ref: ResourceRef): Promise<ResourceInfo | undefined> {
    return this.#reads.resource(this.#current, ref)
  }

  async rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
  ): Promise<Row<DataOf<Type>>[]> {
    return this.#reads.rows(this.#current, recordType, ref, range)
  }

  async row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    return this.#reads.row(this.#current, recordType, ref, recordKey)
  }

  async view<T>(query: (view: StoreView) => Promise<T>): Promise<T> {
    return query(this)
  }

  /** Without its transaction, a read would see whatever commit is the latest by now. */
  get #current(): WaraqDatabase {
    const { currentTransaction } = Dexie
    if (!currentTransaction?.active || currentTransaction.idbtrans !== this.#transaction) throw viewEnded()
    return this.#db
  }
}
