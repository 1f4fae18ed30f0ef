import { useCallback, useSyncExternalStore } from 'react'
import { liveQueries, type Begin } from '../../app/live-queries.ts'
import { noResult, pendingResult, type LiveResult } from '../../app/live-result.ts'

const never = () => () => undefined

/**
 * Follows the answers to a question, shared with all components that ask it. It is pending while there is nothing yet that
 * answers, and a key of null asks nothing. `hasInitialData`: markup that is hydrated shows the answers that are there already.
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
    // By its key, not by the function.
    [queries, key],
  )
  const get = useCallback(
    (): LiveResult<T> => (key === null ? noResult : (queries?.peek<T>(key) ?? pendingResult)),
    [queries, key],
  )
  // On a server, and while its markup is hydrated, nothing is known.
  const atFirst = useCallback((): LiveResult<T> => (key === null ? noResult : pendingResult), [key])
  return useSyncExternalStore(subscribe, get, hasInitialData ? get : atFirst)
}
