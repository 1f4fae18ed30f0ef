import { fetchSnapshot, followFeed, nameRows, type Change, type NamedRow } from '../feed.ts'
import type { LoadTimes, Manner, Source } from '../protocol.ts'
import type { Client, Library, Variant } from './variant.ts'

/** A store of single rows, which a peer implements to be measured. It writes in one transaction if it can. */
export interface RowStore extends Library {
  write(rows: readonly NamedRow[]): Promise<void>
  replace?(rows: readonly NamedRow[], manner: Manner): Promise<void>
  apply?(changes: readonly Change[]): Promise<void>
}

class RowStoreClient implements Client {
  readonly #source: Source
  readonly #store: RowStore
  #token: string | undefined

  constructor(source: Source, store: RowStore) {
    this.#source = source
    this.#store = store
  }

  /** Works as a careful client of that library: request, parse, one bulk write, read. */
  async load(): Promise<LoadTimes> {
    if (this.#store.apply) this.#token = await followFeed(this.#source, undefined, () => Promise.resolve())
    const began = performance.now()
    await this.#store.write(await this.#fetchRows())
    await expectRows(this.#store, this.#source)
    return { readableMs: performance.now() - began }
  }

  async replace(manner: Manner): Promise<void> {
    if (!this.#store.replace) throw new Error('does not replace')
    await this.#store.replace(await this.#fetchRows(), manner)
  }

  async follow(): Promise<void> {
    const store = this.#store
    if (!store.apply) throw new Error('does not follow the feed')
    this.#token = await followFeed(this.#source, this.#token, (changes) => store.apply!(changes))
  }

  async close(): Promise<void> {
    await this.#store.close()
  }

  async #fetchRows(): Promise<NamedRow[]> {
    return nameRows(this.#source, await fetchSnapshot(this.#source))
  }
}

/** The end of a load: a row and the row count came back. */
export async function expectRows(library: Library, source: Source): Promise<void> {
  const row = await library.row(source.probe)
  const rows = await library.count()
  if (!row) throw new Error('the row that was asked for is not there')
  if (rows !== source.rows) throw new Error(`${rows} rows instead of ${source.rows}`)
}

export function rowStoreVariant(open: (source: Source, name: string) => Promise<RowStore>): Variant {
  return {
    open,
    connect: async (source, name) => new RowStoreClient(source, await open(source, name)),
  }
}
