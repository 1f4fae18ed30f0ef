import type { BrowserStorage } from '../platform/storage/storage-figures.ts'
import type { Locks } from '../platform/locks/locks.ts'
import type { NavigatorParts } from '../platform/conditions.ts'
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
import type { ImportOptions } from './import.ts'
import type { UserDataFile } from './portable.ts'
import type { Resolution } from './store/acts.ts'
import type { DatabaseParts } from './store/database.ts'
import type { UserQuery } from './view/answered.ts'

export interface UserDataOptions extends DatabaseParts {
  /**
   * The backend's address for user data, such as `/user`: that of `createUserDataProxy`, with the operations, `session` and
   * `sign-out`. Without it, and without `connection` and `session`, all stays on this device.
   */
  readonly root?: string | undefined
  /** In the place of `root`: how the operations are reached. */
  readonly connection?: UserConnection | undefined
  /** In the place of `root`: how this device finds out who is signed in. */
  readonly session?: SessionConnection | undefined
  /** The mushaf whose pages are meant. Default 1, the mushaf of Medina. */
  readonly mushafId?: MushafId | undefined
  /** `userFeed` of `waraq/user`, for a client that was approved for the scope `sync`. */
  readonly feed?: UserFeed | undefined
  /**
   * How the service is reached. `auto`, the default: by the feed where it is given and the person has allowed its scope, and by
   * the documented operations otherwise. What waits goes on when the way changes.
   */
  readonly transport?: TransportName | 'auto' | undefined
  /** Names the databases. Default `waraq-user`. */
  readonly name?: string | undefined
  readonly fetch?: typeof fetch | undefined
  readonly clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  /**
   * `with-first-act`, the default: asks the browser to keep what is stored once a person keeps something of their own; Firefox
   * puts that question to the visitor, at most once a week. `never`: leaves this to the application.
   */
  readonly persist?: 'with-first-act' | 'never' | undefined
  /** Default: `navigator.storage` where there is one. */
  readonly storage?: BrowserStorage | null | undefined
  /** Storage that outlives the database, for the time of the question. Default: `localStorage` where the page may use it. */
  readonly marks?: SiteStorage | null | undefined
  readonly locks?: Locks | undefined
  readonly navigator?: NavigatorParts | undefined
  /** The page's service worker, if `deliverInBackground` runs in it: the browser wakes it when the network is back. */
  readonly registration?: Promise<ServiceWorkerRegistration> | undefined
}

/** Receives the answers of a live query. */
export interface UserObserver<T> {
  readonly next: (value: T) => void
  readonly error?: ((error: unknown) => void) | undefined
}

/**
 * Takes an act back, before it is delivered as well as after. It is an act of its own: what has changed since, on whatever device,
 * stays; so do the first value of a setting and the first place, once they are sent. Nothing is taken back of another account.
 */
export type Undo = () => Promise<void>

/**
 * What a person keeps of their own: shown at once, kept over restarts, delivered once.
 *
 * Each act resolves when it is on the disk, and every tab then shows it, with what takes it back. It may reject with
 * `invalid_argument`, `outbox_full`, `quota_exceeded` or `storage_failed`; nothing of it is kept then.
 */
export interface UserData {
  /** Favorites a verse, or takes the favorite away. It is a state, not a flip: to repeat the call changes nothing. */
  favorite(verseKey: string, on?: boolean): Promise<Undo>
  /**
   * Highlights a verse in one colour, or takes that away. By the feed of user data alone: `insufficient_scope` where the
   * operations are the transport, as `outbox()` tells. On a device without a backend they stay there, like all else.
   */
  highlight(verseKey: string, color: HighlightColor | null): Promise<Undo>
  readonly collections: {
    /**
     * Resolves with its key, which names it on this device from now on, before the service has an id for it.
     * @throws {WaraqError} `invalid_argument` where one of this name is shown; so does `rename`
     */
    create(name: string): Promise<string>
    rename(key: string, name: string): Promise<Undo>
    /** What is in it goes with it, and comes back with it. */
    delete(key: string): Promise<Undo>
    add(key: string, place: Place): Promise<Undo>
    remove(key: string, place: Place): Promise<Undo>
    /** Puts a place into these collections, by their keys, and takes it out of all others. Favorites stay as they are. */
    set(place: Place, keys: readonly string[]): Promise<Undo>
  }
  readonly notes: {
    /**
     * How long a text may be, in characters as the service counts them, and as `textLength` of `@waraq/protocol/user` does: 6 to
     * 10,000. On a device without a backend a note may have one.
     */
    limits(): NoteLimits
    /**
     * Resolves with its key, which names it on this device from now on. `limits` says how long its text may be. A range is such as
     * `2:255-2:257`, or `2:255`, which is kept as `2:255-2:255`.
     */
    write(note: { readonly body: string; readonly ranges: readonly string[] }): Promise<string>
    /** Changes its text; the service keeps what a note is about. */
    edit(key: string, body: string): Promise<Undo>
    delete(key: string): Promise<Undo>
  }
  /** Marks a page, juz or surah by itself, or takes the mark away. A verse is favorited. */
  bookmark(place: Place, on?: boolean): Promise<Undo>
  /**
   * Puts one of the three reading bookmarks at a verse or a page, in place of where it was; null takes it away. Without a name it
   * keeps the one it has. Of two devices the later act counts. Slots 2 and 3 go by the feed of user data alone: `insufficient_scope`
   * where an account has one.
   */
  setReadingBookmark(
    place: string | { readonly type: 'page'; readonly number: number } | null,
    options?: {
      /** Default 1. */
      readonly slot?: ReadingSlot
      /** Null: none. */
      readonly name?: string | null
    },
  ): Promise<Undo>
  /** The person has read up to here. Only the latest place is delivered, and only if it is newer than the service's. */
  setLastRead(verseKey: string): Promise<Undo>
  /**
   * The person has read these ranges of verses for so many seconds, 600 at most, until now. The day is that of the device's time zone,
   * also if it is delivered on another day or in another zone. It is counted at most once: if its outcome stays unsure, it is given up,
   * and `outbox()` reports it. It cannot be taken back.
   */
  logReadingTime(stretch: { readonly seconds: number; readonly ranges: readonly string[] }): Promise<void>
  /** Sets one field of the service's settings. */
  set(setting: Setting): Promise<Undo>

