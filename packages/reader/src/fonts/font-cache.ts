/** The part of Cache Storage that fonts use. */
export type FontCaches = Pick<CacheStorage, 'delete' | 'has' | 'match' | 'open'>

/**
 * The keys of entries are requests, which need an address. This host exists nowhere, so no service worker ever answers a
 * page's request with an entry.
 */
const root = 'https://fonts.waraq.invalid/'

const length = 'x-waraq-bytes'

/** The font files of one mushaf, by their SHA-256. Reading does not create the cache. */
export class FontCache {
  readonly #caches: FontCaches
  readonly #name: string

  constructor(caches: FontCaches, name: string) {
    this.#caches = caches
    this.#name = name
  }

  async hashes(): Promise<Set<string>> {
    if (!(await this.#caches.has(this.#name))) return new Set()
    const entries = await (await this.#open()).keys()
    return new Set(entries.map(({ url }) => url.slice(root.length)))
  }

  /** Bytes of a file; undefined where the cache does not have it. */
  async read(sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const entry = await this.#match(sha256)
    return entry && new Uint8Array(await entry.arrayBuffer())
  }

  /** Length of a file in bytes, without reading it; 0 where the cache does not have it. */
  async size(sha256: string): Promise<number> {
    return Number((await this.#match(sha256))?.headers.get(length) ?? 0) || 0
  }

  async put(sha256: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream', [length]: String(bytes.byteLength) }
    await (await this.#open()).put(root + sha256, new Response(bytes, { headers }))
  }

  async remove(hashes: Iterable<string>): Promise<void> {
    const cache = await this.#open()
    for (const sha256 of hashes) await cache.delete(root + sha256)
  }

  async delete(): Promise<void> {
    await this.#caches.delete(this.#name)
  }

  #open(): Promise<Cache> {
    return this.#caches.open(this.#name)
  }

  #match(sha256: string): Promise<Response | undefined> {
    return this.#caches.match(root + sha256, { cacheName: this.#name })
  }
}
