import type { FileHead } from '../client/files/file-head.ts'
import type { FileReceiver } from '../client/files/file-client.ts'
import { isWaraqError, sha256Hex } from '@waraq/protocol'
import { fileMismatch } from './failures.ts'
import type { FileCache, StoredFile } from './file-cache.ts'
import type { ResourceFile } from './file-list.ts'
import type { FilesSettings } from './options.ts'

type Bytes = Uint8Array<ArrayBuffer>

const mebibyte = 1024 * 1024
/**
 * Bytes of a file without a hash that are buffered before they are stored as a part. Each stored part reduces the loss by a kill.
 */
const partBytes = 4 * mebibyte
/** Minimum bytes of a part. Fewer bytes are fetched again instead of being stored as a separate part. */
const leastPartBytes = mebibyte / 4
/** Number of leading bytes that identify the kind of a file. */
const headBytes = 64

/** Checks a file against its row. */
export async function checkFile(file: ResourceFile<unknown>, bytes: Bytes): Promise<void> {
  const said = file.bytes ?? null
  if (said !== null && bytes.byteLength < said) throw fileMismatch('too_short')
  if (said !== null && bytes.byteLength > said) throw fileMismatch('too_long')
  if (file.sha256 !== undefined && (await sha256Hex(bytes)) !== file.sha256) throw fileMismatch('hash')
}

/** Stores a file as it arrives. A file with a hash stays in memory completely, because it is stored only after its check. */
class Receiving implements FileReceiver {
  readonly #settings: Pick<FilesSettings<unknown>, 'typeOf'>
  readonly #cache: FileCache
  readonly #file: ResourceFile<unknown>
  readonly #onBytes: (bytes: number) => void
  #head: FileHead | undefined
  #type: string | undefined
  #chunks: Uint8Array[] = []
  #inMemory = 0
  /** Stored parts: their number and their total bytes. */
  #stored = { parts: 0, bytes: 0 }
  /** Entries of an earlier response. They become invalid when another response starts. */
  #old: readonly string[]

  constructor(
    settings: Pick<FilesSettings<unknown>, 'typeOf'>,
    cache: FileCache,
    file: ResourceFile<unknown>,
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

  /** Head and number of the bytes that are already here, if the file can resume from there; else undefined. */
  get have(): { readonly head: FileHead; readonly bytes: number } | undefined {
    return this.#head && this.received > 0 ? { head: this.#head, bytes: this.received } : undefined
  }

  /** Resumes with the parts that an earlier visit stored. */
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
    // Old parts are deleted before the first new one is stored. Otherwise an old part would be taken for the next one.
    await this.discard()
  }

  /** Deletes everything that is stored of the file. */
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

  /** Completes the file. Returns its length in bytes. */
  async finish(): Promise<number> {
    this.#checkKind()
    const bytes = this.#joined()
    if (this.#file.sha256 !== undefined) await checkFile(this.#file, bytes)
    await this.#cache.putLast(this.#file.key, bytes, this.#type!, this.#stored)
    return this.received
  }

  /** Interrupts the file: stores the buffered bytes for a later attempt, if they are worth a part and can be stored. */
  async leave(): Promise<void> {
    const canGoOn = this.#file.sha256 === undefined && typeof this.#head?.version === 'string'
    if (!canGoOn || this.#type === undefined || this.#inMemory < leastPartBytes) return
    try {
      await this.#storePart()
    } catch {
      // The caller reports the error that ended the download.
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
  /** Entries of the file in the cache. */
  readonly stored: StoredFile | undefined
  readonly signal: AbortSignal
  /** Called with the number of bytes of the file that are here so far. */
  readonly onBytes: (bytes: number) => void
}

/**
 * Fetches a file into the cache and returns its length in bytes. Stops at the first byte beyond the row's length. A file that was
 * interrupted by a kill or by the network resumes from there. It is retried as long as each attempt brings more of it.
 * @throws {WaraqError} `file_mismatch`, those of `FileClient.download`, and of storage
 */
export async function fetchFile(
  settings: Pick<FilesSettings<unknown>, 'client' | 'mostBytes' | 'typeOf'>,
  file: ResourceFile<unknown>,
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
      // A body that is too long is the only invalid response that is not retryable.
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
