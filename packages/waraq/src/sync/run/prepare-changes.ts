import type { JsonObject, RecordType, ResourceKey } from '@waraq/protocol'
import { manifestRef, type ManifestRecord } from '../../store/manifest.ts'
import { Staging } from '../../store/stagings.ts'
import { layersFrom, presentKeys } from '../../store/layers.ts'
import { DamageError } from '../../store/load.ts'
import {
  allDeltas,
  packDelta,
  placeDeltas,
  takesDelta,
  type PackedDelta,
  type ResourceDeltas,
} from '../../store/delta.ts'
import { rewrite } from '../../store/rewrite.ts'
import type { RunContext } from './context.ts'
import type { Plan, PlannedApply } from './plan/plan-types.ts'
import { damaged } from './planning.ts'

/**
 * Approximate number of characters of deltas that a commit writes itself. It is small because readers wait for the commit.
 * Larger deltas are written as a staging before the commit.
 */
const mostInCommit = 64 * 1024

/** A staging that is started with the first write to it. */
interface Writing {
  staging: Staging | undefined
  readonly written: ManifestRecord[]
}

async function begun(context: RunContext, writing: Writing): Promise<Staging> {
  return (writing.staging ??= await Staging.begin(context.writer))
}

function finalChanges(item: PlannedApply): Map<RecordType, Map<string, JsonObject | null>> {
  const types = new Map<RecordType, Map<string, JsonObject | null>>()
  // The changes are in ascending sequence, so the last change of a row wins.
  for (const { recordType, key, data } of item.changes) {
    const changes = types.get(recordType) ?? new Map<string, JsonObject | null>()
    types.set(recordType, changes.set(key, data))
  }
  return types
}

/** Creates deltas from the resource's row changes. If there are too many for a delta, merges them into the manifest. */
async function prepareResource(
  context: RunContext,
  item: PlannedApply,
  writing: Writing,
): Promise<ResourceDeltas> {
  const { db, writer, tally, layers: cache } = context
  const { resources } = await writer.known()
  const resource = resources.find(({ key }) => key === item.key)
  const refs = new Map(resource?.manifests.map((ref) => [ref.recordType, ref]))
  const deltas: PackedDelta[] = []
  for (const [recordType, changes] of finalChanges(item)) {
    const ref = refs.get(recordType)
    let present: ReadonlySet<string>
    if (ref && takesDelta(ref, changes.size)) {
      present = await presentKeys(db, await cache.get(db, ref), changes.keys())
      deltas.push(packDelta(recordType, changes, present))
    } else {
      const staging = await begun(context, writing)
      const layers = ref ? await cache.get(db, ref) : layersFrom([staging.manifest(item.key, recordType, [])])
      const rewritten = await rewrite(db, staging, layers, changes)
      writing.written.push(rewritten.manifest)
      refs.set(recordType, manifestRef(rewritten.manifest))
      present = rewritten.present
    }
    for (const [key, data] of changes) {
      if (data !== null) tally.rowsWritten++
      else if (present.has(key)) tally.rowsDeleted++
    }
  }
  return { manifests: [...refs.values()], deltas }
}

/** The plan's row changes, ready for the commit. */
export interface PreparedChanges {
  /** The staging in which larger changes were written. */
  readonly staging: number | null
  readonly changed: ReadonlyMap<ResourceKey, ResourceDeltas>
}

/** Prepares the plan's row changes: the commit writes small ones itself, and larger ones are written as a staging. */
export async function prepareChanges(
  context: RunContext,
  { items }: Pick<Plan, 'items'>,
): Promise<PreparedChanges> {
  const writing: Writing = { staging: undefined, written: [] }
  const changed = new Map<ResourceKey, ResourceDeltas>()
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
  if (allDeltas(changed).reduce((sum, { size }) => sum + size, 0) > mostInCommit) {
    const staging = await begun(context, writing)
    for (const [key, prepared] of changed) {
      const { manifests, placed } = placeDeltas(prepared, key, staging.id, staging.nextSegmentId)
      for (const { manifest, segments } of placed) {
        for (const segment of segments) await staging.add(manifest.recordType, segment)
        writing.written.push(manifest)
      }
      changed.set(key, { manifests, deltas: [] })
    }
  }
  await writing.staging?.finish(writing.written)
  return { staging: writing.staging?.id ?? null, changed }
}
