import { processLocks } from '../../platform/locks/process-locks.ts'
import type { Locks } from '../../platform/locks/locks.ts'
import { systemClock, type Clock } from '../../client/clock.ts'
import { backendConnection, type UserConnection } from '../../client/user/user-connection.ts'
import { userRootsBelow } from '@waraq/protocol/user'
import { isWaraqError, WaraqError } from '@waraq/protocol'
import type { AppStatePutBody, AppStateReconciler, AppStateReconcilerOptions } from '@quranjs/api/public'
import { follow, onChange } from '../store/follow.ts'
import { checkedBody, checkedName } from './arguments.ts'
import type { Refusal } from './edit.ts'
import { Edits, type AppStateView } from './edits.ts'
import { mergeFields, type Merge } from './merge.ts'
import { SyncTriggers } from './sync-triggers.ts'
import { Reconciliation } from './reconcile.ts'
import type { SdkErrors } from './sdk-error.ts'
import { IndexedAppStateStore, type AppStateStoreOptions } from './store.ts'
import { appStateTransport } from './transport.ts'

/** The parts of `@quranjs/api/public` that are used. The application passes them, so that there is only one copy of the SDK. */
export interface AppStateSdk {
  createAppStateReconciler(options: AppStateReconcilerOptions): AppStateReconciler
  readonly QuranHttpError: SdkErrors
}

export interface AppStateOptions extends AppStateStoreOptions {
  /** `{ createAppStateReconciler, QuranHttpError }` from `@quranjs/api/public`. */
  readonly sdk: AppStateSdk
  /** The account of these documents, as the backend's session names it. */
  readonly account: string
  /** The backend's address for user data, such as `/user`: that of `createUserDataProxy` with the operations `appState`. */
  readonly root?: string | undefined
  /** Replaces `root`. */
  readonly connection?: UserConnection | undefined
  /** Merges two separately changed versions of a document into one. Default: `mergeFields`. */
  readonly merge?: Merge | undefined
  /** Milliseconds without another write after which a document is sent. Default 2,000. */
  readonly debounceMs?: number | undefined
  /**
   * When documents are sent:
   * - `automatic`, the default: at the start, after writes, when a person or the network comes back, and again after a failure.
   * - `manual`: only by `sync()`.
   */
  readonly delivery?: 'automatic' | 'manual' | undefined
  readonly fetch?: typeof fetch | undefined
  readonly clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  readonly locks?: Locks | undefined
}

/** A document whose latest form the service refuses. */
export interface BlockedDocument {
  readonly collection: string
  readonly key: string
  readonly body: AppStatePutBody | null
  readonly refusal: Refusal
}

/** Receives the results of a query that runs again with each change. */
export interface AnswerObserver<T> {
  readonly next: (value: T) => void
  readonly error?: ((error: unknown) => void) | undefined
}

export interface LiveAnswers<T> {
  /** Calls the observer with the current result, and again after each change in any tab. Returns a function that unsubscribes. */
  subscribe(observer: AnswerObserver<T> | ((value: T) => void)): () => void
}

/** An account's documents. A write is on the disk when its promise resolves, and is shown in every tab. */
export interface AppState {
  read(collection: string, key: string): Promise<AppStateView>
  live(collection: string, key: string): LiveAnswers<AppStateView>
  /**
   * Replaces a document by what `make` returns for the shown one; null deletes it. The function runs inside the database's
   * transaction and has to be synchronous. If two tabs write at the same time, both updates are applied.
   */
  update(
    collection: string,
    key: string,
    make: (shown: AppStatePutBody | null) => AppStatePutBody | null,
  ): Promise<void>
  write(collection: string, key: string, body: AppStatePutBody): Promise<void>
  delete(collection: string, key: string): Promise<void>
  /**
   * Documents that the service refuses as they are: too large, over quota, or in a collection that it does not allow. They are
   * still shown here, and delay no other document. To change one, write the document.
   */
  readonly blocked: LiveAnswers<readonly BlockedDocument[]>
  /** Tries a blocked document again, or drops what was refused. @throws {WaraqError} `not_found` */
  resolve(collection: string, key: string, as: 'retry' | 'drop'): Promise<void>
  /** Pulls and sends now, including the latest writes. Only one tab or worker runs this at a time. @throws {WaraqError} */
  sync(): Promise<void>
  /** The number of documents that the service does not have as they are shown, including blocked ones. */
  waiting(): Promise<number>
  /** Removes the account's documents from the device, and closes. Returns how many had not arrived at the service. */
  leave(): Promise<{ readonly waiting: number }>
  close(): void
}

/** Opens the documents of one account, which follow the person from device to device. @throws {WaraqError} */
export function openAppState(options: AppStateOptions): AppState {
  return new OpenAppState(options)
}

class OpenAppState implements AppState {
  readonly #store: IndexedAppStateStore
  readonly #edits: Edits
  readonly #reconciliation: Reconciliation
  readonly #triggers: SyncTriggers
  readonly #clock: Clock
  readonly #locks: Locks
  readonly #account: string
  readonly #lock: string
  readonly #closed = new AbortController()
  readonly blocked: LiveAnswers<readonly BlockedDocument[]>

