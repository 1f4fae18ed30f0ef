import type { JsonObject, RecordType, ResourceKey } from '@waraq/protocol'
import { directoryRef, type DirectoryRecord } from '../../store/directory.ts'
import { Draft } from '../../store/drafts.ts'
import { layersFrom, presentKeys } from '../../store/layers.ts'
import { DamageError } from '../../store/load.ts'
import {
  allPatches,
  packPatch,
  placePatches,
  takesPatch,
  type PackedPatch,
  type ResourcePatches,
} from '../../store/patch.ts'
import { rewrite } from '../../store/rewrite.ts'
import type { RunContext } from './context.ts'
import type { Plan, PlannedApply } from './plan/plan-types.ts'
import { damaged } from './planning.ts'

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
): Promise<ResourcePatches> {
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

/** The plan's row changes, ready for the commit. */
export interface PreparedChanges {
  /** The draft that larger ones were written in. */
  readonly draft: number | null
  readonly changed: ReadonlyMap<ResourceKey, ResourcePatches>
}

/** Prepares the plan's row changes: the commit writes small ones itself, larger ones are written as a draft. */
export async function prepareChanges(
  context: RunContext,
  { items }: Pick<Plan, 'items'>,
): Promise<PreparedChanges> {
  const writing: Writing = { draft: undefined, written: [] }
  const changed = new Map<ResourceKey, ResourcePatches>()
  for (const item of items) {
    if (item.action !== 'apply') continue
    context.signal.throwIfAborted()
    try {
      changed.set(item.key, await prepareResource(context, item, writing))
    } catch (error) {
      if (error instanceof DamageError) throw await damaged(context, item.key)
      throw error
    }
  }
  if (allPatches(changed).reduce((sum, { size }) => sum + size, 0) > mostInCommit) {
    const draft = await begun(context, writing)
    for (const [key, prepared] of changed) {
      const { directories, placed } = placePatches(prepared, key, draft.id, draft.nextSegmentId)
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
