import { systemClock } from '../client/clock.ts'
import { answerWithin } from './answer-within.ts'
import type { Writer } from './writer.ts'
import { browserCaches } from '../platform/storage/browser-caches.ts'
import { filesCacheName, filesWithoutRows, readFileEntries, writeFileEntries } from './files-record.ts'

/**
 * Deletes the kept files of resources that are gone; this is the engine's part of kept files. Files that cannot be deleted now
 * stay in the record, and the next garbage collection tries again.
 */
export async function removeFiles(writer: Writer): Promise<void> {
  const { db } = writer
  const gone = await filesWithoutRows(db)
  if (gone.length === 0) return
  const deleteAll = async () => {
    const caches = db.caches ?? browserCaches()
    await Promise.all(gone.map((key) => caches?.delete(filesCacheName(db.name, key))))
  }
  try {
    await answerWithin(systemClock, deleteAll)
  } catch {
    // The remaining garbage is still collected.
    return
  }
  // Only the writer installs resources, so none of them can have come back meanwhile.
  await writer.write([], async () => {
    const entries = await readFileEntries(db)
    await writeFileEntries(
      db,
      entries.filter(([key]) => !gone.includes(key)),
    )
  })
}
