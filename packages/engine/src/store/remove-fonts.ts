import { systemClock } from '@waraq/client'
import { answerWithin } from './answer-within.ts'
import type { Writer } from './writer.ts'
import { browserCaches } from '../platform/browser-caches.ts'
import { fontCacheName, fontsWithoutText, readFontEntries, writeFontEntries } from './fonts-record.ts'

/**
 * The engine's part: deletes the fonts of resources that are gone. What cannot be deleted now stays in the record, for the
 * next time that there is garbage.
 */
export async function removeFonts(writer: Writer): Promise<void> {
  const { db } = writer
  const gone = await fontsWithoutText(db)
  if (gone.length === 0) return
  const deleteAll = async () => {
    const caches = db.caches ?? browserCaches()
    await Promise.all(gone.map((key) => caches?.delete(fontCacheName(db.name, key))))
  }
  try {
    await answerWithin(systemClock, deleteAll)
  } catch {
    // No reason not to collect the rest.
    return
  }
  // Only the writer installs resources, so none of them has come back.
  await writer.write([], async () => {
    const entries = await readFontEntries(db)
    await writeFontEntries(
      db,
      entries.filter(([key]) => !gone.includes(key)),
    )
  })
}
