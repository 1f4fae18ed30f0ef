import type { RecordType } from '@waraq/contract'
import type { DirectoryRecord } from './directory.ts'
import type { WaraqDatabase } from './database.ts'
import { LatestUsed } from './latest-used.ts'
import { decodeSegment, type Segment, type SegmentRecord, type SegmentSummary } from './segment.ts'

/** Part of a resource is missing or is not what its directory vouches for. */
export class DamageError extends Error {
  override name = 'DamageError'
  readonly directory: string
  /** Of the resource whose directory it is, where a reader met it. */
  readonly committedAt: number | undefined

  constructor(directory: string, committedAt?: number) {
    super(`Part of ${directory} is missing or damaged`)
    this.directory = directory
    this.committedAt = committedAt
  }
}

/** What a thing is kept under. A database that was made anew gives the same numbers to other things. */
export function nameOf(id: string | number, { digest }: { readonly digest: number }): string {
  return `${id} ${digest}`
}

/** Bytes of segments that a store keeps decoded: a few chapters. In memory they take about three times as much. */
const mostBytes = 2_000_000

/** Keeps decoded segments, as many as fit: a segment never changes. */
export class SegmentCache {
  readonly #latest: LatestUsed<Segment>
  readonly #largest: number

  constructor(most = mostBytes) {
    this.#latest = new LatestUsed(most)
    // One that alone would push out half of the others is not worth it.
    this.#largest = most / 2
  }

  get(recordType: RecordType, summary: SegmentSummary): Segment | undefined {
    return this.#latest.get(nameOf(`${summary.id} ${recordType}`, summary))
  }

  keep(recordType: RecordType, summary: SegmentSummary, segment: Segment): void {
    const { id, size } = summary
    if (size <= this.#largest) this.#latest.keep(nameOf(`${id} ${recordType}`, summary), segment, size)
  }
}

/** Ids so close together are read with one request; those between them that nobody asked for cost less than another one. */
const nearby = 4

/** Segment records by id. Neighbours, and those of one snapshot are, come with one request instead of one each. */
async function readRecords(
  db: WaraqDatabase,
  recordType: RecordType,
  ids: readonly number[],
): Promise<Map<number, SegmentRecord>> {
  const table = db.segments(recordType)
  const sorted = [...ids].sort((a, b) => a - b)
  const runs: number[][] = []
  for (const id of sorted) {
    const run = runs.at(-1)
    if (run && id - run.at(-1)! <= nearby) run.push(id)
    else runs.push([id])
  }
  const read = await Promise.all(
    runs.map(async (run) =>
      run.length === 1
        ? [await table.get(run[0]!)]
        : table.where('id').between(run[0]!, run.at(-1)!, true, true).toArray(),
    ),
  )
  return new Map(read.flat().flatMap((record) => (record ? [[record.id, record]] : [])))
}

/**
 * Reads and decodes segments of one directory, in the order given. Inside a transaction of the caller's.
 * @throws {DamageError} where one is missing or short
 */
export async function loadSegments(
  db: WaraqDatabase,
  { id, recordType }: Pick<DirectoryRecord, 'id' | 'recordType'>,
  summaries: readonly SegmentSummary[],
  cache?: SegmentCache,
): Promise<Segment[]> {
  const segments = summaries.map((summary) => cache?.get(recordType, summary))
  const missing = summaries.filter((_, index) => !segments[index])
  const records = await readRecords(
    db,
    recordType,
    missing.map((summary) => summary.id),
  )
  return summaries.map((summary, index) => {
    const kept = segments[index]
    if (kept) return kept
    const record = records.get(summary.id)
    const segment = record && decodeSegment(record, summary)
    if (!segment) throw new DamageError(id)
    cache?.keep(recordType, summary, segment)
    return segment
  })
}

/** Segments read at a time. */
const segmentsPerRead = 16
/** Reads being answered while one chunk is worked on. */
const readsAhead = 2

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/**
 * Chunk after chunk of these segments, in order. The browser reads the next ones meanwhile, else this thread would wait
 * for it half of the time.
 */
export async function* loadAhead(
  db: WaraqDatabase,
  directory: DirectoryRecord,
  summaries: readonly SegmentSummary[],
  cache?: SegmentCache,
): AsyncGenerator<readonly [SegmentSummary, Segment][]> {
  const chunks = chunksOf(summaries, segmentsPerRead)
  const ahead: Promise<Segment[]>[] = []
  const read = (chunk: readonly SegmentSummary[] | undefined) => {
    if (!chunk) return
    const reading = loadSegments(db, directory, chunk, cache)
    // Met when its turn comes; until then it counts as handled.
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
