import { type CatalogueList, isJsonObject, CatalogueItem, Chapter } from '@waraq/protocol'
import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import { Dexie, type Table } from 'dexie'
import type { ContentStoreOptions } from '../../store/read/content-store.ts'
import { keptLists, listsKeptMs, type FetchedList, listAsStored, type ReadList } from './lists.ts'

interface ListRecord extends FetchedList {
  readonly language: string
  readonly list: CatalogueList
}

/** Location of the lists: a database next to the library of this name. */
interface CacheOptions extends Pick<ContentStoreOptions, 'indexedDB' | 'IDBKeyRange'> {
  readonly name: string
}

/** A database separate from the library, so that a failure of one does not affect the other. */
class CatalogueDatabase extends Dexie {
  readonly lists!: Table<ListRecord, [string, CatalogueList]>

  constructor({ name, indexedDB, IDBKeyRange = globalThis.IDBKeyRange }: CacheOptions) {
    super(`${name}-catalogue`, indexedDB ? { indexedDB, IDBKeyRange } : {})
    this.version(1).stores({ lists: '[language+list]' })
  }
}

/** Timeout of a read or write, in milliseconds. Names are only for display, so a page does not wait longer for its database. */
const timeoutMs = 5_000

/** The lists on this device. Never rejects. A list that cannot be stored or is broken counts as missing. */
export class CatalogueCache {
  readonly #db: CatalogueDatabase
  readonly #clock: Clock

  constructor(options: CacheOptions, clock: Clock) {
    this.#db = new CatalogueDatabase(options)
    this.#clock = clock
  }

  /** Returns the lists that may still be kept. Deletes older lists of all languages in the background. */
  async read(language: string): Promise<Map<CatalogueList, FetchedList>> {
    const oldest = this.#clock.now() - listsKeptMs
    // Reads all languages, usually only one. A separate query for old lists would cost another transaction.
    const records = (await this.#attempt<unknown[]>(() => this.#db.lists.toArray())) ?? []
    const isOld = (record: unknown) => isJsonObject(record) && Number(record['fetchedAt']) < oldest
    if (records.some(isOld)) void this.#attempt(() => this.#db.lists.filter(isOld).delete())
    return keptLists(records, language, oldest, checkedList)
  }

  /** Writes all lists in one transaction. */
  async write(language: string, lists: ReadonlyMap<CatalogueList, FetchedList>): Promise<void> {
    const records = [...lists].map(([list, fetched]) => ({ language, list, ...fetched }))
    if (records.length > 0) await this.#attempt(() => this.#db.lists.bulkPut(records))
  }

  close(): void {
    this.#db.close()
  }

  async #attempt<T>(work: () => PromiseLike<T>): Promise<T | undefined> {
    try {
      const deadline = { clock: this.#clock, ms: timeoutMs, late: () => undefined, awake: true }
      return await beforeDeadline<T | undefined>(work(), deadline)
    } catch {
      return undefined
    }
  }
}

/** Checks a stored list as strictly as a fetched one. Undefined if it is not a list. */
const checkedList: ReadList = (list, stored) => {
  const found = listAsStored(list, stored)
  const schema = list === 'chapters' ? Chapter : CatalogueItem
  return found?.items.every((item) => schema.safeParse(item).success) ? found : undefined
}
