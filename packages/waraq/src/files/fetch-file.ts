import type { FileHead } from '../client/files/file-head.ts'
import type { FileReceiver } from '../client/files/file-client.ts'
import { isWaraqError, sha256Hex } from '@waraq/protocol'
import { fileMismatch } from './failures.ts'
import type { FileCache, StoredFile } from './file-cache.ts'
import type { KeptFile } from './file-list.ts'
import type { FilesSettings } from './options.ts'

type Bytes = Uint8Array<ArrayBuffer>

const mebibyte = 1024 * 1024
/** So much of a file without a hash is in memory. With each part that is stored, a kill costs less. */
const partBytes = 4 * mebibyte
/** Fewer bytes than this are fetched again rather than stored as a part of their own. */
const leastPartBytes = mebibyte / 4
/** By so many bytes files of a kind are told from others. */
const headBytes = 64

/** Checks a file against its row. */
export async function checkFile(file: KeptFile<unknown>, bytes: Bytes): Promise<void> {
  const said = file.bytes ?? null
  if (said !== null && bytes.byteLength < said) throw fileMismatch('too_short')
  if (said !== null && bytes.byteLength > said) throw fileMismatch('too_long')
  if (file.sha256 !== undefined && (await sha256Hex(bytes)) !== file.sha256) throw fileMismatch('hash')
}

/** Stores a file as it comes. One with a hash is in memory as a whole, because it is stored only when it is checked. */
class Receiving implements FileReceiver {
  readonly #settings: Pick<FilesSettings<unknown>, 'typeOf'>
  readonly #cache: FileCache
  readonly #file: KeptFile<unknown>
  readonly #onBytes: (bytes: number) => void
  #head: FileHead | undefined
  #type: string | undefined
  #chunks: Uint8Array[] = []
  #inMemory = 0
  /** Bytes of the parts that are stored, in so many parts. */
  #stored = { parts: 0, bytes: 0 }
  /** Entries of an earlier answer, which are void when another one begins. */
  #old: readonly string[]

  constructor(
    settings: Pick<FilesSettings<unknown>, 'typeOf'>,
    cache: FileCache,
    file: KeptFile<unknown>,
    old: readonly string[],
    onBytes: (bytes: number) => void,
  ) {
    this.#settings = settings
    this.#cache = cache
    this.#file = file
    this.#old = old
    this.#onBytes = onBytes
  }

  get received(): number {
    return this.#stored.bytes + this.#inMemory
  }

  /** What is here already, where the file can go on from there. */
  get have(): { readonly head: FileHead; readonly bytes: number } | undefined {
    return this.#head && this.received > 0 ? { head: this.#head, bytes: this.received } : undefined
  }

  /** Goes on with the parts that an earlier visit left. */
  async resume(parts: readonly number[]): Promise<void> {
    this.#head = parts.length > 0 ? await this.#cache.headOfParts(this.#file.key) : undefined
    if (!this.#head) return
    this.#stored = { parts: parts.length, bytes: parts.reduce((sum, bytes) => sum + bytes, 0) }
    // Only a file of the right kind has parts.
    this.#type = this.#head.contentType ?? undefined
  }

  async begin(head: FileHead, from: number): Promise<void> {
    this.#head = head
    if (from > 0) return
    this.#chunks = []
    this.#inMemory = 0
    this.#type = undefined
    // Before the first new part is stored, no old one may be left that would be taken for the next.
    await this.discard()
  }

  /** Deletes what is stored of the file. */
  async discard(): Promise<void> {
    const entries = [...this.#old, ...this.#cache.partsOf(this.#file.key, this.#stored.parts)]
    this.#old = []
    this.#stored = { parts: 0, bytes: 0 }
    if (entries.length > 0) await this.#cache.remove(entries)
  }

  async take(bytes: Uint8Array): Promise<void> {
    this.#chunks.push(bytes.slice())
    this.#inMemory += bytes.byteLength
    if (this.received >= headBytes) this.#checkKind()
    if (this.#file.sha256 === undefined && this.#inMemory >= partBytes) await this.#storePart()
    this.#onBytes(this.received)
  }

  /** The file has ended. Returns its length. */
  async finish(): Promise<number> {
    this.#checkKind()
    const bytes = this.#joined()
    if (this.#file.sha256 !== undefined) await checkFile(this.#file, bytes)
    await this.#cache.putLast(this.#file.key, bytes, this.#type!, this.#stored)
    return this.received
  }

  /** The file goes on another time: stores what is worth it, if it can be stored. */
  async leave(): Promise<void> {
    const canGoOn = this.#file.sha256 === undefined && typeof this.#head?.version === 'string'
    if (!canGoOn || this.#type === undefined || this.#inMemory < leastPartBytes) return
    try {
      await this.#storePart()
    } catch {
      // The error that ended the download is told.
    }
  }

  async #storePart(): Promise<void> {
    const { parts, bytes } = this.#stored
    const part = this.#joined()
    const head = { ...this.#head!, contentType: this.#type! }
    await this.#cache.putPart(this.#file.key, parts, part, head)
    this.#stored = { parts: parts + 1, bytes: bytes + part.byteLength }
    this.#chunks = []
    this.#inMemory = 0
  }

  #checkKind(): void {
    if (this.#type !== undefined) return
    const type = this.#settings.typeOf(this.#head!.contentType, this.#joined().subarray(0, headBytes))
    if (type === null) throw fileMismatch('kind')
    this.#type = type
  }

  #joined(): Bytes {
    const all = new Uint8Array(this.#inMemory)
    let at = 0
    for (const chunk of this.#chunks) {
      all.set(chunk, at)
      at += chunk.byteLength
    }
    return all
  }
}

export interface FetchOptions {
  readonly cache: FileCache
  /** What the cache has of the file. */
  readonly stored: StoredFile | undefined
  readonly signal: AbortSignal
  /** Told how much of the file is here. */
  readonly onBytes: (bytes: number) => void
}

/**
 * Fetches a file into the cache and returns its length. Gives up at the first byte beyond the row's length. A file that was cut
 * by a kill or by the network goes on from there; while each try brings more of it, it is tried again.
 * @throws {WaraqError} `file_mismatch`, those of `FileClient.download`, and of storage
 */
export async function fetchFile(
  settings: Pick<FilesSettings<unknown>, 'client' | 'mostBytes' | 'typeOf'>,
  file: KeptFile<unknown>,
  { cache, stored, signal, onBytes }: FetchOptions,
): Promise<number> {
  const mostBytes = file.bytes ?? settings.mostBytes
  const receiving = new Receiving(settings, cache, file, stored?.entries ?? [], onBytes)
  await receiving.resume(stored?.parts ?? [])
  for (;;) {
    const { received: before, have } = receiving
    try {
      await settings.client.download(file.url, receiving, { mostBytes, signal, have })
      signal.throwIfAborted()
      return await receiving.finish()
    } catch (thrown) {
      // Of invalid responses, only a body that is too long is not retryable.
      const tooLong = isWaraqError(thrown) && thrown.code === 'invalid_response' && !thrown.retryable
      const error = tooLong ? fileMismatch('too_long', thrown) : thrown
      if (isWaraqError(error) && error.code === 'file_mismatch') await receiving.discard()
      else if (isWaraqError(error) && error.retryable && receiving.received >= before + leastPartBytes)
        continue
      else await receiving.leave()
      throw error
    }
  }
}
