import type { WaraqDatabase } from './database.ts'
import { holdsEachKey, segmentsWithKey, type DirectoryRecord } from './directory.ts'
import { loadAhead, type SegmentCache } from './load.ts'
import type { SegmentSummary } from './segment.ts'

/** Which segment of the directory holds each key. Opens only segments whose key range covers one. */
export async function locateKeys(
  db: WaraqDatabase,
  directory: DirectoryRecord,
  keys: Iterable<string>,
  cache?: SegmentCache,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const doubtful = new Map<SegmentSummary, string[]>()
  for (const key of keys) {
    const candidates = segmentsWithKey(directory, key)
    const sure = candidates.find(holdsEachKey)
    if (sure) found.set(key, sure.id)
    else {
      for (const summary of candidates) {
        const asked = doubtful.get(summary)
        if (asked) asked.push(key)
        else doubtful.set(summary, [key])
      }
    }
  }
  const toOpen = directory.segments.filter((summary) => doubtful.has(summary))
  for await (const chunk of loadAhead(db, directory, toOpen, cache)) {
    for (const [summary, segment] of chunk) {
      for (const key of doubtful.get(summary)!) if (segment.has(key)) found.set(key, summary.id)
    }
  }
  return found
}
