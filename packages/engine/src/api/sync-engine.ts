import type { ResourceRef, WaraqError } from '@waraq/contract'
import type { CatalogueList } from '../catalogue/content.ts'
import type { ListItems } from '../catalogue/lists.ts'
import type { Problem } from '../status/problem.ts'
import type { LibraryOptions } from '../read/content-store.ts'
import type { SyncReport } from '../run/report.ts'
import type { SyncOptions } from '../run/sync-options.ts'
import type { VerifyReport } from '../run/verify.ts'
import type { WakeAnswer, WakeOptions } from '../schedule/scheduler.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { EngineStatus } from '../status/status.ts'
import type { SubscribeOptions } from '../store/subscriptions.ts'
import type { DropCandidate } from '../space/least-used.ts'

export type { SubscribeOptions, SyncOptions }

export interface SignalOption {
  readonly signal?: AbortSignal | undefined
}

/** What an engine does, wherever it lives; the rest of `SyncEngine` is made of it. */
export type EngineCalls = Omit<SyncEngine, 'library' | 'onProblem'>

/** All methods reject with a `WaraqError`, or with the signal's reason where they were cancelled. */
export interface SyncEngine {
  /** Where its library is, and how old content may be there: what `openContentStore({ engine })` opens. */
  readonly library: LibraryOptions
  /**
   * Keeps the resources of a filter from now on; the next `sync` fetches them. Returns the canonical filter. To change a
   * filter, subscribe to the new one before dropping the old: what both ask for then stays.
   * @throws {InvalidFilterError} naming the part at fault
   */
  subscribe(filter: string, options?: SubscribeOptions): Promise<string>
  /**
   * Makes these the subscriptions of the application, all of them: adds those that are missing and drops all others,
   * whichever version of the application asked for them. Returns the canonical filters. What an old filter and a new one
   * both ask for stays readable.
   * @throws {InvalidFilterError} naming the part at fault; then nothing is changed
   */
  keep(filters: readonly string[], options?: SubscribeOptions): Promise<readonly string[]>
  /** Drops a filter and removes the resources that no other subscription asks for. */
  unsubscribe(filter: string): Promise<void>
  /** Brings subscriptions up to date. Resolves with what came of each, also where that is a failure. */
  sync(options?: SyncOptions): Promise<SyncReport>
  /**
   * Syncs by itself from now on: at the start, about every hour, after failures with growing patience, and when `wake` says
   * that something happened. All engines of a database share one timetable, so any number of tabs may ask for this.
   * @throws {WaraqError} `invalid_option`
   */
  keepCurrent(options?: ScheduleOptions): Promise<void>
  /**
   * No sync begins by itself from now on, in any tab or service worker of this database, until `resume`: also after a reload,
   * and where the application calls `keepCurrent` again. A run under way ends at once, as `deferred` with the error
   * `paused`; what was committed or received whole stays, and the next run goes on from there. Choices are stored as ever. What a person asks for still comes, and leaves the
   * pause as it is: `sync`, `resync`, `verify` and `wake('asked')`.
   */
  pause(): Promise<void>
  /** Ends a pause: what did not come meanwhile comes now, where an engine keeps everything current. */
  resume(): Promise<void>
  /**
   * Tells that something happened that may call for a sync: somebody looks again, the network came back, somebody asked.
   * The timetable decides; resolves with what came of it. Never rejects.
   */
  wake(kind: Wake, options?: WakeOptions): Promise<WakeAnswer>
  status(): Promise<EngineStatus>
  /**
   * What could be dropped to make room, least used first. Nothing is dropped unless the application says so: by
   * `unsubscribe`, or by the option `onStorageFull`.
   */
  droppable(): Promise<readonly DropCandidate[]>
  /**
   * Tells the status now and whenever it changes: here, in another tab, or in the service worker. Returns what ends it.
   * Where the status cannot be told, because the database cannot be read or the worker was lost, `onProblem` is told why;
   * a status after that means that it is over.
   */
  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void): () => void
  /**
   * Tells what is wrong, in one place: what the status says of relay, service and storage, and why there is no status, such
   * as a worker that could not be started. Told once that is known, null where nothing is wrong, and whenever it changes.
   * Returns what ends it.
   */
  onProblem(listener: (problem: Problem | null) => void): () => void
  /**
   * Tells the engine whether the browser cleared its library, which a page alone can know; the status then says so. Called by
   * `careForStorage`.
   */
  noteEviction(evicted: boolean): Promise<void>
  /** Fetches everything of a subscription anew; what is there stays readable until it is replaced. */
  resync(filter: string, options?: Omit<SyncOptions, 'filters'>): Promise<SyncReport>
  /** Compares one resource with the service's own copy and repairs it where they differ. */
  verify(ref: ResourceRef, options?: SignalOption): Promise<VerifyReport>
  /** Which resources the service has at all, as its feed tells now. Nothing of them is fetched. */
  available(options?: SignalOption): Promise<readonly ResourceRef[]>
  /**
   * One list of names as the service has it now, in a language such as `en`. `openCatalogue({ engine })` of
   * `@waraq/engine/catalogue` keeps the lists and makes names for display of them.
   */
  listNames(list: CatalogueList, language: string, options?: SignalOption): Promise<ListItems>
  /** Ends what is under way and closes the database. */
  close(): Promise<void>
}
