import type { JsonObject, RecordType, ResourceKey } from '@waraq/contract'
import { segmentId, segmentTableOf, type WaraqDatabase } from '../store/database.ts'
import { directoryRef, type DirectoryRecord, type DirectoryRef } from '../store/directory.ts'
import { Draft } from '../store/drafts.ts'
import { layersFrom, presentKeys } from '../store/layers.ts'
import { DamageError } from '../store/load.ts'
import { packPatch, placePatch, takesPatch, withPatch, type PackedPatch } from '../store/patch.ts'
import { rewrite } from '../store/rewrite.ts'
import type { PackedSegment, SegmentRecord } from '../store/segment.ts'
import type { RunContext } from './context.ts'
import type { PlannedApply } from './plan/plan-types.ts'
import { markDamaged } from './planning.ts'

/** Row changes of one resource, ready for the commit. */
export interface PreparedChanges {
  /** Each record type as it is after the commit, without the patches that the commit itself writes. */
  readonly directories: readonly DirectoryRef[]
  readonly patches: readonly PackedPatch[]
}

/**
 * About how many characters of patches a commit writes itself, because readers wait for it. Larger patches are written as a
 * draft before the commit.
 */
const mostInCommit = 64 * 1024

/** A draft that is begun when something is first written to it. */
interface Writing {
  draft: Draft | undefined
  readonly written: DirectoryRecord[]
}

async function begun(context: RunContext, writing: Writing): Promise<Draft> {
  return (writing.draft ??= await Draft.begin(context.writer))
}

function finalChanges(item: PlannedApply): Map<RecordType, Map<string, JsonObject | null>> {
  const types = new Map<RecordType, Map<string, JsonObject | null>>()
  // Ascending sequence: the last change of a row stands.
  for (const { recordType, key, data } of item.changes) {
    const changes = types.get(recordType) ?? new Map<string, JsonObject | null>()
    types.set(recordType, changes.set(key, data))
  }
  return types
}

/** Makes patches of the resource's row changes. Where there are too many for a patch, works them into the directory. */
async function prepareResource(
  context: RunContext,
  item: PlannedApply,
  writing: Writing,
): Promise<PreparedChanges> {
  const { db, writer, tally, layers: cache } = context
  const { resources } = await writer.known()
  const resource = resources.find(({ key }) => key === item.key)
  const refs = new Map(resource?.directories.map((ref) => [ref.recordType, ref]))
  const patches: PackedPatch[] = []
  for (const [recordType, changes] of finalChanges(item)) {
    const ref = refs.get(recordType)
    let present: ReadonlySet<string>
    if (ref && takesPatch(ref, changes.size)) {
      present = await presentKeys(db, await cache.get(db, ref), changes.keys())
      patches.push(packPatch(recordType, changes, present))
    } else {
      const draft = await begun(context, writing)
      const layers = ref ? await cache.get(db, ref) : layersFrom([draft.directory(item.key, recordType, [])])
      const rewritten = await rewrite(db, draft, layers, changes)
      writing.written.push(rewritten.directory)
      refs.set(recordType, directoryRef(rewritten.directory))
      present = rewritten.present
    }
    for (const [key, data] of changes) {
      if (data !== null) tally.rowsWritten++
      else if (present.has(key)) tally.rowsDeleted++
    }
  }
  return { directories: [...refs.values()], patches }
}

/** Lays the patches over their record types, numbered for this draft. Returns the record types, and what is to be written. */
function placeAll(
  key: ResourceKey,
  { directories, patches }: PreparedChanges,
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
    const made = placePatch(patch, key, draft, nextSegmentId)
    placed.push(made)
    return withPatch(ref, made.directory, patch)
  })
  return { directories: over, placed }
}

/** Prepares the row changes of these resources: the commit writes small ones itself, larger ones are written as a draft. */
export async function prepareChanges(
  context: RunContext,
  items: readonly PlannedApply[],
): Promise<{ readonly draft: number | null; readonly changed: ReadonlyMap<ResourceKey, PreparedChanges> }> {
  const writing: Writing = { draft: undefined, written: [] }
  const changed = new Map<ResourceKey, PreparedChanges>()
  for (const item of items) {
    context.signal.throwIfAborted()
    try {
      changed.set(item.key, await prepareResource(context, item, writing))
    } catch (error) {
      if (error instanceof DamageError) throw await markDamaged(context, item.key)
      throw error
    }
  }
  const patches = [...changed.values()].flatMap((each) => each.patches)
  if (patches.reduce((sum, { size }) => sum + size, 0) > mostInCommit) {
    const draft = await begun(context, writing)
    for (const [key, prepared] of changed) {
      const { directories, placed } = placeAll(key, prepared, draft.id, draft.nextSegmentId)
      for (const { directory, segments } of placed) {
        for (const segment of segments) await draft.add(directory.recordType, segment)
        writing.written.push(directory)
      }
      changed.set(key, { directories, patches: [] })
    }
  }
  await writing.draft?.finish(writing.written)
  return { draft: writing.draft?.id ?? null, changed }
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
  place(key: ResourceKey, changes: PreparedChanges): readonly DirectoryRef[] {
    const next = () => segmentId(this.#draft, this.#count++)
    const { directories, placed } = placeAll(key, changes, this.#draft, next)
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
    if (this.#directories.length === 0) return
    await Promise.all([
      db.directories.bulkPut(this.#directories),
      ...[...this.#segments].map(([table, records]) => db.table(table).bulkPut(records)),
    ])
  }
}
