import type { Locator, RecordType, ResourceKey } from '@waraq/protocol'
import { digestOf, digestOfDigests } from './digest.ts'
import { compareLocators } from './compare-locators.ts'
import { compareKeys } from './record-key.ts'
import type { SegmentSummary } from './segment.ts'

/** The list of one resource's segments of one record type, which readers see. Never changed after it is written. */
export interface ManifestRecord {
  readonly id: string
  readonly resource: ResourceKey
  readonly recordType: RecordType
  readonly segments: readonly SegmentSummary[]
  /** Only in a delta: the record keys that it decides, as `encodeKeys` writes them. */
  readonly decides?: string
}

/** The record keys that a delta decides, over all layers below it: those whose rows it holds, and those that it removes. */
export interface DecidedKeys {
  readonly upserted: readonly string[]
  readonly removed: readonly string[]
}

export function encodeKeys({ upserted, removed }: DecidedKeys): string {
  return JSON.stringify([upserted, removed])
}

/** @throws {SyntaxError} if the text is not JSON, which only happens to a text with a wrong digest */
export function decodeKeys(text: string): DecidedKeys {
  const [upserted, removed] = JSON.parse(text) as [string[], string[]]
  return { upserted, removed }
}

/** The part of a manifest or a delta that a resource's record keeps. */
export interface LayerRef {
  readonly id: string
  /** Rows in its own segments. */
  readonly rows: number
  /** Approximate bytes of JSON in its segments and its key list. */
  readonly size: number
  /** Digest of the segments' digests and of the key list. */
  readonly digest: number
}

export interface DeltaRef extends LayerRef {
  /** Record keys that it decides. */
  readonly keys: number
  /** Rows that the record type gains with it; less than 0 if it removes more than it adds. */
  readonly added: number
}

/** The rows of one record type: a manifest, and the deltas over it. */
export interface ManifestRef extends LayerRef {
  readonly recordType: RecordType
  /** Oldest first; missing if there are none. */
  readonly deltas?: readonly DeltaRef[]
  /**
   * Segments of a small manifest, as `encodeSummaries` writes them. A reader that has only the resource's record can then read
   * the segments immediately.
   */
  readonly segments?: string
}

/**
 * The summaries of more segments are stored only in the manifest, because the records of all resources are read with every
 * commit.
 */
const mostWithRecord = 64

/** Values are stored in this order, without the names of the fields, which are longer than the values. */
const summaryFields = [
  'id',
  'count',
  'size',
  'digest',
  'leastKey',
  'greatestKey',
  'leastLocator',
  'greatestLocator',
] as const satisfies readonly (keyof SegmentSummary)[]

function encodeSummaries(segments: readonly SegmentSummary[]): string {
  return JSON.stringify(segments.map((segment) => summaryFields.map((field) => segment[field])))
}

/** Returns the manifest as the resource's record holds it; undefined if the record does not hold it. */
export function manifestWithRecord({ id, recordType, segments }: ManifestRef): ManifestRecord | undefined {
  if (segments === undefined) return undefined
  try {
    const reported = (JSON.parse(segments) as unknown[][]).map((values) =>
      Object.fromEntries(summaryFields.map((field, index) => [field, values[index]])),
    )
    return { id, resource: id.split('|')[1], recordType, segments: reported } as unknown as ManifestRecord
  } catch {
    return undefined
  }
}

/** Inclusive bounds; a missing one is open. Rows without a locator are in no range. */
export interface LocatorRange {
  readonly from?: Locator | undefined
  readonly to?: Locator | undefined
}

export function layerRef({ id, segments, decides }: ManifestRecord): LayerRef {
  const digests = segments.map((segment) => segment.digest)
  return {
    id,
    rows: segments.reduce((sum, segment) => sum + segment.count, 0),
    size: segments.reduce((sum, segment) => sum + segment.size, decides?.length ?? 0),
    digest: digestOfDigests(decides === undefined ? digests : [...digests, digestOf(decides)]),
  }
}

export function manifestRef(manifest: ManifestRecord): ManifestRef {
  const { recordType, segments } = manifest
  const ref = { recordType, ...layerRef(manifest) }
  return segments.length > mostWithRecord ? ref : { ...ref, segments: encodeSummaries(segments) }
}

/** The manifest, then its deltas, oldest first. */
export function layersOf(ref: ManifestRef): readonly LayerRef[] {
  return [ref, ...(ref.deltas ?? [])]
}

/** Ids of all layers that a resource's rows are made of. */
export function layerIds(manifests: readonly ManifestRef[]): string[] {
  return manifests.flatMap(layersOf).map(({ id }) => id)
}

/** Rows of these record types. */
export function rowCount(manifests: readonly ManifestRef[]): number {
  return manifests.reduce(
    (sum, { rows, deltas = [] }) => deltas.reduce((rest, { added }) => rest + added, sum + rows),
    0,
  )
}

/** Approximate bytes of these record types, deltas included. */
export function storedSize(manifests: readonly ManifestRef[]): number {
  return manifests.flatMap(layersOf).reduce((sum, { size }) => sum + size, 0)
}

/**
 * Returns the number of the earlier layers if all of them are still there below newer deltas; else undefined. Ids start again in
 * a recreated database, so digests are compared as well.
 */
export function layersKept(before: ManifestRef, now: ManifestRef): number | undefined {
  const [earlier, current] = [layersOf(before), layersOf(now)]
  const kept = earlier.every(({ id, digest }, index) => {
    const layer = current[index]
    return layer?.id === id && layer.digest === digest
  })
  return kept ? earlier.length : undefined
}

/** Whether both are made of the same layers. */
export function isSameRef(one: ManifestRef, other: ManifestRef): boolean {
  return layersKept(one, other) === layersOf(other).length
}

/** Whether the manifest is the one that the resource's record describes. */
export function manifestIsWhole(manifest: ManifestRecord, ref: LayerRef): boolean {
  const actual = layerRef(manifest)
  return actual.rows === ref.rows && actual.digest === ref.digest
}

export function inRange(locator: Locator | null, range: LocatorRange): boolean {
  if (range.from === undefined && range.to === undefined) return true
  if (locator === null) return false
  if (range.from !== undefined && compareLocators(locator, range.from) < 0) return false
  return range.to === undefined || compareLocators(locator, range.to) <= 0
}

/** Returns the segments that may hold rows of the range; all of them if the range is open on both sides. */
export function segmentsInRange(manifest: ManifestRecord, range: LocatorRange): SegmentSummary[] {
  if (range.from === undefined && range.to === undefined) return [...manifest.segments]
  return manifest.segments.filter(({ leastLocator, greatestLocator }) => {
    if (leastLocator === null || greatestLocator === null) return false
    if (range.from !== undefined && compareLocators(greatestLocator, range.from) < 0) return false
    return range.to === undefined || compareLocators(leastLocator, range.to) <= 0
  })
}

/** Returns the segments that may hold the row of this key. Nearly always one. */
export function segmentsWithKey(manifest: ManifestRecord, key: string): SegmentSummary[] {
  return manifest.segments.filter(
    ({ leastKey, greatestKey }) => compareKeys(leastKey, key) <= 0 && compareKeys(key, greatestKey) <= 0,
  )
}
