import type { RecordType, ResourceRef, WaraqError } from '@waraq/protocol'

/** Full-text search over resources of the library. The interface is the same in this thread and in a worker. */
export interface Search {
  /**
   * Sets the installed resources to search: these, or `'all'` of the groups that have text (translations, tafsirs, the Arabic
   * text, articles). The choice survives restarts and is shared by all tabs. Before the first call, all installed translations
   * are searched. Resolves when the choice is stored; indexing follows.
   * @throws {WaraqError} `invalid_argument` for a group without text
   */
  choose(resources: readonly ResourceRef[] | 'all'): Promise<void>
  /**
   * Finds rows that contain all words of the text. The last word may be the start of a word. Words in quotation marks must
   * follow each other. Verses typed as a place, such as `2:255-257` or `Al-Baqarah 255`, come first. Searches only what is
   * indexed so far. Rejects with the signal's reason when it is aborted.
   * @throws {WaraqError} `invalid_argument`, `search_closed`, or the reason why the library cannot be read
   */
  search(text: string, options?: SearchOptions): Promise<SearchResult>
  status(): Promise<SearchStatus>
  /** Calls the listener with the status now and after each change. Returns a function that stops watching. */
  watch(listener: (status: SearchStatus) => void): () => void
  /** Closes the search. Pending calls reject with `search_closed`. The stored index stays. */
  close(): void
}

export interface SearchOptions {
  /** Maximum number of hits, 1 to 1000. Default 20. */
  readonly limit?: number | undefined
  /** Number of hits to skip at the start. Default 0. */
  readonly offset?: number | undefined
  /**
   * Searches only these of the chosen resources. Any other resource is refused with `invalid_argument`: without an
   * index, nothing would be found.
   */
  readonly resources?: readonly ResourceRef[] | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SearchResult {
  /** The text as passed. */
  readonly text: string
  /** Number of all hits, including those beyond the limit. */
  readonly total: number
  readonly hits: readonly SearchHit[]
  /** Whether an index is still being built or updated. There may be more hits. */
  readonly partial: boolean
}

export interface SearchHit {
  readonly ref: ResourceRef
  readonly recordType: RecordType
  readonly recordKey: string
  /** `chapter:verse`; null if the row belongs to no verse. */
  readonly verseKey: string | null
  /**
   * Higher is better:
   * - 3: the verse was requested by a place.
   * - 1 to 2: the row has all words. For an Arabic query, verses of `quran_core` start at 1.5 and other texts are below. In
   *   each of the two ranges, the upper half has the words as typed. The lower half has them with Arabic particles before them,
   *   or in letters of Urdu that few keyboards have.
   * - Below 1: some words are spelled differently.
   */
  readonly score: number
  /** A piece of the row's plain text around the first hits. */
  readonly snippet: readonly SnippetPart[]
}

export interface SnippetPart {
  /** Plain text: safe as text, never as HTML. */
  readonly text: string
  readonly highlighted: boolean
}

export interface SearchStatus {
  /**
   * `starting`: the library and the stored indexes are being opened; searches wait. `failed`: see `error`; searches
   * still use what is indexed.
   */
  readonly state: 'starting' | 'building' | 'ready' | 'failed'
  /** The chosen resources. */
  readonly resources: readonly SearchedResource[]
  /** Whether the index outlives this page or worker. False if no database could be opened. */
  readonly persistent: boolean
  readonly error?: WaraqError
}

/** The status before anything is known. */
export const starting: SearchStatus = { state: 'starting', resources: [], persistent: true }

export interface SearchedResource {
  readonly ref: ResourceRef
  /** Number of installed rows. */
  readonly rows: number
  /** Number of indexed rows. */
  readonly indexed: number
  /** `absent`: chosen, but not installed at present. `waiting`: in the queue, or not all of its rows could be read. */
  readonly state: 'waiting' | 'building' | 'ready' | 'failed' | 'absent'
}
