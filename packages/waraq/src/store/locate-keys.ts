import type { WaraqDatabase } from './database.ts'
import type { ManifestRecord } from './manifest.ts'
import { loadAhead, type SegmentCache } from './load.ts'
import { compareKeys, isWholeNumber } from './record-key.ts'
import type { SegmentSummary } from './segment.ts'

/** Like `segmentsWithKey`, for many keys of one manifest: a binary search for each key instead of a scan of all segments. */
function finderOf(manifest: ManifestRecord): (key: string) => SegmentSummary[] {
  const segments = [...manifest.segments].sort((a, b) => compareKeys(a.leastKey, b.leastKey))
  /** Greatest key of each segment and all before it. */
  const greatest: string[] = []
  for (const { greatestKey } of segments) {
    const before = greatest.at(-1)
    greatest.push(before !== undefined && compareKeys(before, greatestKey) > 0 ? before : greatestKey)
  }
  return (key) => {
    let begun = 0
    for (let end = segments.length; begun < end;) {
      const middle = (begun + end) >> 1
      if (compareKeys(segments[middle]!.leastKey, key) <= 0) begun = middle + 1
      else end = middle
    }
    const found: SegmentSummary[] = []
    for (let index = begun - 1; index >= 0 && compareKeys(greatest[index]!, key) >= 0; index--)
      if (compareKeys(segments[index]!.greatestKey, key) >= 0) found.push(segments[index]!)
    return found
  }
}

/** Whether the segment has a row for every key between its least and its greatest one: they are consecutive numbers. */
export function holdsEachKey({ count, leastKey, greatestKey }: SegmentSummary): boolean {
  if (!isWholeNumber(leastKey) || !isWholeNumber(greatestKey)) return false
  return Number(greatestKey) - Number(leastKey) === count - 1
}

/**
 * Finds the segment of the manifest that holds each key. Opens a segment only if its summary leaves open whether it holds one.
 */
export async function locateKeys(
  db: WaraqDatabase,
  manifest: ManifestRecord,
  keys: Iterable<string>,
  cache?: SegmentCache,
): Promise<Map<string, number>> {
  const find = finderOf(manifest)
  const found = new Map<string, number>()
  const doubtful = new Map<SegmentSummary, string[]>()
  for (const key of keys) {
    const candidates = find(key)
    const sure = candidates.find(holdsEachKey)
    if (sure) {
      found.set(key, sure.id)
      continue
    }
    for (const summary of candidates) {
      const asked = doubtful.get(summary)
      if (asked) asked.push(key)
      else doubtful.set(summary, [key])
    }
  }
  const toOpen = manifest.segments.filter((summary) => doubtful.has(summary))
  for await (const chunk of loadAhead(db, manifest, toOpen, cache)) {
    for (const [summary, segment] of chunk) {
      for (const key of doubtful.get(summary)!) if (segment.has(key)) found.set(key, summary.id)
    }
  }
  return found
}
