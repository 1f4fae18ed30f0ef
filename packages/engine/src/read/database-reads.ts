import { resourceKey, type RecordType, type ResourceRef } from '@waraq/contract'
import type { Clock } from '@waraq/client'
import { confirmedAt, isStale, type Freshness } from '../store/freshness.ts'
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
import type { UsageBook } from '../space/usage.ts'
import { checkRecordKey, checkRecordType, checkRef } from './arguments.ts'
import { infosText, isOpenRange, type Noted, type RowsRead } from './read-set.ts'
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
  readonly entry: DirectoryRef
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

function entryOf(record: ResourceRecord | undefined, recordType: RecordType): DirectoryRef | undefined {
  return record?.directories.find((directory) => directory.recordType === recordType)
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

  async resources(db: WaraqDatabase, noted: Noted = []): Promise<ResourceInfo[]> {
    const records = await db.resources.toArray()
    const infos = await this.#infos(db, records)
    for (const set of noted) set.infos.push({ resource: undefined, text: infosText(infos) })
    return infos
  }

  async resource(db: WaraqDatabase, ref: ResourceRef, noted: Noted = []): Promise<ResourceInfo | undefined> {
    const key = resourceKey(checkRef(ref))
    const record = await db.resources.get(key)
    const infos = await this.#infos(db, record ? [record] : [])
    for (const set of noted) set.infos.push({ resource: key, text: infosText(infos) })
    return infos[0]
  }

  async rows<Type extends RecordType>(
    db: WaraqDatabase,
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
    noted: Noted = [],
  ): Promise<Row<DataOf<Type>>[]> {
    const opened = await this.#open(db, recordType, ref, (directory) => segmentsInRange(directory, range))
    const rows = opened ? inReadingOrder(recordType, opened, range) : []
    if (noted.length > 0) {
      // Of all rows, any that changes is one of them.
      const recordKeys = new Set(isOpenRange(range) ? [] : rows.map(({ key }) => key))
      const asked = { range, recordKeys }
      this.note(noted, { resource: resourceKey(ref), recordType, asked, from: opened?.entry })
    }
    return typed<Type>(rows)
  }

  async row<Type extends RecordType>(
    db: WaraqDatabase,
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
    noted: Noted = [],
  ): Promise<Row<DataOf<Type>> | undefined> {
    checkRecordKey(recordKey)
    const opened = await this.#open(db, recordType, ref, (directory, layer, layers) =>
      layerOf(layers, recordKey) === layer ? segmentsWithKey(directory, recordKey) : [],
    )
    this.note(noted, { resource: resourceKey(ref), recordType, asked: { recordKey }, from: opened?.entry })
    for (const segment of opened?.segments.flat() ?? []) {
      const row = segment.row(recordKey)
      if (row) return typed<Type>([row])[0]
    }
    return undefined
  }

  /** The layers that a read of the record type would find; undefined where it would find none. */
  async readable(
    db: WaraqDatabase,
    record: ResourceRecord | undefined,
    recordType: RecordType,
  ): Promise<DirectoryRef | undefined> {
    if (!record || this.#isDamaged(record) || (await this.#isHidden(db, record))) return undefined
    return entryOf(record, recordType)
  }

  /** @throws {DamageError} */
  layers(db: WaraqDatabase, entry: DirectoryRef): Promise<Layers> {
    return this.#layers.get(db, entry)
  }

  /** @throws {DamageError} */
  segments(
    db: WaraqDatabase,
    directory: DirectoryRecord,
    summaries: readonly SegmentSummary[],
  ): Promise<Segment[]> {
    return loadSegments(db, directory, summaries, this.#segments)
  }

  note(noted: Noted, read: RowsRead): void {
    for (const set of noted) {
      set.rows.push(read)
      if (this.#freshness.policy !== 'tell') set.rowsByAge = true
    }
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
      guess && last && this.#ifWhole(db, last, guess, choose),
      db.resources.get(key),
    ])
    if (record && (await this.#isHidden(db, record))) return undefined
    this.usage?.used(ref)
    const entry = entryOf(record, recordType)
    // Rows that are here are read, whatever their type.
    if (!entry) checkRecordType(recordType, ref)
    if (!record || !entry || this.#isDamaged(record)) return undefined
    if (guessed && isSameRef(guessed.entry, entry)) return guessed
    try {
      const layers = await this.#layers.get(db, entry)
      this.#latest.set(`${key} ${recordType}`, entry)
      return await this.#load(db, entry, layers, choose)
    } catch (error) {
      throw error instanceof DamageError ? new DamageError(error.directory, record.committedAt) : error
    }
  }

  async #load(db: WaraqDatabase, entry: DirectoryRef, layers: Layers, choose: Choose): Promise<Opened> {
    const segments = await Promise.all(
      layers.all.map((directory, layer) => this.segments(db, directory, choose(directory, layer, layers))),
    )
    return { entry, layers, segments }
  }

  async #ifWhole(
    db: WaraqDatabase,
    entry: DirectoryRef,
    layers: Layers,
    choose: Choose,
  ): Promise<Opened | undefined> {
    try {
      return await this.#load(db, entry, layers, choose)
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
