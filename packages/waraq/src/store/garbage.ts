import { removeFiles } from './remove-files.ts'
import { isPartial, type PartialStaging } from './partial.ts'
import { manifestIdsOf, segmentIdsOf, type WaraqDatabase } from './database.ts'
import { layerIds, type ManifestRef } from './manifest.ts'
import type { GarbageRecord } from './records.ts'
import { segmentTableOf, segmentTables } from './segment-tables.ts'
import { unobserved, type Writer } from './writer.ts'

/** Records deleted in one transaction; few, because readers wait for each transaction. */
const recordsPerDelete = 16

/**
 * The garbage records of manifests that a change makes unreachable: one small record a manifest, for any number of rows.
 * To be put in the transaction of the change.
 */
export function garbageOf(before: readonly ManifestRef[], after: readonly ManifestRef[]): GarbageRecord[] {
  const kept = new Set(layerIds(after))
  return before.flatMap((old) => {
    const successor = after.find((next) => next.recordType === old.recordType)?.id ?? null
    return layerIds([old]).flatMap((manifest) => (kept.has(manifest) ? [] : [{ manifest, successor }]))
  })
}

/** Deletes records that no reader reaches. */
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

/** The oldest garbage, and which segments of its manifest are dead. */
function oldestReplaced(db: WaraqDatabase) {
  return db.transaction('r', [db.garbage, db.manifests, db.resources], async () => {
    const garbage = await db.garbage.orderBy(':id').first()
    if (!garbage) return undefined
    const [manifest, successor] = await db.manifests.bulkGet([garbage.manifest, garbage.successor ?? ''])
    // Garbage is collected in order, so a missing successor was not collected: the browser lost it. The segments that it
    // shared cannot be told from garbage here. Those that no manifest holds are found as orphans.
    if (!manifest || (garbage.successor !== null && !successor)) return { garbage, dead: [], table: '' }
    // Nor does what the resource has now die, whatever the garbage says of its successor.
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

/** Deletes what abandoned stagings left behind. Readers stop reaching it first: those who asked for what arrives see its end. */
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
    // A key that is no number is that of no staging.
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

/** Stored records that nothing needs any more. */
interface Unneeded {
  /** Pages and snapshots of batches that ended. */
  readonly staged: readonly [number, number][]
  readonly prepared: readonly [number, string][]
  /** Stagings that no batch under way needs, and those of them that readers reach as what arrives. */
  readonly stagings: readonly number[]
  readonly partial: readonly number[]
  readonly replaced: boolean
  /** Whether a replaced manifest has no successor, because its resource was removed. */
  readonly removed: boolean
}

/** Whether the rest of this first snapshot may still come. */
async function isAwaited(
  db: WaraqDatabase,
  { partial: { batchCursor, resource } }: PartialStaging,
  open: ReadonlySet<number>,
): Promise<boolean> {
  return open.has(batchCursor) && (await db.resources.get(resource)) === undefined
}

/** Looks for all of it in one transaction, because mostly there is nothing. */
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
 * Deletes everything that no reader and no batch under way can reach. To be called between runs of the one writer, while
 * no staging is being written. May stop anywhere; the next call goes on. What an earlier run left of a first snapshot is kept while
 * its batch is under way; a caller that needs the room does without (`keepsArriving`).
 */
export async function collectGarbage(
  writer: Writer,
  signal?: AbortSignal,
  { keepsPartial = true } = {},
): Promise<void> {
  const unneeded = await findUnneeded(writer, keepsPartial)
  await collectEndedSets(writer, unneeded)
  // Before the garbage is deleted: its records tell that a resource was removed.
  if (unneeded.removed) await removeFiles(writer)
  if (unneeded.replaced) await collectReplaced(writer, signal)
  await collectStagings(writer, unneeded, signal)
}
