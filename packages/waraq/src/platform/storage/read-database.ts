/** A database as it lies on the device. */
export interface KeptDatabase {
  readonly name: string
  /** The version that the browser knows it by; with another one it has another form. */
  readonly version: number
  readonly tables: readonly string[]
  /** For tests, and contexts without a global IndexedDB. */
  readonly indexedDB?: IDBFactory | undefined
}

/** What a request of IndexedDB comes to. */
export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new DOMException('The request failed.', 'UnknownError'))
  })
}

/** Opens the database where it is there; undefined where it is not. An open without a version makes one, unless that is aborted. */
async function openKept(factory: IDBFactory, name: string): Promise<IDBDatabase | undefined> {
  const request = factory.open(name)
  let isNew = false
  request.onupgradeneeded = () => {
    isNew = true
    request.transaction?.abort()
  }
  try {
    return await answerOf(request)
  } catch (error) {
    if (isNew) return undefined
    throw error
  }
}

/**
 * Reads a database in one transaction, without a library that opens, makes or upgrades it: for what a page shows first. `read` may
 * await only requests of the transaction. Undefined where there is no such database, or none of this form.
 */
export async function readDatabase<T>(
  { name, version, tables, indexedDB = globalThis.indexedDB }: KeptDatabase,
  read: (transaction: IDBTransaction) => Promise<T>,
): Promise<T | undefined> {
  const db = await openKept(indexedDB, name)
  if (!db) return undefined
  try {
    // Another tab that upgrades or deletes the database does not wait for this one.
    db.onversionchange = () => db.close()
    if (db.version !== version || tables.some((table) => !db.objectStoreNames.contains(table)))
      return undefined
    return await read(db.transaction([...tables], 'readonly'))
  } finally {
    db.close()
  }
}
