import type { SyncRegistration } from './events.ts'
import { defaultTag } from './tag.ts'

/**
 * The page's side of background sync. All of it is a bonus: where the browser has none of it, or refuses, the page's own
 * syncs do the work.
 */

export interface BackgroundSyncSupport {
  /** The browser fires a sync event when the network is back, once it is asked to by `askForBackgroundSync`. */
  readonly oneOff: boolean
  /** The browser fires one every now and then, as often as it sees fit. */
  readonly periodic: boolean
  /**
   * The first thing that is missing: `no_sync` and `no_periodic_sync`, the browser knows no such thing (Firefox, Safari);
   * `denied`, the permission is not given, as for sites that are not installed; `refused`, by the browser, for reasons of
   * its own.
   */
  readonly why?: 'no_sync' | 'no_periodic_sync' | 'denied' | 'refused'
}

export interface RegisterOptions {
  /** As in the service worker. Default `waraq-sync`. */
  readonly tag?: string | undefined
  /** Milliseconds between periodic syncs at least. Default 12 hours. */
  readonly minIntervalMs?: number | undefined
}

type Refusal = NonNullable<BackgroundSyncSupport['why']>

async function isDenied(): Promise<boolean> {
  try {
    const name = 'periodic-background-sync' as PermissionName
    return (await navigator.permissions.query({ name })).state === 'denied'
  } catch {
    // A browser that does not know the name may still register.
    return false
  }
}

async function registerPeriodic(
  { periodicSync }: SyncRegistration,
  tag: string,
  minInterval: number,
): Promise<Refusal | null> {
  if (!periodicSync) return 'no_periodic_sync'
  if (await isDenied()) return 'denied'
  try {
    await periodicSync.register(tag, { minInterval })
    return null
  } catch {
    return 'refused'
  }
}

/**
 * Registers periodic sync where the browser has it, and tells what it can do. To be called with each visit; never rejects.
 */
export async function registerBackgroundSync(
  registration: ServiceWorkerRegistration,
  { tag = defaultTag, minIntervalMs = 12 * 60 * 60 * 1000 }: RegisterOptions = {},
): Promise<BackgroundSyncSupport> {
  const browser = registration as SyncRegistration
  const oneOff = browser.sync !== undefined
  const refusal = await registerPeriodic(browser, tag, minIntervalMs)
  const why = oneOff ? refusal : 'no_sync'
  return { oneOff, periodic: refusal === null, ...(why === null ? {} : { why }) }
}

/**
 * Asks for a sync event as soon as there is a network: at once where there is one, else after the page may be long closed.
 * For a sync that could not finish. Resolves with whether the browser agreed; never rejects.
 */
export async function askForBackgroundSync(
  registration: ServiceWorkerRegistration,
  tag: string = defaultTag,
): Promise<boolean> {
  try {
    const { sync } = registration as SyncRegistration
    if (!sync) return false
    await sync.register(tag)
    return true
  } catch {
    return false
  }
}
