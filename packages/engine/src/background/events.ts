/**
 * The parts of Background Sync and Periodic Background Sync that are used. TypeScript's library has neither: they exist in
 * Chromium only.
 */

/** A `sync` or a `periodicsync` event. */
export interface BackgroundSyncEvent {
  readonly tag: string
  /** The browser will not come back by itself if this one fails. Of `sync` events only. */
  readonly lastChance?: boolean
  waitUntil(work: Promise<unknown>): void
}

export interface OneOffSyncs {
  register(tag: string): Promise<void>
}

export interface PeriodicSyncs {
  register(tag: string, options: { readonly minInterval: number }): Promise<void>
}

/** What a service worker registration has where the browser knows background sync. */
export interface SyncRegistration {
  readonly sync?: OneOffSyncs | undefined
  readonly periodicSync?: PeriodicSyncs | undefined
}

/** A service worker's global scope. */
export interface BackgroundScope {
  readonly registration: SyncRegistration
  addEventListener(type: 'sync' | 'periodicsync', listener: (event: BackgroundSyncEvent) => void): void
}
