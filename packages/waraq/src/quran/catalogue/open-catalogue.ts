import type { CatalogueList, CatalogueListItems } from '@waraq/protocol'
import { systemClock } from '../../client/clock.ts'
import { defaultName } from '../../platform/option-values.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { CatalogueCache } from './cache.ts'
import { CachedCatalogue, type Catalogue } from './catalogue.ts'
import { allLists } from './lists.ts'

/** The part of an engine that a catalogue uses. */
interface NameSource {
  readonly library: SyncEngine['library']
  listNames(
    list: CatalogueList,
    language: string,
    options: { readonly signal: AbortSignal | undefined },
  ): Promise<CatalogueListItems>
}

export interface CatalogueOptions {
  /**
   * The engine that requests names from the service. The catalogue keeps them in its own database next to the engine's library.
   */
  readonly engine: NameSource
  /** Language of the names, such as `en` or `ur`. The device keeps every language that was fetched. Default `en`. */
  readonly language?: string | undefined
  /** The lists to fetch. Default all. */
  readonly lists?: readonly CatalogueList[] | undefined
}

/**
 * Opens the catalogue of resource and chapter names. Reads stored names directly and gets the others through the engine. Does
 * nothing before the first call. Closing the catalogue leaves the engine open.
 */
export function openCatalogue({ engine, language = 'en', lists = allLists }: CatalogueOptions): Catalogue {
  const { name = defaultName, indexedDB, IDBKeyRange, clock = systemClock } = engine.library
  const cache = new CatalogueCache({ name, indexedDB, IDBKeyRange }, clock)
  return new CachedCatalogue({
    language,
    lists,
    fetchList: (list, wanted, signal) => engine.listNames(list, wanted, { signal }),
    cache,
    clock,
  })
}
