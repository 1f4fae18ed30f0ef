/**
 * The tables as they lie there, read past every API: nothing is opened, queued or waited for, so looking cannot disturb
 * the history. Only while no transaction is under way.
 */
interface RawStore {
  readonly records: { values(): Iterable<{ readonly value: unknown }> }
}

interface RawFactory {
  readonly _databases: ReadonlyMap<string, { readonly rawObjectStores: ReadonlyMap<string, RawStore> }>
}

export class RawDatabase {
  readonly #factory: RawFactory
  readonly #name: string

  constructor(factory: IDBFactory, name = 'waraq') {
    this.#factory = factory as unknown as RawFactory
    this.#name = name
  }

  get tables(): readonly string[] {
    return [...(this.#factory._databases.get(this.#name)?.rawObjectStores.keys() ?? [])]
  }

  /** All records of a table; none before the database was made. */
  all<T>(table: string): T[] {
    const store = this.#factory._databases.get(this.#name)?.rawObjectStores.get(table)
    return store ? Array.from(store.records.values(), ({ value }) => value as T) : []
  }
}
