import { LocalSearch } from './local-search.ts'
import { resolveOptions, type CreateSearchOptions } from './options.ts'
import type { Search } from './search.ts'

/**
 * Full-text search over the library that the store reads, in this thread: page, worker or service worker. Begins at once
 * to index what is chosen, and goes on with every commit. In a page, rather connect to a worker: see
 * `waraq/search`.
 */
export function createSearch(options: CreateSearchOptions): Search {
  return new LocalSearch(resolveOptions(options))
}
