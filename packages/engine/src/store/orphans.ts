import { draftOf, segmentTables, segmentTableOf, type WaraqDatabase } from './database.ts'
import { layerIds } from './directory.ts'
import { deleteInSlices } from './garbage.ts'
import type { Writer } from './writer.ts'

interface Orphans {
  /** Directories that no resource, prepared snapshot, garbage record or draft names. */
  readonly directories: readonly string[]
  /** Segments that no other directory holds, by table. */
  readonly segments: ReadonlyMap<string, readonly number[]>
}

async function lostDirectories(db: WaraqDatabase, open: ReadonlySet<number>): Promise<Set<string>> {
  const [resources, prepared, garbage] = await Promise.all([
    db.resources.toArray(),
    db.prepared.toArray(),
    db.garbage.toArray(),
  ])
  const named = new Set([
    ...[...resources, ...prepared].flatMap(({ directories }) => layerIds(directories)),
    ...garbage.flatMap(({ directory, successor }) => [directory, successor]),
  ])
  const ids = await db.directories.toCollection().primaryKeys()
  return new Set(ids.filter((id) => !named.has(id) && !open.has(draftOf(id))))
}

/** What each directory that stays holds, by table of segments. */
async function heldSegments(db: WaraqDatabase, lost: ReadonlySet<string>): Promise<Map<string, Set<number>>> {
  const held = new Map<string, Set<number>>()
  await db.directories.each(({ id, recordType, segments }) => {
    if (lost.has(id)) return
    const table = segmentTableOf(recordType)
    const ids = held.get(table) ?? new Set<number>()
    for (const { id: segment } of segments) ids.add(segment)
    held.set(table, ids)
  })
  return held
}

/** Of the segments their keys only, so this stays cheap. */
function findOrphans(db: WaraqDatabase): Promise<Orphans> {
  const records = ['resources', 'directories', 'prepared', 'garbage', 'drafts']
  return db.transaction('r', [...records, ...segmentTables], async () => {
    const open = new Set(await db.drafts.toCollection().primaryKeys())
    const lost = await lostDirectories(db, open)
    const held = await heldSegments(db, lost)
    const segments = new Map<string, number[]>()
    for (const table of segmentTables) {
      const ids = (await db.table(table).toCollection().primaryKeys()) as number[]
      segments.set(
        table,
        ids.filter((id) => !held.get(table)?.has(id) && !open.has(draftOf(id))),
      )
    }
    return { directories: [...lost], segments }
  })
}

/**
 * Deletes what damage left without an owner: segments whose directory is gone, directories whose resource is gone. A
 * healthy store has none of either; nothing else would ever find them. To be called where garbage is collected.
 */
export async function collectOrphans(writer: Writer, signal?: AbortSignal): Promise<void> {
  const orphans = await findOrphans(writer.db)
  await deleteInSlices(writer, 'directories', orphans.directories, signal)
  for (const [table, ids] of orphans.segments) await deleteInSlices(writer, table, ids, signal)
}
