import type { SyncRegistration } from './events.ts'
import { defaultTag } from './tag.ts'

/**
 * The page's side of background sync. Nothing depends on it: where the browser lacks or refuses it, the page's own syncs do
 * the work.
 */

export interface BackgroundSyncSupport {
  /** After `askForBackgroundSync`, the browser fires a sync event when the network is back. */
  readonly oneOff: boolean
  /** The browser fires a sync event now and then, at times of its choice. */
  readonly periodic: boolean
  /**
   * The first thing that is missing. `no_sync` and `no_periodic_sync`: the browser lacks it (Firefox, Safari). `denied`:
   * the permission is not given, as for sites that are not installed. `refused`: the browser refused without a reason.
   */
  readonly why?: 'no_sync' | 'no_periodic_sync' | 'denied' | 'refused'
}

export interface RegisterOptions {
  /** The tag that the service worker answers. Default `waraq-sync`. */
  readonly tag?: string | undefined
  /** Least time between periodic syncs, in milliseconds. Default 12 hours. */
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
 * Registers periodic sync where the browser has it, and resolves with what the browser can do. Call it on each visit. Never
 * rejects.
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
 * Asks the browser for a sync event as soon as there is a network: at once, or later, when the page may be closed. For a
 * sync that could not finish. Resolves with whether the browser agreed; never rejects.
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
