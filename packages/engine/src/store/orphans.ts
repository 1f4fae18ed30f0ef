import { draftOf, segmentTables, segmentTableOf } from './database.ts'
import { deleteInSlices } from './garbage.ts'
import type { Writer } from './writer.ts'

/** What each directory that is still there holds, by table of segments. */
async function heldSegments(writer: Writer): Promise<Map<string, Set<number>>> {
  const held = new Map<string, Set<number>>()
  await writer.db.directories.each(({ recordType, segments }) => {
    const table = segmentTableOf(recordType)
    const ids = held.get(table) ?? new Set<number>()
    for (const { id } of segments) ids.add(id)
    held.set(table, ids)
  })
  return held
}

/** Directories that no resource, prepared snapshot, garbage record or draft names. */
async function lostDirectories({ db }: Writer): Promise<string[]> {
  const [resources, prepared, garbage, drafts] = await Promise.all([
    db.resources.toArray(),
    db.prepared.toArray(),
    db.garbage.toArray(),
    db.drafts.toCollection().primaryKeys(),
  ])
  const named = new Set([
    ...[...resources, ...prepared].flatMap(({ directories }) => directories.map(({ id }) => id)),
    ...garbage.flatMap(({ directory, successor }) => [directory, successor]),
  ])
  const open = new Set(drafts)
  const ids = await db.directories.toCollection().primaryKeys()
  return ids.filter((id) => !named.has(id) && !open.has(draftOf(id)))
}

/**
 * Deletes what damage left without an owner: segments whose directory is gone, directories whose resource is gone. A
 * healthy store has none of either; nothing else would ever find them. To be called where garbage is collected.
 */
export async function collectOrphans(writer: Writer, signal?: AbortSignal): Promise<void> {
  const { db } = writer
  await deleteInSlices(writer, 'directories', await lostDirectories(writer), signal)
  const held = await heldSegments(writer)
  const open = new Set(await db.drafts.toCollection().primaryKeys())
  for (const table of segmentTables) {
    signal?.throwIfAborted()
    const ids = (await db.table(table).toCollection().primaryKeys()) as number[]
    const orphans = ids.filter((id) => !held.get(table)?.has(id) && !open.has(draftOf(id)))
    await deleteInSlices(writer, table, orphans, signal)
  }
}
