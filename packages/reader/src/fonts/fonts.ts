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
import {
  fontCacheName,
  forgetKeptFonts,
  type KeptFonts,
  keptFontsOf,
  readKeptFonts,
  storageError,
  type WaraqDatabase,
} from '@waraq/engine/files'
import { fontsClosed, fontsDropped, noCacheStorage } from './failures.ts'
import { FontCache, type FontCaches } from './font-cache.ts'
import { makeFace, readKept, type PageFont } from './font-face.ts'
import { keepFonts } from './keep-fonts.ts'
import { readFontList, mayPass, type FontList } from './font-list.ts'
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
  /** Ends the call. The fonts that are here by then stay; the next call goes on from there. */
  readonly signal?: AbortSignal | undefined
  /** Called after each font. */
  readonly onProgress?: ((progress: FontsProgress) => void) | undefined
}

/**
 * The fonts of mushafs, kept on this device. While a page has them open, kept fonts follow changes of their rows. They are
 * deleted along with their resource.
 */
export interface Fonts {
  /**
   * Fetches the missing fonts of a mushaf that is on this device: for each page the best format, and those for the whole
   * mushaf. The fonts follow their rows from then on. A font that cannot be kept is in the report, and the call goes on. Of
   * a mushaf that is not on this device, no font is wanted. Over all tabs, one call works on a mushaf at a time.
   *
   * Codes in the report: `font_unusable` (no hash), `font_mismatch` (wrong hash or length), `foreign_address` (a host that is
   * not listed), `quota_exceeded`, and those of the download: `network`, `timeout`, `not_found`...
   * @throws {WaraqError} `invalid_argument`, `fonts_closed`, `storage_unavailable` and other errors of storage; the signal's
   * reason; `aborted` where the fonts are dropped meanwhile
   */
  keepFonts(ref: ResourceRef, options?: KeepFontsOptions): Promise<FontsReport>
  /**
   * Deletes the fonts of a mushaf, which no longer follow its rows. Ends calls of this object that are under way for it.
   * @throws {WaraqError} `invalid_argument`, `fonts_closed` and errors of storage
   */
  dropFonts(ref: ResourceRef): Promise<void>
  /**
   * The font of a page, or of one of the mushaf's `fontAssets`: checked, loaded and ready for `document.fonts.add(face)`.
   * Undefined where the font is not kept, or where the browser does not accept it; the status then names it.
   * @throws {WaraqError} `invalid_argument`, `fonts_closed` and errors of storage
   */
  fontFace(ref: ResourceRef, page: number | FontAsset): Promise<PageFont | undefined>
  /** @throws {WaraqError} `invalid_argument`, `fonts_closed` and errors of storage */
  status(ref: ResourceRef): Promise<FontsStatus>
  /**
   * Calls the listener with the status once it is known and whenever it changes, in this tab or another. Returns a function
   * that ends the watch.
   * @throws {WaraqError} `invalid_argument`
   */
  watch(ref: ResourceRef, listener: (status: FontsStatus) => void): () => void
  /** Ends the calls under way. Kept fonts stay. */
  close(): void
}

/** The state of one mushaf in this object. */
interface MushafState {
  readonly ref: ResourceRef
  /** Failures of the latest run. */
  failed: readonly FontFailure[]
  /** Fonts that the browser did not accept, by hash. */
  readonly refused: Map<string, FontFailure>
  /** The font list that the latest run worked on; `retry`: a failure may pass. Null: another run is due. */
  lastRun: { readonly digest: number; readonly commits: number; readonly retry: boolean } | null
  /** Aborts the calls that are under way. */
  readonly underWay: Set<AbortController>
  /** What was told last; undefined until the record was seen. */
  readonly told: ObservableValue<FontsStatus | undefined>
  /** Ends the live query of its rows. */
  unfollow: (() => void) | undefined
  /** Whether a background run is under way, and whether another one follows it. */
  background: 'no' | 'runs' | 'again'
}

const noEntry: KeptFonts = { bytes: 0, kept: 0, wanted: 0, version: 0 }

class KeptFontsOfStore implements Fonts {
  readonly #settings: FontsSettings
  readonly #closing = new AbortController()
  readonly #mushafs = new Map<ResourceKey, MushafState>()
  /** The record as it was last read; undefined until then. */
  #record: ReadonlyMap<ResourceKey, KeptFonts> | undefined
  #endRecord: () => void = () => undefined

  constructor(settings: FontsSettings) {
    this.#settings = settings
    // On a server, or where a page may store nothing, no fonts are kept that could follow their rows.
    if (settings.caches) this.#endRecord = this.#followRecord()
    else this.#record = new Map()
  }

