import type { Query } from '../../quran/readers/query.ts'
import { useMemo, useState } from 'react'
import { beginOf } from '../../app/begin.ts'
import type { LiveResult } from '../../app/live-result.ts'
import { useLibrary } from './provider.ts'
import { useAnswers } from './use-answers.ts'

export interface LiveOptions {
  /**
   * While another question waits for its first answer, the value of the one before stays, with `pending`. Default false: a
   * value always belongs to the question.
   */
  readonly keepPrevious?: boolean | undefined
}

/** Follows a question. Another function with the same key is the same question. */
export function useFollowed<T>(query: Query<T> | null): LiveResult<T> {
  const { store, hasInitialData } = useLibrary()
  return useAnswers(store, query?.key ?? null, (from) => beginOf(from, query!), hasInitialData)
}

/** The latest result that was an answer, to this question or to an earlier one. */
function usePrevious<T>(result: LiveResult<T>, wanted: boolean): LiveResult<T> {
  const [kept, setKept] = useState(result)
  if (wanted && !result.isPending && result !== kept) setKept(result)
  const previous = useMemo(() => ({ ...kept, isPending: true }), [kept])
  return wanted && result.isPending ? previous : result
}

/**
 * The answer to a question, renewed whenever a commit, in this tab or another, changes it. Pending until the first answer;
 * from then on the latest one stays while a newer is on its way. Null asks nothing.
 *
 * Components that ask the same share one live query, by its key; make the query where it is used, it need not be kept.
 */
export function useLiveQuery<T>(
  query: Query<T> | null,
  { keepPrevious = false }: LiveOptions = {},
): LiveResult<T> {
  return usePrevious(useFollowed(query), keepPrevious)
}
