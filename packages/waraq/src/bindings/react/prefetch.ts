import type { ContentStore } from '../../store/read/content-store.ts'
import type { Query, ResultOf } from '../../quran/readers/query.ts'
import { beginOf } from '../../app/begin.ts'
import { contentAnswer } from '../../app/content-answer.ts'
import { firstDownloadsOf } from '../../app/first-downloads.ts'
import { liveQueries } from '../../app/live-queries.ts'

/**
 * Runs queries before their components are mounted: while scripts load, or for the next page. All results belong to one commit,
 * read in one transaction. A component that uses one of the queries within five seconds has the data in its first render, and
 * follows the query from then on. Rejects if the library cannot be read; the components then run the queries themselves.
 */
export async function prefetch<Q extends Record<string, Query<unknown>>>(
  store: ContentStore,
  queries: Q,
): Promise<{ [Name in keyof Q]: ResultOf<Q[Name]> }> {
  const named = Object.entries(queries)
  const answers = await store.query(async (view) =>
    Promise.all(named.map(async ([, query]) => contentAnswer(view, query))),
  )
  const hasDownloads = firstDownloadsOf(store) !== undefined
  for (const [index, [, query]] of named.entries()) {
    const { value, missing } = answers[index]!
    // Without a result, the component finds out whether one is still to come.
    if (!hasDownloads || missing.length === 0) setQueryData(store, query, value)
  }
  const values = named.map(([name], index) => [name, answers[index]!.value] as const)
  return Object.fromEntries(values) as { [Name in keyof Q]: ResultOf<Q[Name]> }
}

/**
 * Sets the data of a query that was read in another way, such as by `readOnce` of `waraq/quran`, before its components are
 * mounted. As with `prefetch`, the components follow the query from then on, and the data is dropped after five seconds.
 */
export function setQueryData<T>(store: ContentStore, query: Query<T>, answer: T): void {
  liveQueries(store).of(query.key, beginOf(store, query)).seed(answer)
}
