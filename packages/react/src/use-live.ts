import type { Query } from '@waraq/reader'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { liveQueries } from './live-queries.ts'
import { noResult, pendingResult, type LiveResult } from './live-result.ts'
import { useLibrary } from './provider.ts'

export interface LiveOptions {
  /**
   * While another question waits for its first answer, the value of the one before stays, with `pending`. Default false: a
   * value always belongs to the question.
   */
  readonly keepPrevious?: boolean | undefined
}

const never = () => () => undefined

/** Follows a question. Another function with the same key is the same question. */
export function useFollowed<T>(query: Query<T> | null): LiveResult<T> {
  const { store } = useLibrary()
  const key = query?.key
  const queries = store ? liveQueries(store) : undefined
  const subscribe = useCallback(
    (listener: () => void) => (queries && query ? queries.of(query).source.follow(listener) : never()),
    // By its key, not by the function.
    [queries, key],
  )
  const get = useCallback(
    (): LiveResult<T> => (query ? (queries?.peek(query) ?? pendingResult) : noResult),
    [queries, key],
  )
  // On a server, and while its markup is hydrated, nothing is known yet.
  const atFirst = useCallback((): LiveResult<T> => (key === undefined ? noResult : pendingResult), [key])
  return useSyncExternalStore(subscribe, get, atFirst)
}

/** The latest result that was an answer, to this question or to an earlier one. */
function usePrevious<T>(result: LiveResult<T>, wanted: boolean): LiveResult<T> {
  const [kept, setKept] = useState(result)
  if (wanted && !result.pending && result !== kept) setKept(result)
  const previous = useMemo(() => ({ ...kept, pending: true }), [kept])
  return wanted && result.pending ? previous : result
}

/**
 * The answer to a question, renewed whenever a commit, in this tab or another, changes it. Pending until the first answer;
 * from then on the latest one stays while a newer is on its way. Null asks nothing.
 *
 * Components that ask the same share one live query, by its key; make the query where it is used, it need not be kept.
 */
export function useLive<T>(
  query: Query<T> | null,
  { keepPrevious = false }: LiveOptions = {},
): LiveResult<T> {
  return usePrevious(useFollowed(query), keepPrevious)
}
