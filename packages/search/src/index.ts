/**
 * Offline full-text search over translations, tafsirs and articles of the library, for any context. A page usually runs it
 * in a worker: see the doors `@waraq/search/worker` and `@waraq/search/page`.
 */

export { createSearch } from './create-search.ts'
export type { CreateSearchOptions } from './options.ts'
export type {
  Search,
  SearchedResource,
  SearchHit,
  SearchOptions,
  SearchResult,
  SearchStatus,
  SnippetPart,
} from './search.ts'

// How text becomes words: the same for what is indexed, what is typed and what is highlighted
export { fold } from './text/fold.ts'
export { plainText } from '@waraq/reader/html'
export { wordsOf } from './text/words.ts'
export type { Range, Word } from './text/words.ts'
