import type { ResourceRef } from '@waraq/contract'
import type { FreshnessOptions } from '@waraq/engine'
import type { LinkShape, Protocol } from '@waraq/engine/link'
import { searchClosed } from '../errors.ts'
import type { SearchOptions, SearchResult, SearchStatus } from '../search.ts'

/** Options of a search that lives in a worker: plain data only. */
export interface RemoteSearchOptions {
  /** Of the library. Default `waraq`. */
  readonly name?: string | undefined
  /** The same as that of the page's content store, so that search finds only rows that the store shows. */
  readonly freshness?: FreshnessOptions | undefined
}

/** The calls to the search of a worker; signals travel beside them. */
interface SearchMethods {
  choose(input: { readonly resources: readonly ResourceRef[] | 'all' }): void
  search(input: { readonly text: string } & Omit<SearchOptions, 'signal'>): SearchResult
  status(input: null): SearchStatus
}

export interface SearchShape extends LinkShape {
  readonly options: RemoteSearchOptions
  readonly methods: SearchMethods
  readonly progress: never
  readonly status: SearchStatus
  readonly question: never
  readonly answer: never
}

export const searchProtocol: Protocol<SearchShape> = {
  version: 2,
  methods: { choose: {}, search: {}, status: {} },
  // Not the engine's own locks: those tell how many tabs are open.
  lifeLocks: 'waraq-search:life:',
  door: '@waraq/search/worker',
  refused: 'invalid_argument',
  closed: searchClosed,
}
