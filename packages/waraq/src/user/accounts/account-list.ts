import { opensAgain } from '../../platform/storage/open-again.ts'
import { Dexie, type Table } from 'dexie'
import { sha256Hex } from '@waraq/protocol'
import { storageError } from '../store/storage-error.ts'
import { UserDatabase, type DatabaseParts } from '../store/database.ts'
import { openOrRecreate } from '../store/repair.ts'
import type { Clock } from '../../client/clock.ts'

/** Whose data is shown on this device; null: the device's own, before anyone signs in. */
export type Account = string | null

interface CurrentRecord {
  readonly key: 'current'
  readonly account: Account
}

/** A move of data between accounts, or away. A start finishes what a crash left. */
export type MoveRecord =
  /** What was kept before signing in goes along to the account. */
  | { readonly key: 'move'; readonly what: 'take'; readonly account: string }
  /** The account leaves the device. `keep`: what has not arrived stays for its next sign-in. */
  | { readonly key: 'move'; readonly what: 'leave'; readonly account: string; readonly keep: boolean }

export interface AccountPlace {
  readonly account: Account
  readonly move: MoveRecord | null
}

/** Which accounts this device has data of. It has no names and nothing that people wrote. */
export class AccountList extends Dexie {
  declare readonly records: Table<CurrentRecord | MoveRecord, string>
  readonly #name: string
  readonly #parts: DatabaseParts

  constructor(name: string, parts: DatabaseParts) {
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

  /** Opens it. Where it never opens again, it is recreated: who is signed in is asked again, and is then shown. */
  async openOrRecreate(clock: Clock): Promise<void> {
    await openOrRecreate(this, clock)
  }

  async current(): Promise<Account> {
    return (await this.place()).account
  }

  /** Whose data is shown, and the move that is being done about that. */
  async place(): Promise<AccountPlace> {
    const [current, move] = await this.records.bulkGet(['current', 'move'])
    return {
      account: (current as CurrentRecord | undefined)?.account ?? null,
      move: (move as MoveRecord | undefined) ?? null,
    }
  }

  /** Notes whose data is shown from now on, and which move this begins or ends. */
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

  /** Deletes all that an account has on this device. Other tabs close it. */
  async remove(account: Account): Promise<void> {
    const db = await this.dataOf(account)
    try {
      await db.delete()
    } catch (error) {
      throw storageError(error)
    }
  }

  /** Account names are opaque: they become names of databases by their hash. */
  async #nameOf(account: Account): Promise<string> {
    return account === null
      ? `${this.#name}:device`
      : `${this.#name}:${(await sha256Hex(account)).slice(0, 32)}`
  }
}
