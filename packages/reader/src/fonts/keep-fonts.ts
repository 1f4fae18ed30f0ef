import { resourceKey, type ResourceKey, type ResourceRef, type WaraqError } from '@waraq/contract'
import { askStorage, noRoom, roomFor } from '@waraq/browser'
import {
  digestOf,
  type KeptFonts,
  noteKeptFonts,
  storageError,
  type WaraqDatabase,
} from '@waraq/engine/files'
import { downloadFont } from './download-font.ts'
import type { FontCache } from './font-cache.ts'
import type { FontsSettings } from './options.ts'
import { nothingKept, type FontFailure, type FontsProgress, type FontsReport } from './report.ts'
import { chooseFonts, creditsOf, failureOf, declaredBytes, sortOut, type UsableFont } from './wanted-fonts.ts'
import type { FontList } from './font-list.ts'

/** Least milliseconds between records of progress: each costs a transaction and wakes every tab that watches. */
const noteEveryMs = 1_000

export interface KeepOptions {
  readonly db: WaraqDatabase
  readonly cache: FontCache
  readonly ref: ResourceRef
  readonly list: FontList
  readonly signal: AbortSignal
  readonly onProgress: (progress: FontsProgress) => void
}

/** One run that makes the kept fonts of a mushaf those that its rows name. The caller holds the mushaf's lock. */
class Keeping {
  readonly #settings: FontsSettings
  readonly #options: KeepOptions
  readonly #key: ResourceKey
  readonly #usable: readonly UsableFont[]
  readonly #wanted: number
  readonly #failed: FontFailure[]
  /** Lengths in bytes of the files that are in the cache and named by rows, by hash. */
  readonly #here = new Map<string, number>()
  /** Set once nothing more can be stored: the reason. */
  #full: WaraqError | undefined
  #notedAt = -Infinity

  constructor(settings: FontsSettings, options: KeepOptions) {
    this.#settings = settings
    this.#options = options
    this.#key = resourceKey(options.ref)
    const wanted = chooseFonts(options.list.assets)
    const { usable, unusable } = sortOut(wanted)
    this.#wanted = wanted.length
    this.#usable = usable
    this.#failed = [...unusable]
  }

  async run(): Promise<FontsReport> {
    const { cache, signal } = this.#options
    const before = await cache.hashes()
    await this.#measure(before)
    // The entry in the record comes before the cache, because the engine finds caches to delete by their entries.
    if (!(await this.#note())) return this.#gone()
    try {
      const missing = this.#missing()
      await this.#checkRoom(missing)
      await this.#fetchAll(missing)
      signal.throwIfAborted()
      const stale = [...before].filter((sha256) => !this.#here.has(sha256))
      if (stale.length > 0) await cache.remove(stale)
    } finally {
      if (!(await this.#note())) await cache.delete()
    }
    return this.#report()
  }

  async #gone(): Promise<FontsReport> {
    await this.#options.cache.delete()
    return nothingKept
  }

  /** Collects the lengths of the files that are here. Most rows declare them. */
  async #measure(before: ReadonlySet<string>): Promise<void> {
    for (const { asset, sha256 } of this.#usable) {
      if (!before.has(sha256) || this.#here.has(sha256)) continue
      this.#here.set(sha256, declaredBytes(asset) ?? (await this.#options.cache.size(sha256)))
    }
  }

  /** The missing files, each once, with its first address on a listed host. */
  #missing(): UsableFont[] {
    const missing = new Map<string, UsableFont>()
    const refused: [UsableFont, WaraqError][] = []
    for (const font of this.#usable) {
      if (this.#here.has(font.sha256) || missing.has(font.sha256)) continue
      try {
        this.#settings.files.address(font.asset.url)
        missing.set(font.sha256, font)
      } catch (error) {
        refused.push([font, storageError(error)])
      }
    }
    for (const [{ asset, sha256 }, error] of refused)
      if (!missing.has(sha256)) this.#failed.push(failureOf(asset, error))
    return [...missing.values()]
  }

  /** Begins no download where the missing files clearly do not fit. */
  async #checkRoom(missing: readonly UsableFont[]): Promise<void> {
    const { storage, clock } = this.#settings
    if (missing.length === 0) return
    const needed = missing.reduce((sum, { asset }) => sum + (declaredBytes(asset) ?? 0), 0)
    const room = roomFor(needed, (await askStorage(storage, clock)).estimate)
    if (room.verdict === 'short') this.#full = noRoom(room)
  }

  async #fetchAll(missing: readonly UsableFont[]): Promise<void> {
    const { signal } = this.#options
    const queue = [...missing]
    const work = async () => {
      for (let font = queue.shift(); font; font = queue.shift()) {
        signal.throwIfAborted()
        if (this.#full) this.#fail(font, this.#full)
        else await this.#fetch(font)
        this.#tell()
        if (this.#settings.clock.monotonic() - this.#notedAt >= noteEveryMs) await this.#note()
      }
    }
    // All workers end before the lock is released.
    const ends = await Promise.allSettled(Array.from({ length: this.#settings.concurrency }, work))
    signal.throwIfAborted()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #fetch(font: UsableFont): Promise<void> {
    const { cache, signal } = this.#options
    try {
      const bytes = await downloadFont(this.#settings.files, font, signal)
      signal.throwIfAborted()
      await cache.put(font.sha256, bytes)
      this.#here.set(font.sha256, bytes.byteLength)
    } catch (thrown) {
      signal.throwIfAborted()
      const error = storageError(thrown)
      if (error.code === 'quota_exceeded') this.#full = error
      this.#fail(font, error)
    }
  }

  /** Fonts of one hash share their file, so they fail together. */
  #fail({ sha256 }: UsableFont, error: WaraqError): void {
    for (const font of this.#usable)
      if (font.sha256 === sha256) this.#failed.push(failureOf(font.asset, error))
  }

  #kept(): UsableFont[] {
    return this.#usable.filter(({ sha256 }) => this.#here.has(sha256))
  }

  #bytes(): number {
    return [...this.#here.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  #tell(): void {
    const kept = this.#kept().length
    this.#options.onProgress({
      wanted: this.#wanted,
      kept,
      failed: this.#failed.length,
      bytes: this.#bytes(),
    })
  }

  /** Records the progress. False where the resource is gone. */
  #note(): Promise<boolean> {
    this.#notedAt = this.#settings.clock.monotonic()
    const kept = this.#kept()
    const places = kept.map(({ asset: { page }, sha256 }) => [page, sha256])
    const record: KeptFonts = {
      bytes: this.#bytes(),
      kept: kept.length,
      wanted: this.#wanted,
      version: digestOf(JSON.stringify(places)),
    }
    return noteKeptFonts(this.#options.db, this.#key, record)
  }

  #report(): FontsReport {
    const kept = this.#kept()
    return {
      wanted: this.#wanted,
      kept: kept.length,
      bytes: this.#bytes(),
      failed: this.#failed,
      credits: creditsOf(kept),
    }
  }
}

/**
 * Fetches the missing fonts that rows name, a few at a time, and deletes the files that no row names. Each file is stored by
 * itself: when the run ends early, stored files stay and the next run goes on from there. A font that fails is in the report,
 * and the run goes on; once there is no room, the remaining fonts fail with that error.
 * @throws the signal's reason; {WaraqError} an error of storage
 */
export function keepFonts(settings: FontsSettings, options: KeepOptions): Promise<FontsReport> {
  return new Keeping(settings, options).run()
}
