import {
  resourceKey,
  type ResourceKey,
  type ResourceRef,
  type WaraqError,
  type RecordType,
} from '@waraq/protocol'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { ResourceInfo } from '../../store/read/resource-info.ts'
import { ResourceIndex } from '../inverted/resource-index.ts'
import type { Searchable } from '../library/searchable.ts'
import { readText, TextRows, type TextRow } from '../library/text-rows.ts'
import type { SearchedResource } from '../search.ts'
import type { IndexStorage } from '../storage/index-storage.ts'
import type { StoredIndex } from '../storage/stored-index.ts'
import type { TimeSlice } from './time-slice.ts'

/** Maximum number of changed rows to read one by one. For more, reading all rows is as fast. */
const mostByKey = 100

/** Dependencies of an update, supplied by the caller. */
export interface UpdateDependencies {
  readonly store: ContentStore
  readonly storage: IndexStorage
  readonly timeSlice: TimeSlice
  /** Called when more rows are indexed. */
  readonly onProgress: () => void
}

/** The index of one resource, with its state relative to the installed rows. */
export class ManagedIndex {
  readonly ref: ResourceRef
  readonly key: ResourceKey
  readonly rows: TextRows
  index = ResourceIndex.empty()
  state: SearchedResource['state'] = 'waiting'
  error: WaraqError | undefined
  /** Whether something has changed since the last attempt to update. */
  due = true
  isLoaded = false
  readonly #searchable: Searchable
  readonly #ended = new AbortController()
  #info: ResourceInfo
  /** The commit whose rows are indexed; undefined if they are of several commits or none. */
  #mark: string | undefined
  /** The store's mark of the rows that the index was built from. */
  #rowsMark: string | undefined
  /** Number of reasons to read all rows again. */
  #doubts = 0
  /** Number of those reasons that the last read of all rows has covered. */
  #answered = 0

  constructor(store: ContentStore, info: ResourceInfo, searchable: Searchable) {
    this.ref = info.ref
    this.key = resourceKey(info.ref)
    this.rows = new TextRows(store, info.ref, searchable)
    this.#searchable = searchable
    this.#info = info
  }

  get recordType(): Searchable['recordType'] {
    return this.#searchable.recordType
  }

  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** Ends the updates, because the resource is no longer searched. */
  end(): void {
    this.#ended.abort()
  }

  /** Takes the currently installed version. */
  follow(info: ResourceInfo): void {
    this.#info = info
    if (this.isLoaded) this.#compare()
  }

  /** Reports that a row differs from its indexed version although no commit was announced. */
  doubt(): void {
    this.#mark = undefined
    this.#doubts++
    this.#compare()
  }

  fail(error: WaraqError): void {
    this.state = 'failed'
    this.error = error
  }

