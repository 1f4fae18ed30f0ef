/** A database as it is stored on the device. */
export interface StoredDatabase {
  readonly name: string
  /** Version of the database in the browser; another version has another schema. */
  readonly version: number
  readonly tables: readonly string[]
  /** For tests, and contexts without a global IndexedDB. */
  readonly indexedDB?: IDBFactory | undefined
}

/** Returns the result of an IndexedDB request as a promise. */
export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new DOMException('The request failed.', 'UnknownError'))
  })
}

/**
 * Opens the database if it exists; otherwise resolves with undefined. Opening it without a version creates it, unless that is
 * aborted.
 */
async function openStored(factory: IDBFactory, name: string): Promise<IDBDatabase | undefined> {
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
 * Reads a database in one transaction, without a library that opens, creates or upgrades it: for the first content of a page.
 * `read` may await only requests of the transaction. Resolves with undefined if there is no such database, or if its version
 * or tables differ.
 */
export async function readDatabase<T>(
  { name, version, tables, indexedDB = globalThis.indexedDB }: StoredDatabase,
  read: (transaction: IDBTransaction) => Promise<T>,
): Promise<T | undefined> {
  const db = await openStored(indexedDB, name)
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
