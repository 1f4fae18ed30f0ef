import type { Workbox } from 'workbox-window'
import { State, type Observable } from './observable.ts'
import { scriptUrl } from './trusted-urls.ts'

export interface Updates {
  readonly waiting: boolean
}

const state = new State<Updates>({ waiting: false })
export const updates: Observable<Updates> = state

let workbox: Workbox | undefined

/** One file that does not come, as on a weak line, fails the whole installation, and no browser tries again in an open page. */
const retryMs = 30_000

/** Registers the service worker. A new version waits until the reader agrees: two versions never mix in one page. */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const found = await import('workbox-window').catch(() => null)
  if (!found) {
    // It has never been here, and the line is gone: once there is one again.
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
    // The installation may have begun in a page that is gone: Workbox tells of those alone that begin in this one.
    const { active, installing } = registration ?? {}
    // One that takes the place of another fails without a loss.
    if (active || !installing) return
    installing.addEventListener('statechange', () => installing.state === 'redundant' && failed())
  }, failed)
}

function reloadIntoUpdate(): void {
  workbox?.addEventListener('controlling', () => location.reload())
  workbox?.messageSkipWaiting()
}

/** Reloads the page, into the new version where one waits. */
export function reloadIntoNewest(): void {
  if (state.get().waiting) reloadIntoUpdate()
  else location.reload()
}
