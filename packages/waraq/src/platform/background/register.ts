import type { SyncRegistration } from './events.ts'
import { defaultTag } from './tag.ts'

/** The page's side of background sync. It is optional: if the browser lacks or refuses it, the page's own syncs do the work. */

export interface BackgroundSyncSupport {
  /** After `askForBackgroundSync`, the browser fires a sync event when the network is back. */
  readonly oneOff: boolean
  /** The browser fires a sync event now and then, at times of its choice. */
  readonly periodic: boolean
  /**
   * The first missing requirement. `no_sync` and `no_periodic_sync`: the browser lacks it (Firefox, Safari). `denied`: the
   * permission is not granted, as for sites that are not installed. `refused`: the browser refused without a reason.
   */
  readonly why?: 'no_sync' | 'no_periodic_sync' | 'denied' | 'refused'
}

export interface RegisterOptions {
  /** Tag that the service worker handles. Default `waraq-sync`. */
  readonly tag?: string | undefined
  /** Minimum time between periodic syncs, in milliseconds. Default 12 hours. */
  readonly minIntervalMs?: number | undefined
}

type Refusal = NonNullable<BackgroundSyncSupport['why']>

async function isDenied(): Promise<boolean> {
  try {
    const name = 'periodic-background-sync' as PermissionName
    return (await navigator.permissions.query({ name })).state === 'denied'
  } catch {
    // A browser that does not know this permission may still allow the registration.
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
 * Registers periodic sync if the browser supports it, and resolves with the features that the browser supports. Call it on
 * each visit. Never rejects.
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
 * Requests a sync event from the browser as soon as there is a network: immediately, or later, when the page may be closed.
 * For a sync that could not finish. Resolves with whether the browser accepted the request; never rejects.
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
