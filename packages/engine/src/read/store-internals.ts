import type { WaraqDatabase } from '../store/database.ts'
import type { ContentStore } from './content-store.ts'
import type { Live } from './live.ts'
import type { StoreReads } from './store-reads.ts'

/** What a store has inside, for other doors of this package. */
export interface StoreInternals {
  /** Of the database. */
  readonly name: string
  /** The database, opened as the store does. */
  readonly open: () => Promise<WaraqDatabase>
  readonly reads: StoreReads
  /** As the store's, for queries that read the bookkeeping, too. */
  readonly live: <T>(query: (reads: StoreReads) => Promise<T>) => Live<T>
}

/** By store, so that it is in no public type. */
export const internalsOf = new WeakMap<ContentStore, StoreInternals>()
