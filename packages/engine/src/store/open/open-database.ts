import { beforeDeadline, type Clock } from '@waraq/client'
import { isWaraqError, WaraqError } from '@waraq/contract'
import { Dexie } from 'dexie'
import { WaraqDatabase, type DatabaseOptions } from '../database.ts'
import { memoryStorage, type LoadMemory } from './memory.ts'
import { openWithin } from './open-within.ts'
import { storageError } from '../storage-error.ts'

/** What may be done about a database that does not open, and goes on not opening. */
export interface Recovery {
  /** Delete it and begin anew: what a browser cannot open any more it never will. All of it can be downloaded again. */
  readonly recreate: boolean
  /** Keep the library in memory, for as long as the page lives. */
  readonly memory: boolean
}

/** Where the library lives, opened. */
export interface Home {
  readonly db: WaraqDatabase
  readonly kind: 'indexeddb' | 'memory'
  /** The database could not be opened and was made anew: everything in it, subscriptions too, is gone. */
  readonly recreated: boolean
  /** Why it is in memory, or was made anew. */
  readonly cause: WaraqError | null
}

interface HomeOptions extends DatabaseOptions {
  readonly clock: Clock
  readonly recovery: Recovery
  /** Where there is none, only a memory that is there already is gone into. */
  readonly loadMemory?: LoadMemory | undefined
}

/** Tries at opening a database, with rests in between, before it counts as one that will never open. */
const restsMs = [300, 1_500] as const
const deleteDeadlineMs = 5_000

/** The browser's IndexedDB. Where the user has forbidden storage, it is missing, or asking for it already throws. */
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

/** Another tab may let go of it, or it is a newer version's: nothing that deleting would mend. */
function mayBeHealthy(error: WaraqError): boolean {
  return error.code === 'storage_blocked' || error.code === 'newer_format' || error.code === 'engine_closed'
}

async function tryToOpen(options: HomeOptions): Promise<WaraqDatabase> {
  const db = new WaraqDatabase(options)
  try {
    await openWithin(db, options.clock)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

async function openPatiently(options: HomeOptions): Promise<WaraqDatabase> {
  for (const restMs of restsMs) {
    try {
      return await tryToOpen(options)
    } catch (error) {
      const known = storageError(error)
      // What is forbidden stays so; waiting changes nothing.
      if (mayBeHealthy(known) || known.code === 'storage_unavailable') throw known
      await options.clock.sleep(restMs)
    }
  }
  return tryToOpen(options)
}

async function deleteDatabase({ name, indexedDB, IDBKeyRange, clock }: HomeOptions): Promise<void> {
  const db = new Dexie(name, indexedDB && IDBKeyRange ? { indexedDB, IDBKeyRange } : {})
  const late = (): never => {
    throw noStorage()
  }
  await beforeDeadline(db.delete(), { clock, ms: deleteDeadlineMs, late })
}

async function recreate(options: HomeOptions): Promise<WaraqDatabase | undefined> {
  try {
    await deleteDatabase(options)
    return await tryToOpen(options)
  } catch {
    return undefined
  }
}

/**
 * Opens the database. One that does not open after several tries is deleted and made anew; where even that fails, or the
 * browser stores nothing at all, the library lives in memory. Which of this is allowed, `recovery` says.
 * @throws {WaraqError} `storage_blocked`, `storage_unavailable`, `storage_lost`, `storage_failed`
 */
export async function findHome(options: HomeOptions): Promise<Home> {
  const { name, clock, recovery, loadMemory } = options
  let cause: WaraqError
  if (options.indexedDB ?? browserStorage()) {
    try {
      return { db: await openPatiently(options), kind: 'indexeddb', recreated: false, cause: null }
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
  const db = await tryToOpen({ name, clock, recovery, ...(await memory) })
  return { db, kind: 'memory', recreated: false, cause }
}
