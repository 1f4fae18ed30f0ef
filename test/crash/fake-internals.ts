/**
 * The few inner parts of fake-indexeddb that faults are put in at. Its public face is that of a browser, and a browser
 * offers no way to stop between two requests. The version is pinned; `checkInternals` tells when it moved.
 */

export interface FakeRequest {
  readyState: 'pending' | 'done'
  onsuccess: unknown
  onerror: unknown
}

export interface FakeTransaction {
  readonly mode: IDBTransactionMode
  readonly _scope: Set<string>
  readonly _requests: { operation: () => unknown; readonly request: FakeRequest }[]
  _state: 'active' | 'inactive' | 'committing' | 'finished'
  error: DOMException | null
  onabort: ((event: Event) => void) | null
  oncomplete: unknown
  onerror: unknown
  /** Executes the next request, or commits where there is none; called once a task. */
  _start(): void
  /** Rolls back and tells; a null name leaves `error` as it is. */
  _abort(errorName: string | null): void
  _execRequestAsync(request: { readonly operation: () => unknown; readonly source: unknown }): FakeRequest
  objectStore(name: string): FakeObjectStore
  dispatchEvent(event: Event): boolean
}

type Method = (...given: unknown[]) => FakeRequest

export interface FakeObjectStore {
  add: Method
  put: Method
}

export interface FakeConnection {
  readonly name: string
  readonly version: number
  readonly _rawDatabase: {
    readonly rawObjectStores: ReadonlyMap<string, { readonly records: { values(): Iterable<unknown> } }>
  }
  onclose: unknown
  onversionchange: unknown
  transaction(
    stores: string | string[],
    mode?: IDBTransactionMode,
    options?: IDBTransactionOptions,
  ): FakeTransaction
  close(): void
}

/** Fails at once, and not in a puzzling way later, where fake-indexeddb was replaced by one with other insides. */
export function checkInternals(transaction: FakeTransaction): void {
  const { _start, _abort, _execRequestAsync, _requests, _scope, _state } = transaction
  const methods = [_start, _abort, _execRequestAsync].every((method) => typeof method === 'function')
  if (!methods || !Array.isArray(_requests) || !(_scope instanceof Set) || _state !== 'active')
    throw new Error('The insides of fake-indexeddb changed; test/crash/fake-internals.ts has to follow.')
}
