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

/** Searches for `text`. Searches again whenever `renewal` changes, because there may be more to find. */
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

/** Another search that finds something, and how many hits it has. */
export interface Suggestion {
  readonly text: string
  readonly total: number
}

/** The first of these searches of all texts that finds something. Null while none is known. */
export function useSuggestion(texts: readonly string[]): Suggestion | null {
  const [found, setFound] = useState<(Suggestion & { readonly of: string }) | null>(null)
  const of = texts.join('\n')
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const look = async () => {
      for (const text of of === '' ? [] : of.split('\n')) {
        const { total } = await search().search(text, { limit: 1, signal })
        if (total > 0) return setFound({ of, text, total })
      }
    }
    // The page already reports a search that fails.
    look().catch(() => undefined)
    return () => abort.abort()
  }, [of])
  return found?.of === of ? found : null
}

let started: Search | undefined

/** Returns the search. It starts with its first use, because an index takes time and space, and many readers never search. */
function search(): Search {
  const worker = () => new Worker(scriptUrl(searchWorkerUrl), { type: 'module', name: 'search' })
  return (started ??= ofAllTexts(connectSearch(worker, { name: databaseName })))
}

/**
 * Also searches the Arabic, tafsirs and articles. If the choice cannot be stored, only translations are searched, which is
 * better than no search.
 */
function ofAllTexts(made: Search): Search {
  made.choose('all').catch(() => undefined)
  return made
}
