import type { SyncProgress } from './report.ts'

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
