import { type JsonObject, type Locator, locatorOf } from '@waraq/protocol'
import type { WaraqDatabase } from './database.ts'
import { decodeKeys, type ManifestRecord } from './manifest.ts'
import type { Staging } from './stagings.ts'
import { layerOf, type Layers } from './layers.ts'
import { loadAhead, SegmentCache } from './load.ts'
import { locateKeys } from './locate-keys.ts'
import { compareLocators } from './compare-locators.ts'
import { packAll, Packer } from './packer.ts'
import { compareKeys } from './record-key.ts'
import { inOrder, type FinalChanges } from './rows.ts'
import type { SegmentSummary, StoredRow } from './segment.ts'

export interface Rewritten {
  readonly manifest: ManifestRecord
  /** Keys of the changes that had a row before. */
  readonly present: ReadonlySet<string>
}

/** Bytes of segments that are kept between the search for rows and the rewriting. Further segments are read twice. */
const mostKept = 8_000_000

/** Returns the segment for a new row: the last segment that starts at or before the row. */
function segmentFor(
  manifest: ManifestRecord,
  locator: Locator | null,
  key: string,
): SegmentSummary | undefined {
  const startsBefore = (summary: SegmentSummary) => {
    const byLocator = compareLocators(summary.leastLocator, locator)
    return byLocator < 0 || (byLocator === 0 && compareKeys(summary.leastKey, key) <= 0)
  }
  return manifest.segments.findLast(startsBefore) ?? manifest.segments[0]
}

/** All changes to work into the manifest: those of its deltas, overridden by the new ones. */
async function allChanges(db: WaraqDatabase, layers: Layers, changes: FinalChanges): Promise<FinalChanges> {
  const [, ...deltas] = layers.all
  if (deltas.length === 0) return changes
  const merged = new Map<string, JsonObject | null>()
  for (const delta of deltas) {
    for (const key of decodeKeys(delta.decides!).removed) merged.set(key, null)
    for await (const chunk of loadAhead(db, delta, delta.segments))
      for (const [, segment] of chunk) for (const { key, data } of segment.rows()) merged.set(key, data)
  }
  for (const [key, data] of changes) merged.set(key, data)
  return merged
}

/**
 * Works deltas and row changes into a manifest, copy on write. Each touched segment is read and written once, with all its
 * changes, and the others are shared with the old manifest. Writes into the staging, which readers do not reach.
 * @throws {DamageError} if a segment is missing or damaged
 */
export async function rewrite(
  db: WaraqDatabase,
  staging: Staging,
  layers: Layers,
  changes: FinalChanges,
): Promise<Rewritten> {
  const [manifest] = layers.all
  const { recordType } = manifest
  const wanted = await allChanges(db, layers, changes)
  const cache = new SegmentCache(mostKept)
  const found = await locateKeys(db, manifest, wanted.keys(), cache)
  const additions = new Map<number | null, StoredRow[]>()
  const touched = new Set<number>(found.values())
  for (const [key, data] of wanted) {
    if (data === null || found.has(key)) continue
    const target = segmentFor(manifest, locatorOf(recordType, data), key)?.id ?? null
    const rows = additions.get(target)
    if (rows) rows.push({ key, data })
    else additions.set(target, [{ key, data }])
    if (target !== null) touched.add(target)
  }

  const replaced = new Map<number, SegmentSummary[]>()
  const store = async (rows: readonly StoredRow[]): Promise<SegmentSummary[]> => {
    const packer = new Packer(recordType, staging.nextSegmentId)
    const summaries: SegmentSummary[] = []
    for (const segment of packAll(packer, rows)) {
      summaries.push(segment.summary)
      await staging.add(recordType, segment)
    }
    return summaries
  }

  const toRewrite = manifest.segments.filter((summary) => touched.has(summary.id))
  for await (const chunk of loadAhead(db, manifest, toRewrite, cache)) {
    for (const [{ id }, old] of chunk) {
      const rows: StoredRow[] = []
      for (const row of old.rows()) {
        const change = wanted.get(row.key)
        if (change === undefined) rows.push(row)
        else if (change !== null) rows.push({ key: row.key, data: change })
      }
      rows.push(...(additions.get(id) ?? []))
      replaced.set(id, await store(inOrder(recordType, rows)))
    }
  }
  const segments = manifest.segments.flatMap((summary) => replaced.get(summary.id) ?? [summary])
  const orphans = additions.get(null)
  if (orphans) segments.push(...(await store(inOrder(recordType, orphans))))
  const present = new Set(
    [...changes.keys()].filter((key) => {
      const layer = layerOf(layers, key)
      return layer > 0 || (layer === 0 && found.has(key))
    }),
  )
  return { manifest: staging.manifest(manifest.resource, recordType, segments), present }
}
