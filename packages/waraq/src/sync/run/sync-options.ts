import type { ResourceRef } from '@waraq/protocol'
import type { SyncProgress, SyncReport } from './report.ts'

export interface SyncOptions {
  /** Subscriptions to run; default all. */
  readonly filters?: readonly string[] | undefined
  /** Resources that a person waits for; see `prioritize` of the engine. */
  readonly first?: readonly ResourceRef[] | undefined
  /** Ends the call, which then rejects with the signal's reason. Earlier commits stay. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  /**
   * Accepts the result of a run that another tab already started, although it may have read the feed before this call.
   * Default false: once the call resolves as `current`, everything that the service published before the call is here.
   */
  readonly joinRunning?: boolean | undefined
  /**
   * Stops at the first safe point after this many milliseconds or pages, with the outcome `interrupted`; the next sync
   * continues.
   */
  readonly budget?: { readonly ms?: number | undefined; readonly pages?: number | undefined } | undefined
}

/** Options of a sync that the timetable starts. */
export interface TimedSyncOptions extends SyncOptions {
  /** No reader waits: each request is tried once, because the timetable retries. Default false. */
  readonly background?: boolean | undefined
  /** Called with the report before another engine can get the writer's lock. Must not reject. */
  readonly onReport?: ((report: SyncReport) => Promise<void>) | undefined
}
