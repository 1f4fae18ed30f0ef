import type { RecordType } from '@waraq/contract'
import { packSegment, type PackedSegment, type StoredRow } from './segment.ts'

/**
 * How large a segment grows. IndexedDB costs per record, reading a single row costs per segment: about a hundred rows
 * make both small. The size bound (characters of JSON) keeps a segment of long texts quick to parse.
 */
export const segmentLimits = { rows: 128, size: 64 * 1024 } as const

/** About how long the JSON text of a row is. Good enough to cut segments, and much cheaper than writing the text twice. */
function estimatedSize({ key, data }: StoredRow): number {
  let size = key.length
  for (const field in data) {
    const value = data[field]
    size += field.length + 8
    if (typeof value === 'string') size += value.length
    else if (typeof value === 'object' && value !== null) size += JSON.stringify(value).length
  }
  return size
}

/** Packs rows of one record type as they arrive; a segment comes out whenever one is full. */
export class Packer {
  readonly #recordType: RecordType
  readonly #nextId: () => number
  #open: StoredRow[] = []
  #size = 0

  constructor(recordType: RecordType, nextId: () => number) {
    this.#recordType = recordType
    this.#nextId = nextId
  }

  /** Takes one row; returns the segment that was full before it, if one was. */
  push(row: StoredRow): PackedSegment | undefined {
    const size = estimatedSize(row)
    const full =
      this.#open.length >= segmentLimits.rows ||
      (this.#open.length > 0 && this.#size + size > segmentLimits.size)
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
    return packed
  }
}
