import type { Tables } from './tables.ts'

/**
 * The tables of a fake-indexeddb, read without its API. Reading opens, queues and awaits nothing, so it is cheap and
 * disturbs nothing. The records are the database's own and must not be changed.
 */
interface RawRecord {
  readonly key: unknown
  readonly value: unknown
}

type Row = Readonly<Record<string, unknown>>

interface RawStore {
  readonly name: string
  readonly keyPath: string | string[] | null
  readonly autoIncrement: boolean
  readonly records: { get(key: unknown): RawRecord | undefined; values(): Iterable<RawRecord> }
  storeRecord(record: RawRecord, noOverwrite?: boolean, undo?: unknown): unknown
  deleteRecord(key: unknown, undo?: unknown): unknown
  clear(undo?: unknown): unknown
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

/** A change of a table, reported immediately after it happened. */
export interface Edit {
  readonly table: string
  /** The record before; undefined if there was none. Known only for tables whose key is one field. */
  readonly before: unknown
  /** The record after; undefined if records were deleted. */
  readonly after: unknown
  /** The list of undo steps of the edit's transaction, which identifies it. Undefined for an undo itself. */
  readonly undo: unknown
}

/** A table with the number of changes since it was found. */
interface Watched {
  readonly store: RawStore
  edits: number
}

/** Read it only while no transaction writes: it contains the edits of transactions under way, too. */
export class RawDatabase implements Tables {
  readonly #factory: RawFactory
  readonly #name: string
  readonly #watched = new Map<string, Watched>()
  #edits = 0
  onEdit: ((edit: Edit) => void) | null = null

  constructor(factory: IDBFactory, name = 'waraq') {
    this.#factory = factory as unknown as RawFactory
    this.#name = name
  }

  /** Null if there is no such database. */
  get version(): number | null {
    return this.#database?.version ?? null
  }

  get stores(): readonly RawStore[] {
    return [...(this.#database?.rawObjectStores.values() ?? [])]
  }

  get tables(): readonly string[] {
    return [...(this.#database?.rawObjectStores.keys() ?? [])]
  }

  /** Whether a write transaction is under way. One that is still queued does not count. */
  get isWritten(): boolean {
    return (this.#database?.transactions ?? []).some(
      ({ mode, _started, _state }) => mode !== 'readonly' && _started && _state !== 'finished',
    )
  }

  /** Resolves when no transaction has been under way for a few turns of the event loop. */
  async idle(): Promise<void> {
    for (let calm = 0; calm < 5; calm++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#database?.transactions.some(({ _state }) => _state !== 'finished')) calm = 0
    }
  }

  /** All records of a table; none before the database was created. */
  all<T>(table: string): T[] {
    const store = this.#database?.rawObjectStores.get(table)
    return store ? Array.from(store.records.values(), ({ value }) => value as T) : []
  }

  /** Grows with each change of a table, or of any table. While the number stays the same, so do the records. */
  edits(table?: string): number {
    this.watch()
    return table === undefined ? this.#edits : (this.#watched.get(table)?.edits ?? 0)
  }

  /** Counts changes from now on, for all existing tables. */
  watch(): void {
    for (const [table, store] of this.#database?.rawObjectStores ?? []) {
      if (this.#watched.get(table)?.store !== store) this.#watchTable(table, store)
    }
  }

  get #database(): RawTables | undefined {
    return this.#factory._databases.get(this.#name)
  }

  #watchTable(table: string, store: RawStore): void {
    const watched: Watched = { store, edits: (this.#watched.get(table)?.edits ?? 0) + 1 }
    this.#watched.set(table, watched)
    this.#edits += 1
    const count = (before: unknown, after: unknown, undo: unknown) => {
      watched.edits += 1
      this.#edits += 1
      this.onEdit?.({ table, before, after, undo })
    }
    const { storeRecord, deleteRecord, clear } = store
    store.storeRecord = (record, noOverwrite, undo) => {
      const key = typeof store.keyPath === 'string' ? (record.value as Row)[store.keyPath] : undefined
      const before = key === undefined || !this.onEdit ? undefined : store.records.get(key)?.value
      const result = storeRecord.call(store, record, noOverwrite, undo)
      count(before, record.value, undo)
      return result
    }
    store.deleteRecord = (key, undo) => {
      const result = deleteRecord.call(store, key, undo)
      count(undefined, undefined, undo)
      return result
    }
    store.clear = (undo) => {
      const result = clear.call(store, undo)
      count(undefined, undefined, undo)
      return result
    }
  }
}
