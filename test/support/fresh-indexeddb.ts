import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterAll } from 'vitest'

/**
 * Set-up of each test file in Node: a global IndexedDB of its own. Files share one process and its modules, and Dexie keeps
 * the database that it found when it was loaded, so a file would meet the databases of those before it.
 */
globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB
Dexie.dependencies.IDBKeyRange = IDBKeyRange

/**
 * No file leaves queries behind that listen to Dexie's reports: they would hear those of later files, and fail there. A
 * helper that several files share ends what it began with `onTestFinished`: hooks that it registers when it is loaded hold for
 * the first of these files only.
 */
const { storagemutated } = Dexie.on as unknown as { storagemutated: { subscribers: readonly unknown[] } }
const known = new Set(storagemutated.subscribers)
afterAll(() => {
  const left = storagemutated.subscribers.filter((each) => !known.has(each))
  if (left.length > 0)
    throw new Error(`${left.length} queries are left that listen to writes: close what has begun them.`)
})
