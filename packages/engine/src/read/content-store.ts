import type { RecordType, ResourceRef } from '@waraq/contract'
import type { Clock } from '@waraq/client'
import type { DatabaseOptions } from '../store/database.ts'
import type { FreshnessOption } from '../store/freshness.ts'
import type { Live } from './live.ts'
import type { Pulse } from './pulse.ts'
import type { ReadThrough } from './read-through.ts'
import type { RowChanges } from './row-changes.ts'
import type { StoreView } from './store-view.ts'

/**
 * Reads the library, in a page, worker or service worker. Each call sees one commit, and never waits for a download.
 */
export interface ContentStore extends StoreView {
  /** Runs the query again whenever a commit changes what it read. Put reads that have to see one commit into a `view`. */
  live<T>(query: (store: ContentStore) => Promise<T>): Live<T>
  /**
   * The rows of a record type that changed since a mark that an earlier call gave, for an index or another product of rows.
   * Undefined where the resource is absent or damaged. Read the rows after this call: the next call with its mark reports
   * all later changes, some of them twice.
   */
  changedRows(recordType: RecordType, ref: ResourceRef, since?: string): Promise<RowChanges | undefined>
  close(): void
}

/** Name of an engine's library, and how old its content may be. */
export type LibraryOptions = Omit<ContentStoreOptions, 'engine' | 'pulse'>

export interface ContentStoreOptions extends Pick<DatabaseOptions, 'indexedDB' | 'IDBKeyRange'> {
  /** Name of the database. Default: the engine's, else `waraq`. */
  readonly name?: string | undefined
  /** Whether reads show content that no sync has confirmed for long. Default: they do, and `ResourceInfo` marks it stale. */
  readonly freshness?: FreshnessOption | undefined
  /**
   * The engine of this library, from `connectSyncEngine` or `createSyncEngine`: the store opens its database. Where the page
   * can open no database, the library may live in the memory of the engine's worker; reads then go through the engine.
   */
  readonly engine?:
    ({ readonly library: LibraryOptions } & (ReadThrough | { readonly read?: undefined })) | undefined
  readonly clock?: Clock | undefined
  /** Fires when live queries may have missed changes. Default: the page's own events. */
  readonly pulse?: Pulse | undefined
}
