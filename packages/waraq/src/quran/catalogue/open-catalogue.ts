import type { CatalogueList, CatalogueListItems } from '@waraq/protocol'
import { systemClock } from '../../client/clock.ts'
import { defaultName } from '../../platform/option-values.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { CatalogueCache } from './cache.ts'
import { KeptCatalogue, type Catalogue } from './catalogue.ts'

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
  /** The engine asks the service for names. The catalogue keeps them in a database of its own beside the engine's library. */
  readonly engine: NameSource
  /** Language of the names, such as `en` or `ur`. The device keeps each language that was fetched. Default `en`. */
  readonly language?: string | undefined
}

/**
 * The names of resources and chapters. Reads the names on this device itself, and asks the engine for the rest. Does nothing
 * before the first call. Closing the catalogue leaves the engine open.
 */
export function openCatalogue({ engine, language = 'en' }: CatalogueOptions): Catalogue {
  const { name = defaultName, indexedDB, IDBKeyRange, clock = systemClock } = engine.library
  const cache = new CatalogueCache({ name, indexedDB, IDBKeyRange }, clock)
  return new KeptCatalogue({
    language,
    fetchList: (list, wanted, signal) => engine.listNames(list, wanted, { signal }),
    cache,
    clock,
  })
}
