/**
 * The service-worker entry point. Use `handleBackgroundSync` in the service worker's script, and the other functions in the
 * page. The browser then starts syncs when the network is back and at times of its choice, even if no page is open.
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
 * Handles `sync` and `periodicsync` events of the tag with slices of sync work. Call it while the script first runs. Each
 * slice has its own engine and gets its token from the relay. The next slice continues with the rest, even after the browser
 * ended the service worker during a slice.
 *
 * A slice that used up its time requests the next event. If the network or the service failed, the event is rejected, so that
 * the browser repeats it, unless it was the last chance. While another tab writes, the slice ends: that tab does the work.
 * @throws {WaraqError} `invalid_option`
 */
export function handleBackgroundSync(options: BackgroundSyncOptions): BackgroundSync {
  return handleIn(self, options)
}
