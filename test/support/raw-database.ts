/**
 * The tables of a fake-indexeddb as they lie there, read past every API: nothing is opened, queued or waited for, so looking
 * disturbs nothing and costs little. What it gives is the database's own and must not be changed.
 */
interface RawStore {
  readonly name: string
  readonly keyPath: string | string[] | null
  readonly autoIncrement: boolean
  readonly records: { values(): Iterable<{ readonly value: unknown }> }
}

interface RawTransaction {
  readonly mode: IDBTransactionMode
  readonly _started: boolean
  readonly _state: string
}

interface RawTables {
  readonly version: number
  readonly rawObjectStores: ReadonlyMap<string, RawStore>
  readonly transactions: readonly RawTransaction[]
}

interface RawFactory {
  readonly _databases: ReadonlyMap<string, RawTables>
}

/** Tables of the engine that hold no rows; every other one holds segments. */
export const bookkeeping: ReadonlySet<string> = new Set([
  'meta',
  'resources',
  'directories',
  'subscriptions',
  'journals',
  'staged',
  'prepared',
  'drafts',
  'garbage',
])

/** Look only while nothing writes: what a transaction under way has written lies there too. */
export class RawDatabase {
  readonly #factory: RawFactory
  readonly #name: string

  constructor(factory: IDBFactory, name = 'waraq') {
    this.#factory = factory as unknown as RawFactory
    this.#name = name
  }

  /** Null where there is no such database. */
  get version(): number | null {
    return this.#tables?.version ?? null
  }

  get stores(): readonly RawStore[] {
    return [...(this.#tables?.rawObjectStores.values() ?? [])]
  }

  get tables(): readonly string[] {
    return this.stores.map(({ name }) => name)
  }

  /** Whether a transaction is under way that writes; one that still waits for its turn is not. */
  get isWritten(): boolean {
    return (this.#tables?.transactions ?? []).some(
      ({ mode, _started, _state }) => mode !== 'readonly' && _started && _state !== 'finished',
    )
  }

  /** Resolves once nobody has asked for anything for a few turns of the event loop. */
  async idle(): Promise<void> {
    for (let calm = 0; calm < 5; calm++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#tables?.transactions.some(({ _state }) => _state !== 'finished')) calm = 0
    }
  }

  /** All records of a table; none before the database was made. */
  all<T>(table: string): T[] {
    const store = this.#tables?.rawObjectStores.get(table)
    return store ? Array.from(store.records.values(), ({ value }) => value as T) : []
  }

  get #tables(): RawTables | undefined {
    return this.#factory._databases.get(this.#name)
  }
}
