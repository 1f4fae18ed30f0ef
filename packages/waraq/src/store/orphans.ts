import { draftOf, type WaraqDatabase } from './database.ts'
import { segmentTableOf } from './segment-tables.ts'
import { layerIds, type DirectoryRecord } from './directory.ts'
import { deleteInSlices } from './garbage.ts'
import type { Writer } from './writer.ts'

export interface Orphans {
  /** Directories that no resource, prepared snapshot, garbage record or draft names. */
  readonly directories: readonly string[]
  /** Segments that no other directory holds, by table. */
  readonly segments: ReadonlyMap<string, readonly number[]>
}

export const noOrphans: Orphans = { directories: [], segments: new Map() }

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
  await db.directories.each((directory: DirectoryRecord | undefined) => {
    // One that is damaged is read as none.
    if (!directory || lost.has(directory.id)) return
    const { recordType, segments } = directory
    const table = segmentTableOf(recordType)
    const ids = held.get(table) ?? new Set<number>()
    for (const { id: segment } of segments) ids.add(segment)
    held.set(table, ids)
  })
  return held
}

/** The tables that say which directory or draft owns which segments. */
export const ownersTables = ['resources', 'directories', 'prepared', 'garbage', 'drafts'] as const

/**
 * Finds orphans of damage: segments without a directory, directories without a resource. A healthy store has neither, and
 * garbage collection would not find them. Inside a transaction over all these tables; `keys` are those of all segments, by
 * table.
 */
export async function findOrphans(
  db: WaraqDatabase,
  keys: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Orphans> {
  const open = new Set(await db.drafts.toCollection().primaryKeys())
  const lost = await lostDirectories(db, open)
  const held = await heldSegments(db, lost)
  const segments = new Map<string, number[]>()
  for (const [table, ids] of keys) {
    segments.set(
      table,
      [...ids].filter((id) => !held.get(table)?.has(id) && !open.has(draftOf(id))),
    )
  }
  return { directories: [...lost], segments }
}

/** To be called in the writer's turn that found the orphans: a recreated database gives the same numbers again. */
export async function deleteOrphans(writer: Writer, orphans: Orphans, signal?: AbortSignal): Promise<void> {
  await deleteInSlices(writer, 'directories', orphans.directories, signal)
  for (const [table, ids] of orphans.segments) await deleteInSlices(writer, table, ids, signal)
}
