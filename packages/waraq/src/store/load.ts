import type { RecordType } from '@waraq/protocol'
import type { ManifestRecord } from './manifest.ts'
import { LatestUsed } from './latest-used.ts'
import type { ReadTables } from './read-tables.ts'
import { decodeSegment, type Segment, type SegmentRecord, type SegmentSummary } from './segment.ts'

/** Part of a resource is missing or is not what its manifest describes. */
export class DamageError extends Error {
  override name = 'DamageError'
  readonly manifest: string
  /** Key of the resource. */
  readonly resource: string
  /** `committedAt` of the resource, if a reader found the damage. */
  readonly committedAt: number | undefined

  constructor(manifest: string, committedAt?: number) {
    super(`Part of ${manifest} is missing or damaged`)
    this.manifest = manifest
    // In the format of `manifestId`.
    this.resource = manifest.split('|', 2)[1] ?? ''
    this.committedAt = committedAt
  }
}

/** The key of a cached record: its id and its digest, because a recreated database assigns the same ids to other records. */
export function nameOf(id: string | number, { digest }: { readonly digest: number }): string {
  return `${id} ${digest}`
}

/** Bytes of segments that a store keeps decoded: a few chapters. They take about three times as much memory. */
const mostBytes = 2_000_000

/** Keeps the most recently used segments decoded, as many as fit. A segment never changes. */
export class SegmentCache {
  readonly #latest: LatestUsed<Segment>
  readonly #largest: number

  constructor(most = mostBytes) {
    this.#latest = new LatestUsed(most)
    // A segment that would displace half of the others is not kept.
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

/**
 * Ids within this distance are read with one request: reading the unwanted ones between them costs less than a second request.
 */
const nearby = 4

/** Reads segment records by id. Neighbouring ids, such as those of one snapshot, are read with one request. */
export async function readSegments(
  db: ReadTables,
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
 * Reads and decodes segments of one manifest, in the order given. Uses the caller's transaction, if there is one.
 * @throws {DamageError} if a segment is missing or damaged
 */
export async function loadSegments(
  db: ReadTables,
  { id, recordType }: Pick<ManifestRecord, 'id' | 'recordType'>,
  summaries: readonly SegmentSummary[],
  cache?: SegmentCache,
): Promise<Segment[]> {
  const segments = summaries.map((summary) => cache?.get(recordType, summary))
  const missing = summaries.filter((_, index) => !segments[index])
  const records = await readSegments(
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
/** Reads under way while the caller works on one chunk. */
const readsAhead = 2

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/**
 * Yields these segments in order, chunk after chunk. The browser reads the next chunks while the caller works on one. Otherwise
 * this thread would wait for it half of the time.
 */
export async function* loadAhead(
  db: ReadTables,
  manifest: ManifestRecord,
  summaries: readonly SegmentSummary[],
  cache?: SegmentCache,
): AsyncGenerator<readonly [SegmentSummary, Segment][]> {
  const chunks = chunksOf(summaries, segmentsPerRead)
  const ahead: Promise<Segment[]>[] = []
  const read = (chunk: readonly SegmentSummary[] | undefined) => {
    if (!chunk) return
    const reading = loadSegments(db, manifest, chunk, cache)
    // This error is thrown when the chunk is due. Until then it must not count as unhandled.
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
