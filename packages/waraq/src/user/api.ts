import type { BrowserStorage } from '../platform/storage/storage-figures.ts'
import type { Locks } from '../platform/locks/locks.ts'
import type { NavigatorLike } from '../platform/conditions.ts'
import type { SiteStorage } from '../platform/storage/browser-parts.ts'
import type { Clock } from '../client/clock.ts'
import type { Observable } from '../client/observable.ts'
import type { UserConnection } from '../client/user/user-connection.ts'
import type { WaraqError } from '@waraq/protocol'
import type { HighlightColor, MushafId, ReadingSlot } from '@waraq/protocol/user'
import type { AccountState } from './accounts/accounts.ts'
import type { SessionConnection } from './accounts/session.ts'
import type { NoteLimits, Place, Setting } from './arguments.ts'
import type { UserFeed } from './deliver/fed.ts'
import type { TransportName } from './model/records.ts'
import type { ImportOptions, ImportPreview } from './import.ts'
import type { UserDataFile } from './portable.ts'
import type { Resolution } from './store/mutate.ts'
import type { IndexedDBOptions } from './store/database.ts'
import type { UserQuery } from './view/answered.ts'

export interface UserDataOptions extends IndexedDBOptions {
  /**
   * The backend's address for user data, such as `/user`: the address of `createUserDataProxy`, with the operations, `session`
   * and `sign-out`. Without it, and without `connection` and `session`, all data stays on this device.
   */
  readonly root?: string | undefined
  /** Replaces `root` for the operations: the connection by which they are reached. */
  readonly connection?: UserConnection | undefined
  /** Replaces `root` for the session: the connection by which this device finds out who is signed in. */
  readonly session?: SessionConnection | undefined
  /** The mushaf that page numbers refer to. Default 1, the mushaf of Medina. */
  readonly mushafId?: MushafId | undefined
  /** `userFeed` of `waraq/user`, for a client that was approved for the scope `sync`. */
  readonly feed?: UserFeed | undefined
  /**
   * How the service is reached. `auto`, the default, uses the feed if it is passed and the person has allowed its scope.
   * Otherwise it uses the documented operations. Delivery of pending changes continues when the transport changes.
   */
  readonly transport?: TransportName | 'auto' | undefined
  /** The name of the databases. Default `waraq-user`. */
  readonly name?: string | undefined
  readonly fetch?: typeof fetch | undefined
  readonly clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  /**
   * When to request persistent storage from the browser:
   * - `with-first-mutation`, the default: once a person stores data of their own. Firefox shows the visitor a prompt for this,
   *   at most once a week.
   * - `never`: leaves this to the application.
   */
  readonly persist?: 'with-first-mutation' | 'never' | undefined
  /** Default: `navigator.storage`, if it exists. */
  readonly storage?: BrowserStorage | null | undefined
  /**
   * Storage that survives the loss of the database and is written synchronously: for the time of the last request for
   * persistence, and for favorites and bookmarks whose page ends before they are in the database. Default: `localStorage`, if the
   * page may use it.
   */
  readonly marks?: SiteStorage | null | undefined
  readonly locks?: Locks | undefined
  readonly navigator?: NavigatorLike | undefined
  /** The page's service worker, if `deliverInBackground` runs in it. The browser wakes it when the network is back. */
  readonly registration?: Promise<ServiceWorkerRegistration> | undefined
}

/** Receives the results of a live query. */
export interface UserObserver<T> {
  readonly next: (value: T) => void
  readonly error?: ((error: unknown) => void) | undefined
}

/**
 * Takes a mutation back, before or after its delivery. It is a separate mutation. What has changed since on any device stays.
 * The first value of a setting and the first place also stay once they are sent. After a change of account it does nothing.
 */
export type Undo = () => Promise<void>

/**
 * A person's user data: shown immediately, kept across restarts, delivered once.
 *
 * Each mutation resolves when it is on the disk, and every tab then shows it. Most mutations resolve with an `Undo`, which
 * takes them back. A mutation may reject with `invalid_argument`, `outbox_full`, `quota_exceeded` or `storage_failed`; then
 * nothing of it is stored.
 */
