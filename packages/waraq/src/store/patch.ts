import type { RecordType, ResourceKey } from '@waraq/protocol'
import { directoryId, segmentId, type WaraqDatabase } from './database.ts'
import {
  encodeKeys,
  layerRef,
  type DecidedKeys,
  type DirectoryRecord,
  type DirectoryRef,
  type PatchRef,
} from './directory.ts'
import { packAll, Packer, patchSegmentLimits, segmentLimits } from './packer.ts'
import { inOrder, type FinalChanges } from './rows.ts'
import { segmentTableOf } from './segment-tables.ts'
import type { PackedSegment, SegmentRecord, StoredRow } from './segment.ts'

/** Limits of the patches over one directory. Shares: the keys that the patches decide, of the directory's rows. */
export const patchLimits = {
  /** The most patches of a directory; once it has as many, they are folded. */
  count: 8,
  /** Patches with a greater share are folded. */
  share: 1 / 8,
  /** A commit that would leave a greater share works all its changes into the directory at once. */
  mostShare: 1 / 2,
  /** So few keys cause neither, even over a small directory. */
  fewKeys: segmentLimits.rows,
} as const

/** Row changes ready to be written as a patch. Its segments are numbered from 0: a draft gives them their numbers. */
export interface PackedPatch {
  readonly recordType: RecordType
  readonly segments: readonly PackedSegment[]
  readonly decides: string
  readonly keys: number
  readonly added: number
  /** About how many characters are to be written. */
  readonly size: number
}

/** @param present the keys of the changes that have a row already */
export function packPatch(
  recordType: RecordType,
  changes: FinalChanges,
  present: ReadonlySet<string>,
): PackedPatch {
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
  const packer = new Packer(recordType, () => position++, patchSegmentLimits)
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

/** The patch with its ids in the draft of this number. */
export function placePatch(
  patch: PackedPatch,
  resource: ResourceKey,
  draft: number,
  nextSegmentId: () => number,
): { readonly directory: DirectoryRecord; readonly segments: readonly PackedSegment[] } {
  const { recordType, decides } = patch
  const segments = patch.segments.map(({ record, summary }) => {
    const id = nextSegmentId()
    return { record: { ...record, id }, summary: { ...summary, id } }
  })
  const directory = {
    id: directoryId(draft, resource, recordType),
    resource,
    recordType,
    segments: segments.map(({ summary }) => summary),
    decides,
  }
  return { directory, segments }
}

/** The reference with this patch over all others. */
export function withPatch(ref: DirectoryRef, directory: DirectoryRecord, patch: PackedPatch): DirectoryRef {
  const { keys, added } = patch
  const over: PatchRef = { ...layerRef(directory), keys, added }
  return { ...ref, patches: [...(ref.patches ?? []), over] }
}

/** Row changes of one resource as patches. */
export interface ResourcePatches {
  /** Each record type as it is without these patches. */
  readonly directories: readonly DirectoryRef[]
  readonly patches: readonly PackedPatch[]
}

export function allPatches(changed: ReadonlyMap<ResourceKey, ResourcePatches>): PackedPatch[] {
  return [...changed.values()].flatMap(({ patches }) => patches)
}

/** Lays the patches over their record types, numbered for this draft. Returns the record types, and what is to be written. */
export function placePatches(
  { directories, patches }: ResourcePatches,
  resource: ResourceKey,
  draft: number,
  nextSegmentId: () => number,
): {
  readonly directories: DirectoryRef[]
  readonly placed: readonly { directory: DirectoryRecord; segments: readonly PackedSegment[] }[]
} {
  const byType = new Map(patches.map((patch) => [patch.recordType, patch]))
  const placed: { directory: DirectoryRecord; segments: readonly PackedSegment[] }[] = []
  const over = directories.map((ref) => {
    const patch = byType.get(ref.recordType)
    if (!patch) return ref
    const made = placePatch(patch, resource, draft, nextSegmentId)
    placed.push(made)
    return withPatch(ref, made.directory, patch)
  })
  return { directories: over, placed }
}

/** The patches that a commit writes itself, numbered as one draft. */
export class PlacedPatches {
  readonly #draft: number
  readonly #segments = new Map<string, SegmentRecord[]>()
  readonly #directories: DirectoryRecord[] = []
  #count = 0

  constructor(draft: number) {
    this.#draft = draft
  }

  /** Takes the resource's patches; returns its record types as they are with them. */
  place(resource: ResourceKey, changes: ResourcePatches): readonly DirectoryRef[] {
    const next = () => segmentId(this.#draft, this.#count++)
    const { directories, placed } = placePatches(changes, resource, this.#draft, next)
    for (const { directory, segments } of placed) {
      const table = segmentTableOf(directory.recordType)
      const records = segments.map(({ record }) => record)
      this.#segments.set(table, [...(this.#segments.get(table) ?? []), ...records])
      this.#directories.push(directory)
    }
    return directories
  }

  /** Inside the commit's transaction. */
  async put(db: WaraqDatabase): Promise<void> {
    // A commit without patches has none of these tables in its transaction.
    if (this.#directories.length === 0) return
    await Promise.all([
      db.directories.bulkPut(this.#directories),
      ...[...this.#segments].map(([table, records]) => db.table(table).bulkPut(records)),
    ])
  }
}

function patchedKeys({ patches = [] }: DirectoryRef): number {
  return patches.reduce((sum, { keys }) => sum + keys, 0)
}

/** Whether a commit of so many keys may be laid over these layers as a patch. */
export function takesPatch(ref: DirectoryRef, keys: number): boolean {
  const { count, mostShare, fewKeys } = patchLimits
  const most = Math.max(fewKeys, ref.rows * mostShare)
  return (ref.patches?.length ?? 0) < count && patchedKeys(ref) + keys <= most
}

/** Whether the patches are due to be worked into the directory. */
export function wantsFolding(ref: DirectoryRef): boolean {
  const { count, share, fewKeys } = patchLimits
  return (ref.patches?.length ?? 0) >= count || patchedKeys(ref) > Math.max(fewKeys, ref.rows * share)
}
