import type { AppStateAccountState, AppStateStore } from '@quranjs/api/public'
import { WaraqError } from '@waraq/protocol'
import type { IndexedDBOptions } from '../store/database.ts'
import { systemClock } from '../../client/clock.ts'
import { repair, Repairs } from '../store/repair.ts'
import { storageError } from '../store/storage-error.ts'
import { beginning, openState, type Part, type StateChange, type StoredState } from './account-state.ts'
import { AppStateDatabase, format, type AccountRecord } from './database.ts'

export interface AppStateStoreOptions extends IndexedDBOptions {
  /** The name of its database. Default `waraq-app-state`. */
  readonly name?: string | undefined
}

/** The SDK's `AppStateStore` on disk, with additional methods for the application. */
export interface DurableAppStateStore extends AppStateStore {
  /**
   * Removes an account with all its documents from the device, as a sign-out does. From then on this store, and those of other
   * tabs that knew the account, reject calls for it with `store_closed`. A call that is still under way fails and leaves
   * nothing here. Open another store for the account's next sign-in.
   */
  remove(accountId: string): Promise<void>
  close(): void
}

/**
 * Returns a store for `createAppStateReconciler` of `@quranjs/api/public` that survives restarts, in IndexedDB. The reducer
 * runs inside one transaction: either its complete result is stored or nothing is. Transactions are sequential across all tabs
 * and workers, because those of IndexedDB are.
 */
export function appStateStore(options: AppStateStoreOptions = {}): DurableAppStateStore {
  return new IndexedAppStateStore(options)
}

/** A cache of an account's documents. They are read again only after another tab has changed them. */
interface Known {
  readonly revision: string
  readonly texts: StoredState['texts']
  readonly born: string
}

export class IndexedAppStateStore implements DurableAppStateStore {
  readonly db: AppStateDatabase
  readonly #known = new Map<string, Known>()
  /** The `born` value of each account that this store has seen. */
  readonly #stays = new Map<string, string>()
  readonly #left = new Set<string>()
  readonly #repairs = new Repairs(systemClock, () => repair(this.db, systemClock))
  #closed = false

  constructor({ name = 'waraq-app-state', ...parts }: AppStateStoreOptions = {}) {
    this.db = new AppStateDatabase(name, parts)
  }

  transaction<T>(accountId: string, reducer: (state: AppStateAccountState) => T): Promise<T> {
    return this.change(accountId, async (state) => {
      const result = ofCaller(() => reducer(state))
      if (isPromise(result))
        throw new ThrownByCaller(new TypeError('A reducer of App State has to be synchronous.'))
      return result
    })
  }

  /**
   * Like `transaction`, for work that reads and writes edits in the same transaction and awaits nothing else.
   * @throws {WaraqError} `newer_format`, `store_closed` or an error of storage, or what `ofCaller` passed on; then nothing
   *   was written
   */
  async change<T>(accountId: string, work: (state: AppStateAccountState) => Promise<T>): Promise<T> {
    if (accountId === '') throw noAccount()
    const { accounts, documents, edits } = this.db
    const { worked, known } = await this.#guarded(() =>
      this.db.transaction('rw', [accounts, documents, edits], async () => {
        const record = this.#checked(accountId, await accounts.get(accountId))
        const texts = record ? await this.#texts(record) : beginning.texts
        const { state, changes } = openState(record ? { ...record, texts } : beginning)
        const result = await work(state)
        return { worked: result, known: await this.#store(accountId, record, changes(), texts) }
      }),
    )
    // Only after the commit: a transaction that fails at its end has stored nothing.
    this.#known.set(accountId, known)
    this.#stays.set(accountId, known.born)
    return worked
  }

