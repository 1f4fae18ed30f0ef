import type { RecordType, ResourceKey } from '@waraq/contract'
import { digestOfDigests } from './digest.ts'
import { compareLocators, type Locator } from './locator.ts'
import { compareKeys } from './record-key.ts'
import type { SegmentSummary } from './segment.ts'

/** The list of one resource's segments of one record type: what readers see. Never changed once written. */
export interface DirectoryRecord {
  readonly id: string
  readonly resource: ResourceKey
  readonly recordType: RecordType
  readonly segments: readonly SegmentSummary[]
}

/** What a resource's own small record keeps of a directory. */
export interface DirectoryRef {
  readonly recordType: RecordType
  readonly id: string
  readonly rows: number
  /** Bytes of JSON in the segments, about. */
  readonly size: number
  /** Digest of the segments' digests. */
  readonly digest: number
}

/** Inclusive bounds; a missing one is open. Rows without a locator are in no range. */
export interface LocatorRange {
  readonly from?: Locator | undefined
  readonly to?: Locator | undefined
}

export function directoryRef(directory: DirectoryRecord): DirectoryRef {
  return {
    recordType: directory.recordType,
    id: directory.id,
    rows: directory.segments.reduce((sum, segment) => sum + segment.count, 0),
    size: directory.segments.reduce((sum, segment) => sum + segment.size, 0),
    digest: digestOfDigests(directory.segments.map((segment) => segment.digest)),
  }
}

/** Rows of a resource, or of whatever these directories list. */
export function rowCount(directories: readonly DirectoryRef[]): number {
  return directories.reduce((sum, ref) => sum + ref.rows, 0)
}

/** Whether the directory is the one that the resource's record vouches for. */
export function directoryIsWhole(directory: DirectoryRecord, ref: DirectoryRef): boolean {
  const actual = directoryRef(directory)
  return actual.rows === ref.rows && actual.digest === ref.digest
}

export function inRange(locator: Locator | null, range: LocatorRange): boolean {
  if (range.from === undefined && range.to === undefined) return true
  if (locator === null) return false
  if (range.from !== undefined && compareLocators(locator, range.from) < 0) return false
  return range.to === undefined || compareLocators(locator, range.to) <= 0
}

/** The segments that may hold rows of the range; all of them where the range is open on both sides. */
export function segmentsInRange(directory: DirectoryRecord, range: LocatorRange): SegmentSummary[] {
  if (range.from === undefined && range.to === undefined) return [...directory.segments]
  return directory.segments.filter(({ leastLocator, greatestLocator }) => {
    if (leastLocator === null || greatestLocator === null) return false
    if (range.from !== undefined && compareLocators(greatestLocator, range.from) < 0) return false
    return range.to === undefined || compareLocators(leastLocator, range.to) <= 0
  })
}

/** The segments that may hold the row of this key. Nearly always one. */
export function segmentsWithKey(directory: DirectoryRecord, key: string): SegmentSummary[] {
  return directory.segments.filter(
    ({ leastKey, greatestKey }) => compareKeys(leastKey, key) <= 0 && compareKeys(key, greatestKey) <= 0,
  )
}
