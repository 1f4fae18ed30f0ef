import { parseResourceKey, type RecordType, type ResourceKey } from '@waraq/protocol'
import type { WaraqDatabase } from '../database.ts'
import { inRange, layersKept, layersOf, segmentsInRange, type ManifestRef } from '../manifest.ts'
import { layerOf } from '../layers.ts'
import { DamageError } from '../load.ts'
import type { DatabaseReads } from './database-reads.ts'
import {
  infosText,
  isOpenRange,
  type InfosRead,
  type MetaRead,
  type ReadSet,
  type RowsRead,
} from './read-set.ts'
import { decidedBy } from './row-changes.ts'

/** The current state of everything that the read sets depend on. */
interface Standing {
  readonly readable: ReadonlyMap<string, ManifestRef | undefined>
  readonly infos: ReadonlyMap<ResourceKey | undefined, string>
  readonly meta: ReadonlyMap<MetaRead['key'], unknown>
  readonly partial: ReadonlyMap<ResourceKey, string>
}

const nameOf = ({ resource, recordType }: { resource: ResourceKey; recordType: RecordType }) =>
  `${resource} ${recordType}`

function tablesOf(sets: readonly ReadSet[]): string[] {
  const subscriptions = sets.some(({ infos, rowsByAge }) => rowsByAge || infos.length > 0)
  const meta = sets.some((set) => set.meta.length > 0)
  const stagings = sets.some(({ partial }) => partial.length > 0)
  return [
    'resources',
    ...(stagings ? ['stagings'] : []),
    ...(subscriptions ? ['subscriptions'] : []),
    ...(meta ? ['meta'] : []),
  ]
}

async function readInfos(
  db: WaraqDatabase,
  reads: DatabaseReads,
  resource: InfosRead['resource'],
): Promise<string> {
  if (resource === undefined) return infosText(await reads.resources(db))
  const info = await reads.resource(db, parseResourceKey(resource)!)
  return infosText(info ? [info] : [])
}

/** Reads the current state, inside a transaction over `tablesOf` the sets. */
async function readStanding(
  db: WaraqDatabase,
  reads: DatabaseReads,
  sets: readonly ReadSet[],
): Promise<Standing> {
  const readable = new Map<string, ManifestRef | undefined>()
  for (const read of sets.flatMap(({ rows }) => rows)) {
    if (readable.has(nameOf(read))) continue
    readable.set(
      nameOf(read),
      await reads.readable(db, await db.resources.get(read.resource), read.recordType),
    )
  }
  const infos = new Map<ResourceKey | undefined, string>()
  for (const { resource } of sets.flatMap((set) => set.infos))
    if (!infos.has(resource)) infos.set(resource, await readInfos(db, reads, resource))
  const meta = new Map<MetaRead['key'], unknown>()
  for (const { key } of sets.flatMap((set) => set.meta))
    if (!meta.has(key)) meta.set(key, await db.meta.get(key))
  const partial = new Map<ResourceKey, string>()
  for (const { resource } of sets.flatMap((set) => set.partial))
    if (!partial.has(resource)) partial.set(resource, await reads.partialText(db, resource))
  return { readable, infos, meta, partial }
}

/** Whether the deltas above the `kept` layers change the rows that were read. */
async function deltasChange(
  db: WaraqDatabase,
  reads: DatabaseReads,
  { asked }: RowsRead,
  now: ManifestRef,
  kept: number,
): Promise<boolean> {
  const layers = await reads.layers(db, now)
  const deltas = layers.all.slice(kept)
  const decided = decidedBy(deltas)
  if ('recordKey' in asked) return decided.has(asked.recordKey)
  const { range, recordKeys } = asked
  if (isOpenRange(range)) return decided.size > 0
  // If a row was removed or moved out of the range, only its key is known.
  if ([...decided].some((key) => recordKeys.has(key))) return true
  for (const [index, delta] of deltas.entries()) {
    const layer = kept + index
    const segments = await reads.segments(db, delta, segmentsInRange(delta, range))
    const isShown = (key: string) => layerOf(layers, key) === layer
    const shown = segments.flatMap((segment) =>
      segment.placed(delta.recordType, (locator, key) => inRange(locator, range) && isShown(key)),
    )
    if (shown.length > 0) return true
  }
  return false
}

async function rowsDiffer(
  db: WaraqDatabase,
  reads: DatabaseReads,
  read: RowsRead,
  now: ManifestRef | undefined,
): Promise<boolean> {
  if (!read.from || !now) return read.from !== now
  const kept = layersKept(read.from, now)
  if (kept === undefined) return true
  if (kept === layersOf(now).length) return false
  try {
    return await deltasChange(db, reads, read, now, kept)
  } catch (error) {
    // The missing part was damaged, or has been replaced by now.
    if (error instanceof DamageError) return true
    throw error
  }
}

async function isOutdated(
  db: WaraqDatabase,
  reads: DatabaseReads,
  set: ReadSet,
  { readable, infos, meta, partial }: Standing,
): Promise<boolean> {
  if (set.isUnknown) return true
  if (set.infos.some(({ resource, text }) => infos.get(resource) !== text)) return true
  if (set.partial.some(({ resource, text }) => partial.get(resource) !== text)) return true
  if (set.meta.some(({ key, of, text }) => metaText(of, meta.get(key)) !== text)) return true
  for (const read of set.rows) if (await rowsDiffer(db, reads, read, readable.get(nameOf(read)))) return true
  return false
}

/** The part of a bookkeeping record that a query used, as text to compare. */
export function metaText(of: MetaRead['of'], record: unknown): string {
  return JSON.stringify(of(record)) ?? ''
}

/**
 * Returns the sets whose queries may have a different result now. All other sets are updated to the current layers, because no
 * change since then concerns them. A commit that only added deltas concerns the rows that the deltas decide, and the ranges that
 * contain their rows.
 */
export async function outdated(
  db: WaraqDatabase,
  reads: DatabaseReads,
  sets: readonly ReadSet[],
): Promise<ReadonlySet<ReadSet>> {
  const standing = await db.transaction('r', tablesOf(sets), async () => readStanding(db, reads, sets))
  const found = new Set<ReadSet>()
  for (const set of sets) {
    if (await isOutdated(db, reads, set, standing)) found.add(set)
    else set.rows = set.rows.map((read) => ({ ...read, from: standing.readable.get(nameOf(read)) }))
  }
  return found
}
