import type { Clock } from '../client/clock.ts'
import type { DatabaseOptions } from './database.ts'
import type { FreshnessOption } from './freshness.ts'

/** Options that an engine and a store of its library share: the library's name, and how old its content may be. */
export interface LibraryOptions extends Pick<DatabaseOptions, 'indexedDB' | 'IDBKeyRange'> {
  /** Name of the database. Default: the engine's, else `waraq`. */
  readonly name?: string | undefined
  /**
   * Whether reads show content that no sync has confirmed for a long time. Default: they do, and `ResourceInfo` marks it stale.
   */
  readonly freshness?: FreshnessOption | undefined
  readonly clock?: Clock | undefined
}
