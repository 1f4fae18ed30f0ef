/**
 * Whether syncing is paused, where the service worker finds it too: it has no `localStorage`, and a database of its own
 * would be much for one bit.
 */
const cacheName = 'reader-state'
const address = '/paused'

export async function markPaused(paused: boolean): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    await (paused ? cache.put(address, new Response('paused')) : cache.delete(address))
  } catch {
    // Without it only the pages of this reader rest.
  }
}

export async function isMarkedPaused(): Promise<boolean> {
  try {
    return (await caches.match(address, { cacheName })) !== undefined
  } catch {
    return false
  }
}