  constructor(options: AppStateOptions) {
    const { account, sdk, merge = mergeFields, debounceMs = 2_000, clock = systemClock } = options
    if (!account) throw invalidOption('account', 'Give the account that the session names')
    const { name = 'waraq-app-state', indexedDB, fetch } = options
    const { navigator } = globalThis as { navigator?: { readonly locks?: LockManager } }
    this.#account = account
    this.#clock = clock
    this.#locks = options.locks ?? navigator?.locks ?? processLocks(indexedDB ?? globalThis)
    this.#lock = `${name}:${account}`
    this.#store = new IndexedAppStateStore(options)
    this.#edits = new Edits(this.#store, account)
    const { signal } = this.#closed
    this.#reconciliation = new Reconciliation({
      createAppStateReconciler: sdk.createAppStateReconciler,
      account,
      store: this.#store,
      edits: this.#edits,
      transport: appStateTransport({
        connection: connectionOf(options),
        account,
        QuranHttpError: sdk.QuranHttpError,
        fetch,
        clock,
        signal,
      }),
      merge: (sides) => checkedBody(merge(sides)),
      now: () => clock.now(),
    })
    this.#triggers = new SyncTriggers({
      run: () => this.#run(clock.now() - debounceMs),
      debounceMs,
      clock,
      random: options.random ?? Math.random,
      signal,
    })
    const blocked = async () =>
      (await this.#edits.blocked()).map(({ collection, key, body, blocked }) => ({
        collection,
        key,
        body,
        refusal: blocked!,
      }))
    this.blocked = this.#live(blocked)
    if (options.delivery !== 'manual') this.#triggers.begin()
  }

  async read(collection: string, key: string): Promise<AppStateView> {
    return this.#edits.read(checkedName('collection', collection), checkedName('key', key))
  }

  live(collection: string, key: string): LiveAnswers<AppStateView> {
    return this.#live(() => this.read(collection, key))
  }

  async update(
    collection: string,
    key: string,
    make: (shown: AppStatePutBody | null) => AppStatePutBody | null,
  ): Promise<void> {
    const named = [checkedName('collection', collection), checkedName('key', key)] as const
    await this.#edits.write(...named, this.#clock.now(), (shown) => checkedBody(make(shown)))
    this.#triggers.written()
  }

  write(collection: string, key: string, body: AppStatePutBody): Promise<void> {
    return this.update(collection, key, () => body)
  }

  delete(collection: string, key: string): Promise<void> {
    return this.update(collection, key, () => null)
  }

  async resolve(collection: string, key: string, as: 'retry' | 'drop'): Promise<void> {
    await this.#edits.resolve(collection, key, as, this.#clock.now())
    if (as === 'retry') this.#triggers.written()
  }

  async sync(): Promise<void> {
    await this.#run(Infinity)
  }

  waiting(): Promise<number> {
    return this.#edits.waiting()
  }

  async leave(): Promise<{ readonly waiting: number }> {
    if (this.#closed.signal.aborted) throw closedError()
    let waiting = 0
    try {
      waiting = await this.#edits.waiting()
      await this.#store.remove(this.#account)
    } catch (error) {
      // Another tab has already removed the account. What it has stored here since belongs to its next sign-in.
      if (!isWaraqError(error) || error.code !== 'store_closed') throw error
    }
    this.close()
    return { waiting }
  }

  close(): void {
    this.#closed.abort('closed')
    this.#store.close()
  }

  /** Runs a query again with each change, until its subscriber leaves or App State is closed. */
  #live<T>(ask: () => Promise<T>): LiveAnswers<T> {
    const { signal } = this.#closed
    const followed = {
      name: this.#store.db.name,
      tables: { accounts: 'all', documents: 'all', edits: 'all' },
    } as const
    return {
      subscribe: (observer) => {
        const { next, error } = typeof observer === 'function' ? { next: observer } : observer
        const follower = onChange<T>({ next, error: (thrown) => error?.(thrown) })
        const end = follow(followed, this.#clock, ask, follower)
        signal.addEventListener('abort', end)
        return () => {
          signal.removeEventListener('abort', end)
          end()
        }
      },
    }
  }

  async #run(quietSince: number): Promise<{ readonly next: number | null }> {
    const { signal } = this.#closed
    try {
      return await this.#locks.request(this.#lock, { signal }, () => this.#reconciliation.run(quietSince))
    } catch (error) {
      // After a close it does not matter what was interrupted, and the lock request rejects with the abort reason, which is not
      // an error.
      throw signal.aborted ? closedError() : error
    }
  }
}

function connectionOf({ root, connection }: AppStateOptions): UserConnection {
  if (connection) return connection
  if (root !== undefined) return backendConnection({ root: userRootsBelow(root.replace(/\/+$/, '')) })
  throw invalidOption('root', 'Give the address of the backend for user data, or a connection')
}

function invalidOption(option: string, remedy: string): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message: `openAppState was given no ${option}. ${remedy}.`,
    details: { option },
  })
}

function closedError(): WaraqError {
  return new WaraqError({ code: 'store_closed', message: 'App State was closed. Open it again.' })
}
