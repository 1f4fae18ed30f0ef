import type { CatalogueList, CatalogueListItems, ResourceRef, WaraqError } from '@waraq/protocol'
import type { Problem } from '../status/problem.ts'
import type { LibraryOptions } from '../../store/library-options.ts'
import type { SyncReport } from '../run/report.ts'
import type { SyncOptions } from '../run/sync-options.ts'
import type { VerifyReport } from '../run/verify.ts'
import type { WakeAnswer, WakeOptions } from '../schedule/scheduler.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { EngineStatus } from '../status/status.ts'
import type { OwnerOption, SubscribeOptions } from '../../store/subscriptions.ts'
import type { DropCandidate } from '../space/least-used.ts'

export type { OwnerOption, SubscribeOptions, SyncOptions }

export interface SignalOption {
  readonly signal?: AbortSignal | undefined
}

/** The calls that an engine answers, in the page or in a worker. The rest of `SyncEngine` is built on them. */
export type EngineCalls = Omit<SyncEngine, 'library' | 'onProblem'>

/** All methods reject with a `WaraqError`, or with the signal's reason where the caller cancelled them. */
export interface SyncEngine {
  /** Name of the engine's library and how old its content may be: what `openContentStore({ engine })` opens. */
  readonly library: LibraryOptions
  /**
   * Keeps the resources of a filter from now on; the next `sync` fetches them. Returns the canonical filter. To change a
   * filter, subscribe to the new one before dropping the old one: the resources of both then stay.
   * @throws {InvalidFilterError} naming the part at fault
   */
  subscribe(filter: string, options?: SubscribeOptions & OwnerOption): Promise<string>
  /**
   * Makes these filters all the subscriptions of the application: adds those that are missing and drops all others, those
   * of earlier versions of the application too. What a person asked for stays, by the option `owner` of `subscribe`. Returns the
   * canonical filters. Resources of both an old filter and a new one stay readable.
   * @throws {InvalidFilterError} naming the part at fault; nothing is changed then
   */
  setSubscriptions(filters: readonly string[], options?: SubscribeOptions): Promise<readonly string[]>
  /** Drops a filter and removes the resources that no other subscription asks for. With an owner, only what that one asked for. */
  unsubscribe(filter: string, options?: OwnerOption): Promise<void>
  /**
   * Tells which resources a person waits for, the most awaited one first; replaces those told before. They come before others from
   * now on, in the run under way too, whichever tab makes it. Begins no sync.
   * @throws {WaraqError} `invalid_argument`
   */
  prioritize(refs: readonly ResourceRef[]): Promise<void>
  /** Brings subscriptions up to date. Resolves with the outcome of each, failures included. */
  sync(options?: SyncOptions): Promise<SyncReport>
  /**
   * Syncs by itself from now on: at the start, about every hour, after failures with growing delays, and when `wake` says
   * that something happened. All engines of a database share one timetable, so any number of tabs may ask for this.
   * @throws {WaraqError} `invalid_option`
   */
  startAutoSync(options?: ScheduleOptions): Promise<void>
  /**
   * No sync begins by itself from now on until `resume`, in any tab or service worker of this database. A reload or another
   * `startAutoSync` does not end the pause. A run under way ends at once, as `interrupted` with the error `paused`; the next run
   * goes on from what it committed or received whole. `subscribe`, `unsubscribe` and `setSubscriptions` work as ever. So do the calls
   * that a person asks for, without ending the pause: `sync`, `resync`, `verify` and `wake('asked')`.
   */
  pause(): Promise<void>
  /** Ends a pause. Where an engine keeps content current, a sync begins at once. */
  resume(): Promise<void>
  /**
   * Tells that something happened that may call for a sync: the page is shown again, the network came back, a person
   * asked. The timetable decides; the call resolves with its decision and the sync's outcome. Never rejects.
   */
  wake(kind: Wake, options?: WakeOptions): Promise<WakeAnswer>
  status(): Promise<EngineStatus>
  /**
   * What could be dropped to make room, least used first. Nothing is dropped unless the application says so: by
   * `unsubscribe`, or by the option `onStorageFull`.
   */
  droppable(): Promise<readonly DropCandidate[]>
  /**
   * Calls `listener` with the status now and whenever it changes: here, in another tab, or in the service worker. Returns a
   * function that ends the watch. While the status is unknown, because the database cannot be read or the worker was lost,
   * `onProblem` is called with the reason; the next status means that this is over.
   */
  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void): () => void
  /**
   * Tells what is wrong: what the status says of relay, service and storage, or why there is no status, such as a worker
   * that could not be started. The listener is called once this is known, with null where nothing is wrong, and whenever it
   * changes. Returns a function that ends the watch.
   */
  onProblem(listener: (problem: Problem | null) => void): () => void
  /**
   * Tells the engine whether the browser cleared its library; the status then says so. Only a page can find out, so
   * `careForStorage` calls this.
   */
  noteEviction(evicted: boolean): Promise<void>
  /**
   * Fetches everything of a subscription anew. The rows that are here stay readable until they are replaced, and never give way
   * to older ones: where the service answers with such, the report says `feed_went_back`.
   */
  resync(filter: string, options?: Omit<SyncOptions, 'filters'>): Promise<SyncReport>
  /** Compares one resource with the service's own copy and repairs it where they differ. */
  verify(ref: ResourceRef, options?: SignalOption): Promise<VerifyReport>
  /** All resources that the service's feed lists now. Fetches none of them. */
  available(options?: SignalOption): Promise<readonly ResourceRef[]>
  /**
   * One list of names as the service has it now, in a language such as `en`. `openCatalogue({ engine })` of
   * `waraq/quran` stores the lists and turns them into names for display.
   */
  listNames(list: CatalogueList, language: string, options?: SignalOption): Promise<CatalogueListItems>
  /** Ends what is under way and closes the database. */
  close(): Promise<void>
}
