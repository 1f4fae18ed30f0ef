import type { DirectoryRecord, DirectoryRef, LayerRef } from '../../../packages/waraq/src/store/directory.ts'
import type { DraftRecord, ResourceRecord } from '../../../packages/waraq/src/store/records.ts'
import type { SegmentRecord } from '../../../packages/waraq/src/store/segment.ts'
import { fingerprint } from './fingerprint.ts'
import type { RawDatabase } from '@waraq/test-support/raw-database'
import { bookkeeping } from '@waraq/test-support/tables'
import { Violation } from './violation.ts'

/** Rows by record type and key. */
export type Rows = ReadonlyMap<string, string>

interface Kept {
  readonly directory: DirectoryRecord
  readonly rows: Rows
}

/** The published content of a resource's record, put together once. */
interface Composed {
  readonly record: ResourceRecord
  readonly print: string
}

/**
 * The published content of each resource, put together from the tables without any of the engine's own code. Directories and
 * segments never change once written, so that readers may keep them. Each is decoded once, and compared with its record
 * after each write to its table.
 */
export class PublishedReader {
  readonly #raw: RawDatabase
  readonly #kept = new Map<string, Kept>()
  readonly #composed = new Map<string, Composed>()
  readonly #directories = new Map<string, DirectoryRecord>()
  /** All segments that were ever stored, and those that are stored now, by table and id. */
  readonly #known = new Map<string, Map<number, SegmentRecord>>()
  readonly #present = new Map<string, Map<number, SegmentRecord>>()
  /** Changes of each table when it was last looked at. */
  readonly #seen = new Map<string, number>()

  constructor(raw: RawDatabase) {
    this.#raw = raw
  }

  /** Looks at directories and segments that were written to. To be called before `read`, at rest. */
  look(): void {
    for (const table of this.#raw.tables) {
      if (table !== 'directories' && bookkeeping.has(table)) continue
      const edits = this.#raw.edits(table)
      if (this.#seen.get(table) === edits) continue
      this.#seen.set(table, edits)
      if (table === 'directories') this.#lookAtDirectories()
      else this.#lookAtSegments(table)
    }
  }

  /** The rows as one text; null where the resource is absent. I2: counts are right and nothing is missing. */
  read(record: ResourceRecord): string | null {
    if (record.status !== 'installed') {
      if (record.directories.length > 0)
        throw new Violation('I10', `${record.key} is ${record.status} and has rows`)
      return null
    }
    const parts = record.directories.map((ref) => this.#laidOver(ref))
    const before = this.#composed.get(record.key)
    // A record is replaced, never changed in place.
    if (before?.record === record) return before.print
    const print = fingerprint(new Map(parts.flatMap((rows) => [...rows])))!
    this.#composed.set(record.key, { record, print })
    return print
  }

  /** The rows that a draft tells of; undefined where it tells nothing. What it lists is there. */
  readArriving({ arriving }: DraftRecord): Rows | undefined {
    if (!arriving) return undefined
    const rows = new Map<string, string>()
    for (const directory of arriving.directories)
      for (const [name, row] of this.#rowsIn(directory)) rows.set(name, row)
    return rows
  }

  #lookAtDirectories(): void {
    this.#directories.clear()
    for (const directory of this.#raw.all<DirectoryRecord>('directories')) {
      const before = this.#kept.get(directory.id)?.directory
      if (before && before !== directory && JSON.stringify(before) !== JSON.stringify(directory)) {
        throw new Violation('I1', `the directory ${directory.id} changed after it was written`)
      }
      this.#directories.set(directory.id, directory)
    }
  }

  #lookAtSegments(table: string): void {
    const known = this.#known.get(table) ?? new Map<number, SegmentRecord>()
    const present = new Map<number, SegmentRecord>()
    for (const segment of this.#raw.all<SegmentRecord>(table)) {
      const before = known.get(segment.id)
      if (before && (!isSame(before.rows, segment.rows) || before.keys !== segment.keys)) {
        throw new Violation('I1', `segment ${table} ${segment.id} changed after it was written`)
      }
      known.set(segment.id, segment)
      present.set(segment.id, segment)
    }
    this.#known.set(table, known)
    this.#present.set(table, present)
  }

  /**
   * The base's rows with the patches over them, oldest first. I2: a patch holds the rows that it decides, and counts right.
   */
  #laidOver(ref: DirectoryRef): Rows {
    const { recordType, patches = [] } = ref
    const base = this.#rowsOf(ref)
    if (patches.length === 0) return base
    const rows = new Map(base)
    for (const patch of patches) {
      const before = rows.size
      const own = this.#rowsOf(patch)
      const [upserted, removed] = JSON.parse(this.#directories.get(patch.id)!.decides!) as [
        string[],
        string[],
      ]
      if (upserted.length !== own.size || !upserted.every((key) => own.has(`${recordType} ${key}`)))
        throw new Violation('I2', `the patch ${patch.id} does not hold the rows that it decides`)
      for (const key of removed) rows.delete(`${recordType} ${key}`)
      for (const [name, row] of own) rows.set(name, row)
      if (rows.size - before !== patch.added || upserted.length + removed.length !== patch.keys)
        throw new Violation('I2', `the patch ${patch.id} does not count what it changes`)
    }
    return rows
  }

  #rowsOf(ref: LayerRef): Rows {
    const directory = this.#directories.get(ref.id)
    if (!directory) throw new Violation('I2', `the directory ${ref.id} is missing`)
    this.#checkPresent(directory)
    const kept = this.#kept.get(ref.id)
    if (kept) return kept.rows
    const rows = this.#rowsIn(directory)
    if (rows.size !== ref.rows) throw new Violation('I2', `${ref.id} has ${rows.size} rows, not ${ref.rows}`)
    this.#kept.set(ref.id, { directory, rows })
    return rows
  }

  #tableOf(recordType: string): string {
    return this.#present.has(recordType) ? recordType : 'other_record'
  }

  #checkPresent({ recordType, segments }: DirectoryRecord): void {
    const table = this.#tableOf(recordType)
    for (const { id } of segments)
      if (!this.#present.get(table)?.has(id))
        throw new Violation('I2', `the segment ${table} ${id} is missing`)
  }

  #rowsIn(directory: DirectoryRecord): Rows {
    this.#checkPresent(directory)
    const { recordType } = directory
    const table = this.#tableOf(recordType)
    const segments = this.#present.get(table)
    const rows = new Map<string, string>()
    for (const summary of directory.segments) {
      const segment = segments!.get(summary.id)!
      const keys = JSON.parse(segment.keys) as string[]
      const values = valuesOf(segment.rows)
      if (keys.length !== summary.count || values.length !== summary.count) {
        throw new Violation('I2', `the segment ${table} ${summary.id} does not hold what its directory says`)
      }
      keys.forEach((key, index) => {
        const name = `${recordType} ${key}`
        if (rows.has(name)) throw new Violation('I1', `the row ${name} is there twice`)
        rows.set(name, JSON.stringify(values[index]))
      })
    }
    return rows
  }
}

/** The rows of a segment, read apart from the engine: a list, or the names of the fields and then all values in a row. */
function valuesOf(bytes: Uint8Array): unknown[] {
  const stored = JSON.parse(new TextDecoder().decode(bytes)) as
    unknown[] | { fields: string[]; values: unknown[] }
  if (Array.isArray(stored)) return stored
  const { fields, values } = stored
  const rows: unknown[] = []
  for (let start = 0; start < values.length; start += fields.length)
    rows.push(Object.fromEntries(fields.map((field, index) => [field, values[start + index]])))
  return rows
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || Buffer.compare(one, other) === 0
}
