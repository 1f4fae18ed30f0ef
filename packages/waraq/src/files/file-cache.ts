import type { FileHead } from '../client/files/file-head.ts'

/** The part of Cache Storage that files use. */
export type FileCaches = Pick<CacheStorage, 'delete' | 'has' | 'match' | 'open'>

/** Entries of one file in the cache. */
export interface StoredFile {
  /** Length in bytes if the file is complete, else undefined. */
  readonly bytes: number | undefined
  /** Lengths in bytes of its leading parts, up to the first gap. A large file is stored in parts while it downloads. */
  readonly parts: readonly number[]
  /** Addresses of all its entries. The entry that completes the file comes first. */
  readonly entries: readonly string[]
}

/** The length is stored in the key of an entry, too: one call reads all keys, but not their responses. */
const length = 'x-waraq-bytes'
const parts = 'x-waraq-parts'
const version = 'x-waraq-version'
const whole = 'x-waraq-whole'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The files of one resource and kind, by their keys. Reading does not create the cache.
 *
 * A file is stored as one entry. A file that is too long for memory is stored in parts, `key?0`, `key?1`..., and its last part is
 * the entry `key`, which records their number. The file is complete as soon as that entry exists. If the browser is killed before
 * that, the parts stay. One `put` of a stream would be simpler, but it stores nothing until the stream has ended, so each kill
 * would cost a complete file.
 */
export class FileCache {
  readonly #caches: FileCaches
  readonly #name: string
  /**
   * The keys of entries are requests, which need an address. This host does not exist, so no service worker ever answers a page's
   * request with an entry.
   */
  readonly #root: string

  constructor(caches: FileCaches, name: string, kind: string) {
    this.#caches = caches
    this.#name = name
    this.#root = `https://${kind}.waraq.invalid/`
  }

  async files(): Promise<Map<string, StoredFile>> {
    if (!(await this.#caches.has(this.#name))) return new Map()
    const found = new Map<string, { bytes?: number; parts: number[]; urls: string[] }>()
    for (const { url, headers } of await (await this.#open()).keys()) {
      const [path = '', part] = url.slice(this.#root.length).split('?')
      const key = decodeURIComponent(path)
      const file = found.get(key) ?? { parts: [], urls: [] }
      found.set(key, file)
      const bytes = Number(headers.get(length)) || 0
      if (part === undefined) {
        file.bytes = bytes
        file.urls.unshift(url)
      } else {
        file.parts[Number(part)] = bytes
        file.urls.push(url)
      }
    }
    return new Map(
      [...found].map(([key, { bytes, parts: all, urls }]) => {
        const gap = [...all, undefined].indexOf(undefined)
        return [key, { bytes, parts: all.slice(0, gap), entries: urls }]
      }),
    )
  }

  /**
   * Returns a file, or undefined if it is not complete. Rejects if a part of it is missing or shorter than it was when stored.
   */
  async read(key: string): Promise<Blob | undefined> {
    const last = await this.#match(this.#url(key))
    if (!last) return undefined
    const { headers } = last
    const blobs: Blob[] = []
    for (let part = 0; part < Number(headers.get(parts)); part++)
      blobs.push(await (await this.#match(this.#url(key, part)))!.blob())
    const blob = new Blob([...blobs, await last.blob()], { type: headers.get('content-type') ?? '' })
    if (blob.size !== Number(headers.get(whole))) throw new Error('damaged')
    return blob
  }

  /** Head of the response that delivered the parts of a file. */
  async headOfParts(key: string): Promise<FileHead | undefined> {
    const first = await this.#match(this.#url(key, 0))
    if (!first) return undefined
    const { headers } = first
    const said = headers.get(whole)
    return {
      contentType: headers.get('content-type'),
      bytes: said === null ? null : Number(said),
      version: headers.get(version),
    }
  }

  async putPart(key: string, part: number, bytes: Bytes, head: FileHead): Promise<void> {
    await this.#put(this.#url(key, part), bytes, bytes.byteLength, {
      'content-type': head.contentType ?? 'application/octet-stream',
      ...(head.bytes === null ? {} : { [whole]: String(head.bytes) }),
      ...(head.version === null ? {} : { [version]: head.version }),
    })
  }

  /** Stores the last bytes of a file, which complete it. `before`: number and total bytes of its stored parts. */
  async putLast(
    key: string,
    bytes: Bytes,
    type: string,
    before: { readonly parts: number; readonly bytes: number },
  ): Promise<void> {
    const all = before.bytes + bytes.byteLength
    await this.#put(this.#url(key), bytes, all, {
      'content-type': type,
      [whole]: String(all),
      [parts]: String(before.parts),
    })
  }

  /** Addresses of the first `count` parts of a file. */
  partsOf(key: string, count: number): string[] {
    return Array.from({ length: count }, (_, part) => this.#url(key, part))
  }

  /** Deletes entries by their addresses. */
  async remove(entries: Iterable<string>): Promise<void> {
    const cache = await this.#open()
    for (const url of entries) await cache.delete(url)
  }

  async delete(): Promise<void> {
    await this.#caches.delete(this.#name)
  }

  #url(key: string, part?: number): string {
    return this.#root + encodeURIComponent(key) + (part === undefined ? '' : `?${part}`)
  }

  async #put(url: string, bytes: Bytes, size: number, headers: Record<string, string>): Promise<void> {
    const key = new Request(url, { headers: { [length]: String(size) } })
    await (await this.#open()).put(key, new Response(bytes, { headers }))
  }

  #open(): Promise<Cache> {
    return this.#caches.open(this.#name)
  }

  #match(url: string): Promise<Response | undefined> {
    return this.#caches.match(url, { cacheName: this.#name })
  }
}
