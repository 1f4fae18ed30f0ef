/**
 * The tables as they lie there, read past every API: nothing is opened, queued or waited for, so looking cannot disturb
 * the history. Only while no transaction is under way. What it gives is the database's own and must not be changed.
 */
interface RawRecord {
  readonly key: unknown
  readonly value: unknown
}

type Row = Readonly<Record<string, unknown>>

interface RawStore {
  readonly keyPath: string | string[] | null
  readonly records: { get(key: unknown): RawRecord | undefined; values(): Iterable<RawRecord> }
  storeRecord(record: RawRecord, noOverwrite?: boolean, undo?: unknown): unknown
  deleteRecord(key: unknown, undo?: unknown): unknown
  clear(undo?: unknown): unknown
}

interface RawFactory {
  readonly _databases: ReadonlyMap<string, { readonly rawObjectStores: ReadonlyMap<string, RawStore> }>
}

/** A change of a table, told right after it happened. */
export interface Edit {
  readonly table: string
  /** Undefined where there was none; told only of tables whose key is one field. */
  readonly before: unknown
  /** Undefined where records were deleted. */
  readonly after: unknown
  /** The undo steps of the transaction that did it: its own list, the same for all its edits. Undefined for an undo itself. */
  readonly undo: unknown
}

/** A table with the number of changes since it was found. */
interface Watched {
  readonly store: RawStore
  edits: number
}

export class RawDatabase {
  readonly #factory: RawFactory
  readonly #name: string
  readonly #watched = new Map<string, Watched>()
  #edits = 0
  onEdit: ((edit: Edit) => void) | null = null

  constructor(factory: IDBFactory, name = 'waraq') {
    this.#factory = factory as unknown as RawFactory
    this.#name = name
  }

  get tables(): readonly string[] {
    return [...(this.#stores?.keys() ?? [])]
  }

  /** All records of a table; none before the database was made. */
  all<T>(table: string): T[] {
    const store = this.#stores?.get(table)
    return store ? Array.from(store.records.values(), ({ value }) => value as T) : []
  }

  /** Grows with each change of a table, or of any: the same number, the same records. */
  edits(table?: string): number {
    this.watch()
    return table === undefined ? this.#edits : (this.#watched.get(table)?.edits ?? 0)
  }

  /** Counts changes from here on; of all tables that there are. */
  watch(): void {
    for (const [table, store] of this.#stores ?? []) {
      if (this.#watched.get(table)?.store !== store) this.#watchTable(table, store)
    }
  }

  get #stores(): ReadonlyMap<string, RawStore> | undefined {
    return this.#factory._databases.get(this.#name)?.rawObjectStores
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
