import { resourceKey, type RecordType, type ResourceRef } from '@waraq/contract'
import type { Clock } from '@waraq/client'
import { confirmedAt, isStale, type Freshness } from '../freshness.ts'
import { segmentTableOf, type WaraqDatabase } from '../store/database.ts'
import {
  inRange,
  isSameRef,
  layerIds,
  segmentsInRange,
  segmentsWithKey,
  type DirectoryRecord,
  type DirectoryRef,
  type LocatorRange,
} from '../store/directory.ts'
import { LayerCache, layerOf, type Layers } from '../store/layers.ts'
import { DamageError, loadSegments, SegmentCache } from '../store/load.ts'
import { compareLocators } from '../store/locator.ts'
import { compareKeys } from '../store/record-key.ts'
import type { ResourceRecord } from '../store/records.ts'
import type { PlacedRow, Segment, SegmentSummary, StoredRow } from '../store/segment.ts'
import type { UsageBook } from '../storage-care/usage.ts'
import { checkRecordKey, checkRecordType, checkRef } from './arguments.ts'
import { resourceInfo, type ResourceInfo } from './resource-info.ts'
import type { DataOf, Row } from './store-view.ts'

/** Typed as the contract says; rows are not checked again on reading. */
function typed<Type extends RecordType>(rows: readonly StoredRow[]): Row<DataOf<Type>>[] {
  return rows as unknown as Row<DataOf<Type>>[]
}

/** By locator, then key. */
function comparePlaced(a: PlacedRow, b: PlacedRow): number {
  return compareLocators(a.locator, b.locator) || compareKeys(a.key, b.key)
}

/** What was opened of one record type: the chosen segments of each layer. */
interface Opened {
  readonly layers: Layers
  readonly segments: readonly (readonly Segment[])[]
}

/** Which segments of a layer may hold what is asked for. */
type Choose = (directory: DirectoryRecord, layer: number, layers: Layers) => SegmentSummary[]

/** The rows of the range. Where there are no patches, they nearly always come in order. */
function inReadingOrder(recordType: RecordType, opened: Opened, range: LocatorRange): StoredRow[] {
  const { layers, segments } = opened
  const placed = segments.flatMap((ofLayer, layer) =>
    ofLayer.flatMap((segment) =>
      segment.placed(recordType, (locator, key) => inRange(locator, range) && layerOf(layers, key) === layer),
    ),
  )
  const sorted = placed.every((row, index) => index === 0 || comparePlaced(placed[index - 1]!, row) <= 0)
  if (!sorted) placed.sort(comparePlaced)
  return placed.map(({ key, data }) => ({ key, data }))
}

function compareInfos({ ref: a }: ResourceInfo, { ref: b }: ResourceInfo): number {
  return a.group < b.group ? -1 : a.group > b.group ? 1 : a.id - b.id
}

/** Tables that any read of resources needs. */
export const infoTables: readonly string[] = ['resources', 'subscriptions']

/**
 * The reads themselves, in a read transaction of the caller's or in one for each request. Damage is thrown, as a
 * `DamageError`: a transaction in which something failed is over. The caller marks it with `markDamaged` and asks again.
 */
export class DatabaseReads {
  /** Where each day of use is written down; see `UsageBook`. */
  usage: UsageBook | undefined
  readonly #freshness: Freshness
  readonly #clock: Clock
  readonly #layers = new LayerCache()
  readonly #segments = new SegmentCache()
  /** What was read from last, by resource and type. */
  readonly #latest = new Map<string, DirectoryRef>()
  /**
   * Directories and patches found damaged while reading, with the commit that they were of; their resource counts as absent until it
   * is committed anew. The next sync's check mends it.
   */
  readonly #damaged = new Map<string, number | undefined>()
  #damages = 0

  constructor(freshness: Freshness, clock: Clock) {
    this.#freshness = freshness
    this.#clock = clock
  }

  markDamaged({ directory, committedAt }: DamageError): void {
    this.#damaged.set(directory, committedAt)
    this.#damages++
  }

  /** Grows with each time that damage was found. */
  get damages(): number {
    return this.#damages
  }

  /** Tables that reads of rows of this type need. */
  tablesOf(recordType: RecordType): string[] {
    const ageTables = this.#freshness.policy === 'tell' ? [] : ['subscriptions']
    return ['resources', 'directories', segmentTableOf(recordType), ...ageTables]
  }

