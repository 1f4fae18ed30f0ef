// What was fetched once is there without a network; with one, what the server has counts. Waraq keeps its own answers.
const keeps = ({ method, url }) => {
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === location.origin && !pathname.startsWith('/waraq/')
}

async function answer(request) {
  const cache = await caches.open('application')
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(request)
    if (kept) return kept
    throw error
  }
}

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (keeps(event.request)) event.respondWith(answer(event.request))
})
