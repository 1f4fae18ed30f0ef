import { callListener, ObservableValue } from '../client/observable.ts'
import {
  isWaraqError,
  parseResourceKey,
  resourceKey,
  WaraqError,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/protocol'
import type { WaraqDatabase } from '../store/database.ts'
import { filesCacheName, filesKeyOf } from '../store/files-record.ts'
import type { FilesEntry } from '../store/records.ts'
import type { ScheduleRecord } from '../store/schedule-record.ts'
import { storageError } from '../store/storage-error.ts'
import { downloadsPaused, filesClosed, filesDropped, noCacheStorage } from './failures.ts'
import { checkFile } from './fetch-file.ts'
import { FileCache, type FileCaches } from './file-cache.ts'
import { mayPass, readFileList, type FileList, type ResourceFile } from './file-list.ts'
import { keepFiles } from './keep-files.ts'
import { forgetKept, filesEntriesOf, noteDesired, readFilesEntry } from './files-entry.ts'
import { resolveFilesOptions, type FilesOptions, type FilesSettings } from './options.ts'
import { asParts, coversParts, hasPart, withoutParts, withParts, type Parts } from './parts.ts'
import {
  noFiles,
  type FileFailure,
  type FilesProgress,
  type FilesReport,
  type FilesStatus,
} from './report.ts'

export interface KeepFilesOptions {
  /** Ends the call. Files that are stored by then stay, and the next call continues from there. */
  readonly signal?: AbortSignal | undefined
  /** Called after each file, and repeatedly while a large one downloads. */
  readonly onProgress?: ((progress: FilesProgress) => void) | undefined
}

/**
 * Files of one kind that rows name, kept on this device. While a page has them open, kept files follow changes of their rows.
 * They are deleted together with their resource.
 */
export interface Files<Place> {
  /**
   * Fetches the missing files of a resource that is on this device, or of some of its parts. From then on these parts are wanted,
   * and their files follow their rows. If the call ends early, a page that has this kind open continues, in this visit or the
   * next. A file that cannot be kept is in the report, and the call continues. If the resource is not on this device, nothing of
   * it becomes wanted.
   *
   * Over all tabs, one call works on a resource at a time. A call preempts the background work of the same object.
   *
   * Codes in the report: `file_unusable` (the row cannot be used), `file_mismatch` (wrong hash, length or kind),
   * `foreign_address` (a host that is not listed), `quota_exceeded`, and those of the download: `network`, `timeout`,
   * `not_found`...
   * @throws {WaraqError} `invalid_argument`, `files_closed`, `storage_unavailable` and other errors of storage; `paused` if the
   * engine is paused meanwhile; the signal's reason; `aborted` if the files are dropped meanwhile
   */
  keep(ref: ResourceRef, parts?: Parts, options?: KeepFilesOptions): Promise<FilesReport<Place>>
  /**
   * Deletes the files of a resource or of some of its parts. They no longer follow their rows. Ends running calls for them, in
   * this tab or another.
   * @throws {WaraqError} `invalid_argument`, `files_closed` and errors of storage
   */
  drop(ref: ResourceRef, parts?: Parts): Promise<void>
  /**
   * Returns a file, or undefined if it is not kept. A file with a hash is checked against its row. A damaged file is deleted and
   * fetched again in the background. The `Blob` refers to the file on disk; its bytes are not in memory.
   * @throws {WaraqError} `files_closed`
   */
  read(ref: ResourceRef, file: ResourceFile<Place>): Promise<Blob | undefined>
  /** @throws {WaraqError} `files_closed` and errors of storage */
  status(ref: ResourceRef): Promise<FilesStatus<Place>>
  /**
   * Calls the listener with the status once it is known and whenever it changes, in this tab or another. Returns a function that
   * stops watching.
   */
  watch(ref: ResourceRef, listener: (status: FilesStatus<Place>) => void): () => void
  /**
   * Returns the complete address of a file.
   * @throws {WaraqError} `foreign_address` if its host is not listed
   */
  address(url: string): string
  /** Ends running calls. Kept files stay. */
  close(): void
}

/** A call or a background run. */
interface Work {
  readonly parts: Parts
  readonly inBackground: boolean
  readonly ended: AbortController
}

/** The state of one resource in this object. */
interface ResourceState<Place> {
  readonly ref: ResourceRef
  /** Failures of the latest run. */
  failed: readonly FileFailure<Place>[]
  /** The list of the latest run over all wanted parts. `retry`: a failure may pass. Null: another run is due. */
  lastRun: { readonly digest: number; readonly commits: number; readonly retry: boolean } | null
  readonly inProgress: Set<Work>
  /** The status that was reported last; undefined until the record was read. */
  readonly reported: ObservableValue<FilesStatus<Place> | undefined>
  /** Ends the live query of its rows. */
  unfollow: (() => void) | undefined
  /** Whether a background run is active, and whether another one follows it. */
  background: 'no' | 'runs' | 'again'
  /** Consecutive runs that left work undone. */
  failures: number
  /** Whether the delay after such a run is active. */
  isResting: boolean
}

/**
 * Milliseconds until the page retries after a temporary failure. The delay doubles with each further failure up to the maximum,
 * and is shortened at random by up to a half.
 */
const firstRestMs = 20_000
const longestRestMs = 1_200_000

/** Records of the database that an object follows. */
interface Followed {
  readonly kept: ReadonlyMap<string, FilesEntry>
  readonly isPaused: boolean
}

const noEntry: FilesEntry = { parts: [], bytes: 0, kept: 0, wanted: 0, version: 0, counts: {} }

const isPaused = (record: unknown) => ((record as ScheduleRecord | undefined)?.pausedAt ?? null) !== null

class FilesOfStore<Place> implements Files<Place> {
  readonly #settings: FilesSettings<Place>
  readonly #closing = new AbortController()
  readonly #resources = new Map<ResourceKey, ResourceState<Place>>()
  /** The records as they were last read; undefined before that. */
  #followed: Followed | undefined
  readonly #ends: (() => void)[] = []

  constructor(settings: FilesSettings<Place>) {
    this.#settings = settings
    // On a server, or if a page may store nothing, there are no kept files that could follow their rows.
    if (!settings.caches) {
      this.#followed = { kept: new Map(), isPaused: false }
      return
    }
    this.#ends.push(
      this.#followRecords(),
      settings.onConditions(() => this.#onConditions()),
    )
  }

  async keep(
    ref: ResourceRef,
    parts: Parts = 'all',
    options: KeepFilesOptions = {},
  ): Promise<FilesReport<Place>> {
    const state = this.#stateOf(ref)
    const asked = this.#checkParts(parts)
    this.#checkOpen()
    options.signal?.throwIfAborted()
    const cache = this.#cacheOf(state)
    if (asked.length === 0) return noFiles
    const setting = (wanted: Parts) => withParts(wanted, asked, this.#settings.parts)
    const wanted = await this.#stored((db) => noteDesired(db, this.#keyOf(state), setting))
    if (wanted === undefined) {
      await cache.delete()
      return noFiles
    }
    // The caller preempts background work.
    const before = [...state.inProgress].filter(({ inBackground }) => inBackground)
    if (before.length > 0) state.background = 'again'
    for (const { ended } of before) ended.abort('the caller goes first')
    return this.#work(state, { parts: asked, inBackground: false, ended: new AbortController() }, options)
  }

  async drop(ref: ResourceRef, parts: Parts = 'all'): Promise<void> {
    const state = this.#stateOf(ref)
    const asked = this.#checkParts(parts)
    this.#checkOpen()
    const cache = this.#cacheOf(state)
    const key = this.#keyOf(state)
    const less = (wanted: Parts) => withoutParts(wanted, asked, this.#settings.parts)
    // The wanted parts are recorded first, so that a tab that is fetching the files notices the change and stops.
    const left = await this.#stored((db) => noteDesired(db, key, less))
    if (left === undefined) return
    this.#endUnwanted(state, left)
    await this.#turn(state, this.#closing.signal, async () => {
      const db = await this.#settings.internals.open()
      if ((await readFilesEntry(db)).get(key)?.parts.length === 0) {
        await cache.delete()
        await forgetKept(db, key)
      } else await this.#run(state, { parts: [], signal: this.#closing.signal })
    })
    if (left.length === 0) state.failed = []
    this.#tell(state)
  }

  async read(ref: ResourceRef, file: ResourceFile<Place>): Promise<Blob | undefined> {
    const state = this.#stateOf(ref)
    this.#checkOpen()
    if (!this.#settings.caches) return undefined
    const cache = this.#cacheOf(state)
    try {
      const blob = await cache.read(file.key)
      if (blob && file.sha256 !== undefined) await checkFile(file, new Uint8Array(await blob.arrayBuffer()))
      return blob
    } catch {
      await this.#removeDamaged(state, file.key)
      return undefined
    }
  }

  async status(ref: ResourceRef): Promise<FilesStatus<Place>> {
    const state = this.#stateOf(ref)
    this.#checkOpen()
    if (!this.#settings.caches) return this.#statusOf(state, undefined)
    const record = await this.#stored((db) => readFilesEntry(db))
    return this.#statusOf(state, record.get(this.#keyOf(state)))
  }

  watch(ref: ResourceRef, listener: (status: FilesStatus<Place>) => void): () => void {
    const state = this.#stateOf(ref)
    if (this.#closing.signal.aborted) return () => undefined
    this.#tell(state)
    return state.reported.watch((status) => status && listener(status))
  }

  address(url: string): string {
    return this.#settings.client.address(url)
  }

  close(): void {
    this.#closing.abort(filesClosed())
    for (const end of this.#ends) end()
    for (const { unfollow } of this.#resources.values()) unfollow?.()
  }

  #checkOpen(): void {
    this.#closing.signal.throwIfAborted()
  }

  #checkParts(given: Parts): Parts {
    const parts = asParts(given)
    const most = this.#settings.parts
    const isSound =
      given === 'all' || (Array.isArray(given) && given.every((part) => hasPart(parts, part) && part <= most))
    if (isSound) return parts
    throw new WaraqError({
      code: 'invalid_argument',
      message: `Give 'all', or a list of whole numbers from 1 to ${most}, as the parts of a resource.`,
      details: { argument: 'parts' },
    })
  }

  #stateOf(ref: ResourceRef): ResourceState<Place> {
    const key = resourceKey(ref)
    let state = this.#resources.get(key)
    if (!state) {
      state = {
        ref,
        failed: [],
        lastRun: null,
        inProgress: new Set(),
        reported: new ObservableValue<FilesStatus<Place> | undefined>(undefined),
        unfollow: undefined,
        background: 'no',
        failures: 0,
        isResting: false,
      }
      this.#resources.set(key, state)
    }
    return state
  }

  /** @throws {WaraqError} `storage_unavailable` */
  #caches(): FileCaches {
    const { caches } = this.#settings
    if (!caches) throw noCacheStorage()
    return caches
  }

  #keyOf({ ref }: ResourceState<Place>) {
    return filesKeyOf(this.#settings.kind, ref)
  }

  #cacheName(state: ResourceState<Place>): string {
    return filesCacheName(this.#settings.internals.name, this.#keyOf(state))
  }

  #cacheOf(state: ResourceState<Place>): FileCache {
    return new FileCache(this.#caches(), this.#cacheName(state), this.#settings.kind)
  }

  /** Runs a step on the database. Errors are `WaraqError`s. */
  async #stored<T>(step: (db: WaraqDatabase) => Promise<T>): Promise<T> {
    try {
      return await step(await this.#settings.internals.open())
    } catch (error) {
      throw storageError(error)
    }
  }

  /** Runs a step under the resource's lock, one at a time over all tabs. Errors are `WaraqError`s or the signal's reason. */
  async #turn<T>(state: ResourceState<Place>, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
    try {
      return await this.#settings.locks.request(this.#cacheName(state), { signal }, step)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw isWaraqError(error) ? error : storageError(error)
    }
  }

  /** Fetches and deletes files until they match those that rows name. In the background, only while they are wanted. */
  async #work(
    state: ResourceState<Place>,
    work: Work,
    { signal: caller, onProgress }: KeepFilesOptions,
  ): Promise<FilesReport<Place>> {
    const signal = AbortSignal.any([this.#closing.signal, work.ended.signal, ...(caller ? [caller] : [])])
    state.inProgress.add(work)
    this.#tell(state)
    try {
      return await this.#turn(state, signal, () =>
        this.#run(state, {
          ...work,
          signal,
          ...(caller ? { caller } : {}),
          ...(onProgress ? { onProgress } : {}),
        }),
      )
    } finally {
      state.inProgress.delete(work)
      this.#tell(state)
      if (!signal.aborted) this.#againLater(state)
    }
  }

  /** One run. The caller holds the lock. */
  async #run(
    state: ResourceState<Place>,
    {
      parts,
      signal,
      inBackground = false,
      caller,
      onProgress,
    }: {
      readonly parts: Parts
      readonly signal: AbortSignal
      readonly inBackground?: boolean
      readonly caller?: AbortSignal
      readonly onProgress?: (progress: FilesProgress) => void
    },
  ): Promise<FilesReport<Place>> {
    const { internals, kind, listOf } = this.#settings
    const db = await internals.open()
    const list = await readFileList(internals.reads, kind, state.ref, listOf)
    // A background run skips work that another run has done meanwhile.
    if (!list || (inBackground && !this.#isDue(state, list))) return noFiles
    const reported = (progress: FilesProgress) => onProgress && callListener(onProgress, progress)
    const cache = this.#cacheOf(state)
    try {
      const { ref } = state
      const report = await keepFiles(this.#settings, {
        db,
        cache,
        ref,
        list,
        parts,
        signal,
        onProgress: reported,
      })
      this.#ranAsListed(state, list, parts, report.failed)
      return report
    } catch (error) {
      // After a caller has aborted the call, background work continues at the next commit, not automatically.
      const { digest, commits } = list
      if (caller?.aborted) state.lastRun = { digest, commits, retry: true }
      throw error
    }
  }

  #ranAsListed(
    state: ResourceState<Place>,
    { parts: wanted, digest, commits, files }: FileList<Place>,
    parts: Parts,
    failed: readonly FileFailure<Place>[],
  ): void {
    if (coversParts(parts, wanted)) {
      state.failed = failed
      state.lastRun = { digest, commits, retry: failed.some(({ error }) => mayPass(error)) }
      return
    }
    // Files of other parts that failed earlier are still missing.
    const others = new Set(files.filter(({ part }) => !hasPart(parts, part)).map(({ url }) => url))
    state.failed = [...state.failed.filter(({ url }) => others.has(url)), ...failed]
  }

  /** Removes a damaged file and fetches it again in the background. */
  async #removeDamaged(state: ResourceState<Place>, key: string): Promise<void> {
    try {
      const cache = this.#cacheOf(state)
      await cache.remove((await cache.files()).get(key)?.entries ?? [])
    } catch {
      // A damaged file that stays is found again at its next read.
    }
    state.lastRun = null
    this.#inBackground(state)
  }

  // The live query retries automatically if the database cannot be read.
  #followRecords(): () => void {
    const { internals, kind } = this.#settings
    const ofKind = (record: unknown) =>
      [...filesEntriesOf(record)].filter(([key]) => key.startsWith(`${kind}:`))
    return internals
      .live(async (reads) => ({
        kept: new Map<string, FilesEntry>(await reads.meta('files', ofKind)),
        isPaused: await reads.meta('schedule', isPaused),
      }))
      .subscribe({ next: (followed) => this.#onRecords(followed), error: () => undefined })
  }

  #onRecords(followed: Followed): void {
    if (this.#closing.signal.aborted) return
    const before = this.#followed
    this.#followed = followed
    const { kind } = this.#settings
    for (const key of followed.kept.keys()) {
      const ref = parseResourceKey(key.slice(kind.length + 1))
      if (ref) this.#stateOf(ref)
    }
    for (const state of this.#resources.values()) {
      const entry = followed.kept.get(this.#keyOf(state))
      if (entry && entry.parts.length > 0) state.unfollow ??= this.#followRows(state)
      else {
        state.unfollow?.()
        state.unfollow = undefined
        state.lastRun = null
      }
      if (entry) this.#endUnwanted(state, entry.parts)
      if (followed.isPaused && before?.isPaused === false) this.#end(state, () => true, downloadsPaused)
      this.#tell(state)
    }
    if (before?.isPaused && !followed.isPaused) this.#goOn()
  }

  #end(state: ResourceState<Place>, which: (work: Work) => boolean, why: () => WaraqError): void {
    for (const work of state.inProgress) if (which(work)) work.ended.abort(why())
  }

  /**
   * Ends work on files that are no longer wanted. If background work ends, another run continues with the files that are wanted.
   */
  #endUnwanted(state: ResourceState<Place>, parts: Parts): void {
    const isUnwanted = (work: Work) => !coversParts(parts, work.parts)
    if ([...state.inProgress].some((work) => work.inBackground && isUnwanted(work)))
      state.background = 'again'
    this.#end(state, isUnwanted, filesDropped)
  }

  #followRows(state: ResourceState<Place>): () => void {
    const { internals, kind, listOf } = this.#settings
    const next = (list: FileList<Place> | null) => {
      if (list && this.#isDue(state, list)) this.#inBackground(state)
    }
    return internals
      .live((reads) => readFileList(reads, kind, state.ref, listOf))
      .subscribe({ next, error: () => undefined })
  }

  /** Whether rows name other files than in the latest run, or a commit followed a run with a failure that may pass. */
  #isDue({ lastRun }: ResourceState<Place>, { digest, commits }: FileList<Place>): boolean {
    return !lastRun || lastRun.digest !== digest || (lastRun.retry && lastRun.commits !== commits)
  }

  /** Whether work that no call requested may run. */
  #mayWork(): boolean {
    return !this.#closing.signal.aborted && this.#followed?.isPaused === false && !this.#settings.savesData()
  }

  #onConditions(): void {
    if (this.#mayWork()) this.#goOn()
    else
      for (const state of this.#resources.values())
        this.#end(state, (work) => work.inBackground, downloadsPaused)
  }

  #goOn(): void {
    for (const state of this.#resources.values()) this.#goOnWith(state)
  }

  /** Restarts work that was held back or failed temporarily. */
  #goOnWith(state: ResourceState<Place>): void {
    if (!state.unfollow) return
    if (state.lastRun?.retry) state.lastRun = null
    if (!state.lastRun) this.#inBackground(state)
  }

  /**
   * Continues after a delay if a run left work undone that may succeed later. Otherwise there may be neither a commit nor a call
   * for days.
   */
  #againLater(state: ResourceState<Place>): void {
    if (state.lastRun && !state.lastRun.retry) {
      state.failures = 0
      return
    }
    if (state.isResting) return
    state.isResting = true
    const { clock, random } = this.#settings
    const restMs = Math.min(firstRestMs * 2 ** state.failures++, longestRestMs)
    const goOn = () => {
      state.isResting = false
      this.#goOnWith(state)
    }
    // Rejects when the object is closed.
    clock.sleep(restMs * (1 - random() / 2), this.#closing.signal).then(goOn, () => undefined)
  }

  /** Starts a background run, or another one after the active one. Never throws: the status contains the failures. */
  #inBackground(state: ResourceState<Place>): void {
    if (!this.#mayWork()) return
    if (state.background !== 'no') {
      state.background = 'again'
      return
    }
    state.background = 'runs'
    const run = async () => {
      try {
        const parts = this.#followed?.kept.get(this.#keyOf(state))?.parts ?? []
        await this.#work(state, { parts, inBackground: true, ended: new AbortController() }, {})
      } catch {
        // It is retried after a delay.
      }
      const again = state.background === 'again'
      state.background = 'no'
      if (again) this.#inBackground(state)
    }
    void run()
  }

  #statusOf(state: ResourceState<Place>, entry: FilesEntry | undefined): FilesStatus<Place> {
    const { parts, kept, wanted, bytes, version, counts } = entry ?? noEntry
    return {
      following: parts.length > 0,
      parts,
      wanted,
      kept,
      bytes,
      counts: Object.entries(counts).map(([part, [files, keptOfPart, bytesOfPart]]) => ({
        part: Number(part),
        files,
        kept: keptOfPart,
        bytes: bytesOfPart,
      })),
      version,
      inProgress: state.inProgress.size > 0,
      failed: state.failed,
    }
  }

  #tell(state: ResourceState<Place>): void {
    if (!this.#followed || this.#closing.signal.aborted) return
    const status = this.#statusOf(state, this.#followed.kept.get(this.#keyOf(state)))
    if (JSON.stringify(status) !== JSON.stringify(state.reported.get())) state.reported.set(status)
  }
}

/**
 * Opens the files of one kind for a page. They are kept in Cache Storage. Files that an earlier visit requested follow their rows
 * again from now on, and missing ones are fetched. Without Cache Storage, as on a server, no files are kept.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function openFiles<Place>(options: FilesOptions<Place>): Files<Place> {
  return new FilesOfStore(resolveFilesOptions(options))
}
