import { type JsonObject, type Locator, locatorFields, locatorOf, type RecordType } from '@waraq/protocol'
import { digestOf, digestOfBytes } from './digest.ts'
import { compareLocators } from './compare-locators.ts'
import { compareKeys } from './record-key.ts'
import { decodeRows, encodeRows, type RowTable } from './row-table.ts'

/** A row as the store knows it: its record key and its data exactly as received. */
export interface StoredRow {
  readonly key: string
  readonly data: JsonObject
}

/**
 * A stored block of rows, never changed after it is written. Keys and rows are JSON: cloning hundreds of objects in and out of
 * IndexedDB costs more than parsing them. JSON also keeps every field as received, `__proto__` included.
 */
export interface SegmentRecord {
  /** Unique in the database; see `segmentId`. */
  readonly id: number
  /** JSON array of the record keys. */
  readonly keys: string
  /** The rows in the order of the keys, as `encodeRows` writes them. */
  readonly rows: Uint8Array<ArrayBuffer>
}

/** Data of a segment that its manifest has without opening it: its key and locator ranges (the zone map), and its digest. */
export interface SegmentSummary {
  readonly id: number
  readonly count: number
  /** Approximate bytes of its keys and rows. */
  readonly size: number
  readonly digest: number
  readonly leastKey: string
  readonly greatestKey: string
  /** Null if no row of the segment has a locator. */
  readonly leastLocator: Locator | null
  readonly greatestLocator: Locator | null
}

/** A segment ready to be written, with its summary. */
export interface PackedSegment {
  readonly record: SegmentRecord
  readonly summary: SegmentSummary
}

export interface PlacedRow extends StoredRow {
  readonly locator: Locator | null
}

/** A decoded segment. A reader may change the rows that it receives. */
export class Segment {
  readonly #keys: readonly string[]
  readonly #table: RowTable
  /** Locators of the rows, made when a range is first requested: then only rows in the range are decoded. */
  #locators: readonly (Locator | null)[] | undefined

  constructor(keys: readonly string[], table: RowTable) {
    this.#keys = keys
    this.#table = table
  }

  has(key: string): boolean {
    return this.#keys.includes(key)
  }

  rows(): StoredRow[] {
    return this.#keys.map((key, index) => ({ key, data: this.#table.row(index) }))
  }

  /** Returns the rows, of this type, whose locator and key pass. */
  placed(recordType: RecordType, wanted: (locator: Locator | null, key: string) => boolean): PlacedRow[] {
    const rows: PlacedRow[] = []
    for (const [index, locator] of this.#locatorsOf(recordType).entries()) {
      const key = this.#keys[index]!
      if (wanted(locator, key)) rows.push({ key, data: this.#table.row(index), locator })
    }
    return rows
  }

  #locatorsOf(recordType: RecordType): readonly (Locator | null)[] {
    if (this.#locators) return this.#locators
    const fieldsOf = this.#table.fieldReader(locatorFields(recordType))
    return (this.#locators = this.#keys.map((_, index) => locatorOf(recordType, fieldsOf(index))))
  }

  row(key: string): StoredRow | undefined {
    const index = this.#keys.indexOf(key)
    return index < 0 ? undefined : { key, data: this.#table.row(index) }
  }
}

/**
 * Returns the decoded segment; undefined if its content is not what the summary describes. Then it is damaged, or it is another
 * segment with the same number, in a database that was deleted and recreated meanwhile.
 */
export function decodeSegment(record: SegmentRecord, summary: SegmentSummary): Segment | undefined {
  try {
    if (segmentDigest(record) !== summary.digest) return undefined
    const keys = JSON.parse(record.keys) as string[]
    const table = decodeRows(record.rows)
    return table && new Segment(keys, table)
  } catch {
    return undefined
  }
}

/** Digest of a segment's content. */
export function segmentDigest(record: SegmentRecord): number {
  return digestOfBytes(record.rows, digestOf(record.keys))
}

/** Range of the rows (at least one): the least and the greatest of their keys and locators. */
type Zone = Pick<SegmentSummary, 'leastKey' | 'greatestKey' | 'leastLocator' | 'greatestLocator'>

function zoneOf(recordType: RecordType, rows: readonly StoredRow[]): Zone {
  const first = rows[0]
  if (!first) throw new RangeError('A segment holds at least one row')
  let leastKey = first.key
  let greatestKey = first.key
  let leastLocator: Locator | null = null
  let greatestLocator: Locator | null = null
  for (const { key, data } of rows) {
    if (compareKeys(key, greatestKey) > 0) greatestKey = key
    else if (compareKeys(key, leastKey) < 0) leastKey = key
    const locator = locatorOf(recordType, data)
    if (locator === null) continue
    if (leastLocator === null || compareLocators(locator, leastLocator) < 0) leastLocator = locator
    if (greatestLocator === null || compareLocators(locator, greatestLocator) > 0) greatestLocator = locator
  }
  return { leastKey, greatestKey, leastLocator, greatestLocator }
}

/** Whether the segment has the content and the ranges that the summary describes. */
export function isAsSummarized(
  recordType: RecordType,
  record: SegmentRecord,
  summary: SegmentSummary,
): boolean {
  const segment = decodeSegment(record, summary)
  if (!segment) return false
  const zone = zoneOf(recordType, segment.rows())
  return Object.entries(zone).every(([name, value]) => summary[name as keyof Zone] === value)
}

/** Makes the segment `id` from these rows (at least one). */
export function packSegment(id: number, recordType: RecordType, rows: readonly StoredRow[]): PackedSegment {
  const zone = zoneOf(recordType, rows)
  const record: SegmentRecord = {
    id,
    keys: JSON.stringify(rows.map((row) => row.key)),
    rows: encodeRows(rows.map((row) => row.data)),
  }
  const summary: SegmentSummary = {
    id,
    count: rows.length,
    size: record.keys.length + record.rows.byteLength,
    digest: segmentDigest(record),
    ...zone,
  }
  return { record, summary }
}
