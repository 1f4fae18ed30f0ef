import type { ResourceRef, WaraqError } from '@waraq/protocol'
import { askStorage } from '../platform/storage/storage-figures.ts'
import { noRoom, roomFor } from '../platform/storage/room.ts'
import type { WaraqDatabase } from '../store/database.ts'
import { digestOf } from '../store/digest.ts'
import { filesKeyOf, type FilesKey } from '../store/files-record.ts'
import type { PartCounts } from '../store/records.ts'
import { storageError } from '../store/storage-error.ts'
import { fetchFile } from './fetch-file.ts'
import type { FileCache, StoredFile } from './file-cache.ts'
import type { FileList, ResourceFile } from './file-list.ts'
import { noteCounts } from './files-entry.ts'
import type { FilesSettings } from './options.ts'
import { hasPart, type Parts } from './parts.ts'
import { noFiles, type FileFailure, type FilesProgress, type FilesReport } from './report.ts'

/** Minimum milliseconds between records of progress. Each costs a transaction and notifies every tab that watches. */
const noteEveryMs = 1_000
/** Bytes of a large file between two progress reports. */
const reportEveryBytes = 1024 * 1024
/** Maximum of consecutive downloads without a response. After that, the others are not started. */
const mostSilent = 12

export interface KeepOptions<Place> {
  readonly db: WaraqDatabase
  readonly cache: FileCache
  readonly ref: ResourceRef
  /** All wanted files. Others are deleted. */
  readonly list: FileList<Place>
  /** The parts to fetch and to report on. */
  readonly parts: Parts
  readonly signal: AbortSignal
  readonly onProgress: (progress: FilesProgress) => void
}

/** Wanted files with the same key, which are one file. */
type Rows<Place> = readonly [ResourceFile<Place>, ...ResourceFile<Place>[]]

/** Counts of kept files. Updated as files arrive: counting 6,000 files again after each one takes longer than storing it. */
class Tally {
  files = 0
  kept = 0
  bytes = 0

  keep(files: number, bytes: number): void {
    this.kept += files
    this.bytes += bytes
  }
}

/** One run that makes the kept files of a resource match those that its rows name. The caller holds the resource's lock. */
class Keeping<Place> {
  readonly #settings: FilesSettings<Place>
  readonly #options: KeepOptions<Place>
  readonly #key: FilesKey
  readonly #rows = new Map<string, Rows<Place>>()
  readonly #here = new Set<string>()
  readonly #failed: FileFailure<Place>[]
  /** Counts of all wanted files; of the parts of the call; of each part. */
  readonly #all = new Tally()
  readonly #asked = new Tally()
  readonly #parts = new Map<number, Tally>()
  /** Bytes that are here of each file under way. */
  readonly #partialBytes = new Map<string, number>()
  /** Set as soon as nothing more can be fetched or stored: the reason. */
  #stopped: WaraqError | undefined
  #silent = 0
  #notedAt = -Infinity
  readonly #over = new AbortController()
  /**
   * Pending record of progress that came too early for a separate record. It does not wait for the next file, which may take
   * long.
   */
  #soon: Promise<unknown> | undefined

