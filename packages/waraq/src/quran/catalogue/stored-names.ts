import { systemClock, type Clock } from '../../client/clock.ts'
import { answerOf, readDatabase } from '../../platform/storage/read-database.ts'
import { defaultName } from '../../platform/option-values.ts'
import { assemble } from './assemble.ts'
import type { CatalogueContent } from './content.ts'
import { keptLists, listAsStored, listsKeptMs } from './lists.ts'

export interface StoredNamesOptions {
  /** Name of the library. Default `waraq`. */
  readonly name?: string | undefined
  /** Language of the names. Default `en`. */
  readonly language?: string | undefined
  readonly clock?: Clock | undefined
  /** For tests and for contexts without a global IndexedDB. */
  readonly indexedDB?: IDBFactory | undefined
}

/** The cache's schema version in IndexedDB: Dexie multiplies its own version by ten. */
const schemaVersion = 10

/**
 * Reads the names on this device with few kilobytes of script, for the text that a page shows first. `openCatalogue` reads
 * the same names, and also keeps, checks and renews them. Never rejects: if there are no names or storage does not
 * respond, the catalogue is empty.
 */
export async function storedNames({
  name = defaultName,
  language = 'en',
  clock = systemClock,
  indexedDB,
}: StoredNamesOptions = {}): Promise<CatalogueContent> {
  const kept = { name: `${name}-catalogue`, version: schemaVersion, tables: ['lists'], indexedDB }
  const read = async () =>
    readDatabase<unknown[]>(kept, (transaction) => answerOf(transaction.objectStore('lists').getAll()))
  const of = (records: readonly unknown[]) =>
    assemble(language, keptLists(records, language, clock.now() - listsKeptMs, listAsStored), new Map())
  try {
    return of((await read()) ?? [])
  } catch {
    return of([])
  }
}
