import type { RecordType } from '@waraq/protocol'
import { measure } from './measure.ts'
import { packSegment, type PackedSegment, type StoredRow } from './segment.ts'

/** How large a segment grows. */
export interface SegmentLimits {
  readonly rows: number
  /** In characters of JSON, about. */
  readonly size: number
  /** Rows of the first segment; each one after it may have twice as many. Default: `rows`. */
  readonly firstRows?: number | undefined
}

/**
 * IndexedDB costs per record, reading a single row costs per byte of its segment: a few hundred short rows or some dozen long ones
 * make both small.
 */
export const segmentLimits = { rows: 256, size: 32 * 1024 } as const

/**
 * Of a delta's segments. Its rows lie scattered over the resource, so a reader of one page needs a segment of each delta: small ones
 * are quick to open, but the next page needs others. test/bench/results says what was measured.
 */
export const deltaSegmentLimits: SegmentLimits = { rows: 512, size: 64 * 1024 }

/**
 * The rows of the first segment of a snapshot that readers may have while it arrives; each segment after it may have twice as many.
 * And the bytes of the first rows that are taken out of a body together, in the same way.
 */
export const firstLimits = { rows: 16, bytes: 4 * 1024 }

/** Packs rows of one record type as they arrive, and returns each segment once it is full. */
export class Packer {
  readonly #recordType: RecordType
  readonly #nextId: () => number
  readonly #limits: SegmentLimits
  #open: StoredRow[] = []
  #size = 0
  /** Most rows of the open segment. */
  #most: number

  constructor(recordType: RecordType, nextId: () => number, limits: SegmentLimits = segmentLimits) {
    this.#recordType = recordType
    this.#nextId = nextId
    this.#limits = limits
    this.#most = limits.firstRows ?? limits.rows
  }

  /** Takes one row, about `size` characters long; returns the segment that was full before it, if one was. */
  push(row: StoredRow, size: number): PackedSegment | undefined {
    const full =
      this.#open.length >= this.#most || (this.#open.length > 0 && this.#size + size > this.#limits.size)
    const done = full ? this.finish() : undefined
    this.#open.push(row)
    this.#size += size
    return done
  }

  /** The last segment, or undefined where no row is left. */
  finish(): PackedSegment | undefined {
    if (this.#open.length === 0) return undefined
    const packed = packSegment(this.#nextId(), this.#recordType, this.#open)
    this.#open = []
    this.#size = 0
    this.#most = Math.min(2 * this.#most, this.#limits.rows)
    return packed
  }
}

/** About how long the row is as text. A row that could not be measured counts as a full segment. */
function sizeOf({ data }: StoredRow): number {
  const size = measure(data)
  return typeof size === 'number' ? size : segmentLimits.size
}

/** All segments of these rows, in the order given. */
export function* packAll(packer: Packer, rows: Iterable<StoredRow>): Generator<PackedSegment> {
  for (const row of rows) {
    const full = packer.push(row, sizeOf(row))
    if (full) yield full
  }
  const last = packer.finish()
  if (last) yield last
}
