import { IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'

type Method = 'get' | 'getAll' | 'getAllKeys' | 'put' | 'add' | 'delete'

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

/** An IndexedDB that refuses to open, and to delete, as long as it is told to. */
export function failing(
  real: IDBFactory,
  refuse: { open: (name: string) => string | null; delete: () => string | null },
) {
  let opens = 0
  const refused = (name: string): IDBOpenDBRequest => {
    const request = { error: new DOMException('refused', name) } as unknown as IDBOpenDBRequest
    queueMicrotask(() =>
      request.onerror?.({ target: request, preventDefault: () => undefined } as unknown as Event),
    )
    return request
  }
  const factory = {
    open: (name: string, version?: number) => {
      opens += 1
      const problem = refuse.open(name)
      return problem ? refused(problem) : real.open(name, version)
    },
    deleteDatabase: (name: string) => {
      const problem = refuse.delete()
      return problem ? refused(problem) : real.deleteDatabase(name)
    },
    databases: () => real.databases(),
    cmp: (a: unknown, b: unknown) => real.cmp(a, b),
  } as unknown as IDBFactory
  return { factory, opens: () => opens }
}
