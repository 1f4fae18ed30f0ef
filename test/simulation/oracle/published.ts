import type { ManifestRecord, ManifestRef, LayerRef } from '../../../packages/waraq/src/store/manifest.ts'
import type { StagingRecord, ResourceRecord } from '../../../packages/waraq/src/store/records.ts'
import type { SegmentRecord } from '../../../packages/waraq/src/store/segment.ts'
import { fingerprint } from './fingerprint.ts'
import type { RawDatabase } from '@waraq/test-support/raw-database'
import { bookkeeping } from '@waraq/test-support/tables'
import { Violation } from './violation.ts'

/** Rows by record type and key. */
export type Rows = ReadonlyMap<string, string>

interface Kept {
  readonly manifest: ManifestRecord
  readonly rows: Rows
}

/** The composed content of a resource's record. */
interface Composed {
  readonly record: ResourceRecord
  readonly print: string
}

/**
 * Composes the published content of each resource from the tables, without any of the engine's own code. Manifests and
 * segments never change once written, so that readers may keep them. Each is decoded once, and compared with its record
 * after each write to its table.
 */
export class PublishedReader {
  readonly #raw: RawDatabase
  readonly #kept = new Map<string, Kept>()
  readonly #composed = new Map<string, Composed>()
  readonly #manifests = new Map<string, ManifestRecord>()
  /** All segments that were ever stored, and those that are stored now, by table and id. */
  readonly #known = new Map<string, Map<number, SegmentRecord>>()
  readonly #present = new Map<string, Map<number, SegmentRecord>>()
  /** The edit number of each table at the last check. */
  readonly #seen = new Map<string, number>()

  constructor(raw: RawDatabase) {
    this.#raw = raw
  }

  /** Checks manifests and segments that were written to. Must be called before `read`, at rest. */
  look(): void {
    for (const table of this.#raw.tables) {
      if (table !== 'manifests' && bookkeeping.has(table)) continue
      const edits = this.#raw.edits(table)
      if (this.#seen.get(table) === edits) continue
      this.#seen.set(table, edits)
      if (table === 'manifests') this.#checkManifests()
      else this.#checkSegments(table)
    }
  }

  /** The rows as one text; null if the resource is absent. I2: counts are right and nothing is missing. */
  read(record: ResourceRecord): string | null {
    if (record.status !== 'installed') {
      if (record.manifests.length > 0)
        throw new Violation('I10', `${record.key} is ${record.status} and has rows`)
      return null
    }
    const parts = record.manifests.map((ref) => this.#laidOver(ref))
    const before = this.#composed.get(record.key)
    // A record is replaced, never changed in place.
    if (before?.record === record) return before.print
    const print = fingerprint(new Map(parts.flatMap((rows) => [...rows])))!
    this.#composed.set(record.key, { record, print })
    return print
  }

  /** The partial rows that a staging lists; undefined if it lists none. All listed segments must exist. */
  readPartial({ partial }: StagingRecord): Rows | undefined {
    if (!partial) return undefined
    const rows = new Map<string, string>()
    for (const manifest of partial.manifests)
      for (const [name, row] of this.#rowsIn(manifest)) rows.set(name, row)
    return rows
  }

  #checkManifests(): void {
    this.#manifests.clear()
    for (const manifest of this.#raw.all<ManifestRecord>('manifests')) {
      const before = this.#kept.get(manifest.id)?.manifest
      if (before && before !== manifest && JSON.stringify(before) !== JSON.stringify(manifest)) {
        throw new Violation('I1', `the manifest ${manifest.id} changed after it was written`)
      }
      this.#manifests.set(manifest.id, manifest)
    }
  }

  #checkSegments(table: string): void {
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
   * The base's rows with the deltas over them, oldest first. I2: a delta contains exactly the rows that it upserts, and its
   * counts are right.
   */
  #laidOver(ref: ManifestRef): Rows {
    const { recordType, deltas = [] } = ref
    const base = this.#rowsOf(ref)
    if (deltas.length === 0) return base
    const rows = new Map(base)
    for (const delta of deltas) {
      const before = rows.size
      const own = this.#rowsOf(delta)
      const [upserted, removed] = JSON.parse(this.#manifests.get(delta.id)!.decides!) as [string[], string[]]
      if (upserted.length !== own.size || !upserted.every((key) => own.has(`${recordType} ${key}`)))
        throw new Violation('I2', `the delta ${delta.id} does not hold the rows that it decides`)
      for (const key of removed) rows.delete(`${recordType} ${key}`)
      for (const [name, row] of own) rows.set(name, row)
      if (rows.size - before !== delta.added || upserted.length + removed.length !== delta.keys)
        throw new Violation('I2', `the delta ${delta.id} does not count what it changes`)
    }
    return rows
  }

  #rowsOf(ref: LayerRef): Rows {
    const manifest = this.#manifests.get(ref.id)
    if (!manifest) throw new Violation('I2', `the manifest ${ref.id} is missing`)
    this.#checkPresent(manifest)
    const kept = this.#kept.get(ref.id)
    if (kept) return kept.rows
    const rows = this.#rowsIn(manifest)
    if (rows.size !== ref.rows) throw new Violation('I2', `${ref.id} has ${rows.size} rows, not ${ref.rows}`)
    this.#kept.set(ref.id, { manifest, rows })
    return rows
  }

  #tableOf(recordType: string): string {
    return this.#present.has(recordType) ? recordType : 'other_record'
  }

  #checkPresent({ recordType, segments }: ManifestRecord): void {
    const table = this.#tableOf(recordType)
    for (const { id } of segments)
      if (!this.#present.get(table)?.has(id))
        throw new Violation('I2', `the segment ${table} ${id} is missing`)
  }

  #rowsIn(manifest: ManifestRecord): Rows {
    this.#checkPresent(manifest)
    const { recordType } = manifest
    const table = this.#tableOf(recordType)
    const segments = this.#present.get(table)
    const rows = new Map<string, string>()
    for (const summary of manifest.segments) {
      const segment = segments!.get(summary.id)!
      const keys = JSON.parse(segment.keys) as string[]
      const values = valuesOf(segment.rows)
      if (keys.length !== summary.count || values.length !== summary.count) {
        throw new Violation('I2', `the segment ${table} ${summary.id} does not hold what its manifest says`)
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

/**
 * The rows of a segment, decoded without the engine. Stored as a list, or as the field names followed by all values in
 * sequence.
 */
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