  async resources(db: WaraqDatabase): Promise<ResourceInfo[]> {
    const records = await db.resources.toArray()
    return this.#infos(db, records)
  }

  async resource(db: WaraqDatabase, ref: ResourceRef): Promise<ResourceInfo | undefined> {
    const record = await db.resources.get(resourceKey(checkRef(ref)))
    const [info] = await this.#infos(db, record ? [record] : [])
    return info
  }

  async rows<Type extends RecordType>(
    db: WaraqDatabase,
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
  ): Promise<Row<DataOf<Type>>[]> {
    const opened = await this.#open(db, recordType, ref, (directory) => segmentsInRange(directory, range))
    return typed<Type>(opened ? inReadingOrder(recordType, opened, range) : [])
  }

  async row<Type extends RecordType>(
    db: WaraqDatabase,
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    checkRecordKey(recordKey)
    const opened = await this.#open(db, recordType, ref, (directory, layer, layers) =>
      layerOf(layers, recordKey) === layer ? segmentsWithKey(directory, recordKey) : [],
    )
    for (const segment of opened?.segments.flat() ?? []) {
      const row = segment.row(recordKey)
      if (row) return typed<Type>([row])[0]
    }
    return undefined
  }

  async #infos(db: WaraqDatabase, records: readonly ResourceRecord[]): Promise<ResourceInfo[]> {
    const subscriptions = await db.subscriptions.toArray()
    const age = { now: this.#clock.now(), staleAfterMs: this.#freshness.staleAfterMs }
    return records
      .map((record) => resourceInfo(record, subscriptions, this.#isDamaged(record), age))
      .sort(compareInfos)
  }

  #isDamaged(record: ResourceRecord): boolean {
    if (record.owes === 'damage') return true
    return layerIds(record.directories).some(
      (id) => this.#damaged.has(id) && this.#damaged.get(id) === record.committedAt,
    )
  }

  /** Opens the chosen segments of each layer; undefined where the resource is absent or part of it is missing. */
  async #open(
    db: WaraqDatabase,
    recordType: RecordType,
    ref: ResourceRef,
    choose: Choose,
  ): Promise<Opened | undefined> {
    const key = resourceKey(checkRef(ref))
    // What was last read from is nearly always what there is. Its segments are asked for together with the record that
    // tells; where it tells of another directory, nobody looks at them. One `Promise.all`, or Dexie loses track.
    const last = this.#latest.get(`${key} ${recordType}`)
    const guess = this.#layers.kept(last)
    const [guessed, record] = await Promise.all([
      guess && this.#ifWhole(db, guess, choose),
      db.resources.get(key),
    ])
    if (record && (await this.#isHidden(db, record))) return undefined
    this.usage?.used(ref)
    const entry = record?.directories.find((directory) => directory.recordType === recordType)
    // Rows that are here are read, whatever their type.
    if (!entry) checkRecordType(recordType, ref)
    if (!record || !entry || this.#isDamaged(record)) return undefined
    if (guessed && last && isSameRef(last, entry)) return guessed
    try {
      const layers = await this.#layers.get(db, entry)
      this.#latest.set(`${key} ${recordType}`, entry)
      return await this.#load(db, layers, choose)
    } catch (error) {
      throw error instanceof DamageError ? new DamageError(error.directory, record.committedAt) : error
    }
  }

  async #load(db: WaraqDatabase, layers: Layers, choose: Choose): Promise<Opened> {
    const segments = await Promise.all(
      layers.all.map((directory, layer) =>
        loadSegments(db, directory, choose(directory, layer, layers), this.#segments),
      ),
    )
    return { layers, segments }
  }

  async #ifWhole(db: WaraqDatabase, layers: Layers, choose: Choose): Promise<Opened | undefined> {
    try {
      return await this.#load(db, layers, choose)
    } catch (error) {
      if (error instanceof DamageError) return undefined
      throw error
    }
  }

  /** Whether it is too old to be shown, where the age of content decides that. */
  async #isHidden(db: WaraqDatabase, { key }: ResourceRecord): Promise<boolean> {
    const { policy, staleAfterMs } = this.#freshness
    if (policy === 'tell') return false
    const subscriptions = await db.subscriptions.toArray()
    return isStale(confirmedAt(key, subscriptions), this.#clock.now(), subscriptions, staleAfterMs)
  }
}
