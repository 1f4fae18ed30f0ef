import { opensAgain } from '../../platform/storage/open-again.ts'
import { Dexie, type Table } from 'dexie'
import type { IndexedDBOptions } from '../store/database.ts'
import { refuseUnreadable, type RepairableDatabase } from '../store/repair.ts'
import type { Edit } from './edit.ts'
import type { Part } from './account-state.ts'

/**
 * The format of the records below. A record with a higher number was written by a newer version, and this version never
 * overwrites it.
 */
export const format = 1

/** An account's state without its documents: the fields of the SDK, including those that a newer SDK adds. */
export interface AccountRecord {
  readonly account: string
  readonly format: number
  /** Identifies this stay on the device. After a sign-out the account's next record has another value. */
  readonly born: string
  /** Changes with each change of the account's state. */
  readonly revision: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Whether a bootstrap is under way, possibly without a document yet. */
  readonly isStaging: boolean
}

/** A document of an account's state, as JSON. It is compared as text and parsed only when needed. */
export interface DocumentRecord {
  readonly account: string
  readonly part: Part
  /** The SDK's id: the collection, and the key percent-encoded. */
  readonly id: string
  readonly json: string
}

/**
 * Documents of applications, by account. Each document is a record, because a transaction may change only one of them and an
 * account may have five megabytes. A single record for all of them would be written again each time.
 */
export class AppStateDatabase extends Dexie implements RepairableDatabase {
  declare readonly accounts: Table<AccountRecord, string>
  declare readonly documents: Table<DocumentRecord, [string, Part, string]>
  declare readonly edits: Table<Edit, [string, string]>

  constructor(name: string, { indexedDB, IDBKeyRange }: IndexedDBOptions = {}) {
    super(name, {
      ...(indexedDB && { indexedDB }),
      ...(IDBKeyRange && { IDBKeyRange }),
      // User data must survive a power cut: by default browsers report a write as complete before it is on the disk.
      chromeTransactionDurability: 'strict',
    })
    opensAgain(this)
    this.version(1).stores({
      accounts: 'account',
      documents: '[account+part+id], account',
      edits: '[account+id], account',
    })
    refuseUnreadable(this)
  }

  /** Documents are read again from the service's beginning. Edits that have not arrived are applied on top of them. */
  async noteRepair(): Promise<void> {
    await this.documents.filter(({ part }) => part === 'staging').delete()
    await this.accounts.toCollection().modify((record, stored) => {
      const fields = { ...record.fields, syncToken: null, bootstrapCursor: null }
      stored.value = { ...record, revision: crypto.randomUUID(), fields, isStaging: false }
    })
  }
}
