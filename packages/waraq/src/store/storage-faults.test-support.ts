import { IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'

type Method = 'get' | 'getAll' | 'put' | 'add' | 'delete'

/** Requests that the browser refuses: by method and object store, the first so many of them, or those before something happens. */
export interface RefusedRequests {
  readonly method: Method
  readonly store: string
  /** Name of the browser's error. */
  readonly error: string
  readonly times?: number
  readonly until?: () => boolean
}

/**
 * Makes requests of the in-memory IndexedDB fail, in all databases. Returns how many have failed so far. Ended by
 * `vi.restoreAllMocks()`.
 */
export function refuse({
  method,
  store,
  error,
  times = Infinity,
  until = () => false,
}: RefusedRequests): () => number {
  let refused = 0
  const real = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
    this: IDBObjectStore,
    ...args: unknown[]
  ) {
    if (this.name !== store || refused >= times || until()) return real.apply(this, args)
    refused++
    throw new DOMException(`Refused ${method} of ${store}`, error)
  } as never)
  return () => refused
}
