import type { DirectoryRecord, DirectoryRef } from './directory.ts'
import type { WaraqDatabase } from './database.ts'
import { decodeSegment, type SegmentSummary, type StoredRow } from './segment.ts'

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

/**
 * Reads and decodes segments of one directory, in the order given. Inside a transaction of the caller's.
 * @throws {DamageError} where one is missing or short
 */
export async function loadSegments(
  db: WaraqDatabase,
  directory: DirectoryRecord,
  summaries: readonly SegmentSummary[],
): Promise<StoredRow[][]> {
  const records = await db.segments(directory.recordType).bulkGet(summaries.map((summary) => summary.id))
  return records.map((record, index) => {
    const rows = record && decodeSegment(record, summaries[index]!)
    if (!rows) throw new DamageError(directory.id)
    return rows
  })
}
