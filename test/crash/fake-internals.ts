import { IDBFactory } from 'fake-indexeddb'

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
  dispatchEvent(event: Event): boolean
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

interface StoreContent {
  readonly name: string
  readonly keyPath: string | string[] | null
  readonly autoIncrement: boolean
  readonly records: readonly unknown[]
}

interface FakeStore {
  storeRecord(record: { readonly key?: IDBValidKey; readonly value: unknown }, noOverwrite: boolean): void
}

interface FakeDatabase {
  readonly rawObjectStores: Map<string, FakeStore>
}

type DatabaseClass = new (name: string, version: number) => FakeDatabase
type StoreClass = new (
  database: FakeDatabase,
  name: string,
  keyPath: string | string[] | null,
  autoIncrement: boolean,
) => FakeStore

/** Classes that the fake does not export, taken from a database that it made. */
async function takeClasses(): Promise<{ readonly Database: DatabaseClass; readonly Store: StoreClass }> {
  const factory = new IDBFactory()
  await new Promise((resolve, reject) => {
    const request = factory.open('sample', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('sample')
    request.onsuccess = resolve
    request.onerror = reject
  })
  const database = databasesOf(factory).get('sample')!
  const store = database.rawObjectStores.get('sample')!
  return { Database: database.constructor as DatabaseClass, Store: store.constructor as StoreClass }
}

function databasesOf(factory: IDBFactory): Map<string, FakeDatabase> {
  return (factory as unknown as { readonly _databases: Map<string, FakeDatabase> })._databases
}

const { Database, Store } = await takeClasses()

/** Puts a database with these records into a factory that has none of that name. */
export function newDatabase(
  factory: IDBFactory,
  name: string,
  { version, stores }: { readonly version: number; readonly stores: readonly StoreContent[] },
): void {
  const database = new Database(name, version)
  for (const { name: storeName, keyPath, autoIncrement, records } of stores) {
    const store = new Store(database, storeName, keyPath, autoIncrement)
    for (const value of records) store.storeRecord({ value }, true)
    database.rawObjectStores.set(storeName, store)
  }
  databasesOf(factory).set(name, database)
}
