import type { Clock } from '../../client/clock.ts'
import { answerWithin } from './answer-within.ts'
import { SearchDatabase, type DatabaseOptions } from './database.ts'
import { DexieStorage } from './dexie-storage.ts'
import { MemoryStorage, type IndexStorage } from './index-storage.ts'

/** Milliseconds to wait. A frozen tab, or one that holds an older version open, keeps the open waiting without an event. */
const openMs = 5_000

/** Opens the database, or falls back on memory where it does not open: then the index lives as long as the page. */
export async function openStorage(options: DatabaseOptions, clock: Clock): Promise<IndexStorage> {
  let db: SearchDatabase | undefined
  try {
    const opened = new SearchDatabase(options)
    db = opened
    await answerWithin(clock, openMs, () => opened.open())
    return new DexieStorage(opened, clock)
  } catch {
    db?.close()
    return new MemoryStorage()
  }
}
