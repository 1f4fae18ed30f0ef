import type { DirectoryRecord, DirectoryRef } from '../../../packages/engine/src/store/directory.ts'
import type { ResourceRecord } from '../../../packages/engine/src/store/records.ts'
import type { SegmentRecord } from '../../../packages/engine/src/store/segment.ts'
import type { RawDatabase } from './raw-database.ts'
import { Violation } from './violation.ts'

/** Tables that hold no segments. */
const bookkeeping = new Set([
  'meta',
  'resources',
  'directories',
  'subscriptions',
  'journals',
  'staged',
  'prepared',
  'drafts',
  'garbage',
])

interface Kept {
  readonly directory: DirectoryRecord
  readonly rows: ReadonlyMap<string, string>
}

/**
 * What the tables publish of each resource, put together without any of the engine's own code. Directories and segments
 * never change once written (so that readers may keep them); decoded once, they are compared with what lies there now.
 */
export class PublishedReader {
  readonly #raw: RawDatabase
  readonly #kept = new Map<string, Kept>()
  readonly #segments = new Map<string, SegmentRecord>()

  constructor(raw: RawDatabase) {
    this.#raw = raw
  }

  /** Rows by record type and key; null where the resource is absent. I2: counts are right and nothing is missing. */
  read(
    record: ResourceRecord,
    directories: ReadonlyMap<string, DirectoryRecord>,
    segments: ReadonlyMap<string, SegmentRecord>,
  ): ReadonlyMap<string, string> | null {
    if (record.status !== 'installed') {
      if (record.directories.length > 0)
        throw new Violation('I10', `${record.key} is ${record.status} and has rows`)
      return null
    }
    const rows = new Map<string, string>()
    for (const ref of record.directories) {
      for (const [name, text] of this.#rowsOf(ref, directories, segments)) rows.set(name, text)
    }
    return rows
  }

  /** All segments that lie there, by table and id. */
  segments(): Map<string, SegmentRecord> {
    const found = new Map<string, SegmentRecord>()
    for (const table of this.#raw.tables) {
      if (bookkeeping.has(table)) continue
      for (const segment of this.#raw.all<SegmentRecord>(table)) found.set(`${table} ${segment.id}`, segment)
    }
    for (const [id, segment] of found) {
      const before = this.#segments.get(id)
      if (before && (before.rows !== segment.rows || before.keys !== segment.keys)) {
        throw new Violation('I1', `segment ${id} changed after it was written`)
      }
      this.#segments.set(id, segment)
    }
    return found
  }

  #rowsOf(
    ref: DirectoryRef,
    directories: ReadonlyMap<string, DirectoryRecord>,
    segments: ReadonlyMap<string, SegmentRecord>,
  ): ReadonlyMap<string, string> {
    const directory = directories.get(ref.id)
    if (!directory) throw new Violation('I2', `the directory ${ref.id} is missing`)
    const table = [...segments.keys()].length === 0 ? '' : this.#tableOf(ref.recordType)
    for (const { id } of directory.segments) {
      if (!segments.has(`${table} ${id}`)) throw new Violation('I2', `the segment ${table} ${id} is missing`)
    }
    const kept = this.#kept.get(ref.id)
    if (kept) return kept.rows
    const rows = new Map<string, string>()
    for (const summary of directory.segments) {
      const segment = segments.get(`${table} ${summary.id}`)!
      const keys = JSON.parse(segment.keys) as string[]
      const values = JSON.parse(segment.rows) as unknown[]
      if (keys.length !== summary.count || values.length !== summary.count) {
        throw new Violation('I2', `the segment ${table} ${summary.id} does not hold what its directory says`)
      }
      keys.forEach((key, index) => {
        const name = `${ref.recordType} ${key}`
        if (rows.has(name)) throw new Violation('I1', `the row ${name} is there twice`)
        rows.set(name, JSON.stringify(values[index]))
      })
    }
    if (rows.size !== ref.rows) throw new Violation('I2', `${ref.id} has ${rows.size} rows, not ${ref.rows}`)
    this.#kept.set(ref.id, { directory, rows })
    return rows
  }

  #tableOf(recordType: string): string {
    return this.#raw.tables.includes(recordType) ? recordType : 'other_record'
  }
}
