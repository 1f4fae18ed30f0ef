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

/** What each manifest that stays holds, by table of segments. */
async function heldSegments(db: WaraqDatabase, lost: ReadonlySet<string>): Promise<Map<string, Set<number>>> {
  const held = new Map<string, Set<number>>()
  await db.manifests.each((manifest: ManifestRecord | undefined) => {
    // One that is damaged is read as none.
    if (!manifest || lost.has(manifest.id)) return
    const { recordType, segments } = manifest
    const table = segmentTableOf(recordType)
    const ids = held.get(table) ?? new Set<number>()
    for (const { id: segment } of segments) ids.add(segment)
    held.set(table, ids)
  })
  return held
}

/** The tables that say which manifest or staging owns which segments. */
export const ownersTables = ['resources', 'manifests', 'prepared', 'garbage', 'stagings'] as const

/**
 * Finds orphans of damage: segments without a manifest, manifests without a resource. A healthy store has neither, and
 * garbage collection would not find them. Inside a transaction over all these tables; `keys` are those of all segments, by
 * table.
 */
export async function findOrphans(
  db: WaraqDatabase,
  keys: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Orphans> {
  const open = new Set(await db.stagings.toCollection().primaryKeys())
  const lost = await lostManifests(db, open)
  const held = await heldSegments(db, lost)
  const segments = new Map<string, number[]>()
  for (const [table, ids] of keys) {
    segments.set(
      table,
      [...ids].filter((id) => !held.get(table)?.has(id) && !open.has(stagingOf(id))),
    )
  }
  return { manifests: [...lost], segments }
}

/** To be called in the writer's turn that found the orphans: a recreated database gives the same numbers again. */
export async function deleteOrphans(writer: Writer, orphans: Orphans, signal?: AbortSignal): Promise<void> {
  await deleteInSlices(writer, 'manifests', orphans.manifests, signal)
  for (const [table, ids] of orphans.segments) await deleteInSlices(writer, table, ids, signal)
}
