import type { ResourceRef, WaraqError } from '@waraq/contract'
import type { SyncProgress, SyncReport } from './run/report.ts'
import type { VerifyReport } from './run/verify.ts'
import type { WakeAnswer, WakeOptions } from './schedule/scheduler.ts'
import type { ScheduleOptions } from './schedule/settings.ts'
import type { Wake } from './schedule/timetable.ts'
import type { EngineStatus } from './status.ts'

export interface SyncOptions {
  /** Subscriptions to run; default all. */
  readonly filters?: readonly string[] | undefined
  /** Ends the call, which then rejects with the signal's reason. What was committed stays. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  /**
   * A run of another tab that is under way already will do, although it may have read the feed before this call. Default
   * false: what the service published before the call is here when it resolves as `current`.
   */
  readonly joinRunning?: boolean | undefined
  /** Stop at the first safe point after so many milliseconds or pages; outcome `deferred`, to be gone on with. */
  readonly budget?: { readonly ms?: number | undefined; readonly pages?: number | undefined } | undefined
}

/** All methods reject with a `WaraqError`, or with the signal's reason where they were cancelled. */
export interface SyncEngine {
  /**
   * Keeps the resources of a filter from now on; the next `sync` fetches them. Returns the canonical filter. To change a
   * filter, subscribe to the new one before dropping the old: what both ask for then stays.
   * @throws {InvalidFilterError}
   */
  subscribe(filter: string): Promise<string>
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
   * Tells that something happened that may call for a sync: somebody looks again, the network came back, somebody asked.
   * The timetable decides; resolves with what came of it. Never rejects.
   */
  wake(kind: Wake, options?: WakeOptions): Promise<WakeAnswer>
  status(): Promise<EngineStatus>
  /**
   * Tells the status now and whenever it changes: here, in another tab, or in the service worker. Returns what ends it.
   * Where the status cannot be told, because the database cannot be read or the worker was lost, `onProblem` is told why;
   * a status after that means that it is over.
   */
  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void): () => void
  /** Fetches everything of a subscription anew; what is there stays readable until it is replaced. */
  resync(filter: string, options?: Omit<SyncOptions, 'filters'>): Promise<SyncReport>
  /** Compares one resource with the service's own copy and repairs it where they differ. */
  verify(ref: ResourceRef, options?: { readonly signal?: AbortSignal | undefined }): Promise<VerifyReport>
  /** Ends what is under way and closes the database. */
  close(): Promise<void>
}
