import type { WaraqDatabase } from './database.ts'
import {
  decodeKeys,
  manifestIsWhole,
  manifestWithRecord,
  layersOf,
  type ManifestRecord,
  type ManifestRef,
  type LayerRef,
} from './manifest.ts'
import { LatestUsed } from './latest-used.ts'
import { DamageError, loadAhead, nameOf } from './load.ts'
import { locateKeys } from './locate-keys.ts'
import type { ReadTables } from './read-tables.ts'
import type { StoredRow } from './segment.ts'

/** One record type of a resource as it is read: a manifest and the deltas over it. */
export interface Layers {
  /** The manifest first, then its deltas, oldest first. */
  readonly all: readonly [ManifestRecord, ...ManifestRecord[]]
  /** For each key that a delta decides: the index of the layer that has its row, or `removed`. */
  readonly decided: ReadonlyMap<string, number>
}

/** Stands for the layer of a row that a delta removes. */
const removed = -1

const nothingDecided: ReadonlyMap<string, number> = new Map()

export function layersFrom(all: Layers['all']): Layers {
  if (all.length === 1) return { all, decided: nothingDecided }
  const decided = new Map<string, number>()
  for (const [layer, { decides }] of all.entries()) {
    if (decides === undefined) continue
    const keys = decodeKeys(decides)
    // A later delta overrides an earlier one.
    for (const key of keys.upserted) decided.set(key, layer)
    for (const key of keys.removed) decided.set(key, removed)
  }
  return { all, decided }
}

/** Returns the index of the layer that decides this key. Rows of the key in other layers do not count. */
export function layerOf({ decided }: Layers, key: string): number {
  return decided.get(key) ?? 0
}

/** Returns those of the keys that have a row. Opens a segment of the manifest only if its summary leaves that open. */
export async function presentKeys(
  db: WaraqDatabase,
  layers: Layers,
  keys: Iterable<string>,
): Promise<Set<string>> {
  const present = new Set<string>()
  const undecided: string[] = []
  for (const key of keys) {
    const layer = layers.decided.get(key)
    if (layer === undefined) undecided.push(key)
    else if (layer !== removed) present.add(key)
  }
  for (const key of (await locateKeys(db, layers.all[0], undecided)).keys()) present.add(key)
  return present
}

/** Yields all rows, in no order. A few segments are in memory at a time. */
export async function* eachRow(db: WaraqDatabase, layers: Layers): AsyncGenerator<StoredRow> {
  for (const [layer, manifest] of layers.all.entries()) {
    for await (const chunk of loadAhead(db, manifest, manifest.segments)) {
      for (const [, segment] of chunk)
        for (const row of segment.rows()) if (layerOf(layers, row.key) === layer) yield row
    }
  }
}

/** Approximate number of objects of manifests and key lists that are kept: those of some dozen large mushafs. */
const mostKept = 40_000

/** Reads manifests and deltas, and keeps the most recently used. Neither ever changes. */
export class LayerCache {
  readonly #manifests = new LatestUsed<ManifestRecord>(mostKept)
  readonly #layers = new LatestUsed<Layers>(mostKept)

  kept(ref: ManifestRef | undefined): Layers | undefined {
    if (!ref) return undefined
    if (!ref.deltas?.length) {
      const manifest = this.#manifests.get(nameOf(ref.id, ref))
      return manifest && layersFrom([manifest])
    }
    return this.#layers.get(nameOfAll(ref))
  }

  /** @throws {DamageError} if a layer is missing, or is not what the resource's record describes */
  async get(db: ReadTables, ref: ManifestRef): Promise<Layers> {
    const kept = this.kept(ref)
    if (kept) return kept
    const refs = layersOf(ref)
    const known = refs.map((layer) => this.#manifests.get(nameOf(layer.id, layer)))
    known[0] ??= this.#withRecord(ref)
    const missing = refs.filter((_, index) => !known[index])
    const read = missing.length > 0 ? await db.manifests.bulkGet(missing.map(({ id }) => id)) : []
    const found = new Map(missing.map((layer, index) => [layer.id, this.#checked(layer, read[index])]))
    const all = refs.map(({ id }, index) => known[index] ?? found.get(id)!)
    const layers = layersFrom(all as [ManifestRecord, ...ManifestRecord[]])
    if (all.length > 1) this.#layers.keep(nameOfAll(ref), layers, 1 + layers.decided.size)
    return layers
  }

  /** Returns the manifest that the resource's record holds. If it does not match the reference, the manifest itself is read. */
  #withRecord(ref: ManifestRef): ManifestRecord | undefined {
    const manifest = manifestWithRecord(ref)
    return manifest && manifestIsWhole(manifest, ref) ? this.#keep(ref, manifest) : undefined
  }

  #checked(ref: LayerRef, manifest: ManifestRecord | undefined): ManifestRecord {
    if (!manifest || !manifestIsWhole(manifest, ref)) throw new DamageError(ref.id)
    return this.#keep(ref, manifest)
  }

  #keep(ref: LayerRef, manifest: ManifestRecord): ManifestRecord {
    this.#manifests.keep(nameOf(ref.id, ref), manifest, 1 + manifest.segments.length)
    return manifest
  }
}

function nameOfAll(ref: ManifestRef): string {
  return layersOf(ref)
    .map((layer) => nameOf(layer.id, layer))
    .join()
}
