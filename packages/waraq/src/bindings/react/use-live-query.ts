import type { Query } from '../../quran/readers/query.ts'
import { useMemo, useState } from 'react'
import { beginOf } from '../../app/begin.ts'
import type { LiveResult } from '../../app/live-result.ts'
import { useLibrary } from './provider.ts'
import { useAnswers } from './use-answers.ts'

export interface LiveOptions {
  /**
   * While another query waits for its first result, the previous query's data stays, with `isPending`. Default false: data
   * always belongs to the current query.
   */
  readonly keepPrevious?: boolean | undefined
}

/** Follows a query. Another function with the same key is the same query. */
export function useFollowed<T>(query: Query<T> | null): LiveResult<T> {
  const { store, hasInitialData } = useLibrary()
  return useAnswers(store, query?.key ?? null, (from) => beginOf(from, query!), hasInitialData)
}

/** The latest result that is not pending, of this query or an earlier one. */
function usePrevious<T>(result: LiveResult<T>, wanted: boolean): LiveResult<T> {
  const [kept, setKept] = useState(result)
  if (wanted && !result.isPending && result !== kept) setKept(result)
  const previous = useMemo(() => ({ ...kept, isPending: true }), [kept])
  return wanted && result.isPending ? previous : result
}

/**
 * Returns the result of a query, updated whenever a commit in any tab changes it. It is pending until the first result. From
 * then on the latest data stays while newer data is loading. Null runs no query.
 *
 * Components with the same query share one live query, by its key. Create the query where it is used; it need not be memoized.
 */
export function useLiveQuery<T>(
  query: Query<T> | null,
  { keepPrevious = false }: LiveOptions = {},
): LiveResult<T> {
  return usePrevious(useFollowed(query), keepPrevious)
}
