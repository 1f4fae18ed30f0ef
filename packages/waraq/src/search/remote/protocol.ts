import type { FreshnessOption } from '../../store/freshness.ts'
import type { LinkShape, Protocol } from '../../link/protocol.ts'
import { searchClosed } from '../errors.ts'
import type { Search, SearchStatus } from '../search.ts'

/** Options of a search in a worker: only plain data. */
export interface RemoteSearchOptions {
  /** Name of the library. Default `waraq`. */
  readonly name?: string | undefined
  /** Must equal that of the page's content store, so that search finds only rows that the store shows. */
  readonly freshness?: FreshnessOption | undefined
}

export interface SearchShape extends LinkShape {
  readonly options: RemoteSearchOptions
  readonly methods: Pick<Search, 'choose' | 'search' | 'status'>
  readonly progress: never
  readonly status: SearchStatus
  readonly question: never
  readonly answer: never
}

export const searchProtocol: Protocol<SearchShape> = {
  version: 3,
  methods: { choose: {}, search: { options: 1 }, status: {} },
  // Different from the engine's locks, which indicate how many tabs are open.
  lifeLocks: 'waraq-search:life:',
  connection: 'waraq/search-worker',
  refused: 'invalid_argument',
  closed: searchClosed,
}
