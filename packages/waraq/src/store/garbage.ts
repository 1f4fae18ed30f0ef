import { removeFiles } from './remove-files.ts'
import { isPartial, type PartialStaging } from './partial.ts'
import { manifestIdsOf, segmentIdsOf, type WaraqDatabase } from './database.ts'
import { layerIds, type ManifestRef } from './manifest.ts'
import type { GarbageRecord } from './records.ts'
import { segmentTableOf, segmentTables } from './segment-tables.ts'
import { unobserved, type Writer } from './writer.ts'

/** Records deleted in one transaction. Few, because readers wait for each transaction. */
const recordsPerDelete = 16

/**
 * Returns the garbage records of manifests that a change makes unreachable: one small record per manifest, for any number of
 * rows. Put them in the transaction of the change.
 */
export function garbageOf(before: readonly ManifestRef[], after: readonly ManifestRef[]): GarbageRecord[] {
  const kept = new Set(layerIds(after))
  return before.flatMap((old) => {
    const successor = after.find((next) => next.recordType === old.recordType)?.id ?? null
    return layerIds([old]).flatMap((manifest) => (kept.has(manifest) ? [] : [{ manifest, successor }]))
  })
}

/** Deletes records that no reader can reach. */
export async function deleteInSlices(
  writer: Writer,
  table: string,
  ids: readonly (number | string)[],
  signal?: AbortSignal,
): Promise<void> {
  for (let start = 0; start < ids.length; start += recordsPerDelete) {
    signal?.throwIfAborted()
    const slice = ids.slice(start, start + recordsPerDelete)
    await writer.write([table], async () => {
      for (const id of slice) unobserved(writer.db.table(table)).delete(id)
    })
  }
}

/** Returns the oldest garbage, and which segments of its manifest are dead. */
function oldestReplaced(db: WaraqDatabase) {
  return db.transaction('r', [db.garbage, db.manifests, db.resources], async () => {
    const garbage = await db.garbage.orderBy(':id').first()
    if (!garbage) return undefined
    const [manifest, successor] = await db.manifests.bulkGet([garbage.manifest, garbage.successor ?? ''])
    // Garbage is collected in order, so a missing successor was not collected: the browser lost it. The segments that it shared
    // cannot be distinguished from garbage here. Those that no manifest holds are found as orphans.
    if (!manifest || (garbage.successor !== null && !successor)) return { garbage, dead: [], table: '' }
    // Segments of the resource's current manifests stay, even if the garbage names another successor.
    const resource = await db.resources.get(manifest.resource)
    const layers = await db.manifests.bulkGet(layerIds(resource?.manifests ?? []))
    const kept = new Set([successor, ...layers].flatMap((each) => each?.segments.map(({ id }) => id) ?? []))
    const dead = manifest.segments.map(({ id }) => id).filter((id) => !kept.has(id))
    return { garbage, dead, table: segmentTableOf(manifest.recordType) }
  })
}

/** Deletes the segments of replaced manifests, oldest first, because a successor may itself have been replaced. */
async function collectReplaced(writer: Writer, signal?: AbortSignal): Promise<void> {
  const { db } = writer
  for (;;) {
    signal?.throwIfAborted()
    const oldest = await oldestReplaced(db)
    if (!oldest) return
    const { garbage, dead, table } = oldest
    await deleteInSlices(writer, table, dead, signal)
    await writer.write(['garbage', 'manifests'], async () => {
      unobserved(db.manifests).delete(garbage.manifest)
      await db.garbage.delete(garbage.id!)
    })
  }
}

/** Deletes the records of abandoned stagings. Readers stop reaching them first: partial reads see their end. */
async function collectStagings(
  writer: Writer,
  { stagings: abandoned, partial }: Pick<Unneeded, 'stagings' | 'partial'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = writer
  if (partial.length > 0)
    await writer.write(['stagings'], async () => {
      await db.stagings.bulkPut(partial.map((id) => ({ id })))
    })
  for (const staging of abandoned) {
    signal?.throwIfAborted()
    // A key that is not a number belongs to no staging.
    for (const table of typeof staging === 'number' ? segmentTables : []) {
      const [first, last] = segmentIdsOf(staging)
      const dead = await db.table(table).where('id').between(first, last, true, true).primaryKeys()
      await deleteInSlices(writer, table, dead as number[], signal)
    }
    const [firstManifest, lastManifest] = manifestIdsOf(staging)
    await writer.write(['stagings', 'manifests'], async () => {
      await db.manifests.where('id').between(firstManifest, lastManifest, true, true).delete()
      await db.stagings.delete(staging)
    })
  }
}

