import type { ResourceRef } from '@waraq/contract'
import type { SearchResult, SearchStatus } from '@waraq/search/page'
import { useEffect, useState } from 'react'
import { useReader } from '../ui/reader-context.ts'

export interface Searching {
  /** Of the latest question that was answered; null before the first. */
  readonly result: SearchResult | null
  readonly failed: boolean
}

export function useSearchStatus(): SearchStatus | null {
  const { search } = useReader()
  const [status, setStatus] = useState<SearchStatus | null>(null)
  useEffect(() => search().watch(setStatus), [search])
  return status
}

/** `renewal` changes whenever there may be more to find. */
export function useSearch(
  text: string,
  limit: number,
  only: ResourceRef | null,
  renewal: unknown,
): Searching {
  const { search } = useReader()
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
  }, [search, text, limit, only, renewal])
  return searching
}
