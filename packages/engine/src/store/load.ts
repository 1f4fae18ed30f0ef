import type { RecordType } from '@waraq/contract'
import type { DirectoryRecord, DirectoryRef } from './directory.ts'
import type { WaraqDatabase } from './database.ts'
import { decodeSegment, type Segment, type SegmentRecord, type SegmentSummary } from './segment.ts'

/** Part of a resource is missing or is not what its directory vouches for. */
export class DamageError extends Error {
  override name = 'DamageError'
  readonly directory: string

  constructor(directory: string) {
    super(`Part of ${directory} is missing or damaged`)
    this.directory = directory
  }
}

/** Reads directories by id and keeps the latest few: a directory never changes, so a kept one is never stale. */
export class DirectoryCache {
  readonly #kept = new Map<string, DirectoryRecord>()
  readonly #most: number

  constructor(most = 64) {
    this.#most = most
  }

  async get(db: WaraqDatabase, ref: DirectoryRef): Promise<DirectoryRecord> {
    const kept = this.#kept.get(ref.id)
    const directory = kept ?? (await db.directories.get(ref.id))
    if (!directory) throw new DamageError(ref.id)
    this.#kept.delete(ref.id)
    this.#kept.set(ref.id, directory)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break
      this.#kept.delete(oldest)
    }
    return directory
  }
}

/** Bytes of segments that a store keeps decoded: a few chapters. In memory they take about three times as much. */
const mostBytes = 2_000_000

/** Keeps the segments that were used last, as many as fit: a segment never changes, so a kept one is never stale. */
export class SegmentCache {
  readonly #kept = new Map<string, { readonly segment: Segment; readonly size: number }>()
  readonly #most: number
  #size = 0

  constructor(most = mostBytes) {
    this.#most = most
  }

  get(recordType: RecordType, { id }: SegmentSummary): Segment | undefined {
    const name = `${id} ${recordType}`
    const kept = this.#kept.get(name)
    if (!kept) return undefined
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept.segment
  }

  keep(recordType: RecordType, { id, size }: SegmentSummary, segment: Segment): void {
    const name = `${id} ${recordType}`
    // One that alone would push out half of the others is not worth it.
    if (size > this.#most / 2 || this.#kept.has(name)) return
    this.#kept.set(name, { segment, size })
    this.#size += size
    for (const [oldest, { size: freed }] of this.#kept) {
      if (this.#size <= this.#most) break
      this.#kept.delete(oldest)
      this.#size -= freed
    }
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
