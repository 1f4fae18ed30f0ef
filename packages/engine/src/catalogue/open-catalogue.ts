import { systemClock } from '@waraq/client'
import { defaultName } from '../options.ts'
import type { SyncEngine } from '../sync-engine.ts'
import { CatalogueCache } from './cache.ts'
import { KeptCatalogue, type Catalogue } from './catalogue.ts'

export interface CatalogueOptions {
  /** Asks for names, in its worker where it lives in one. They are kept in a database of their own beside its library. */
  readonly engine: Pick<SyncEngine, 'library' | 'listNames'>
  /** In which names are wanted, such as `en` or `ur`. Each language is kept. Default `en`. */
  readonly language?: string | undefined
}

/**
 * The names of resources and chapters. What is on this device is read here; the engine is asked for the rest. Does nothing
 * until it is asked. The engine is not closed with it.
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
