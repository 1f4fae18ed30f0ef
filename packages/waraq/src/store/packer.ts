import type { RecordType } from '@waraq/protocol'
import { measure } from './measure.ts'
import { packSegment, type PackedSegment, type StoredRow } from './segment.ts'

/** Limits of one segment. */
export interface SegmentLimits {
  readonly rows: number
  /** Approximate characters of JSON. */
  readonly size: number
  /** Rows of the first segment. Each one after it may have twice as many. Default: `rows`. */
  readonly firstRows?: number | undefined
}

/**
 * IndexedDB costs per record, and reading a single row costs per byte of its segment. A few hundred short rows or some dozen long
 * ones keep both small.
 */
export const segmentLimits = { rows: 256, size: 32 * 1024 } as const

/**
 * Limits of a delta's segments. Its rows are scattered over the resource, so a reader of one page needs a segment of each delta.
 * Small segments are quick to open, but the next page needs others. See test/bench/results for the measurements.
 */
export const deltaSegmentLimits: SegmentLimits = { rows: 512, size: 64 * 1024 }

/**
 * `rows`: rows of the first segment of a snapshot that readers may read while it arrives. Each segment after it may have twice as
 * many. `bytes`: bytes of the first rows that are taken out of a body together. They double in the same way.
 */
export const firstLimits = { rows: 16, bytes: 4 * 1024 }

/** Packs rows of one record type as they arrive, and returns each segment when it is full. */
export class Packer {
  readonly #recordType: RecordType
  readonly #nextId: () => number
  readonly #limits: SegmentLimits
  #open: StoredRow[] = []
  #size = 0
  /** Maximum rows of the open segment. */
  #most: number

  constructor(recordType: RecordType, nextId: () => number, limits: SegmentLimits = segmentLimits) {
    this.#recordType = recordType
    this.#nextId = nextId
    this.#limits = limits
    this.#most = limits.firstRows ?? limits.rows
  }

  /** Takes one row, about `size` characters long. Returns the segment that was full before it, if there was one. */
  push(row: StoredRow, size: number): PackedSegment | undefined {
    const full =
      this.#open.length >= this.#most || (this.#open.length > 0 && this.#size + size > this.#limits.size)
    const done = full ? this.finish() : undefined
    this.#open.push(row)
    this.#size += size
    return done
  }

  /** Returns the last segment, or undefined if no row is left. */
  finish(): PackedSegment | undefined {
    if (this.#open.length === 0) return undefined
    const packed = packSegment(this.#nextId(), this.#recordType, this.#open)
    this.#open = []
    this.#size = 0
    this.#most = Math.min(2 * this.#most, this.#limits.rows)
    return packed
  }
}

/** Approximate length of the row as text. A row that could not be measured counts as a full segment. */
function sizeOf({ data }: StoredRow): number {
  const size = measure(data)
  return typeof size === 'number' ? size : segmentLimits.size
}

/** Yields all segments of these rows, in the order given. */
export function* packAll(packer: Packer, rows: Iterable<StoredRow>): Generator<PackedSegment> {
  for (const row of rows) {
    const full = packer.push(row, sizeOf(row))
    if (full) yield full
  }
  const last = packer.finish()
  if (last) yield last
}
