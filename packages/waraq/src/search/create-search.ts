import { LocalSearch } from './local-search.ts'
import { resolveOptions, type CreateSearchOptions } from './options.ts'
import type { Search } from './search.ts'

/**
 * Creates a full-text search over the library that the store reads, in this thread: page, worker or service worker. Starts
 * indexing the chosen resources immediately and updates the index after every commit. In a page, prefer to connect to a
 * worker: see `waraq/search`.
 */
export function createSearch(options: CreateSearchOptions): Search {
  return new LocalSearch(resolveOptions(options))
}
