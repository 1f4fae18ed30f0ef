import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import { isWaraqError, WaraqError } from '@waraq/protocol'
import { Dexie } from 'dexie'
import { WaraqDatabase, type DatabaseOptions } from '../database.ts'
import { memoryStorage, type LoadMemory } from './memory.ts'
import { openWithin } from './open-within.ts'
import { storageError } from '../storage-error.ts'

/** What may be done about a database that does not open after several attempts. */
export interface Recovery {
  /** Delete it and create a new one: such a database never opens again. All content can be downloaded again. */
  readonly recreate: boolean
  /** Keep the library in memory for as long as the page lives. */
  readonly memory: boolean
}

/** The opened database of a library. */
export interface OpenedDatabase {
  readonly db: WaraqDatabase
  readonly kind: 'indexeddb' | 'memory'
  /** The database could not be opened and was deleted. This is a new one: everything is gone, including subscriptions. */
  readonly recreated: boolean
  /** Why it is in memory, or was recreated. */
  readonly cause: WaraqError | null
}

interface OpenOptions extends DatabaseOptions {
  readonly clock: Clock
  readonly recovery: Recovery
  /** If missing, a storage in memory is used only if another part of this page or worker has already created it. */
  readonly loadMemory?: LoadMemory | undefined
}

/** Milliseconds between the attempts to open or use a database. After the last attempt it counts as permanently broken. */
export const backoffsMs = [300, 1_500] as const
const deleteDeadlineMs = 5_000

/** The browser's IndexedDB. If the user has forbidden storage, it is missing, or reading the property throws. */
function browserStorage(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB ?? undefined
  } catch {
    return undefined
  }
}

function noStorage(cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'storage_unavailable',
    retryable: false,
    message:
      'This browser lets the site store nothing. Allow storage for it, or leave the private window, to keep content offline.',
    cause,
  })
}

/** Whether the database itself may be sound: another tab holds it open, or a newer version wrote it. Then it is not deleted. */
function mayBeHealthy(error: WaraqError): boolean {
  return error.code === 'storage_blocked' || error.code === 'newer_format' || error.code === 'engine_closed'
}

async function tryToOpen(options: OpenOptions): Promise<WaraqDatabase> {
  const db = new WaraqDatabase(options)
  try {
    await openWithin(db, options.clock)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

async function openWithRetries(options: OpenOptions): Promise<WaraqDatabase> {
  for (const backoffMs of backoffsMs) {
    try {
      return await tryToOpen(options)
    } catch (error) {
      const known = storageError(error)
      // Forbidden storage stays forbidden; a retry would not help.
      if (mayBeHealthy(known) || known.code === 'storage_unavailable') throw known
      await options.clock.sleep(backoffMs)
    }
  }
  return tryToOpen(options)
}

function undeleted(): never {
  throw new WaraqError({
    code: 'storage_blocked',
    message:
      'The database is broken, and another tab of this site keeps it from being deleted. Close the other tabs and try again.',
    retryable: true,
  })
}

/** Deletes the database within a deadline. Connections to it are asked to close. */
export async function deleteDatabase({
  name,
  indexedDB,
  IDBKeyRange,
  clock,
}: Pick<OpenOptions, 'name' | 'indexedDB' | 'IDBKeyRange' | 'clock'>): Promise<void> {
  const db = new Dexie(name, indexedDB && IDBKeyRange ? { indexedDB, IDBKeyRange } : {})
  await beforeDeadline(db.delete(), { clock, ms: deleteDeadlineMs, late: undeleted })
}

async function recreate(options: OpenOptions): Promise<WaraqDatabase | undefined> {
  try {
    await deleteDatabase(options)
    return await tryToOpen(options)
  } catch {
    return undefined
  }
}

/**
 * Opens the database. If it does not open after several attempts, it is deleted and recreated. If that fails too, or the browser
 * stores nothing at all, the library is kept in memory. `recovery` defines which of this is allowed.
 * @throws {WaraqError} `storage_blocked`, `storage_unavailable`, `storage_lost`, `storage_failed`
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const { name, recovery, loadMemory } = options
  let cause: WaraqError
  if (options.indexedDB ?? browserStorage()) {
    try {
      return { db: await openWithRetries(options), kind: 'indexeddb', recreated: false, cause: null }
    } catch (error) {
      cause = isWaraqError(error) ? error : storageError(error)
    }
    if (mayBeHealthy(cause)) throw cause
    if (recovery.recreate && cause.code !== 'storage_unavailable') {
      const db = await recreate(options)
      if (db) return { db, kind: 'indexeddb', recreated: true, cause }
    }
  } else {
    cause = noStorage()
  }
  const memory = recovery.memory ? memoryStorage(name, loadMemory) : undefined
  if (!memory) throw cause
  const db = await tryToOpen({ ...options, ...(await memory) })
  return { db, kind: 'memory', recreated: false, cause }
}
