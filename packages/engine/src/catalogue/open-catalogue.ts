import { systemClock } from '@waraq/client'
import { defaultName } from '../options.ts'
import type { DatabaseOptions } from '../store/database.ts'
import { CatalogueCache } from './cache.ts'
import { KeptCatalogue, type Catalogue } from './catalogue.ts'
import { serviceSource, type CatalogueSource, type ServiceOptions } from './source.ts'

/** How a catalogue is kept, wherever it comes from. */
export interface KeepOptions extends Pick<ServiceOptions, 'clock'>, Omit<DatabaseOptions, 'name'> {
  /** The engine's name; the names are kept in a database of their own beside it. Default `waraq`. */
  readonly name?: string | undefined
  /** In which names are wanted, such as `en` or `ur`. Each language is kept. Default `en`. */
  readonly language?: string | undefined
}

export type CatalogueOptions = KeepOptions & ServiceOptions

export function keepCatalogue(source: CatalogueSource, options: KeepOptions): Catalogue {
  const { name = defaultName, language = 'en', clock = systemClock, indexedDB, IDBKeyRange } = options
  const cache = new CatalogueCache({ name, indexedDB, IDBKeyRange }, clock)
  return new KeptCatalogue({ language, source, cache, clock })
}

/**
 * The names of resources and chapters, for a context that may hold a token: a worker, a server. A page takes
 * `connectCatalogue`. Does nothing until it is asked.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`, `invalid_relay_address`
 */
export function openCatalogue(options: CatalogueOptions): Catalogue {
  return keepCatalogue(serviceSource(options), options)
}
