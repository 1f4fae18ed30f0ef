import type { ResourceRef } from '@waraq/protocol'
import { type SearchResult, type SearchStatus, connectSearch, type Search } from 'waraq/search'
import { useEffect, useState } from 'react'
import { databaseName } from '../config.ts'
import searchWorkerUrl from '../search-worker.ts?worker&url'
import { scriptUrl } from '../trusted-urls.ts'

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

let started: Search | undefined

/** The search, begun with its first use: an index takes time and room, and many readers never search. */
function search(): Search {
  const worker = () => new Worker(scriptUrl(searchWorkerUrl), { type: 'module', name: 'search' })
  return (started ??= ofAllTexts(connectSearch(worker, { name: databaseName })))
}

/** With the Arabic, tafsirs and articles. A choice that cannot be stored leaves the translations, which is better than no search. */
function ofAllTexts(made: Search): Search {
  made.choose('all').catch(() => undefined)
  return made
}
