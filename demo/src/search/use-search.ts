import type { ResourceRef } from '@waraq/contract'
import type { SearchResult, SearchStatus } from '@waraq/search/page'
import { useEffect, useState } from 'react'
import { search } from './lazy-search.ts'

export interface Searching {
  /** The latest answer; null before the first. */
  readonly result: SearchResult | null
  readonly failed: boolean
}

export function useSearchStatus(): SearchStatus | null {
  const [status, setStatus] = useState<SearchStatus | null>(null)
  useEffect(() => search().watch(setStatus), [])
  return status
}

/** Searches again whenever `renewal` changes: there may be more to find. */
export function useSearch(
  text: string,
  limit: number,
  only: ResourceRef | null,
  renewal: unknown,
): Searching {
  const [searching, setSearching] = useState<Searching>({ result: null, failed: false })
  useEffect(() => {
    if (text.trim() === '') return setSearching({ result: null, failed: false })
    const abort = new AbortController()
    const resources = only ? [only] : undefined
    search()
      .search(text, { limit, resources, signal: abort.signal })
      .then(
        (result) => setSearching({ result, failed: false }),
        () => {
          if (!abort.signal.aborted) setSearching((before) => ({ ...before, failed: true }))
        },
      )
    return () => abort.abort()
  }, [text, limit, only, renewal])
  return searching
}