  async keepFonts(ref: ResourceRef, options: KeepFontsOptions = {}): Promise<FontsReport> {
    const state = this.#stateOf(ref)
    this.#checkOpen()
    options.signal?.throwIfAborted()
    return this.#keep(state, options)
  }

  async dropFonts(ref: ResourceRef): Promise<void> {
    const state = this.#stateOf(ref)
    this.#checkOpen()
    const cache = this.#cacheOf(state)
    for (const controller of state.underWay) controller.abort(fontsDropped())
    await this.#turn(state, this.#closing.signal, async () => {
      await cache.delete()
      await forgetKeptFonts(await this.#settings.internals.open(), resourceKey(state.ref))
    })
    state.failed = []
    state.refused.clear()
    this.#tell(state)
  }

  async fontFace(ref: ResourceRef, page: number | FontAsset): Promise<PageFont | undefined> {
    const state = this.#stateOf(ref)
    if (typeof page === 'number') checkPage(page)
    this.#checkOpen()
    const { store, caches, FontFace: FontFaceOf } = this.#settings
    if (!caches || !FontFaceOf) return undefined
    const asset = typeof page === 'number' ? await store.view(fontAssetOf(state.ref, page)) : page
    const sha256 = asset && hashOf(asset)
    if (!sha256) return undefined
    const font: UsableFont = { asset, sha256 }
    const bytes = await readKept(this.#cacheOf(state), font)
    if (bytes === 'damaged') await this.#removeDamaged(state, sha256)
    if (typeof bytes === 'string') return undefined
    try {
      const face = await makeFace(FontFaceOf, state.ref, font, bytes)
      if (state.refused.delete(sha256)) this.#tell(state)
      return { face, asset }
    } catch (error) {
      state.refused.set(sha256, failureOf(asset, storageError(error)))
      this.#tell(state)
      return undefined
    }
  }

  async status(ref: ResourceRef): Promise<FontsStatus> {
    const state = this.#stateOf(ref)
    this.#checkOpen()
    if (!this.#settings.caches) return this.#statusOf(state, undefined)
    const record = await this.#stored((db) => readKeptFonts(db))
    return this.#statusOf(state, record.get(resourceKey(state.ref)))
  }

  watch(ref: ResourceRef, listener: (status: FontsStatus) => void): () => void {
    const state = this.#stateOf(ref)
    if (this.#closing.signal.aborted) return () => undefined
    this.#tell(state)
    return state.told.watch((status) => status && listener(status))
  }

  close(): void {
    this.#closing.abort(fontsClosed())
    this.#endRecord()
    for (const { unfollow } of this.#mushafs.values()) unfollow?.()
  }

  #checkOpen(): void {
    this.#closing.signal.throwIfAborted()
  }

  #stateOf(given: ResourceRef): MushafState {
    const ref = checkRef(given)
    const key = resourceKey(ref)
    let state = this.#mushafs.get(key)
    if (!state) {
      state = {
        ref,
        failed: [],
        refused: new Map(),
        lastRun: null,
        underWay: new Set(),
        told: new ObservableValue<FontsStatus | undefined>(undefined),
        unfollow: undefined,
        background: 'no',
      }
      this.#mushafs.set(key, state)
    }
    return state
  }

  /** @throws {WaraqError} `storage_unavailable` */
  #caches(): FontCaches {
    const { caches } = this.#settings
    if (!caches) throw noCacheStorage()
    return caches
  }

  #cacheName({ ref }: MushafState): string {
    return fontCacheName(this.#settings.internals.name, resourceKey(ref))
  }

  #cacheOf(state: MushafState): FontCache {
    return new FontCache(this.#caches(), this.#cacheName(state))
  }

  /** Works on the database; errors are `WaraqError`s. */
  async #stored<T>(work: (db: WaraqDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#settings.internals.open())
    } catch (error) {
      throw storageError(error)
    }
  }

  /** Works under the mushaf's lock, one holder at a time over all tabs. Errors are `WaraqError`s or the signal's reason. */
  async #turn<T>(state: MushafState, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#settings.locks.request(this.#cacheName(state), { signal }, work)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw isWaraqError(error) ? error : storageError(error)
    }
  }

  /** Fetches and deletes fonts until they are those that rows name. In the background, only while the mushaf's fonts are kept. */
  async #keep(
    state: MushafState,
    { signal: caller, onProgress }: KeepFontsOptions,
    inBackground = false,
  ): Promise<FontsReport> {
    const cache = this.#cacheOf(state)
    const own = new AbortController()
    const signal = AbortSignal.any([this.#closing.signal, own.signal, ...(caller ? [caller] : [])])
    state.underWay.add(own)
    this.#tell(state)
    try {
      return await this.#turn(state, signal, async () => {
        const db = await this.#settings.internals.open()
        if (inBackground && !(await readKeptFonts(db)).has(resourceKey(state.ref))) return nothingKept
        const list = await readFontList(this.#settings.internals.reads, state.ref)
        // What another turn has done meanwhile need not be done again.
        if (!list || (inBackground && !this.#isDue(state, list))) return nothingKept
        const told = (progress: FontsProgress) => onProgress && callListener(onProgress, progress)
        try {
          const report = await keepFonts(this.#settings, {
            db,
            cache,
            ref: state.ref,
            list,
            signal,
            onProgress: told,
          })
          this.#keptAsListed(state, list, report)
          return report
        } catch (error) {
          // After a caller has ended the call, the background goes on with the next commit, not at once.
          const { digest, commits } = list
          if (caller?.aborted) state.lastRun = { digest, commits, retry: true }
          throw error
        }
      })
    } finally {
      state.underWay.delete(own)
      this.#tell(state)
    }
  }

  #keptAsListed(state: MushafState, list: FontList, { failed }: FontsReport): void {
    state.failed = failed
    const named = new Set(list.assets.map(hashOf))
    for (const sha256 of state.refused.keys()) if (!named.has(sha256)) state.refused.delete(sha256)
    const { digest, commits } = list
    state.lastRun = { digest, commits, retry: failed.some(({ error }) => mayPass(error)) }
  }

  /** Removes a damaged file and fetches it again in the background. */
  async #removeDamaged(state: MushafState, sha256: string): Promise<void> {
    try {
      await this.#cacheOf(state).remove([sha256])
    } catch {
      // A damaged file that stays is found again when it is read.
    }
    state.lastRun = null
    this.#inBackground(state)
  }

  // The live query retries by itself where the database cannot be read.
  #followRecord(): () => void {
    return this.#settings.internals
      .live((reads) => reads.meta('fonts', (record) => [...keptFontsOf(record)]))
      .subscribe({ next: (kept) => this.#onRecord(new Map(kept)), error: () => undefined })
  }

  #onRecord(record: ReadonlyMap<ResourceKey, KeptFonts>): void {
    if (this.#closing.signal.aborted) return
    this.#record = record
    for (const key of record.keys()) {
      const ref = parseResourceKey(key)
      if (ref) this.#stateOf(ref)
    }
    for (const [key, state] of this.#mushafs) {
      if (record.has(key)) state.unfollow ??= this.#followRows(state)
      else {
        state.unfollow?.()
        state.unfollow = undefined
        state.lastRun = null
      }
      this.#tell(state)
    }
  }

  #followRows(state: MushafState): () => void {
    const next = (list: FontList | null) => {
      if (list && this.#isDue(state, list)) this.#inBackground(state)
    }
    return this.#settings.internals
      .live((reads) => readFontList(reads, state.ref))
      .subscribe({ next, error: () => undefined })
  }

  /** Whether rows name other fonts than in the latest run, or a commit came since a run with a failure that may pass. */
  #isDue({ lastRun }: MushafState, { digest, commits }: FontList): boolean {
    return !lastRun || lastRun.digest !== digest || (lastRun.retry && lastRun.commits !== commits)
  }

  /** Starts a background run, or another one after it. Never throws: the status tells failures. */
  #inBackground(state: MushafState): void {
    if (state.background !== 'no') {
      state.background = 'again'
      return
    }
    state.background = 'runs'
    const run = async () => {
      try {
        await this.#keep(state, {}, true)
      } catch {
        // The next commit or call tries again.
      }
      const again = state.background === 'again' && !this.#closing.signal.aborted
      state.background = 'no'
      if (again) this.#inBackground(state)
    }
    void run()
  }

  #statusOf(state: MushafState, entry: KeptFonts | undefined): FontsStatus {
    const { kept, wanted, bytes, version } = entry ?? noEntry
    return {
      following: entry !== undefined,
      wanted,
      kept,
      bytes,
      version,
      underWay: state.underWay.size > 0,
      failed: [...state.failed, ...state.refused.values()],
    }
  }

  #tell(state: MushafState): void {
    if (!this.#record || this.#closing.signal.aborted) return
    const status = this.#statusOf(state, this.#record.get(resourceKey(state.ref)))
    if (JSON.stringify(status) !== JSON.stringify(state.told.get())) state.told.set(status)
  }
}

/**
 * Keeps fonts of mushafs in Cache Storage, for a page. Fonts that an earlier visit kept follow their rows again from now on,
 * and missing ones are fetched. Where there is no Cache Storage, as on a server, no fonts are kept.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function openFonts(options: FontsOptions): Fonts {
  return new KeptFontsOfStore(resolveFontsOptions(options))
}
