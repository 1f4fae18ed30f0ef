import { afterEach, expect, inject, it, vi } from 'vitest'
import { openContentStore } from '../../store/read/open-content-store.ts'
import { connectSyncEngine } from '../../worker/connect.ts'
import { openFonts } from './fonts.ts'

/** Fonts in a real Cache Storage, fetched over HTTP from another origin, loaded by the browser. */

const services = inject('services')
const { contentRoot, relay } = services
const name = 'fonts-of-a-page'
const ref = { group: 'mushafs', id: 1 }
const hosts = [new URL(contentRoot).origin]

const open: { close(): void | Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
  for (const key of await caches.keys()) await caches.delete(key)
  indexedDB.deleteDatabase(name)
})
function opened<T extends { close(): void | Promise<void> }>(each: T): T {
  open.push(each)
  return each
}
const cacheNames = async () => (await caches.keys()).filter((key) => key.startsWith('waraq:'))

it(
  'fonts of a mushaf are kept, load without a network, and go with the mushaf',
  { timeout: 240_000 },
  async () => {
    const worker = new Worker(new URL('../../worker.ts', import.meta.url), { type: 'module' })
    opened({ close: () => worker.terminate() })
    const engine = connectSyncEngine(worker, { contentRoot, relay, name, handshakeMs: 60_000 })
    await engine.subscribe('mushafs:1')
    expect((await engine.sync()).outcome).toBe('current')
    const { bytes: before } = (await engine.droppable())[0]!

    // A font for each page, and one of the whole mushaf.
    const wanted = services.held.pages + 1
    const online = opened(
      openFonts({ store: opened(openContentStore({ name })), hosts, contentRoot, concurrency: 8 }),
    )
    const enough = new AbortController()
    const begun = online.keepFonts(ref, {
      signal: enough.signal,
      onProgress: ({ kept }) => {
        if (kept >= 20) enough.abort(new Error('enough'))
      },
    })
    await expect(begun).rejects.toThrow('enough')
    const { kept } = await online.status(ref)
    expect(kept).toBeGreaterThanOrEqual(20)
    expect(kept).toBeLessThan(wanted)
    const report = await online.keepFonts(ref)
    expect(report).toMatchObject({ wanted, kept: wanted, failed: [] })
    expect((await engine.droppable())[0]!.bytes - before).toBe(report.bytes)
    online.close()

    // The next visit, without a network.
    let asked = 0
    const fetchNothing: typeof fetch = () => {
      asked++
      return Promise.reject(new TypeError('offline'))
    }
    const offline = opened(
      openFonts({ store: opened(openContentStore({ name })), hosts, contentRoot, fetch: fetchNothing }),
    )
    const { face, asset } = (await offline.fontFace(ref, 604))!
    expect([face.status, asset.page]).toEqual(['loaded', 604])
    expect(face.family).toMatch(/^waraq-mushafs-1-604-[0-9a-f]{12}$/)
    document.fonts.add(face)
    expect(document.fonts.check(`20px ${face.family}`, '\ue000')).toBe(true)
    document.fonts.delete(face)
    expect(await offline.keepFonts(ref)).toMatchObject({ wanted, kept: wanted, failed: [] })
    expect(asked).toBe(0)

    // A file that was damaged in the cache is not used.
    const [cacheName] = await cacheNames()
    const cache = await caches.open(cacheName!)
    const [entry] = (await cache.keys()).filter(({ url }) => url.endsWith(asset.sha256!))
    await cache.put(entry!, new Response('damaged'))
    expect(await offline.fontFace(ref, 604)).toBeUndefined()
    await vi.waitUntil(async () => (await offline.status(ref)).kept === wanted - 1, { timeout: 60_000 })

    // The engine's worker deletes them with the text.
    await engine.unsubscribe('mushafs:1')
    expect(await cacheNames()).toEqual([])
    expect(await offline.status(ref)).toMatchObject({ kept: 0, bytes: 0 })
  },
)
