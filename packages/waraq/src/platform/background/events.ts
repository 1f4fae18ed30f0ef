/**
 * The parts of Background Sync and Periodic Background Sync that Waraq uses. TypeScript's library declares neither, because
 * only Chromium supports them.
 */

/** A `sync` or a `periodicsync` event. */
export interface BackgroundSyncEvent {
  readonly tag: string
  /** The browser does not repeat this event if it fails. Only on `sync` events. */
  readonly lastChance?: boolean
  waitUntil(work: Promise<unknown>): void
}

export interface OneOffSyncs {
  register(tag: string): Promise<void>
}

export interface PeriodicSyncs {
  register(tag: string, options: { readonly minInterval: number }): Promise<void>
}

/** Properties of a service worker registration in browsers with background sync. */
export interface SyncRegistration {
  readonly sync?: OneOffSyncs | undefined
  readonly periodicSync?: PeriodicSyncs | undefined
}

/** A service worker's global scope. */
export interface BackgroundScope {
  readonly registration: SyncRegistration
  addEventListener(type: 'sync' | 'periodicsync', listener: (event: BackgroundSyncEvent) => void): void
}
