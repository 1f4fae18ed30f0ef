import type { AppStateAccountState, AppStateStore } from '@quranjs/api/public'
import { WaraqError } from '@waraq/protocol'
import type { DatabaseParts } from '../store/database.ts'
import { systemClock } from '../../client/clock.ts'
import { repair, Repairs } from '../store/repair.ts'
import { storageError } from '../store/storage-error.ts'
import { beginning, openState, type Part, type StateChange, type StoredState } from './account-state.ts'
import { AppStateDatabase, format, type AccountRecord } from './database.ts'

export interface AppStateStoreOptions extends DatabaseParts {
  /** The name of its database. Default `waraq-app-state`. */
  readonly name?: string | undefined
}

/** The `AppStateStore` of the SDK on disk, and what an application needs besides. */
export interface DurableAppStateStore extends AppStateStore {
  /**
   * Takes an account with all its documents off the device, as a sign-out does. This store, and those of other tabs that knew the
   * account, refuse it from then on with `store_closed`: what was under way comes too late, and leaves nothing here. For the
   * account's next sign-in open another store.
   */
  remove(accountId: string): Promise<void>
  close(): void
}

/**
 * A store for `createAppStateReconciler` of `@quranjs/api/public` that outlives restarts, in IndexedDB. The reducer runs inside
 * one transaction, and its whole result is stored or nothing is. Transactions come one after the other over all tabs and workers,
 * because those of IndexedDB do.
 */
export function appStateStore(options: AppStateStoreOptions = {}): DurableAppStateStore {
  return new IndexedAppStateStore(options)
}

/** What this store knows of an account's documents, so that they are read again only after another tab has changed them. */
interface Known {
  readonly revision: string
  readonly texts: StoredState['texts']
  readonly born: string
}

export class IndexedAppStateStore implements DurableAppStateStore {
  readonly db: AppStateDatabase
  readonly #known = new Map<string, Known>()
  /** The stay of each account that this store has seen. */
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
   * The same, for work that reads and writes edits in the same transaction, and waits for nothing but that.
   * @throws {WaraqError} `newer_format`, `store_closed` or an error of storage, or what `ofCaller` let through; then nothing was
   * written
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
    // Not before: a transaction that fails at its end has told nothing that is so.
    this.#known.set(accountId, known)
    this.#stays.set(accountId, known.born)
    return worked
  }

  /**
   * The state as it is, for work that writes nothing: it makes no account, and other readers need not wait for it. Live queries
   * take no other.
   * @throws {WaraqError} `newer_format`, `store_closed` or an error of storage
   */
  async probe<T>(accountId: string, work: (state: AppStateAccountState) => Promise<T>): Promise<T> {
    const { accounts, documents, edits } = this.db
    return this.#guarded(() =>
      this.db.transaction('r', [accounts, documents, edits], async () => {
        const record = this.#checked(accountId, await accounts.get(accountId))
        const stored = record ? { ...record, texts: await this.#texts(record) } : beginning
        // What a reader finds has been committed.
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

/** What a function of the caller threw: an error of its own, and not of the database. */
class ThrownByCaller {
  readonly by: unknown
  constructor(by: unknown) {
    this.by = by
  }
}

/** Calls a function of the caller inside a transaction: what it throws undoes the transaction, and reaches the caller as it is. */
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
