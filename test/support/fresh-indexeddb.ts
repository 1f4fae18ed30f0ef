import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterAll } from 'vitest'

/**
 * Set-up of each test file in Node: a separate global IndexedDB. Files share one process and its modules, and Dexie keeps
 * the `indexedDB` that it found when it was loaded. Without this, a file would see the databases of earlier files.
 */
globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB
Dexie.dependencies.IDBKeyRange = IDBKeyRange

/**
 * A file must not leave queries that listen to Dexie's reports: they would receive those of later files, and fail there. A
 * helper that several files share has to end its work with `onTestFinished`: hooks that it registers when it is loaded only
 * apply to the first of these files.
 */
const { storagemutated } = Dexie.on as unknown as { storagemutated: { subscribers: readonly unknown[] } }
const known = new Set(storagemutated.subscribers)
afterAll(() => {
  const left = storagemutated.subscribers.filter((each) => !known.has(each))
  if (left.length > 0)
    throw new Error(`${left.length} queries are left that listen to writes: close what has begun them.`)
})
