import type { ResourceKey } from '@waraq/protocol'
import { directoryRef, isSameRef, rowCount, type DirectoryRef } from './directory.ts'
import { Draft } from './drafts.ts'
import { garbageOf } from './garbage.ts'
import type { LayerCache } from './layers.ts'
import { DamageError } from './load.ts'
import { wantsFolding } from './patch.ts'
import { withDigest } from './record-digest.ts'
import { rewrite } from './rewrite.ts'
import { markDamaged, unobserved, type Writer } from './writer.ts'

interface Due {
  readonly key: ResourceKey
  readonly ref: DirectoryRef
}

async function findDue(writer: Writer, isDue: (ref: DirectoryRef) => boolean): Promise<Due[]> {
  const { resources } = await writer.known()
  return resources
    .filter(({ owes }) => owes === null)
    .flatMap(({ key, directories }) => directories.filter(isDue).map((ref) => ({ key, ref })))
}

/** Works the patches over one directory into it. Readers see the same rows: no commit is counted, no live query wakes. */
async function fold(writer: Writer, { key, ref }: Due, cache: LayerCache): Promise<void> {
  const { db } = writer
  const layers = await cache.get(db, ref)
  const draft = await Draft.begin(writer)
  const { directory } = await rewrite(db, draft, layers, new Map())
  await draft.finish([directory])
  const folded = directoryRef(directory)
  // A folded directory must have as many rows as its layers had.
  if (rowCount([folded]) !== rowCount([ref])) throw new DamageError(ref.id)
  await writer.write(['resources', 'garbage', 'drafts'], async () => {
    const resource = await db.resources.get(key)
    // Where the record type was replaced meanwhile, its new rows stay, and the draft becomes garbage.
    if (!resource?.directories.some((each) => isSameRef(each, ref))) return
    const directories = resource.directories.map((each) => (isSameRef(each, ref) ? folded : each))
    await db.garbage.bulkAdd(garbageOf(resource.directories, directories))
    // Behind Dexie, which would add the digest.
    unobserved(db.resources).put(withDigest({ ...resource, directories }))
    await db.drafts.delete(draft.id)
  })
}

/**
 * Works patches into their directories where they are due, one record type of a resource after the other, and stops before
 * the next one once `wanted` is aborted. May end anywhere: an unfinished fold becomes garbage, and the next call begins it
 * again.
 */
export async function foldPatches(
  writer: Writer,
  cache: LayerCache,
  signal: AbortSignal,
  wanted: AbortSignal,
  isDue = wantsFolding,
): Promise<void> {
  for (const due of await findDue(writer, isDue)) {
    signal.throwIfAborted()
    if (wanted.aborted) return
    try {
      await fold(writer, due, cache)
    } catch (error) {
      if (!(error instanceof DamageError)) throw error
      await markDamaged(writer, [due.key])
    }
  }
}
