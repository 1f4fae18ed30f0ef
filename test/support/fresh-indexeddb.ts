import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import 'fake-indexeddb/auto'

/**
 * Set-up of each test file in Node: a global IndexedDB of its own. Files share one process and its modules, and Dexie keeps
 * the database that it found when it was loaded, so a file would meet the databases of those before it.
 */
globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = globalThis.indexedDB
Dexie.dependencies.IDBKeyRange = IDBKeyRange
