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
  /**
   * Runs the query again whenever a commit changes what it read. If several reads have to see one commit, put them into a
   * `query`.
   */
  live<T>(query: (store: ContentStore) => Promise<T>): Live<T>
  /**
   * Returns which rows of a record type changed since the mark of an earlier call, for an index or another product of rows.
   * Returns undefined if the resource is absent or damaged. Read the rows after this call: the next call with its mark reports
   * all later changes, some of them twice.
   */
  changedRows(recordType: RecordType, ref: ResourceRef, since?: string): Promise<RowChanges | undefined>
  close(): void
}

export interface ContentStoreOptions extends LibraryOptions {
  /**
   * The engine of this library, from `connectSyncEngine` or `createSyncEngine`. The store opens its database. If the page cannot
   * open a database, the library may be in the memory of the engine's worker; reads then go through the engine. The next sync
   * fetches again what a read finds damaged. The store wakes the engine for that.
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
