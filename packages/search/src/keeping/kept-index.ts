import { resourceKey, type ResourceKey, type ResourceRef, type WaraqError } from '@waraq/contract'
import type { ContentStore, ResourceInfo } from '@waraq/engine'
import { ResourceIndex } from '../inverted/resource-index.ts'
import type { Searchable } from '../library/searchable.ts'
import { readText, TextRows, type TextRow } from '../library/text-rows.ts'
import type { SearchedResource } from '../search.ts'
import type { IndexStorage } from '../storage/index-storage.ts'
import type { StoredIndex } from '../storage/stored-index.ts'
import { commitMark, rowsOf } from './commit-mark.ts'
import type { Pace } from './pace.ts'

/** What an update needs of its surroundings. */
export interface UpdateParts {
  readonly store: ContentStore
  readonly storage: IndexStorage
  readonly pace: Pace
  /** More rows are indexed. */
  readonly onProgress: () => void
}

/** The index of one resource, and how far it is from what is installed. */
export class KeptIndex {
  readonly ref: ResourceRef
  readonly key: ResourceKey
  readonly rows: TextRows
  index = ResourceIndex.empty()
  state: SearchedResource['state'] = 'waiting'
  error: WaraqError | undefined
  /** Something changed since the last try at bringing it up to date. */
  due = true
  isLoaded = false
  readonly #searchable: Searchable
  readonly #ended = new AbortController()
  #info: ResourceInfo
  /** The commit that the index is of; undefined while it is of none. */
  #mark: string | undefined
  /** Reasons to look at the rows again, so far. */
  #doubts = 0
  /** Those that the last whole look has answered. */
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

  /** The resource is not searched any more. */
  end(): void {
    this.#ended.abort()
  }

  /** What is installed now. */
  follow(info: ResourceInfo): void {
    this.#info = info
    if (this.isLoaded) this.#compare()
  }

  /** Rows were read that are not as they were indexed, though nothing was told of a commit. */
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

  /** Takes what an earlier visit stored. */
  async load(storage: IndexStorage): Promise<void> {
    const stored = await storage.load(this.key)
    if (stored) this.#adopt(stored)
    this.isLoaded = true
    this.#compare()
  }

  /**
   * Brings the index to what is installed: rows whose text changed are indexed again, others are only looked at. A commit
   * may come in between; then the index is of none, and the next update goes on from there.
   */
  async update(parts: UpdateParts): Promise<void> {
    this.due = false
    this.state = 'building'
    // What was told of it may be older than what is read now.
    const info = await parts.store.resource(this.ref)
    if (info?.status !== 'installed') return void (this.state = 'absent')
    this.#info = info
    const mark = commitMark(info)
    // Another tab may have been quicker.
    const isDoubted = this.#doubts > this.#answered
    const stored = isDoubted ? undefined : await parts.storage.load(this.key, mark)
    this.signal.throwIfAborted()
    if (stored) this.#adopt(stored)
    else await this.#readAnew(mark, parts)
  }

  /** Indexes a row as it is now. */
  put(row: TextRow): void {
    this.index.put(row.recordKey, row.digest, readText(row).words)
  }

  #adopt({ index, mark }: StoredIndex): void {
    this.index = index
    this.#mark = mark
    this.#compare()
  }

  async #readAnew(mark: string, parts: UpdateParts): Promise<void> {
    this.#mark = undefined
    const doubts = this.#doubts
    const seen = await this.#readAll(parts)
    if (!(await this.#isWhole(parts.store, mark, seen.size))) {
      // Installed, and yet nothing can be read: the store hides what is too old, or found it damaged.
      this.state = seen.size === 0 ? 'absent' : 'waiting'
      return
    }
    const gone = [...this.index.recordKeys()].filter((recordKey) => !seen.has(recordKey))
    for (const recordKey of gone) this.index.drop(recordKey)
    this.index.settle()
    this.#answered = doubts
    // A search that read a row before the commit may have put it back after it was looked at.
    if (doubts < this.#doubts) return this.#compare()
    await parts.storage.save(this.key, mark, this.index.pack())
    if (doubts === this.#doubts) this.#mark = mark
    this.#compare()
  }

  #compare(): void {
    this.due = this.#mark !== commitMark(this.#info)
    this.state = this.due ? 'waiting' : 'ready'
    if (!this.due) this.error = undefined
  }

  /** Returns the record keys of all rows. */
  async #readAll({ pace, onProgress }: UpdateParts): Promise<Set<string>> {
    const seen = new Set<string>()
    const take = async (rows: readonly TextRow[]) => {
      for (const row of rows) {
        seen.add(row.recordKey)
        if (this.index.digestOf(row.recordKey) !== row.digest) this.put(row)
        if (!pace.isDue) continue
        onProgress()
        await pace.rest(this.signal)
      }
    }
    for await (const rows of this.rows.pieces()) {
      this.signal.throwIfAborted()
      await take(rows)
    }
    if (seen.size !== rowsOf(this.#info, this.recordType)) await take(await this.rows.all())
    return seen
  }

  /** All rows of one commit were seen. */
  async #isWhole(store: ContentStore, mark: string, seen: number): Promise<boolean> {
    const info = await store.resource(this.ref)
    this.signal.throwIfAborted()
    return info !== undefined && commitMark(info) === mark && rowsOf(info, this.recordType) === seen
  }
}
