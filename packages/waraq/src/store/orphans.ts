import { stagingOf, type WaraqDatabase } from './database.ts'
import { segmentTableOf } from './segment-tables.ts'
import { layerIds, type ManifestRecord } from './manifest.ts'
import { deleteInSlices } from './garbage.ts'
import type { Writer } from './writer.ts'

export interface Orphans {
  /** Manifests that no resource, prepared snapshot, garbage record or staging names. */
  readonly manifests: readonly string[]
  /** Segments that no other manifest holds, by table. */
  readonly segments: ReadonlyMap<string, readonly number[]>
}

export const noOrphans: Orphans = { manifests: [], segments: new Map() }

async function lostManifests(db: WaraqDatabase, open: ReadonlySet<number>): Promise<Set<string>> {
  const [resources, prepared, garbage] = await Promise.all([
    db.resources.toArray(),
    db.prepared.toArray(),
    db.garbage.toArray(),
  ])
  const named = new Set([
    ...[...resources, ...prepared].flatMap(({ manifests }) => layerIds(manifests)),
    ...garbage.flatMap(({ manifest, successor }) => [manifest, successor]),
  ])
  const ids = await db.manifests.toCollection().primaryKeys()
  return new Set(ids.filter((id) => !named.has(id) && !open.has(stagingOf(id))))
}

/** Returns the segments that the remaining manifests hold, by table of segments. */
async function referencedSegments(
  db: WaraqDatabase,
  lost: ReadonlySet<string>,
): Promise<Map<string, Set<number>>> {
  const referenced = new Map<string, Set<number>>()
  await db.manifests.each((manifest: ManifestRecord | undefined) => {
    // A damaged manifest is read as undefined.
    if (!manifest || lost.has(manifest.id)) return
    const { recordType, segments } = manifest
    const table = segmentTableOf(recordType)
    const ids = referenced.get(table) ?? new Set<number>()
    for (const { id: segment } of segments) ids.add(segment)
    referenced.set(table, ids)
  })
  return referenced
}

/** The tables that record which manifest or staging owns which segments. */
export const ownersTables = ['resources', 'manifests', 'prepared', 'garbage', 'stagings'] as const

/**
 * Finds orphans of damage: segments without a manifest, manifests without a resource. A healthy store has neither, and garbage
 * collection would not find them. Call it inside a transaction over all these tables. `keys` are those of all segments, by table.
 */
export async function findOrphans(
  db: WaraqDatabase,
  keys: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Orphans> {
  const open = new Set(await db.stagings.toCollection().primaryKeys())
  const lost = await lostManifests(db, open)
  const referenced = await referencedSegments(db, lost)
  const segments = new Map<string, number[]>()
  for (const [table, ids] of keys) {
    segments.set(
      table,
      [...ids].filter((id) => !referenced.get(table)?.has(id) && !open.has(stagingOf(id))),
    )
  }
  return { manifests: [...lost], segments }
}

/** Deletes orphans. Call it with the writer that found them, because a recreated database assigns the same numbers again. */
export async function deleteOrphans(writer: Writer, orphans: Orphans, signal?: AbortSignal): Promise<void> {
  await deleteInSlices(writer, 'manifests', orphans.manifests, signal)
  for (const [table, ids] of orphans.segments) await deleteInSlices(writer, table, ids, signal)
}
