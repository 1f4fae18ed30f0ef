import { opensAgain } from '../../platform/storage/open-again.ts'
import { Dexie, type Table } from 'dexie'
import type { BodyRecord, HeadRecord } from './stored-index.ts'

interface SettingRecord {
  readonly key: string
  readonly value: unknown
}

export interface DatabaseOptions {
  /** Name of the library. The index has its own database next to it. */
  readonly name: string
  /** For contexts without a global IndexedDB, and for tests. */
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
}

/** The database of the index. All of it can be rebuilt from the library. */
export class SearchDatabase extends Dexie {
  readonly settings!: Table<SettingRecord, string>
  readonly heads!: Table<HeadRecord, string>
  readonly bodies!: Table<BodyRecord, string>

  constructor({ name, indexedDB, IDBKeyRange = globalThis.IDBKeyRange }: DatabaseOptions) {
    super(`${name}-search`, {
      ...(indexedDB ? { indexedDB, IDBKeyRange } : {}),
      chromeTransactionDurability: 'relaxed',
    })
    opensAgain(this)
    this.version(1).stores({ settings: 'key', heads: 'key', bodies: 'key' })
  }
}
