import type { RecordType, ResourceRef } from '@waraq/protocol'
import type { LibraryOptions } from '../library-options.ts'
import type { Live } from './live.ts'
import type { Invalidation } from './invalidation.ts'
import type { ReadThrough } from './read-through.ts'
import type { RowChanges } from './row-changes.ts'
import type { StoreView } from './store-view.ts'

/**
 * Reads the library, in a page, worker or service worker. Each call sees one commit, and never waits for a download.
 */
export interface ContentStore extends StoreView {
  /** Runs the query again whenever a commit changes what it read. Put reads that have to see one commit into a `query`. */
  live<T>(query: (store: ContentStore) => Promise<T>): Live<T>
  /**
   * The rows of a record type that changed since a mark that an earlier call gave, for an index or another product of rows.
   * Undefined where the resource is absent or damaged. Read the rows after this call: the next call with its mark reports
   * all later changes, some of them twice.
   */
  changedRows(recordType: RecordType, ref: ResourceRef, since?: string): Promise<RowChanges | undefined>
  close(): void
}

export interface ContentStoreOptions extends LibraryOptions {
  /**
   * The engine of this library, from `connectSyncEngine` or `createSyncEngine`: the store opens its database. Where the page
   * can open no database, the library may live in the memory of the engine's worker; reads then go through the engine. What a
   * read finds damaged is fetched again with the next sync, for which the store wakes the engine.
   */
  readonly engine?:
    | ({
        readonly library: LibraryOptions
        readonly wake?: (kind: 'subscribed') => Promise<unknown>
      } & (ReadThrough | { readonly read?: undefined }))
    | undefined
  /** Fires when live queries may have missed changes. Default: the page's own events. */
  readonly invalidation?: Invalidation | undefined
}