  constructor(settings: FilesSettings<Place>, options: KeepOptions<Place>) {
    this.#settings = settings
    this.#options = options
    this.#key = filesKeyOf(settings.kind, options.ref)
    const { files, unusable } = options.list
    for (const file of files) {
      const others = this.#rows.get(file.key)
      this.#rows.set(file.key, others ? [...others, file] : [file])
      for (const tally of this.#talliesOf(file)) tally.files++
    }
    // A row that names no usable file belongs to no part.
    this.#all.files += unusable.length
    this.#asked.files += unusable.length
    this.#failed = [...unusable]
  }

  async run(): Promise<FilesReport<Place>> {
    const { cache, signal } = this.#options
    const before = await cache.files()
    for (const [key, { bytes }] of before) if (bytes !== undefined) this.#keep(key, bytes)
    // The record gets its entry before the cache exists, because the engine finds caches to delete by their entries.
    if (!(await this.#note())) return this.#gone()
    try {
      const missing = this.#missing()
      await this.#checkRoom(missing)
      await this.#fetchAll(missing, before)
      signal.throwIfAborted()
      const stale = [...before].filter(([key]) => !this.#rows.has(key)).flatMap(([, { entries }]) => entries)
      if (stale.length > 0) await cache.remove(stale)
    } finally {
      this.#over.abort()
      await this.#soon
      if (!(await this.#note())) await cache.delete()
    }
    return this.#report()
  }

  async #gone(): Promise<FilesReport<Place>> {
    await this.#options.cache.delete()
    return noFiles
  }

  #isAsked({ part }: ResourceFile<Place>): boolean {
    return hasPart(this.#options.parts, part)
  }

  #talliesOf(file: ResourceFile<Place>): Tally[] {
    const { part } = file
    const tallies = this.#isAsked(file) ? [this.#all, this.#asked] : [this.#all]
    if (part === undefined) return tallies
    const own = this.#parts.get(part) ?? new Tally()
    this.#parts.set(part, own)
    return [...tallies, own]
  }

  /** Marks a file as kept: all rows that name it are served, and its bytes count once. */
  #keep(key: string, bytes: number): void {
    this.#partialBytes.delete(key)
    const rows = this.#rows.get(key)
    if (!rows || this.#here.has(key)) return
    this.#here.add(key)
    const counted = new Set<Tally>()
    for (const row of rows) {
      for (const tally of this.#talliesOf(row)) {
        tally.keep(1, counted.has(tally) ? 0 : bytes)
        counted.add(tally)
      }
    }
  }

  /** The missing files of the requested parts, each once, with its first address on a listed host. */
  #missing(): ResourceFile<Place>[] {
    return [...this.#rows].flatMap(([key, rows]) => {
      if (this.#here.has(key) || !rows.some((row) => this.#isAsked(row))) return []
      let refused: unknown
      for (const row of rows) {
        try {
          this.#settings.client.address(row.url)
          return [row]
        } catch (error) {
          refused ??= error
        }
      }
      this.#fail(key, storageError(refused))
      return []
    })
  }

  /** Prevents all downloads if the missing files clearly do not fit. */
  async #checkRoom(missing: readonly ResourceFile<Place>[]): Promise<void> {
    const { storage, clock } = this.#settings
    if (missing.length === 0) return
    const needed = missing.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
    const room = roomFor(needed, (await askStorage(storage, clock)).estimate)
    if (room.verdict === 'short') this.#stopped = noRoom(room)
  }

  async #fetchAll(
    missing: readonly ResourceFile<Place>[],
    before: ReadonlyMap<string, StoredFile>,
  ): Promise<void> {
    const { signal } = this.#options
    const queue = missing.values()
    const work = async () => {
      for (const file of queue) {
        signal.throwIfAborted()
        if (this.#stopped) this.#fail(file.key, this.#stopped)
        else await this.#fetch(file, before.get(file.key))
        this.#tell()
        this.#soon ??= this.#noteSoon()
      }
    }
    // All workers end before the lock is released.
    const ends = await Promise.allSettled(Array.from({ length: this.#settings.concurrency }, work))
    signal.throwIfAborted()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #fetch(file: ResourceFile<Place>, stored: StoredFile | undefined): Promise<void> {
    const { cache, signal } = this.#options
    const { key } = file
    try {
      const onBytes = (bytes: number) => {
        const reported = this.#partialBytes.get(key) ?? 0
        this.#partialBytes.set(key, bytes)
        if (Math.floor(bytes / reportEveryBytes) > Math.floor(reported / reportEveryBytes)) this.#tell()
      }
      this.#keep(key, await fetchFile(this.#settings, file, { cache, stored, signal, onBytes }))
      this.#silent = 0
    } catch (thrown) {
      signal.throwIfAborted()
      const error = storageError(thrown)
      this.#silent = error.code === 'network' ? this.#silent + 1 : 0
      if (error.code === 'quota_exceeded' || this.#silent >= mostSilent) this.#stopped = error
      this.#fail(key, error)
    }
  }

  /** Rows of one file fail together. */
  #fail(key: string, error: WaraqError): void {
    this.#partialBytes.delete(key)
    for (const row of this.#rows.get(key) ?? [])
      if (this.#isAsked(row)) this.#failed.push({ place: row.place, url: row.url, error })
  }

  #tell(): void {
    const { files, kept, bytes } = this.#asked
    const partialBytes = [...this.#partialBytes.values()].reduce((sum, each) => sum + each, 0)
    this.#options.onProgress({ wanted: files, kept, failed: this.#failed.length, bytes, partialBytes })
  }

  async #noteSoon(): Promise<void> {
    const { clock } = this.#settings
    try {
      await clock.sleep(Math.max(0, noteEveryMs - (clock.monotonic() - this.#notedAt)), this.#over.signal)
      await this.#note()
    } catch {
      // The run is over, or the database fails. The last record of the run reports it.
    } finally {
      this.#soon = undefined
    }
  }

  /** Records the progress. Returns false if the resource is gone. */
  #note(): Promise<boolean> {
    this.#notedAt = this.#settings.clock.monotonic()
    const { files, kept, bytes } = this.#all
    const places = this.#kept().map(({ key, place }) => [key, place])
    const counts = [...this.#parts].map(([part, tally]): [number, PartCounts] => [
      part,
      [tally.files, tally.kept, tally.bytes],
    ])
    return noteCounts(this.#options.db, this.#key, {
      bytes,
      kept,
      wanted: files,
      version: digestOf(JSON.stringify(places)),
      counts: Object.fromEntries(counts),
    })
  }

  #kept(): ResourceFile<Place>[] {
    return this.#options.list.files.filter(({ key }) => this.#here.has(key))
  }

  #report(): FilesReport<Place> {
    const { files, kept, bytes } = this.#asked
    return {
      wanted: files,
      kept,
      bytes,
      failed: this.#failed,
      files: this.#kept().filter((file) => this.#isAsked(file)),
    }
  }
}

/**
 * Fetches the missing files that rows name, a few at a time, and deletes those that no row names. Each file is stored separately:
 * if the run ends early, stored files stay and the next run continues from there. A file that fails is in the report, and the run
 * continues. Once there is no room or no network, the remaining files fail with that error.
 * @throws the signal's reason; {WaraqError} an error of storage
 */
export function keepFiles<Place>(
  settings: FilesSettings<Place>,
  options: KeepOptions<Place>,
): Promise<FilesReport<Place>> {
  return new Keeping(settings, options).run()
}
