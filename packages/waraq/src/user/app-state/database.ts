import { opensAgain } from '../../platform/storage/open-again.ts'
import { Dexie, type Table } from 'dexie'
import type { DatabaseParts } from '../store/database.ts'
import { refuseUnreadable, type RepairableDatabase } from '../store/repair.ts'
import type { Edit } from './edit.ts'
import type { Part } from './account-state.ts'

/** The form of the records below. A higher number was written by a newer version, which this one never writes over. */
export const format = 1

/** What an account's state has beside its documents: fields of the SDK, those that a newer SDK adds as well. */
export interface AccountRecord {
  readonly account: string
  readonly format: number
  /** Of this stay on the device: after a sign-out the account's next record has another one. */
  readonly born: string
  /** Another one with each change of the account's state. */
  readonly revision: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Whether a bootstrap is under way, maybe without a document yet. */
  readonly isStaging: boolean
}

/** A document of an account's state, as JSON: so it is compared, and read only where it is needed. */
export interface DocumentRecord {
  readonly account: string
  readonly part: Part
  /** As the SDK names it: the collection, and the key percent-encoded. */
  readonly id: string
  readonly json: string
}

/**
 * Documents of applications, by account. A document is a record, because a transaction may change one of them and an account may
 * have five megabytes: one record for all of it would be written anew each time.
 */
export class AppStateDatabase extends Dexie implements RepairableDatabase {
  declare readonly accounts: Table<AccountRecord, string>
  declare readonly documents: Table<DocumentRecord, [string, Part, string]>
  declare readonly edits: Table<Edit, [string, string]>

  constructor(name: string, { indexedDB, IDBKeyRange }: DatabaseParts = {}) {
    super(name, {
      ...(indexedDB && { indexedDB }),
      ...(IDBKeyRange && { IDBKeyRange }),
      // What a person did must outlive a power cut: browsers otherwise report it as written before it is on the disk.
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

  /** Documents come again from the service's beginning; edits that have not arrived go on top of them. */
  async noteRepair(): Promise<void> {
    await this.documents.filter(({ part }) => part === 'staging').delete()
    await this.accounts.toCollection().modify((record, stored) => {
      const fields = { ...record.fields, syncToken: null, bootstrapCursor: null }
      stored.value = { ...record, revision: crypto.randomUUID(), fields, isStaging: false }
    })
  }
}
