import { opensAgain } from '../../platform/storage/open-again.ts'
import { Dexie, type Table } from 'dexie'
import { sha256Hex } from '@waraq/protocol'
import { storageError } from '../store/storage-error.ts'
import { UserDatabase, type IndexedDBOptions } from '../store/database.ts'
import { openOrRecreate } from '../store/repair.ts'
import type { Clock } from '../../client/clock.ts'

/** The account whose data is shown on this device. Null: the device's own data, before anyone signs in. */
export type Account = string | null

interface CurrentRecord {
  readonly key: 'current'
  readonly account: Account
}

/** A move of data into an account, or off the device. A start completes a move that a crash interrupted. */
export type MoveRecord =
  /** The device's own data from before the sign-in moves into the account. */
  | { readonly key: 'move'; readonly what: 'take'; readonly account: string }
  /** The account is removed from the device. `keep`: pending changes stay for its next sign-in. */
  | { readonly key: 'move'; readonly what: 'leave'; readonly account: string; readonly keep: boolean }

export interface AccountPlace {
  readonly account: Account
  readonly move: MoveRecord | null
}

/** The accounts that have data on this device. The list contains no names and nothing that people wrote. */
export class AccountList extends Dexie {
  declare readonly records: Table<CurrentRecord | MoveRecord, string>
  readonly #name: string
  readonly #parts: IndexedDBOptions

  constructor(name: string, parts: IndexedDBOptions) {
    super(name, {
      ...(parts.indexedDB && { indexedDB: parts.indexedDB }),
      ...(parts.IDBKeyRange && { IDBKeyRange: parts.IDBKeyRange }),
      chromeTransactionDurability: 'strict',
    })
    opensAgain(this)
    this.#name = name
    this.#parts = parts
    this.version(1).stores({ records: 'key' })
  }

  /**
   * Opens the list. If it can never be opened again, it is recreated: the session is then read again, and that account is
   * shown.
   */
  async openOrRecreate(clock: Clock): Promise<void> {
    await openOrRecreate(this, clock)
  }

  async current(): Promise<Account> {
    return (await this.place()).account
  }

  /** The account whose data is shown, and the move that is under way. */
  async place(): Promise<AccountPlace> {
    const [current, move] = await this.records.bulkGet(['current', 'move'])
    return {
      account: (current as CurrentRecord | undefined)?.account ?? null,
      move: (move as MoveRecord | undefined) ?? null,
    }
  }

  /** Stores the account whose data is shown from now on, and which move this starts or ends. */
  async note(account: Account, move: MoveRecord | null = null): Promise<void> {
    try {
      await this.transaction('rw', this.records, async () => {
        await Promise.all([
          this.records.put({ key: 'current', account }),
          move ? this.records.put(move) : this.records.delete('move'),
        ])
      })
    } catch (error) {
      throw storageError(error)
    }
  }

  /** The database of an account. */
  async dataOf(account: Account): Promise<UserDatabase> {
    return new UserDatabase(await this.#nameOf(account), this.#parts)
  }

  /**
   * Deletes all data of an account on this device. Other tabs close their connections to it. Resolves with the name of the
   * database.
   */
  async remove(account: Account): Promise<string> {
    const db = await this.dataOf(account)
    try {
      await db.delete()
      return db.name
    } catch (error) {
      throw storageError(error)
    }
  }

  /** Accounts are opaque: the names of their databases contain a hash. */
  async #nameOf(account: Account): Promise<string> {
    return account === null
      ? `${this.#name}:device`
      : `${this.#name}:${(await sha256Hex(account)).slice(0, 32)}`
  }
}