export interface UserData {
  /** Adds a verse to the favorites, or removes it. The call sets a state and does not toggle: repeating it changes nothing. */
  favorite(verseKey: string, on?: boolean): Promise<Undo>
  /**
   * Highlights a verse in one colour, or removes the highlight (null). Highlights are delivered only by the feed of user data.
   * If the operations are the transport (see `outbox()`), the call rejects with `insufficient_scope`. On a device without a
   * backend highlights stay on the device, like all other data.
   */
  highlight(verseKey: string, color: HighlightColor | null): Promise<Undo>
  readonly collections: {
    /**
     * Resolves with the key that identifies the collection on this device from now on, even before the service has an id for
     * it.
     * @throws {WaraqError} `invalid_argument` if a collection of this name is shown; so does `rename`
     */
    create(name: string): Promise<string>
    rename(key: string, name: string): Promise<Undo>
    /** Deletes the collection with its members. Undo restores both. */
    delete(key: string): Promise<Undo>
    add(key: string, place: Place): Promise<Undo>
    remove(key: string, place: Place): Promise<Undo>
    /** Puts a place into these collections, by their keys, and removes it from all others. Favorites stay as they are. */
    set(place: Place, keys: readonly string[]): Promise<Undo>
  }
  readonly notes: {
    /**
     * The length limits of a note's text, in characters as the service counts them (see `textLength` of
     * `@waraq/protocol/user`): 6 to 10,000. On a device without a backend the minimum is 1.
     */
    limits(): NoteLimits
    /**
     * Resolves with the key that identifies the note on this device from now on. For the length of the text see `limits`. A
     * range is, for example, `2:255-2:257`. A single verse such as `2:255` is stored as `2:255-2:255`.
     */
    write(note: { readonly body: string; readonly ranges: readonly string[] }): Promise<string>
    /** Changes the text of a note. The service does not change its ranges. */
    edit(key: string, body: string): Promise<Undo>
    delete(key: string): Promise<Undo>
  }
  /** Bookmarks a page, juz or surah itself, or removes the bookmark. A verse becomes a favorite. */
  bookmark(place: Place, on?: boolean): Promise<Undo>
  /**
   * Moves one of the three reading bookmarks to a verse or a page; null removes it. Without a `name` it keeps its current name.
   * If two devices change it, the later mutation wins. Slots 2 and 3 are delivered only by the feed of user data: the call
   * rejects with `insufficient_scope` if the account has only one slot.
   */
  setReadingBookmark(
    place: string | { readonly type: 'page'; readonly number: number } | null,
    options?: {
      /** Default 1. */
      readonly slot?: ReadingSlot
      /** Null: no name. */
      readonly name?: string | null
    },
  ): Promise<Undo>
  /**
   * Stores that the person has read up to this verse. Only the latest place is delivered, and only if it is newer than the
   * service's.
   */
  setLastRead(verseKey: string): Promise<Undo>
  /**
   * Stores that the person has just read these ranges of verses for `seconds`, 600 at most. The day is taken in the device's
   * time zone now, even if the delivery happens on another day or in another zone. The stretch is counted at most once: if its
   * outcome stays in doubt, it is dropped and `outbox()` reports it. It cannot be taken back.
   */
  logReadingTime(stretch: { readonly seconds: number; readonly ranges: readonly string[] }): Promise<void>
  /** Sets one field of the service's settings. */
  set(setting: Setting): Promise<Undo>

  /** Resolves with the current result. */
  query<T>(query: UserQuery<T>): Promise<T>
  /** Emits the current result, and again after each change in any tab. Always shows the current account. */
  live<T>(query: UserQuery<T>): { subscribe(observer: UserObserver<T> | ((value: T) => void)): () => void }

  readonly outbox: {
    /**
     * Resolves a blocked change:
     * - `retry`: tries it again
     * - `drop`: discards it
     * - `local`: replaces what the service has, or makes again what was deleted there
     * - `both`: keeps the service's note and makes another one of the person's text; if the service has none, as `local`
     * @throws {WaraqError} `not_found` if there is no such note to keep both of
     */
    resolve(key: string, chosen: Resolution): Promise<void>
    /** Tries to deliver now, regardless of a backoff. Resolves when this attempt is over. */
    deliver(): Promise<void>
  }

  readonly account: Observable<AccountState> & {
    /** Reads from the backend who is signed in. Call it when the page knows that this has changed. */
    check(): Promise<void>
    /** Shows the data of the account that has signed in. `take`: also moves the device's own data into the account. */
    attach(options: { readonly take: boolean }): Promise<void>
    /**
     * Removes the account from this device and signs out. `deliver` tries to deliver what waits, and signs out only if nothing
     * is left. `keep` leaves what waits on the device, hidden until the account's next sign-in. `drop` discards it. Without an
     * account nothing happens: use `erase` for the device's own data.
     * @returns how many changes had not arrived, and whether an account was signed out
     */
    signOut(options: {
      readonly waiting: 'deliver' | 'keep' | 'drop'
      /** Maximum milliseconds for `deliver`. Default 10,000. */
      readonly withinMs?: number | undefined
    }): Promise<{ readonly waiting: number; readonly left: boolean }>
  }
  /**
   * The error that keeps requests from succeeding, or that names the rows of the feed which this version cannot read
   * (`details.rows`, `details.count`). Undefined while there is none.
   */
  readonly problem: Observable<WaraqError | undefined>
  /**
   * Whether the browser promised to keep the stored data. False: it may clear the site when it needs room, and Safari does so
   * after seven days of use without a visit, so pending changes may be lost. Null: not known.
   */
  readonly persisted: Observable<boolean | null>

  /** Exports all data that is shown, as one document. */
  export(): Promise<UserDataFile>
  /**
   * Adds everything in a document of `export` to the existing data. Highlights, and reading bookmarks other than the first, are
   * added only if the feed is the transport. Parts may be missing. A backup of Quran for Android is also accepted. Importing a
   * file twice changes nothing more.
   *
   * The import is written in steps of 250 entries, and a person's mutations can be written in between. If it ends early, what
   * was stored stays. Importing the file again continues it.
   * @throws {WaraqError} `invalid_argument` if it is not such a document, or has more than 100,000 entries or 10,000,000
   *   characters; `outbox_full`; then nothing of it is stored. `aborted` by the signal, or if the account has changed in the
   *   meantime
   */
  import(file: unknown, options?: ImportOptions): Promise<void>
  /**
   * Returns what `import` of this file would add and replace now, by kind, and stores nothing. Empty if the device already has
   * everything in it.
   * @throws {WaraqError} as `import`
   */
  previewImport(file: unknown): Promise<readonly ImportPreview[]>
  /**
   * Erases the data on this device: that of the current account, which is signed out, and the device's own. Pending changes are
   * lost. The service's data stays there, and so does what `account.signOut` kept of other accounts.
   */
  erase(): Promise<void>

  /** Reads lists from the service again, whatever their age. Default: all lists. */
  refresh(queries?: readonly UserQuery<unknown>[]): Promise<void>
  /** Stops all work of this tab. Pending changes stay stored. */
  close(): void
}
