import { callListener, ObservableValue } from '@waraq/client'
import {
  isWaraqError,
  parseResourceKey,
  resourceKey,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/contract'
import { checkPage, checkRef } from '../readers/arguments.ts'
import { fontAssetOf, type FontAsset } from '../readers/fonts.ts'
import type { WaraqDatabase } from '../store/database.ts'
import { storageError } from '../store/storage-error.ts'
import { fontsClosed, fontsDropped, noCacheStorage } from './failures.ts'
import { FontCache, type FontCaches } from './font-cache.ts'
import { makeFace, readKept, type PageFont } from './font-face.ts'
import {
  fontCacheName,
  forgetKeptFonts,
  keptFontsOf,
  readKeptFonts,
  type KeptFonts,
} from '../store/fonts-record.ts'
import { keepFonts } from './keep-fonts.ts'
import { lookAtFonts, mayPass, type Look } from './look.ts'
import { resolveFontsOptions, type FontsOptions, type FontsSettings } from './options.ts'
import {
  nothingKept,
  type FontFailure,
  type FontsProgress,
  type FontsReport,
  type FontsStatus,
} from './report.ts'
import { failureOf, hashOf, type UsableFont } from './wanted-fonts.ts'

export interface KeepFontsOptions {
  /** Ends it. What is here by then stays; the next call goes on from there. */
  readonly signal?: AbortSignal | undefined
  /** Told after each font. */
  readonly onProgress?: ((progress: FontsProgress) => void) | undefined
}

/**
 * The fonts of mushafs, kept on this device. Whatever is kept follows its rows while a page has these fonts open, and goes
 * with its resource.
 */
export interface Fonts {
  /**
   * Fetches the fonts of a mushaf that is on this device: for each page the best format, and those for the whole of it.
   * Fetches only what is missing, and keeps following the rows from then on. Fonts that cannot be kept are in the report and end
   * nothing; of a mushaf that is not here, none is wanted. Over all tabs, one call a mushaf works at a time.
   *
   * Codes in the report: `font_unusable` (no hash), `font_mismatch` (wrong hash or length), `foreign_address` (a host that is not
   * listed), `quota_exceeded`, and those of the download: `network`, `timeout`, `not_found`...
   * @throws {WaraqError} `invalid_argument`, `fonts_closed`, `storage_unavailable` and other errors of storage; the signal's
   * reason; `aborted` where they are dropped meanwhile
   */
  keepFonts(ref: ResourceRef, options?: KeepFontsOptions): Promise<FontsReport>
  /**
   * Deletes the fonts of a mushaf, and follows its rows no more. Ends what is under way here.
   * @throws {WaraqError} `invalid_argument`, `fonts_closed` and errors of storage
   */
  dropFonts(ref: ResourceRef): Promise<void>
  /**
   * The font to show a page with, or of one of the mushaf's `fontAssets`: checked, loaded and ready for
   * `document.fonts.add(face)`. Undefined where it is not kept, or the browser does not accept it, which the status tells.
   * @throws {WaraqError} `invalid_argument`, `fonts_closed` and errors of storage
   */
  fontFace(ref: ResourceRef, page: number | FontAsset): Promise<PageFont | undefined>
  /** @throws {WaraqError} `invalid_argument`, `fonts_closed` and errors of storage */
  status(ref: ResourceRef): Promise<FontsStatus>
  /**
   * Tells the status once it is known and whenever it changes, in this tab or another. Returns what ends it.
   * @throws {WaraqError} `invalid_argument`
   */
  watch(ref: ResourceRef, listener: (status: FontsStatus) => void): () => void
  /** Ends what is under way; what is kept stays. */
  close(): void
}

/** The state of one mushaf in this object. */
interface Followed {
  readonly ref: ResourceRef
  /** Failures of the latest time, by what was looked at then. */
  failed: readonly FontFailure[]
  /** Fonts that the browser did not accept, by hash. */
  readonly refused: Map<string, FontFailure>
  /** What the latest time was made of; null: it has to be made again. */
  done: { readonly digest: number; readonly commits: number; readonly again: boolean } | null
  /** Ends each call that is under way. */
  readonly underWay: Set<AbortController>
  /** What was told last; undefined until the record was seen. */
  readonly told: ObservableValue<FontsStatus | undefined>
  /** Ends the live query of its rows. */
  unfollow: (() => void) | undefined
  /** Its turn in the background has begun, or is to begin again after that. */
  background: 'no' | 'runs' | 'again'
}

const noEntry: KeptFonts = { bytes: 0, kept: 0, wanted: 0, version: 0 }

class KeptFontsOfStore implements Fonts {
  readonly #settings: FontsSettings
  readonly #closing = new AbortController()
  readonly #followed = new Map<ResourceKey, Followed>()
  /** The record as it was last seen; undefined until then. */
  #record: ReadonlyMap<ResourceKey, KeptFonts> | undefined
  #endRecord: () => void = () => undefined

  constructor(settings: FontsSettings) {
    this.#settings = settings
    // On a server, or where a page may store nothing, nothing is kept that could be followed.
    if (settings.caches) this.#endRecord = this.#followRecord()
    else this.#record = new Map()
  }

  async keepFonts(ref: ResourceRef, options: KeepFontsOptions = {}): Promise<FontsReport> {
    const of = this.#of(ref)
    this.#checkOpen()
    options.signal?.throwIfAborted()
    return this.#keep(of, options)
  }

  async dropFonts(ref: ResourceRef): Promise<void> {
    const of = this.#of(ref)
    this.#checkOpen()
    const cache = this.#cacheOf(of)
    for (const controller of of.underWay) controller.abort(fontsDropped())
    await this.#turn(of, this.#closing.signal, async () => {
      await cache.delete()
      await forgetKeptFonts(await this.#settings.inside.open(), resourceKey(of.ref))
    })
    of.failed = []
    of.refused.clear()
    this.#tell(of)
  }

  async fontFace(ref: ResourceRef, page: number | FontAsset): Promise<PageFont | undefined> {
    const of = this.#of(ref)
    if (typeof page === 'number') checkPage(page)
    this.#checkOpen()
    const { store, caches, FontFace: FontFaceOf } = this.#settings
    if (!caches || !FontFaceOf) return undefined
    const asset = typeof page === 'number' ? await store.view(fontAssetOf(of.ref, page)) : page
    const sha256 = asset && hashOf(asset)
    if (!sha256) return undefined
    const font: UsableFont = { asset, sha256 }
    const bytes = await readKept(this.#cacheOf(of), font)
    if (bytes === 'damaged') await this.#removeDamaged(of, sha256)
    if (typeof bytes === 'string') return undefined
    try {
      const face = await makeFace(FontFaceOf, of.ref, font, bytes)
      if (of.refused.delete(sha256)) this.#tell(of)
      return { face, asset }
    } catch (error) {
      of.refused.set(sha256, failureOf(asset, storageError(error)))
      this.#tell(of)
      return undefined
    }
  }

  async status(ref: ResourceRef): Promise<FontsStatus> {
    const of = this.#of(ref)
    this.#checkOpen()
    if (!this.#settings.caches) return this.#statusOf(of, undefined)
    const record = await this.#stored((db) => readKeptFonts(db))
    return this.#statusOf(of, record.get(resourceKey(of.ref)))
  }

  watch(ref: ResourceRef, listener: (status: FontsStatus) => void): () => void {
    const of = this.#of(ref)
    if (this.#closing.signal.aborted) return () => undefined
    this.#tell(of)
    return of.told.watch((status) => status && listener(status))
  }

  close(): void {
    this.#closing.abort(fontsClosed())
    this.#endRecord()
    for (const { unfollow } of this.#followed.values()) unfollow?.()
  }

  #checkOpen(): void {
    this.#closing.signal.throwIfAborted()
  }

  #of(given: ResourceRef): Followed {
    const ref = checkRef(given)
    const key = resourceKey(ref)
    let of = this.#followed.get(key)
    if (!of) {
      of = {
        ref,
        failed: [],
        refused: new Map(),
        done: null,
        underWay: new Set(),
        told: new ObservableValue<FontsStatus | undefined>(undefined),
        unfollow: undefined,
        background: 'no',
      }
      this.#followed.set(key, of)
    }
    return of
  }

  /** @throws {WaraqError} `storage_unavailable` */
  #caches(): FontCaches {
    const { caches } = this.#settings
    if (!caches) throw noCacheStorage()
    return caches
  }

  #cacheName({ ref }: Followed): string {
    return fontCacheName(this.#settings.inside.name, resourceKey(ref))
  }

  #cacheOf(of: Followed): FontCache {
    return new FontCache(this.#caches(), this.#cacheName(of))
  }

  /** What is in storage, with errors in our words. */
  async #stored<T>(work: (db: WaraqDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#settings.inside.open())
    } catch (error) {
      throw storageError(error)
    }
  }

  /** One at a time over all tabs. Errors are ours, or the signal's reason. */
  async #turn<T>(of: Followed, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#settings.locks.request(this.#cacheName(of), { signal }, work)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw isWaraqError(error) ? error : storageError(error)
    }
  }

  /** Makes what is kept what rows name. In the background only where the application asked for it and did not take that back. */
  async #keep(
    of: Followed,
    { signal: caller, onProgress }: KeepFontsOptions,
    inBackground = false,
  ): Promise<FontsReport> {
    const cache = this.#cacheOf(of)
    const own = new AbortController()
    const signal = AbortSignal.any([this.#closing.signal, own.signal, ...(caller ? [caller] : [])])
    of.underWay.add(own)
    this.#tell(of)
    try {
      return await this.#turn(of, signal, async () => {
        const db = await this.#settings.inside.open()
        if (inBackground && !(await readKeptFonts(db)).has(resourceKey(of.ref))) return nothingKept
        const seen = await lookAtFonts(this.#settings.inside.reads, of.ref)
        // What another turn has done meanwhile need not be done again.
        if (!seen || (inBackground && !this.#isDue(of, seen))) return nothingKept
        const told = (progress: FontsProgress) => onProgress && callListener(onProgress, progress)
        try {
          const report = await keepFonts(this.#settings, {
            db,
            cache,
            ref: of.ref,
            seen,
            signal,
            onProgress: told,
          })
          this.#keptAsSeen(of, seen, report)
          return report
        } catch (error) {
          // A caller that ends it has had enough: in the background it goes on with the next commit, not at once.
          const { digest, commits } = seen
          if (caller?.aborted) of.done = { digest, commits, again: true }
          throw error
        }
      })
    } finally {
      of.underWay.delete(own)
      this.#tell(of)
    }
  }

  #keptAsSeen(of: Followed, seen: Look, { failed }: FontsReport): void {
    of.failed = failed
    const named = new Set(seen.assets.map(hashOf))
    for (const sha256 of of.refused.keys()) if (!named.has(sha256)) of.refused.delete(sha256)
    const { digest, commits } = seen
    of.done = { digest, commits, again: failed.some(({ error }) => mayPass(error)) }
  }

  /** A file that is not what was stored. It counts as missing, and is fetched again as soon as that works. */
  async #removeDamaged(of: Followed, sha256: string): Promise<void> {
    try {
      await this.#cacheOf(of).remove([sha256])
    } catch {
      // It is checked whenever it is read.
    }
    of.done = null
    this.#inBackground(of)
  }

  // What cannot be read now is tried again by itself, or with the next call.
  #followRecord(): () => void {
    return this.#settings.inside
      .live((reads) => reads.meta('fonts', (record) => [...keptFontsOf(record)]))
      .subscribe({ next: (kept) => this.#onRecord(new Map(kept)), error: () => undefined })
  }

  #onRecord(record: ReadonlyMap<ResourceKey, KeptFonts>): void {
    if (this.#closing.signal.aborted) return
    this.#record = record
    for (const key of record.keys()) {
      const ref = parseResourceKey(key)
      if (ref) this.#of(ref)
    }
    for (const [key, of] of this.#followed) {
      if (record.has(key)) of.unfollow ??= this.#followRows(of)
      else {
        of.unfollow?.()
        of.unfollow = undefined
        of.done = null
      }
      this.#tell(of)
    }
  }

  #followRows(of: Followed): () => void {
    const next = (seen: Look | null) => {
      if (seen && this.#isDue(of, seen)) this.#inBackground(of)
    }
    return this.#settings.inside
      .live((reads) => lookAtFonts(reads, of.ref))
      .subscribe({ next, error: () => undefined })
  }

  /** Whether the rows name other fonts than the latest time, or a commit came since one that failed in passing. */
  #isDue({ done }: Followed, { digest, commits }: Look): boolean {
    return !done || done.digest !== digest || (done.again && done.commits !== commits)
  }

  /** Never throws: what fails is told by the status. */
  #inBackground(of: Followed): void {
    if (of.background !== 'no') {
      of.background = 'again'
      return
    }
    of.background = 'runs'
    const run = async () => {
      try {
        await this.#keep(of, {}, true)
      } catch {
        // With the next commit or call.
      }
      const again = of.background === 'again' && !this.#closing.signal.aborted
      of.background = 'no'
      if (again) this.#inBackground(of)
    }
    void run()
  }

  #statusOf(of: Followed, entry: KeptFonts | undefined): FontsStatus {
    const { kept, wanted, bytes, version } = entry ?? noEntry
    return {
      following: entry !== undefined,
      wanted,
      kept,
      bytes,
      version,
      underWay: of.underWay.size > 0,
      failed: [...of.failed, ...of.refused.values()],
    }
  }

  #tell(of: Followed): void {
    if (!this.#record || this.#closing.signal.aborted) return
    const status = this.#statusOf(of, this.#record.get(resourceKey(of.ref)))
    if (JSON.stringify(status) !== JSON.stringify(of.told.get())) of.told.set(status)
  }
}

/**
 * Keeps fonts of mushafs in Cache Storage, for a page. Once opened, what was asked for earlier is followed: its missing fonts
 * are fetched. Where there is no Cache Storage, as on a server, nothing is kept.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function openFonts(options: FontsOptions): Fonts {
  return new KeptFontsOfStore(resolveFontsOptions(options))
}
