import { useMemo, useSyncExternalStore } from 'react'
import { parseRoute, type Route } from './route.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

const address = () => location.hash

/** The same object for as long as the address stays. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, address, address)
  return useMemo(() => parseRoute(hash), [hash])
}
