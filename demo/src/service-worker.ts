/**
 * Caches the reader's own files so that it opens offline, and continues syncs in the background if the browser supports it.
 * It never answers requests to the content service or the relay, even on the reader's own origin: the engine keeps content
 * in IndexedDB and nowhere else.
 */
import { handleBackgroundSync } from 'waraq/service-worker'
import { deliverInBackground, userFeed } from 'waraq/user'
import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { databaseName, loadConfig, type ReaderConfig } from './config.ts'

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

declare const self: Parameters<typeof deliverInBackground>[0] & {
  /** Filled in by the build. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  readonly location: Location
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

const configPath = '/config.json'
const configCache = 'config'

// The page posts this message when the reader agreed to load the new version. Any page of the origin may post here, and
// Workbox would fetch the addresses that a message lists, or throw. So this listener comes first and lets no other message
// pass.
self.addEventListener('message', (event) => {
  event.stopImmediatePropagation()
  const { data } = event
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') {
    void self.skipWaiting()
  }
})

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

// A deployment may put the service or the relay on the reader's own origin. Navigations to their addresses must reach them.
const apiPaths = [/^\/content\//, /^\/user\//, /^\/oauth2\//, /^\/token\b/, /^\/admin\//]
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...apiPaths, /^\/config\.json/] }),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === configPath,
  new NetworkFirst({ cacheName: configCache, networkTimeoutSeconds: 2 }),
)

// The first page fetched its configuration before this worker existed, so the worker fetches it too.
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(configCache).then((cache) => cache.add(configPath)))
})

/** Returns the latest configuration, network first as for the page. This worker's own requests do not pass through its routes. */
async function latestConfig(): Promise<ReaderConfig> {
  try {
    return await loadConfig()
  } catch (error) {
    const kept = await caches.match(configPath, { cacheName: configCache })
    if (!kept) throw error
    // The engine checks the addresses.
    return (await kept.json()) as ReaderConfig
  }
}

// This is the page's database. The worker finishes the syncs that the page could not; see `background.ts` for when.
handleBackgroundSync({ services: latestConfig, name: databaseName, retry: { attempts: 3 } })

// Pending changes of user data are delivered even if all pages are closed.
deliverInBackground(self, { root: '/user', feed: userFeed })
