import type { WaraqDatabase } from './database.ts'
import {
  decodeKeys,
  directoryIsWhole,
  directoryWithRecord,
  layersOf,
  type DirectoryRecord,
  type DirectoryRef,
  type LayerRef,
} from './directory.ts'
import { LatestUsed } from './latest-used.ts'
import { DamageError, loadAhead, nameOf } from './load.ts'
import { locateKeys } from './locate-keys.ts'
import type { ReadTables } from './read-tables.ts'
import { readDirectory, type Fields } from './record-checks.ts'
import type { StoredRow } from './segment.ts'

/** One record type of a resource as it is read: a directory and the patches over it. */
export interface Layers {
  /** The directory first, then its patches, oldest first. */
  readonly all: readonly [DirectoryRecord, ...DirectoryRecord[]]
  /** For each key that a patch decides: the place of the layer that has its row, or `removed`. */
  readonly decided: ReadonlyMap<string, number>
}

/** Stands for the layer of a row that a patch removes. */
const removed = -1

const nothingDecided: ReadonlyMap<string, number> = new Map()

export function layersFrom(all: Layers['all']): Layers {
  if (all.length === 1) return { all, decided: nothingDecided }
  const decided = new Map<string, number>()
  for (const [layer, { decides }] of all.entries()) {
    if (decides === undefined) continue
    const keys = decodeKeys(decides)
    // A later patch is laid over an earlier one.
    for (const key of keys.upserted) decided.set(key, layer)
    for (const key of keys.removed) decided.set(key, removed)
  }
  return { all, decided }
}

/** The place of the layer that decides this key; rows of the key in other layers do not count. */
export function layerOf({ decided }: Layers, key: string): number {
  return decided.get(key) ?? 0
}

/** Those of the keys that have a row. Opens only segments of the directory whose summaries leave it open. */
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

/** All rows, in no order. A few segments are in memory at a time. */
export async function* eachRow(db: WaraqDatabase, layers: Layers): AsyncGenerator<StoredRow> {
  for (const [layer, directory] of layers.all.entries()) {
    for await (const chunk of loadAhead(db, directory, directory.segments)) {
      for (const [, segment] of chunk)
        for (const row of segment.rows()) if (layerOf(layers, row.key) === layer) yield row
    }
  }
}

/** About how many objects of directories and key lists are kept: those of some dozen large mushafs. */
const mostKept = 40_000

/** Reads directories and patches and keeps the latest used. Neither ever changes. */
export class LayerCache {
  readonly #directories = new LatestUsed<DirectoryRecord>(mostKept)
  readonly #layers = new LatestUsed<Layers>(mostKept)

  kept(ref: DirectoryRef | undefined): Layers | undefined {
    if (!ref) return undefined
    if (!ref.patches?.length) {
      const directory = this.#directories.get(nameOf(ref.id, ref))
      return directory && layersFrom([directory])
    }
    return this.#layers.get(nameOfAll(ref))
  }

  /** @throws {DamageError} where a layer is missing, or not what the resource's record vouches for */
  async get(db: ReadTables, ref: DirectoryRef): Promise<Layers> {
    const kept = this.kept(ref)
    if (kept) return kept
    const refs = layersOf(ref)
    const known = refs.map((layer) => this.#directories.get(nameOf(layer.id, layer)))
    known[0] ??= this.#withRecord(ref)
    const missing = refs.filter((_, index) => !known[index])
    const read = missing.length > 0 ? await db.directories.bulkGet(missing.map(({ id }) => id)) : []
    const found = new Map(missing.map((layer, index) => [layer.id, this.#checked(layer, read[index])]))
    const all = refs.map(({ id }, index) => known[index] ?? found.get(id)!)
    const layers = layersFrom(all as [DirectoryRecord, ...DirectoryRecord[]])
    if (all.length > 1) this.#layers.keep(nameOfAll(ref), layers, 1 + layers.decided.size)
    return layers
  }

  /** What the resource's record holds of its directory. Where that is not it, the directory itself is asked. */
  #withRecord(ref: DirectoryRef): DirectoryRecord | undefined {
    const read = readDirectory(directoryWithRecord(ref) as Fields | undefined)
    const directory = read as DirectoryRecord | undefined
    return directory && directoryIsWhole(directory, ref) ? this.#keep(ref, directory) : undefined
  }

  #checked(ref: LayerRef, directory: DirectoryRecord | undefined): DirectoryRecord {
    if (!directory || !directoryIsWhole(directory, ref)) throw new DamageError(ref.id)
    return this.#keep(ref, directory)
  }

  #keep(ref: LayerRef, directory: DirectoryRecord): DirectoryRecord {
    this.#directories.keep(nameOf(ref.id, ref), directory, 1 + directory.segments.length)
    return directory
  }
}

function nameOfAll(ref: DirectoryRef): string {
  return layersOf(ref)
    .map((layer) => nameOf(layer.id, layer))
    .join()
}
