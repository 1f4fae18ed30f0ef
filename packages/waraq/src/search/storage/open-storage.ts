import type { Clock } from '../../client/clock.ts'
import { answerWithin } from './answer-within.ts'
import { SearchDatabase, type DatabaseOptions } from './database.ts'
import { DexieStorage } from './dexie-storage.ts'
import { MemoryStorage, type IndexStorage } from './index-storage.ts'

/** Timeout in milliseconds. A frozen tab, or a tab with an older version open, can block opening without any event. */
const openMs = 5_000

/** Opens the database. If it does not open, falls back to memory: the index then lives as long as the page. */
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
