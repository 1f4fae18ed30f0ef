import type { RecordType, ResourceKey } from '@waraq/protocol'
import { manifestId, segmentId, type WaraqDatabase } from './database.ts'
import {
  encodeKeys,
  layerRef,
  type DecidedKeys,
  type ManifestRecord,
  type ManifestRef,
  type DeltaRef,
} from './manifest.ts'
import { packAll, Packer, deltaSegmentLimits, segmentLimits } from './packer.ts'
import { inOrder, type FinalChanges } from './rows.ts'
import { segmentTableOf } from './segment-tables.ts'
import type { PackedSegment, SegmentRecord, StoredRow } from './segment.ts'

/** Limits of the deltas over one manifest. A share is the number of keys that the deltas decide, of the manifest's rows. */
export const deltaLimits = {
  /** Maximum number of deltas of a manifest. Once it has as many, they are compacted. */
  count: 8,
  /** Deltas with a greater share are compacted. */
  share: 1 / 8,
  /** A commit that would leave a greater share works all its changes into the manifest immediately. */
  mostShare: 1 / 2,
  /** Up to this many keys cause neither, even over a small manifest. */
  fewKeys: segmentLimits.rows,
} as const

/**
 * Row changes that are ready to be written as a delta. Its segments are numbered from 0; a staging assigns their final numbers.
 */
export interface PackedDelta {
  readonly recordType: RecordType
  readonly segments: readonly PackedSegment[]
  readonly decides: string
  readonly keys: number
  readonly added: number
  /** Approximate number of characters to be written. */
  readonly size: number
}

/** @param present keys of the changes that already have a row */
export function packDelta(
  recordType: RecordType,
  changes: FinalChanges,
  present: ReadonlySet<string>,
): PackedDelta {
  const rows: StoredRow[] = []
  const decided: DecidedKeys & { removed: string[]; upserted: string[] } = { upserted: [], removed: [] }
  for (const [key, data] of changes) {
    if (data === null) decided.removed.push(key)
    else {
      decided.upserted.push(key)
      rows.push({ key, data })
    }
  }
  let position = 0
  const packer = new Packer(recordType, () => position++, deltaSegmentLimits)
  const segments = [...packAll(packer, inOrder(recordType, rows))]
  const decides = encodeKeys(decided)
  const inserted = decided.upserted.filter((key) => !present.has(key)).length
  return {
    recordType,
    segments,
    decides,
    keys: changes.size,
    added: inserted - decided.removed.filter((key) => present.has(key)).length,
    size: segments.reduce((sum, { summary }) => sum + summary.size, decides.length),
  }
}

/** Returns the delta with its ids in the staging of this number. */
export function placeDelta(
  delta: PackedDelta,
  resource: ResourceKey,
  staging: number,
  nextSegmentId: () => number,
): { readonly manifest: ManifestRecord; readonly segments: readonly PackedSegment[] } {
  const { recordType, decides } = delta
  const segments = delta.segments.map(({ record, summary }) => {
    const id = nextSegmentId()
    return { record: { ...record, id }, summary: { ...summary, id } }
  })
  const manifest = {
    id: manifestId(staging, resource, recordType),
    resource,
    recordType,
    segments: segments.map(({ summary }) => summary),
    decides,
  }
  return { manifest, segments }
}

/** Returns the reference with this delta over all others. */
export function withDelta(ref: ManifestRef, manifest: ManifestRecord, delta: PackedDelta): ManifestRef {
  const { keys, added } = delta
  const over: DeltaRef = { ...layerRef(manifest), keys, added }
  return { ...ref, deltas: [...(ref.deltas ?? []), over] }
}

/** Row changes of one resource as deltas. */
export interface ResourceDeltas {
  /** Each record type without these deltas. */
  readonly manifests: readonly ManifestRef[]
  readonly deltas: readonly PackedDelta[]
}

export function allDeltas(changed: ReadonlyMap<ResourceKey, ResourceDeltas>): PackedDelta[] {
  return [...changed.values()].flatMap(({ deltas }) => deltas)
}

/** Adds the deltas to their record types, numbered for this staging. Returns the record types, and the records to write. */
export function placeDeltas(
  { manifests, deltas }: ResourceDeltas,
  resource: ResourceKey,
  staging: number,
  nextSegmentId: () => number,
): {
  readonly manifests: ManifestRef[]
  readonly placed: readonly { manifest: ManifestRecord; segments: readonly PackedSegment[] }[]
} {
  const byType = new Map(deltas.map((delta) => [delta.recordType, delta]))
  const placed: { manifest: ManifestRecord; segments: readonly PackedSegment[] }[] = []
  const over = manifests.map((ref) => {
    const delta = byType.get(ref.recordType)
    if (!delta) return ref
    const made = placeDelta(delta, resource, staging, nextSegmentId)
    placed.push(made)
    return withDelta(ref, made.manifest, delta)
  })
  return { manifests: over, placed }
}

/** The deltas that a commit writes itself, numbered as one staging. */
export class PlacedDeltas {
  readonly #staging: number
  readonly #segments = new Map<string, SegmentRecord[]>()
  readonly #manifests: ManifestRecord[] = []
  #count = 0

  constructor(staging: number) {
    this.#staging = staging
  }

  /** Takes the resource's deltas. Returns its record types with them. */
  place(resource: ResourceKey, changes: ResourceDeltas): readonly ManifestRef[] {
    const next = () => segmentId(this.#staging, this.#count++)
    const { manifests, placed } = placeDeltas(changes, resource, this.#staging, next)
    for (const { manifest, segments } of placed) {
      const table = segmentTableOf(manifest.recordType)
      const records = segments.map(({ record }) => record)
      this.#segments.set(table, [...(this.#segments.get(table) ?? []), ...records])
      this.#manifests.push(manifest)
    }
    return manifests
  }

  /** Writes the deltas, inside the commit's transaction. */
  async put(db: WaraqDatabase): Promise<void> {
    // The transaction of a commit without deltas has none of these tables.
    if (this.#manifests.length === 0) return
    await Promise.all([
      db.manifests.bulkPut(this.#manifests),
      ...[...this.#segments].map(([table, records]) => db.table(table).bulkPut(records)),
    ])
  }
}

function keysOfDelta({ deltas = [] }: ManifestRef): number {
  return deltas.reduce((sum, { keys }) => sum + keys, 0)
}

/** Whether a commit of this many keys may be added to these layers as a delta. */
export function takesDelta(ref: ManifestRef, keys: number): boolean {
  const { count, mostShare, fewKeys } = deltaLimits
  const most = Math.max(fewKeys, ref.rows * mostShare)
  return (ref.deltas?.length ?? 0) < count && keysOfDelta(ref) + keys <= most
}

/** Whether the deltas are due for compaction into the manifest. */
export function needsCompaction(ref: ManifestRef): boolean {
  const { count, share, fewKeys } = deltaLimits
  return (ref.deltas?.length ?? 0) >= count || keysOfDelta(ref) > Math.max(fewKeys, ref.rows * share)
}
