import { WaraqError } from '@waraq/protocol'
import type { Query } from '../../quran/readers/query.ts'
import { use } from 'react'
import { beginOf } from '../../app/begin.ts'
import { liveQueries } from '../../app/live-queries.ts'
import { useStore } from './provider.ts'
import { useFollowed } from './use-live-query.ts'

/** React then sends the fallback of the nearest Suspense, and renders the component again in the browser. */
function notOnServers(): WaraqError {
  return new WaraqError({
    code: 'browser_only',
    message:
      'The library is in the browser. Put a <Suspense> around this component: the server sends its fallback.',
  })
}

/** A component that waits for this promise is rendered again when the provider receives a store. */
const noStoreYet = new Promise<never>(() => undefined)

/**
 * Returns the data of a query. Suspends until the first data is available; from then on it is updated as with `useLiveQuery`.
 * If the first attempt fails, its error is thrown for an error boundary.
 * @throws {WaraqError} `browser_only` on a server
 */
export function useSuspenseLiveQuery<T>(query: Query<T>): T {
  if (typeof document === 'undefined') throw notOnServers()
  const store = useStore()
  const followed = useFollowed(query)
  if (!store) return use(noStoreYet)
  const queries = liveQueries(store)
  const asked = queries.of(query.key, beginOf(store, query))
  // Called on each render, as React requires. Once there is data, it continues immediately.
  use(followed.isPending ? asked.ask() : asked.settled)
  // While React hydrates the server's markup, the followed result is still pending.
  const result = followed.isPending ? queries.peek<T>(query.key) : followed
  if (result.data === undefined && result.error !== undefined) throw result.error
  return result.data as T
}
