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

/** So many changed rows at most are read one by one: with more of them, looking at all rows is as quick. */
const mostByKey = 100

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
  /** The store's mark of the rows that the index was made of. */
  #rowsMark: string | undefined
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
   * Brings the index to what is installed: rows whose text changed are indexed again. Where the store cannot tell which
   * rows a commit changed, all are looked at. A commit may come in between; then the index is of none, and the next update
   * goes on from there.
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
    else await this.#readAnew(mark, isDoubted ? undefined : this.#rowsMark, parts)
  }

  /** Indexes a row as it is now. */
  put(row: TextRow): void {
    this.index.put(row.recordKey, row.digest, readText(row).words)
  }

  #adopt({ index, mark, rowsMark }: StoredIndex): void {
    this.index = index
    this.#mark = mark
    this.#rowsMark = rowsMark
    this.#compare()
  }

  async #readAnew(mark: string, since: string | undefined, parts: UpdateParts): Promise<void> {
    this.#mark = undefined
    const doubts = this.#doubts
    const changes = await parts.store.changedRows(this.recordType, this.ref, since)
    const changed = changes?.recordKeys
    const some = changed && changed.length <= mostByKey ? changed : undefined
    const seen = some ? await this.#readSome(some, parts) : await this.#readAll(parts)
    const rows = some ? this.index.rows : seen.size
    if (!(await this.#isWhole(parts.store, mark, rows))) {
      // Installed, and yet nothing can be read: the store hides what is too old, or found it damaged.
      this.state = rows === 0 ? 'absent' : 'waiting'
      // Then all rows tell, not those alone that a commit changed.
      if (some) this.due = true
      this.#rowsMark = undefined
      return
    }
    const gone = some ? [] : [...this.index.recordKeys()].filter((recordKey) => !seen.has(recordKey))
    for (const recordKey of gone) this.index.drop(recordKey)
    this.index.settle()
    this.#answered = doubts
    // A search that read a row before the commit may have put it back after it was looked at.
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
  async #readAll(parts: UpdateParts): Promise<Set<string>> {
    const seen = new Set<string>()
    for await (const rows of this.rows.pieces()) await this.#take(rows, seen, parts)
    if (seen.size !== rowsOf(this.#info, this.recordType))
      await this.#take(await this.rows.all(), seen, parts)
    return seen
  }

  /** Returns those of the record keys that have a row; what is indexed of the others goes. */
  async #readSome(recordKeys: readonly string[], parts: UpdateParts): Promise<Set<string>> {
    const seen = new Set<string>()
    for (const recordKey of recordKeys) {
      const row = await this.rows.row(recordKey)
      if (row) await this.#take([row], seen, parts)
      else this.index.drop(recordKey)
    }
    return seen
  }

  async #take(rows: readonly TextRow[], seen: Set<string>, { pace, onProgress }: UpdateParts): Promise<void> {
    this.signal.throwIfAborted()
    for (const row of rows) {
      seen.add(row.recordKey)
      if (this.index.digestOf(row.recordKey) !== row.digest) this.put(row)
      if (!pace.isDue) continue
      onProgress()
      await pace.rest(this.signal)
    }
  }

  /** All rows of one commit were seen. */
  async #isWhole(store: ContentStore, mark: string, seen: number): Promise<boolean> {
    const info = await store.resource(this.ref)
    this.signal.throwIfAborted()
    return info !== undefined && commitMark(info) === mark && rowsOf(info, this.recordType) === seen
  }
}
