import { systemClock } from '@waraq/client'
import { answerWithin } from './answer-within.ts'
import type { Writer } from './writer.ts'
import { browserCaches } from '@waraq/browser'
import { fontCacheName, fontsWithoutText, readFontEntries, writeFontEntries } from './fonts-record.ts'

/**
 * The engine's part of fonts: deletes those of resources that are gone. Fonts that cannot be deleted now stay in the record,
 * and the next garbage collection tries again.
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
    // The remaining garbage is collected all the same.
    return
  }
  // Only the writer installs resources, so none of them can have come back meanwhile.
  await writer.write([], async () => {
    const entries = await readFontEntries(db)
    await writeFontEntries(
      db,
      entries.filter(([key]) => !gone.includes(key)),
    )
  })
}
