import type { CatalogueList, CatalogueListItems, ResourceRef, WaraqError } from '@waraq/protocol'
import type { Problem } from '../status/problem.ts'
import type { LibraryOptions } from '../../store/library-options.ts'
import type { SyncReport } from '../run/report.ts'
import type { SyncOptions } from '../run/sync-options.ts'
import type { VerifyReport } from '../run/verify.ts'
import type { WakeResult, WakeOptions } from '../schedule/scheduler.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { SyncTrigger } from '../schedule/timetable.ts'
import type { EngineStatus } from '../status/status.ts'
import type { OwnerOption, SubscribeOptions } from '../../store/subscriptions.ts'
import type { DropCandidate } from '../space/least-used.ts'

export type { OwnerOption, SubscribeOptions, SyncOptions }

export interface SignalOption {
  readonly signal?: AbortSignal | undefined
}

/** Calls that an engine answers, in the page or in a worker. The other members of `SyncEngine` are built on them. */
export type EngineCalls = Omit<SyncEngine, 'library' | 'onProblem'>

/** The sync engine. All methods reject with a `WaraqError`, or with the signal's reason if the caller cancelled them. */
export interface SyncEngine {
  /** Name of the engine's library and the maximum age of its content: the options that `openContentStore({ engine })` uses. */
  readonly library: LibraryOptions
  /**
   * Subscribes to the resources of a filter; the next `sync` fetches them. Returns the canonical filter. To change a filter,
   * subscribe to the new one before you drop the old one: resources that match both then stay.
   * @throws {InvalidFilterError} names the invalid part
   */
  subscribe(filter: string, options?: SubscribeOptions & OwnerOption): Promise<string>
  /**
   * Replaces all subscriptions of the application with these filters. Adds missing ones and drops all others, including those
   * of earlier versions of the application. Subscriptions of a person stay; see the option `owner` of `subscribe`. Returns
   * the canonical filters. Resources that match both an old and a new filter stay readable.
   * @throws {InvalidFilterError} names the invalid part; no subscription is changed then
   */
  setSubscriptions(filters: readonly string[], options?: SubscribeOptions): Promise<readonly string[]>
  /**
   * Drops a filter and removes the resources that no other subscription needs. With `owner`, takes the resources of the filter
   * out of everything that this owner subscribed to: `translations:97` also out of `translations:97,131`.
   * @throws {InvalidFilterError} if the owner subscribed to all resources of a group (`*`), and the filter names some of them
   */
  unsubscribe(filter: string, options?: OwnerOption): Promise<void>
  /**
   * Sets the resources that a person waits for, in order of priority, and replaces the earlier ones. They are fetched before
   * others from now on, also in the current run, whichever tab makes it. Does not start a sync.
   * @throws {WaraqError} `invalid_argument`
   */
  prioritize(refs: readonly ResourceRef[]): Promise<void>
  /** Brings subscriptions up to date. Resolves with the outcome of each one, including failures. */
  sync(options?: SyncOptions): Promise<SyncReport>
  /**
   * Syncs automatically from now on: at the start, about every hour, after failures with growing delays, and when `wake`
   * reports an event. All engines of a database share one timetable, so any number of tabs may call this.
   * @throws {WaraqError} `invalid_option`
   */
  startAutoSync(options?: ScheduleOptions): Promise<void>
  /**
   * Pauses automatic syncs until `resume`, in all tabs and service workers of this database. A reload or another
   * `startAutoSync` does not end the pause.
   *
   * A current run ends immediately, as `interrupted` with the error `paused`. The next run continues with the data that it
   * committed or received completely. `subscribe`, `unsubscribe` and `setSubscriptions` work as usual. So do calls that a
   * person asks for, which do not end the pause: `sync`, `resync`, `verify` and `wake('asked')`.
   */
  pause(): Promise<void>
  /** Ends a pause. If an engine syncs automatically, a sync starts immediately. */
  resume(): Promise<void>
  /**
   * Reports an event that may require a sync: the page is visible again, the network is back, a person asked. The timetable
   * decides. Resolves with its decision and the outcome of the sync. Never rejects.
   */
  wake(trigger: SyncTrigger, options?: WakeOptions): Promise<WakeResult>
  status(): Promise<EngineStatus>
  /**
   * Returns subscriptions that could be dropped to make room, least used first. The engine drops none of them. The
   * application does, by `unsubscribe` or by the option `onStorageFull`.
   */
  droppable(): Promise<readonly DropCandidate[]>
  /**
   * Calls `listener` with the status now and whenever it changes: here, in another tab, or in the service worker. Returns a
   * function that ends the watch. If the status is unknown, because the database cannot be read or the worker was lost,
   * `onProblem` is called with the reason. The next status means that the problem is over.
   */
  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void): () => void
  /**
   * Reports the current problem: a problem of relay, service or storage in the status, or the reason why there is no status,
   * such as a worker that could not be started. The listener is called once this is known, with null if there is no problem,
   * and whenever it changes. Returns a function that ends the watch.
   */
  onProblem(listener: (problem: Problem | null) => void): () => void
  /**
   * Reports to the engine whether the browser cleared its library; the status then includes it. Only a page can find this
   * out, so `careForStorage` calls this.
   */
  noteEviction(evicted: boolean): Promise<void>
  /**
   * Fetches all content of a subscription again. Existing rows stay readable until they are replaced, and are never replaced
   * by older ones: if the service answers with older rows, the report contains the error `feed_went_back`.
   */
  resync(filter: string, options?: Omit<SyncOptions, 'filters'>): Promise<SyncReport>
  /** Compares one resource with the service's copy and repairs it if they differ. */
  verify(ref: ResourceRef, options?: SignalOption): Promise<VerifyReport>
  /** Returns all resources that the service's feed lists now. Fetches none of them. */
  available(options?: SignalOption): Promise<readonly ResourceRef[]>
  /**
   * Returns one list of names as the service has it now, in a language such as `en`. `openCatalogue({ engine })` of
   * `waraq/quran` stores the lists and turns them into names for display.
   */
  listNames(list: CatalogueList, language: string, options?: SignalOption): Promise<CatalogueListItems>
  /** Cancels running work and closes the database. */
  close(): Promise<void>
}