  describe(): SearchedResource {
    const { ref, state, index } = this
    return { ref, rows: rowsOf(this.#info, this.recordType), indexed: index.rows, state }
  }

  /** Loads the index that was stored by an earlier visit. */
  async load(storage: IndexStorage): Promise<void> {
    const stored = await storage.load(this.key)
    if (stored) this.#adopt(stored)
    this.isLoaded = true
    this.#compare()
  }

  /**
   * Updates the index: rows whose text changed are indexed again. If the store cannot report which rows a commit
   * changed, all rows are read. If another commit happens meanwhile, the index matches no single commit, and the next
   * update continues from there.
   */
  async update(parts: UpdateDependencies): Promise<void> {
    this.due = false
    this.state = 'building'
    // The announced resource may be older than the rows that are read now.
    const info = await parts.store.resource(this.ref)
    if (info?.status !== 'installed') return void (this.state = 'absent')
    this.#info = info
    const mark = commitMark(info)
    // Another tab may already have stored the index.
    const isDoubted = this.#doubts > this.#answered
    const stored = isDoubted ? undefined : await parts.storage.load(this.key, mark)
    this.signal.throwIfAborted()
    if (stored) this.#adopt(stored)
    else await this.#readAgain(mark, isDoubted ? undefined : this.#rowsMark, parts)
  }

  /** Indexes the current version of a row. */
  put(row: TextRow): void {
    this.index.put(row.recordKey, row.digest, readText(row).words)
  }

  #adopt({ index, mark, rowsMark }: StoredIndex): void {
    this.index = index
    this.#mark = mark
    this.#rowsMark = rowsMark
    this.#compare()
  }

  async #readAgain(mark: string, since: string | undefined, parts: UpdateDependencies): Promise<void> {
    this.#mark = undefined
    const doubts = this.#doubts
    const changes = await parts.store.changedRows(this.recordType, this.ref, since)
    const changed = changes?.recordKeys
    const some = changed && changed.length <= mostByKey ? changed : undefined
    const seen = some ? await this.#readSome(some, parts) : await this.#readAll(parts)
    const rows = some ? this.index.rows : seen.size
    if (!(await this.#isWhole(parts.store, mark, rows))) {
      // Rows are installed but none can be read, because the store hides rows that are too old or damaged.
      this.state = rows === 0 ? 'absent' : 'waiting'
      // The next update reads all rows, not only those that a commit changed.
      if (some) this.due = true
      this.#rowsMark = undefined
      return
    }
    const gone = some ? [] : [...this.index.recordKeys()].filter((recordKey) => !seen.has(recordKey))
    for (const recordKey of gone) this.index.drop(recordKey)
    this.index.settle()
    this.#answered = doubts
    // A search may have read a row before the commit and put it back after the update had read that row.
    if (doubts < this.#doubts) return this.#compare()
    const marks = { mark, rowsMark: changes?.mark }
    await parts.storage.save(this.key, marks, this.index.pack())
    if (doubts === this.#doubts) {
      this.#mark = mark
      this.#rowsMark = changes?.mark
    }
    this.#compare()
  }

  #compare(): void {
    this.due = this.#mark !== commitMark(this.#info)
    this.state = this.due ? 'waiting' : 'ready'
    if (!this.due) this.error = undefined
  }

  /** Returns the record keys of all rows. */
  async #readAll(parts: UpdateDependencies): Promise<Set<string>> {
    const seen = new Set<string>()
    for await (const rows of this.rows.pieces()) await this.#take(rows, seen, parts)
    if (seen.size !== rowsOf(this.#info, this.recordType))
      await this.#take(await this.rows.all(), seen, parts)
    return seen
  }

  /** Returns the record keys that have a row. Drops the others from the index. */
  async #readSome(recordKeys: readonly string[], parts: UpdateDependencies): Promise<Set<string>> {
    const seen = new Set<string>()
    for (const recordKey of recordKeys) {
      const row = await this.rows.row(recordKey)
      if (row) await this.#take([row], seen, parts)
      else this.index.drop(recordKey)
    }
    return seen
  }

  async #take(
    rows: readonly TextRow[],
    seen: Set<string>,
    { timeSlice, onProgress }: UpdateDependencies,
  ): Promise<void> {
    this.signal.throwIfAborted()
    for (const row of rows) {
      seen.add(row.recordKey)
      if (this.index.digestOf(row.recordKey) !== row.digest) this.put(row)
      if (!timeSlice.isDue) continue
      onProgress()
      await timeSlice.rest(this.signal)
    }
  }

  /** Whether all rows were read, and all of them are of one commit. */
  async #isWhole(store: ContentStore, mark: string, seen: number): Promise<boolean> {
    const info = await store.resource(this.ref)
    this.signal.throwIfAborted()
    return info !== undefined && commitMark(info) === mark && rowsOf(info, this.recordType) === seen
  }
}

/**
 * Identifies the commit of a resource's rows: as long as the mark is the same, so are the rows. Marks are compared, never parsed.
 */
function commitMark({ asOf, committedAt, rows }: ResourceInfo): string {
  return [asOf, committedAt, rows].join(' ')
}

function rowsOf(info: ResourceInfo, recordType: RecordType): number {
  return info.rowsByType.get(recordType) ?? 0
}