/** Stored records that are no longer needed. */
interface Unneeded {
  /** Pages and snapshots of batches that ended. */
  readonly staged: readonly [number, number][]
  readonly prepared: readonly [number, string][]
  /** Stagings that no batch under way needs, and those of them that partial reads can reach. */
  readonly stagings: readonly number[]
  readonly partial: readonly number[]
  readonly replaced: boolean
  /** Whether a replaced manifest has no successor, because its resource was removed. */
  readonly removed: boolean
}

/** Whether the rest of this first snapshot may still arrive. */
async function isAwaited(
  db: WaraqDatabase,
  { partial: { batchCursor, resource } }: PartialStaging,
  open: ReadonlySet<number>,
): Promise<boolean> {
  return open.has(batchCursor) && (await db.resources.get(resource)) === undefined
}

/** Finds all unneeded records in one transaction, because mostly there are none. */
function findUnneeded({ db }: Writer, keepsPartial: boolean): Promise<Unneeded> {
  const tables = [db.batchCursors, db.staged, db.prepared, db.stagings, db.garbage, db.resources]
  return db.transaction('r', tables, async () => {
    const open = new Set((await db.batchCursors.toArray()).map((batchCursor) => batchCursor.id))
    const staged = (await db.staged.toCollection().primaryKeys()) as [number, number][]
    const prepared = await db.prepared.toArray()
    const needed = new Set(
      prepared.flatMap(({ batchCursor, staging }) => (open.has(batchCursor) ? [staging] : [])),
    )
    const partial: number[] = []
    const stagings = await db.stagings.toArray()
    for (const staging of stagings.filter(isPartial)) {
      if (keepsPartial && (await isAwaited(db, staging, open))) needed.add(staging.id)
      else if (!needed.has(staging.id)) partial.push(staging.id)
    }
    const replaced = (await db.garbage.count()) > 0
    const removed = replaced && (await db.garbage.filter(({ successor }) => successor === null).count()) > 0
    return {
      staged: staged.filter(([batchCursor]) => !open.has(batchCursor)),
      prepared: prepared.flatMap(({ batchCursor, key }) =>
        open.has(batchCursor) ? [] : [[batchCursor, key]],
      ),
      stagings: stagings.map(({ id }) => id).filter((staging) => !needed.has(staging)),
      partial,
      replaced,
      removed,
    }
  })
}

async function collectEndedSets(
  writer: Writer,
  { staged, prepared }: Pick<Unneeded, 'staged' | 'prepared'>,
): Promise<void> {
  const { db } = writer
  if (staged.length === 0 && prepared.length === 0) return
  await writer.write(['staged', 'prepared'], async () => {
    await db.staged.bulkDelete([...staged])
    await db.prepared.bulkDelete([...prepared])
  })
}

/**
 * Deletes everything that no reader and no batch under way can reach. Call it between runs of the one writer, while no staging is
 * being written. May stop anywhere; the next call continues. Partial first snapshots of an earlier run are kept while their batch
 * is under way. A caller that needs the room sets `keepsPartial` to false.
 */
export async function collectGarbage(
  writer: Writer,
  signal?: AbortSignal,
  { keepsPartial = true } = {},
): Promise<void> {
  const unneeded = await findUnneeded(writer, keepsPartial)
  await collectEndedSets(writer, unneeded)
  // Before the garbage is deleted: its records show that a resource was removed.
  if (unneeded.removed) await removeFiles(writer)
  if (unneeded.replaced) await collectReplaced(writer, signal)
  await collectStagings(writer, unneeded, signal)
}
