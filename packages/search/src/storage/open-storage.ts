import type { Clock } from '@waraq/client'
import { SearchDatabase, type DatabaseOptions } from './database.ts'
import { DexieStorage } from './dexie-storage.ts'
import { MemoryStorage, type IndexStorage } from './index-storage.ts'

/** A tab that is frozen, or holds an older version open, keeps an open waiting without a word. */
const openMs = 5_000

/** Opens the database, or falls back on memory where it does not open: then the index lives as long as the page. */
export async function openStorage(options: DatabaseOptions, clock: Clock): Promise<IndexStorage> {
  const opened = new AbortController()
  const deadline = clock.sleep(openMs, opened.signal).then(() => {
    throw new Error('The database does not open')
  })
  deadline.catch(() => undefined)
  let db: SearchDatabase | undefined
  try {
    db = new SearchDatabase(options)
    await Promise.race([db.open(), deadline])
    return new DexieStorage(db)
  } catch {
    db?.close()
    return new MemoryStorage()
  } finally {
    opened.abort()
  }
}
