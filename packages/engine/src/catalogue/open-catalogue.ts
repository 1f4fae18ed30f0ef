import { systemClock } from '@waraq/client'
import { defaultName } from '../platform/option-values.ts'
import type { LibraryOptions } from '../read/content-store.ts'
import { CatalogueCache } from './cache.ts'
import { KeptCatalogue, type Catalogue } from './catalogue.ts'
import type { CatalogueList } from './content.ts'
import type { ListItems } from './lists.ts'

/** The part of an engine that is used. */
interface NameSource {
  readonly library: LibraryOptions
  listNames(
    list: CatalogueList,
    language: string,
    options: { readonly signal: AbortSignal | undefined },
  ): Promise<ListItems>
}

export interface CatalogueOptions {
  /** Asks for names, in its worker where it lives in one. They are kept in a database of their own beside its library. */
  readonly engine: NameSource
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
