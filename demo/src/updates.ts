import type { Workbox } from 'workbox-window'
import { State, type Observable } from './observable.ts'
import { scriptUrl } from './trusted-urls.ts'

export interface Updates {
  readonly waiting: boolean
}

const state = new State<Updates>({ waiting: false })
export const updates: Observable<Updates> = state

let workbox: Workbox | undefined

/**
 * Milliseconds. A single file that fails to load, as on a weak network, fails the entire installation, and no browser tries
 * again in an open page.
 */
const retryMs = 30_000

/** Registers the service worker. A new version waits until the reader agrees, so that two versions never mix in one page. */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const found = await import('workbox-window').catch(() => null)
  if (!found) {
    // The module was never loaded, and the network is down. Try again once there is a network.
    addEventListener('online', () => void watchForUpdates(), { once: true })
    return
  }
  const { Workbox } = found
  workbox = new Workbox(scriptUrl('/service-worker.js'), { type: 'module' })
  workbox.addEventListener('waiting', () => state.update({ waiting: true }))
  // Without a service worker the reader works, but does not open offline.
  const failed = (error?: unknown) => {
    console.warn('The service worker was not installed; the next try comes in half a minute.', error)
    setTimeout(() => void watchForUpdates(), retryMs)
  }
  workbox.register().then((registration) => {
    // The installation may have started in a page that is closed now. Workbox only reports installations that start in this page.
    const { active, installing } = registration ?? {}
    // If a service worker is already active, a failed update does no harm.
    if (active || !installing) return
    installing.addEventListener('statechange', () => installing.state === 'redundant' && failed())
  }, failed)
}

function reloadIntoUpdate(): void {
  workbox?.addEventListener('controlling', () => location.reload())
  workbox?.messageSkipWaiting()
}

/** Reloads the page, into the new version if one is waiting. */
export function reloadIntoNewest(): void {
  if (state.get().waiting) reloadIntoUpdate()
  else location.reload()
}
