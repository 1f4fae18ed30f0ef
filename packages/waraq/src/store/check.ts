import type { Clock } from '../client/clock.ts'
import { answerWithin } from './answer-within.ts'
import { findUnsound } from './audit.ts'
import type { WaraqDatabase } from './database.ts'
import { segmentTables, segmentTableOf } from './segment-tables.ts'
import { manifestIsWhole, layersOf } from './manifest.ts'
import { isInstalled, type ResourceRecord } from './records.ts'
import { mayMeanDamage } from './storage-error.ts'
import { findOrphans, noOrphans, ownersTables, type Orphans } from './orphans.ts'
import { markDamaged, type Writer } from './writer.ts'

/** Returns the keys of all segments by table, without their rows, so this stays cheap. Inside a transaction. */
async function segmentKeys(db: WaraqDatabase): Promise<Map<string, Set<number>>> {
  const keys = new Map<string, Set<number>>()
  for (const table of segmentTables) {
    keys.set(table, new Set((await db.table(table).toCollection().primaryKeys()) as number[]))
  }
  return keys
}

/** Returns the keys of installed resources that lack a manifest or a segment. Inside a transaction. */
async function findDamaged(
  db: WaraqDatabase,
  keys: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<string[]> {
  const installed = (await db.resources.toArray()).filter(isInstalled)
  const isWhole = async (resource: ResourceRecord): Promise<boolean> => {
    const layers = resource.manifests.flatMap(layersOf)
    const manifests = await db.manifests.bulkGet(layers.map(({ id }) => id))
    return layers.every((ref, index) => {
      const manifest = manifests[index]
      if (!manifest || !manifestIsWhole(manifest, ref)) return false
      const present = keys.get(segmentTableOf(manifest.recordType))!
      return manifest.segments.every((segment) => present.has(segment.id))
    })
  }
  const damaged: string[] = []
  for (const resource of installed) {
    if (!(await isWhole(resource))) damaged.push(resource.key)
  }
  return damaged
}

/**
 * Checks that every installed resource still has its manifests and segments, because browsers do lose parts of a store. A
 * resource that lacks one needs a snapshot from then on. If there is one, content of the others may be damaged under keys that
 * still exist: a store without checksums returns such content. So the others are audited. Returns the orphans of such losses,
 * which the same check finds.
 */
export async function checkStore(writer: Writer): Promise<Orphans> {
  const { db } = writer
  const { resources, subscriptions } = await writer.known()
  // The library is still empty, so nothing can be lost.
  if (resources.length === 0 && subscriptions.every(({ token }) => token === null)) return noOrphans
  const { damaged, orphans } = await db.transaction('r', [...ownersTables, ...segmentTables], async () => {
    const keys = await segmentKeys(db)
    return { damaged: await findDamaged(db, keys), orphans: await findOrphans(db, keys) }
  })
  if (damaged.length > 0 || resources.some(({ needsSnapshot }) => needsSnapshot === 'damage')) {
    const others = resources.filter(({ key }) => !damaged.includes(key))
    damaged.push(...(await findUnsound(db, others)))
  }
  if (damaged.length > 0) await markDamaged(writer, damaged)
  return orphans
}

/** Records read at a time. */
const recordsPerRead = 64

/**
 * Returns whether the browser can read what it stored. Reads everything, by ranges as readers do it. Also true if an error other
 * than damage ends the check.
 */
export async function isReadable(db: WaraqDatabase, clock: Clock): Promise<boolean> {
  try {
    for (const table of db.tables) {
      const keys = await answerWithin(clock, () => table.toCollection().primaryKeys())
      for (let start = 0; start < keys.length; start += recordsPerRead) {
        const last = keys[start + recordsPerRead - 1] ?? keys.at(-1)
        const range = table.where(':id').between(keys[start], last, true, true)
        await answerWithin(clock, () => range.toArray())
      }
    }
    return true
  } catch (error) {
    return !mayMeanDamage(error)
  }
}
