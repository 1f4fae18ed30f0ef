import type { ContentStore } from '../../store/read/content-store.ts'
import type { Query } from '../../quran/readers/query.ts'
import type { Begin } from '../../app/live-queries.ts'

/** How a question to a store begins. */
export function beginOf<T>(store: ContentStore, query: Query<T>): Begin<T> {
  return (observer) => store.live(query).subscribe(observer)
}
