import type { ResourceKey } from '@waraq/protocol'
import { manifestRef, isSameRef, rowCount, type ManifestRef } from './manifest.ts'
import { Staging } from './stagings.ts'
import { garbageOf } from './garbage.ts'
import type { LayerCache } from './layers.ts'
import { DamageError } from './load.ts'
import { needsCompaction } from './delta.ts'
import { withDigest } from './record-digest.ts'
import { rewrite } from './rewrite.ts'
import { markDamaged, unobserved, type Writer } from './writer.ts'

interface Due {
  readonly key: ResourceKey
  readonly ref: ManifestRef
}

async function findDue(writer: Writer, isDue: (ref: ManifestRef) => boolean): Promise<Due[]> {
  const { resources } = await writer.known()
  return resources
    .filter(({ needsSnapshot }) => needsSnapshot === null)
    .flatMap(({ key, manifests }) => manifests.filter(isDue).map((ref) => ({ key, ref })))
}

/** Compacts the deltas over one manifest into it. Readers see the same rows, so no commit is counted and no live query reruns. */
async function compact(writer: Writer, { key, ref }: Due, cache: LayerCache): Promise<void> {
  const { db } = writer
  const layers = await cache.get(db, ref)
  const staging = await Staging.begin(writer)
  const { manifest } = await rewrite(db, staging, layers, new Map())
  await staging.finish([manifest])
  const compacted = manifestRef(manifest)
  // A compacted manifest must have as many rows as its layers had.
  if (rowCount([compacted]) !== rowCount([ref])) throw new DamageError(ref.id)
  await writer.write(['resources', 'garbage', 'stagings'], async () => {
    const resource = await db.resources.get(key)
    // If the record type was replaced meanwhile, its new rows stay, and the staging becomes garbage.
    if (!resource?.manifests.some((each) => isSameRef(each, ref))) return
    const manifests = resource.manifests.map((each) => (isSameRef(each, ref) ? compacted : each))
    await db.garbage.bulkAdd(garbageOf(resource.manifests, manifests))
    // This write bypasses Dexie, which would add the digest.
    unobserved(db.resources).put(withDigest({ ...resource, manifests }))
    await db.stagings.delete(staging.id)
  })
}

/**
 * Compacts deltas into their manifests if they are due, one record type of a resource after the other. Stops before the next one
 * once `contended` is aborted. May end anywhere: an unfinished compaction becomes garbage, and the next call starts it again.
 */
export async function compactDeltas(
  writer: Writer,
  cache: LayerCache,
  signal: AbortSignal,
  contended: AbortSignal,
  isDue = needsCompaction,
): Promise<void> {
  for (const due of await findDue(writer, isDue)) {
    signal.throwIfAborted()
    if (contended.aborted) return
    try {
      await compact(writer, due, cache)
    } catch (error) {
      if (!(error instanceof DamageError)) throw error
      await markDamaged(writer, [due.key])
    }
  }
}
