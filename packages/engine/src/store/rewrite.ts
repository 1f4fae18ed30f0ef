import type { JsonObject, RecordType, ResourceKey } from '@waraq/contract'
import type { WaraqDatabase } from './database.ts'
import { segmentsWithKey, type DirectoryRecord } from './directory.ts'
import type { Draft } from './drafts.ts'
import { loadSegments, SegmentCache } from './load.ts'
import { compareLocators, locatorOf, type Locator } from './locator.ts'
import { measure } from './measure.ts'
import { Packer, segmentLimits } from './packer.ts'
import { compareKeys } from './record-key.ts'
import type { Segment, SegmentSummary, StoredRow } from './segment.ts'

/** What to do with one row: its new data, or null where it goes. */
export type FinalChanges = ReadonlyMap<string, JsonObject | null>

export interface Rewritten {
  readonly directory: DirectoryRecord
  readonly written: number
  readonly deleted: number
}

/** Segments read at a time. */
const segmentsPerRead = 16

/** Bytes of segments kept from looking for the rows until they are rewritten; what is beyond that is read twice. */
const mostKept = 8_000_000

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Order of rows inside a resource: by locator, then by key. */
export function compareRows(recordType: RecordType, a: StoredRow, b: StoredRow): number {
  return (
    compareLocators(locatorOf(recordType, a.data), locatorOf(recordType, b.data)) || compareKeys(a.key, b.key)
  )
}

/** Reads being answered while one chunk is worked on. */
const readsAhead = 2

/**
 * Chunk after chunk of these segments, in order. The browser reads the next ones meanwhile, else this thread would wait
 * for it half of the time.
 */
async function* loadAhead(
  db: WaraqDatabase,
  directory: DirectoryRecord,
  summaries: readonly SegmentSummary[],
  cache: SegmentCache,
): AsyncGenerator<readonly [SegmentSummary, Segment][]> {
  const chunks = chunksOf(summaries, segmentsPerRead)
  const ahead: Promise<Segment[]>[] = []
  const read = (chunk: readonly SegmentSummary[] | undefined) => {
    if (!chunk) return
    const reading = loadSegments(db, directory, chunk, cache)
    // Met when its turn comes; until then it is nobody's unhandled one.
    reading.catch(() => undefined)
    ahead.push(reading)
  }
  for (const chunk of chunks.slice(0, readsAhead)) read(chunk)
  for (const [index, chunk] of chunks.entries()) {
    const loaded = await ahead.shift()!
    read(chunks[index + readsAhead])
    yield chunk.map((summary, place) => [summary, loaded[place]!])
  }
}

/** Whatever is stored already, or was found fit to be, has a size. */
function sizeOf({ data }: StoredRow): number {
  const size = measure(data)
  return typeof size === 'number' ? size : segmentLimits.size
}

/** Finds which segment holds each key, opening only segments whose key range covers one. */
async function findKeys(
  db: WaraqDatabase,
  directory: DirectoryRecord,
  keys: Iterable<string>,
  cache: SegmentCache,
): Promise<Map<string, number>> {
  const wanted = new Map<number, Set<string>>()
  for (const key of keys) {
    for (const summary of segmentsWithKey(directory, key)) {
      const set = wanted.get(summary.id)
      if (set) set.add(key)
      else wanted.set(summary.id, new Set([key]))
    }
  }
  const found = new Map<string, number>()
  const candidates = directory.segments.filter((summary) => wanted.has(summary.id))
  for await (const chunk of loadAhead(db, directory, candidates, cache)) {
    for (const [{ id }, segment] of chunk) {
      for (const key of wanted.get(id)!) if (segment.has(key)) found.set(key, id)
    }
  }
  return found
}

/** The segment that a new row belongs in: the last one that begins at or before it. */
function homeOf(
  directory: DirectoryRecord,
  locator: Locator | null,
  key: string,
): SegmentSummary | undefined {
  const startsBefore = (summary: SegmentSummary) => {
    const byLocator = compareLocators(summary.leastLocator, locator)
    return byLocator < 0 || (byLocator === 0 && compareKeys(summary.leastKey, key) <= 0)
  }
  return directory.segments.findLast(startsBefore) ?? directory.segments[0]
}

/**
 * Applies row changes to a directory, copy on write: each touched segment is read and written once, whatever the number
 * of its changes, and the rest is shared with the old directory. Writes into the draft; nothing becomes reachable.
 * @throws {DamageError} where a segment is missing or short
 */
export async function rewrite(
  db: WaraqDatabase,
  draft: Draft,
  resource: ResourceKey,
  directory: DirectoryRecord,
  changes: FinalChanges,
): Promise<Rewritten> {
  const { recordType } = directory
  const cache = new SegmentCache(mostKept)
  const found = await findKeys(db, directory, changes.keys(), cache)
  const additions = new Map<number | null, StoredRow[]>()
  const touched = new Set<number>(found.values())
  let written = 0
  let deleted = 0
  for (const [key, data] of changes) {
    if (data === null) {
      if (found.has(key)) deleted++
      continue
    }
    written++
    if (found.has(key)) continue
    const home = homeOf(directory, locatorOf(recordType, data), key)?.id ?? null
    const rows = additions.get(home)
    if (rows) rows.push({ key, data })
    else additions.set(home, [{ key, data }])
    if (home !== null) touched.add(home)
  }

  const replaced = new Map<number, SegmentSummary[]>()
  const store = async (rows: readonly StoredRow[]): Promise<SegmentSummary[]> => {
    const packer = new Packer(recordType, draft.nextSegmentId)
    const summaries: SegmentSummary[] = []
    for (const row of rows) {
      const segment = packer.push(row, sizeOf(row))
      if (!segment) continue
      summaries.push(segment.summary)
      await draft.add(recordType, segment)
    }
    const last = packer.finish()
    if (last) {
      summaries.push(last.summary)
      await draft.add(recordType, last)
    }
    return summaries
  }

  const toRewrite = directory.segments.filter((summary) => touched.has(summary.id))
  for await (const chunk of loadAhead(db, directory, toRewrite, cache)) {
    for (const [{ id }, old] of chunk) {
      const rows: StoredRow[] = []
      for (const row of old.rows()) {
        const change = changes.get(row.key)
        if (change === undefined) rows.push(row)
        else if (change !== null) rows.push({ key: row.key, data: change })
      }
      rows.push(...(additions.get(id) ?? []))
      rows.sort((a, b) => compareRows(recordType, a, b))
      replaced.set(id, await store(rows))
    }
  }
  const segments = directory.segments.flatMap((summary) => replaced.get(summary.id) ?? [summary])
  const orphans = additions.get(null)
  if (orphans) {
    orphans.sort((a, b) => compareRows(recordType, a, b))
    segments.push(...(await store(orphans)))
  }
  return { directory: draft.directory(resource, recordType, segments), written, deleted }
}
