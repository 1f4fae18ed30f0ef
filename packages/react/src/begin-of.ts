import type { ContentStore } from '@waraq/engine'
import type { Query } from '@waraq/reader'
import type { Begin } from './live-queries.ts'

/** How a question to a store begins. */
export function beginOf<T>(store: ContentStore, query: Query<T>): Begin<T> {
  return (observer) => store.live(query).subscribe(observer)
}