  /** The answer now. */
  query<T>(query: UserQuery<T>): Promise<T>
  /** The answer, renewed with each change in any tab; of whatever account is shown. */
  live<T>(query: UserQuery<T>): { subscribe(observer: UserObserver<T> | ((value: T) => void)): () => void }

  readonly outbox: {
    /**
     * Decides about a change that is blocked. `retry` tries it again, `drop` forgets it, `mine` lets it replace what the
     * service has or makes again what is gone there, `both` keeps the service's note and makes another of the person's text; where the
     * service has none, as `mine`.
     * @throws {WaraqError} `not_found` where there is no such note to keep both of
     */
    resolve(key: string, chosen: Resolution): Promise<void>
    /** Tries now, whatever a wait says. Resolves once the turn is over. */
    deliver(): Promise<void>
  }

  readonly account: Observable<AccountState> & {
    /** Asks the backend who is signed in. To be called where the page knows that this has changed. */
    check(): Promise<void>
    /** Shows the data of the account that has signed in. `take`: what this device keeps of its own goes along. */
    attach(options: { readonly take: boolean }): Promise<void>
    /**
     * Takes the account off this device and signs out. `deliver` tries to deliver what waits, and leaves only if nothing is
     * left; `keep` leaves what waits unseen on the device until the account's next sign-in; `drop` forgets it. Without an
     * account nothing happens: what the device keeps of its own goes with `erase`.
     * @returns how many changes had not arrived, and whether an account has left
     */
    signOut(options: {
      readonly waiting: 'deliver' | 'keep' | 'drop'
      /** Milliseconds that `deliver` may take. Default 10,000. */
      readonly withinMs?: number | undefined
    }): Promise<{ readonly waiting: number; readonly left: boolean }>
  }
  /**
   * What keeps requests from succeeding, or which rows of the feed this version cannot read (`details.rows`, `details.count`);
   * undefined while nothing does.
   */
  readonly problem: Observable<WaraqError | undefined>
  /**
   * Whether the browser promised to keep what is stored. False: it may clear the site when it needs room, and Safari does after
   * seven days of use without a visit, so what waits may be lost. Null: it has not said so.
   */
  readonly persisted: Observable<boolean | null>

  /** All that is shown, as one document. */
  export(): Promise<UserDataFile>
  /**
   * Adds all that is in a document of `export`, beside what is kept already; for highlights, and for reading bookmarks besides
   * the first, where the feed is the transport. Parts
   * may be missing, and a backup of Quran for Android is taken as well. To import a file twice changes nothing more.
   *
   * It is written in steps of 250 entries, and a person's acts come in between. Where it ends early, what was kept by then stays,
   * and to import the file again goes on.
   * @throws {WaraqError} `invalid_argument` where it is no such document, or has more than 100,000 entries or 10,000,000
   *   characters; `outbox_full`; nothing of it is kept then. `aborted` by the signal, or where the account has changed meanwhile
   */
  import(file: unknown, options?: ImportOptions): Promise<void>
  /**
   * Erases what this device keeps: of the account that is shown, which signs out, and of its own. What has not arrived is lost;
   * what the service has stays there. What `account.signOut` kept of other accounts stays, too.
   */
  erase(): Promise<void>

  /** Reads lists of the service again, whatever their age. Default: all. */
  refresh(queries?: readonly UserQuery<unknown>[]): Promise<void>
  /** Ends what this tab does; what waits stays. */
  close(): void
}
