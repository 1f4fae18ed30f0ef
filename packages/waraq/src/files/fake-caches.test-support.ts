import type { FileCaches } from './file-cache.ts'

interface Entry {
  readonly key: Request
  readonly bytes: ArrayBuffer
  readonly headers: Headers
}

/** Cache Storage in memory, as far as files use it. */
export class FakeCaches {
  readonly all = new Map<string, Map<string, Entry>>()
  /** Files that fit before the browser refuses more. */
  room = Infinity
  /** How often the entries of a cache were listed. */
  listed = 0

  readonly #cacheOf = (name: string) => {
    const entries = this.all.get(name) ?? new Map<never, never>()
    this.all.set(name, entries)
    const cache = {
      put: async (key: Request, response: Response) => {
        const bytes = await response.arrayBuffer()
        if (this.room-- <= 0) throw new DOMException('Quota exceeded.', 'QuotaExceededError')
        entries.set(key.url, { key, bytes, headers: response.headers })
      },
      keys: async () => {
        this.listed++
        return [...entries.values()].map(({ key }) => key)
      },
      delete: async (key: string) => entries.delete(key),
    }
    return cache as unknown as Cache
  }

  readonly storage: FileCaches = {
    open: async (name) => this.#cacheOf(name),
    has: async (name) => this.all.has(name),
    delete: async (name) => this.all.delete(name),
    match: async (key, options) => {
      const entry = this.all.get(options!.cacheName!)?.get(key as string)
      return entry && new Response(entry.bytes, { headers: entry.headers })
    },
  }

  /** Keys of the entries of all caches; those of parts end in `?0`, `?1`... */
  keys(): string[] {
    return [...this.all.values()]
      .flatMap((entries) =>
        [...entries.keys()].map((url) => decodeURIComponent(url.replace(/^.*?invalid./, ''))),
      )
      .sort()
  }

  /** Hashes of the kept files of all mushafs. */
  hashes(): string[] {
    return this.keys()
  }

  /** Damages the stored file. */
  damage(key: string): void {
    for (const entries of this.all.values())
      for (const [url, entry] of entries)
        if (url.endsWith(encodeURIComponent(key)))
          entries.set(url, { ...entry, bytes: new TextEncoder().encode('broken').buffer })
  }
}
