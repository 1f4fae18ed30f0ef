import type { SearchStatus } from 'waraq/search'

/** Indexed share of the rows to search, from 0 to 1. Null once all are indexed. */
export function indexedShare({ state, resources }: Pick<SearchStatus, 'state' | 'resources'>): number | null {
  if (state === 'starting') return 0
  const rows = resources.reduce((sum, each) => sum + each.rows, 0)
  const indexed = resources.reduce((sum, each) => sum + Math.min(each.indexed, each.rows), 0)
  if (state === 'ready' || rows === 0) return null
  return indexed / rows
}
