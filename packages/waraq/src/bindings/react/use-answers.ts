import { useCallback, useSyncExternalStore } from 'react'
import { liveQueries, type Begin } from '../../app/live-queries.ts'
import { noResult, pendingResult, type LiveResult } from '../../app/live-result.ts'

const never = () => () => undefined

/**
 * Follows the results of a query, shared with all components that use it. It is pending while there is no `answerer` yet. A key
 * of null runs no query. `hasInitialData`: hydrated markup shows the results that are already available.
 */
export function useAnswers<A extends object, T>(
  answerer: A | null | undefined,
  key: string | null,
  begin: (answerer: A) => Begin<T>,
  hasInitialData = false,
): LiveResult<T> {
  const queries = answerer ? liveQueries(answerer) : undefined
  const subscribe = useCallback(
    (listener: () => void) =>
      answerer && queries && key !== null
        ? queries.of(key, begin(answerer)).source.follow(listener)
        : never(),
    // Depends on the key, not on the function.
    [queries, key],
  )
  const get = useCallback(
    (): LiveResult<T> => (key === null ? noResult : (queries?.peek<T>(key) ?? pendingResult)),
    [queries, key],
  )
  // On a server, and while its markup is hydrated, there is no data.
  const atFirst = useCallback((): LiveResult<T> => (key === null ? noResult : pendingResult), [key])
  return useSyncExternalStore(subscribe, get, hasInitialData ? get : atFirst)
}
