/**
 * Offline full-text search over translations, tafsirs and articles of the library, for any context. A page usually runs it
 * in a worker: `connectSearch` with a worker that imports `waraq/search-worker`.
 */

// In the thread of the library, or in a separate worker
export { createSearch } from './search/create-search.ts'
export type { CreateSearchOptions } from './search/options.ts'
export { connectSearch } from './search/connect-search.ts'
export type { SearchWorkerSource } from './search/connect-search.ts'
export type { ConnectSearchOptions } from './search/remote/options.ts'
export type {
  Search,
  SearchedResource,
  SearchHit,
  SearchOptions,
  SearchResult,
  SearchStatus,
  SnippetPart,
} from './search/search.ts'

// Words of a text: the same for indexed, typed and highlighted text
export { normalize } from './search/text/normalize.ts'
export { plainText } from './quran/html/plain-text.ts'
export { wordsOf } from './search/text/words.ts'
export type { Range, Word } from './search/text/words.ts'
