import type { RecordType, ResourceRef, WaraqError } from '@waraq/protocol'

/** Full-text search over resources of the library. The same here and in a worker. */
export interface Search {
  /**
   * Which installed resources are searched: these, or `'all'` of the groups that have text (translations, tafsirs,
   * articles). Remembered over restarts and shared by all tabs. Until the first call: all installed translations. Resolves
   * once the choice is stored; indexing follows.
   * @throws {WaraqError} `invalid_argument` for a group without text
   */
  choose(resources: readonly ResourceRef[] | 'all'): Promise<void>
  /**
   * Rows that hold all words of the text; the last one may be the beginning of a word. Words in quotation marks have to
   * follow each other. Verses typed as a place, such as `2:255-257` or `Al-Baqarah 255`, come first. Answers from what is indexed so far.
   * Rejects with the signal's reason once that is aborted.
   * @throws {WaraqError} `invalid_argument`, `search_closed`, or why the library cannot be read
   */
  search(text: string, options?: SearchOptions): Promise<SearchResult>
  status(): Promise<SearchStatus>
  /** Calls the listener with the status now and whenever it changes. Returns a function that ends that. */
  watch(listener: (status: SearchStatus) => void): () => void
  /** Ends everything; calls under way reject with `search_closed`. What is indexed is kept. */
  close(): void
}

export interface SearchOptions {
  /** At most so many hits, 1 to 1000. Default 20. */
  readonly limit?: number | undefined
  /** Leaves out so many hits at the beginning. Default 0. */
  readonly offset?: number | undefined
  /** Only these of the chosen resources. Another one is refused with `invalid_argument`: it has no index, so nothing would be found. */
  readonly resources?: readonly ResourceRef[] | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SearchResult {
  /** As it was asked for. */
  readonly text: string
  /** Hits in all, beyond the limit, too. */
  readonly total: number
  readonly hits: readonly SearchHit[]
  /** Whether an index is still being built or updated: there may be more hits. */
  readonly partial: boolean
}

export interface SearchHit {
  readonly ref: ResourceRef
  readonly recordType: RecordType
  readonly recordKey: string
  /** `chapter:verse`; null where the row belongs to none. */
  readonly verseKey: string | null
  /**
   * 3: the verse was asked for by a place. Between 1 and 2: all words are there, in the upper half of a range as they were typed, in
   * the lower with particles of Arabic before them or in letters of Urdu that few keyboards have. Of an Arabic query the verses of
   * `quran_core` are from 1.5, other texts below. Below 1: some words are spelled differently. Higher is better.
   */
  readonly score: number
  /** A piece of the row's plain text, around the first hits. */
  readonly snippet: readonly SnippetPart[]
}

export interface SnippetPart {
  /** Plain text: safe as text, never as HTML. */
  readonly text: string
  readonly highlighted: boolean
}

export interface SearchStatus {
  /**
   * `starting`: the library and the stored indexes are being opened; searches wait. `failed`: see `error`; searches still
   * answer from what is indexed.
   */
  readonly state: 'starting' | 'building' | 'ready' | 'failed'
  /** The resources that are chosen. */
  readonly resources: readonly SearchedResource[]
  /** Whether the index outlives this page or worker. False where no database could be opened. */
  readonly persistent: boolean
  readonly error?: WaraqError
}

/** Before anything is known. */
export const starting: SearchStatus = { state: 'starting', resources: [], persistent: true }

export interface SearchedResource {
  readonly ref: ResourceRef
  /** Rows that are installed. */
  readonly rows: number
  /** Rows that are in the index. */
  readonly indexed: number
  /**
   * `absent`: chosen, but not installed at present. `waiting`: its turn has not come, or not all of its rows could be read.
   */
  readonly state: 'waiting' | 'building' | 'ready' | 'failed' | 'absent'
}
