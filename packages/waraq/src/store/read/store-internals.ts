import type { WaraqDatabase } from '../database.ts'
import type { ContentStore } from './content-store.ts'
import type { Live } from './live.ts'
import type { StoreReads } from './store-reads.ts'

/** Parts of a store that are not public, for other entry points of this package. */
export interface StoreInternals {
  /** Name of the database. */
  readonly name: string
  /** Opens the store's database. */
  readonly open: () => Promise<WaraqDatabase>
  readonly reads: StoreReads
  /** The store's `live`, for queries that also read bookkeeping records. */
  readonly live: <T>(query: (reads: StoreReads) => Promise<T>) => Live<T>
}

/** The internals by store. A map keeps them out of the public types. */
export const internalsOf = new WeakMap<ContentStore, StoreInternals>()
