import type { ContentStore } from '../../store/read/content-store.ts'
import { together, type Query, type ResultOf } from '../../quran/readers/query.ts'
import { beginOf } from '../../app/begin.ts'
import { liveQueries } from '../../app/live-queries.ts'

/**
 * Asks questions before their components are mounted: while scripts load, or for the page that comes next. All answers are
 * of one commit, read in one transaction. A component that asks one of them within five seconds has the answer with its
 * first render, and follows the question from then on. Rejects where the library cannot be read; the components then ask
 * for themselves.
 */
export async function prefetch<Q extends Record<string, Query<unknown>>>(
  store: ContentStore,
  queries: Q,
): Promise<{ [Name in keyof Q]: ResultOf<Q[Name]> }> {
  const answers = await store.query(together(queries))
  for (const [name, query] of Object.entries(queries)) setQueryData(store, query, answers[name])
  return answers
}

/**
 * Gives a question an answer that was read in another way, such as by `readOnce` of `waraq/read-once`, before its components
 * are mounted. As with `prefetch` they follow the question from then on, and the answer is dropped after five seconds.
 */
export function setQueryData<T>(store: ContentStore, query: Query<T>, answer: T): void {
  liveQueries(store).of(query.key, beginOf(store, query)).seed(answer)
}