  /**
   * Passes the current state to work that writes nothing. It creates no account, and other readers do not wait for it. Live
   * queries use only this method.
   * @throws {WaraqError} `newer_format`, `store_closed` or an error of storage
   */
  async probe<T>(accountId: string, work: (state: AppStateAccountState) => Promise<T>): Promise<T> {
    const { accounts, documents, edits } = this.db
    return this.#guarded(() =>
      this.db.transaction('r', [accounts, documents, edits], async () => {
        const record = this.#checked(accountId, await accounts.get(accountId))
        const stored = record ? { ...record, texts: await this.#texts(record) } : beginning
        // What a read transaction finds has been committed.
        if (record) this.#known.set(accountId, { ...record, texts: stored.texts })
        return work(openState(stored).state)
      }),
    )
  }

  async remove(accountId: string): Promise<void> {
    const { accounts, documents, edits } = this.db
    this.#left.add(accountId)
    this.#known.delete(accountId)
    await this.#guarded(() =>
      this.db.transaction('rw', [accounts, documents, edits], async () => {
        await documents.where('account').equals(accountId).delete()
        await edits.where('account').equals(accountId).delete()
        await accounts.delete(accountId)
      }),
    )
  }

  close(): void {
    this.#closed = true
    this.#known.clear()
    this.db.close()
  }

  /** @throws {WaraqError} */
  async #guarded<T>(work: () => PromiseLike<T>): Promise<T> {
    if (this.#closed) throw closed('This store was closed.')
    try {
      return await work()
    } catch (error) {
      if (error instanceof ThrownByCaller) throw error.by
      if (!this.#closed && (await this.#repairs.after(error))) return this.#guarded(work)
      throw this.#closed ? closed('This store was closed.') : storageError(error)
    }
  }

  /** @throws {WaraqError} */
  #checked(accountId: string, record: AccountRecord | undefined): AccountRecord | undefined {
    if (record && record.format > format) throw newerFormat(record.format)
    const stay = this.#stays.get(accountId)
    if (stay !== undefined && stay !== record?.born) this.#left.add(accountId)
    if (this.#left.has(accountId)) throw closed('This account was taken off the device.')
    if (record) this.#stays.set(accountId, record.born)
    return record
  }

  async #texts({ account, revision }: AccountRecord): Promise<StoredState['texts']> {
    const known = this.#known.get(account)
    if (known?.revision === revision) return known.texts
    const texts: Record<Part, Map<string, string>> = { shadow: new Map(), staging: new Map() }
    for (const { part, id, json } of await this.db.documents.where('account').equals(account).toArray())
      texts[part].set(id, json)
    return texts
  }

  async #store(
    account: string,
    record: AccountRecord | undefined,
    change: StateChange | undefined,
    texts: StoredState['texts'],
  ): Promise<Known> {
    if (record && !change) return { revision: record.revision, texts, born: record.born }
    const { fields, isStaging, texts: after } = change?.state ?? beginning
    const revision = crypto.randomUUID()
    const { accounts, documents } = this.db
    await documents.bulkDelete((change?.removed ?? []).map(({ part, id }) => [account, part, id]))
    await documents.bulkPut((change?.put ?? []).map((document) => ({ account, ...document })))
    const born = record?.born ?? revision
    await accounts.put({ format, ...record, account, born, revision, fields, isStaging })
    return { revision, texts: after, born }
  }
}

/** An error that a function of the caller threw, as opposed to one of the database. */
class ThrownByCaller {
  readonly by: unknown
  constructor(by: unknown) {
    this.by = by
  }
}

/**
 * Calls a function of the caller inside a transaction. An error that it throws aborts the transaction, and reaches the caller
 * unchanged.
 */
export function ofCaller<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    throw new ThrownByCaller(error)
  }
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function noAccount(): WaraqError {
  return new WaraqError({
    code: 'invalid_argument',
    message: 'App State needs to know whose it is. Give the account that the session names.',
    details: { field: 'accountId' },
  })
}

function closed(what: string): WaraqError {
  return new WaraqError({ code: 'store_closed', message: `${what} Nothing was written. Open another one.` })
}

function newerFormat(found: number): WaraqError {
  return new WaraqError({
    code: 'newer_format',
    message: `A newer version of this application keeps these documents in format ${found}, which this one does not write over. Load the newer version.`,
    details: { found, known: format },
  })
}
