/**
 * The service-worker door. `handleBackgroundSync` goes into the service worker's script, the rest into the page: syncs go
 * on when the network comes back and when the browser finds a good moment, also with no page open.
 */
import type { BackgroundScope } from './background/events.ts'
import { handleIn, type BackgroundSync } from './background/handle.ts'
import type { BackgroundSyncOptions } from './background/options.ts'

// In the service worker
export type { BackgroundSync } from './background/handle.ts'
export type { BackgroundSyncOptions } from './background/options.ts'

// In the page
export { askForBackgroundSync, registerBackgroundSync } from './background/register.ts'

declare const self: BackgroundScope

/**
 * Answers `sync` and `periodicsync` events of the tag with slices of sync work; to be called while the script is first
 * run. Each slice has an engine of its own and takes its token from the relay; what it did not finish, the next one goes
 * on with, also after the browser ended the service worker in the middle.
 *
 * An event that used up its slice asks for the next one. Where the network or the service failed it is rejected, so that
 * the browser comes back, unless it was the last chance. While another tab writes it gives up: that tab does the work.
 * @throws {WaraqError} `invalid_option`
 */
export function handleBackgroundSync(options: BackgroundSyncOptions): BackgroundSync {
  return handleIn(self, options)
}
