/**
 * The service-worker entry point. `handleBackgroundSync` goes into the service worker's script, the rest into the page. The browser
 * then starts syncs when the network comes back and at moments of its choice, also with no page open.
 */
import type { BackgroundScope } from './platform/background/events.ts'
import { handleIn, type BackgroundSync } from './background/handle.ts'
import type { BackgroundSyncOptions } from './background/options.ts'

// In the service worker
export type { BackgroundSync } from './background/handle.ts'
export type { BackgroundSyncOptions } from './background/options.ts'

// In the page
export { askForBackgroundSync, registerBackgroundSync } from './platform/background/register.ts'

declare const self: BackgroundScope

/**
 * Answers `sync` and `periodicsync` events of the tag with slices of sync work. Call it while the script first runs. Each
 * slice has an engine of its own and takes its token from the relay. The next slice goes on with the rest, also after the
 * browser ended the service worker in the middle.
 *
 * A slice that used up its time asks for the next event. Where the network or the service failed, the event is rejected, so
 * that the browser comes back, unless it was the last chance. While another tab writes, the slice ends: that tab does the
 * work.
 * @throws {WaraqError} `invalid_option`
 */
export function handleBackgroundSync(options: BackgroundSyncOptions): BackgroundSync {
  return handleIn(self, options)
}
