import { resourceKey, type RecordType, type ResourceRef } from '@waraq/contract'
import type { Clock } from '@waraq/client'
import { confirmedAt, isStale, type Freshness } from '../freshness.ts'
import { segmentTableOf, type WaraqDatabase } from '../store/database.ts'
import {
  inRange,
  segmentsInRange,
  segmentsWithKey,
  type DirectoryRecord,
  type DirectoryRef,
  type LocatorRange,
} from '../store/directory.ts'
import { DamageError, DirectoryCache, loadSegments, SegmentCache } from '../store/load.ts'
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

/** The rows of the range. Nearly always they come in order. */
function inReadingOrder(
  recordType: RecordType,
  segments: readonly Segment[],
  range: LocatorRange,
): StoredRow[] {
  const placed = segments.flatMap((segment) =>
    segment.placed(recordType, (locator) => inRange(locator, range)),
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
  readonly #directories = new DirectoryCache()
  readonly #segments = new SegmentCache()
  /** The directories that were read from last, by resource and type. */
  readonly #latest = new Map<string, DirectoryRef>()
  /**
   * Directories found damaged while reading, with the commit that they were of; their resource counts as absent until it
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

  /** Grows with each time that a directory was found damaged. */
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
    const segments = await this.#readSegments(db, recordType, ref, (directory) =>
      segmentsInRange(directory, range),
    )
    return typed<Type>(inReadingOrder(recordType, segments, range))
  }

  async row<Type extends RecordType>(
    db: WaraqDatabase,
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    checkRecordKey(recordKey)
    const segments = await this.#readSegments(db, recordType, ref, (directory) =>
      segmentsWithKey(directory, recordKey),
    )
    for (const segment of segments) {
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
    return record.directories.some(
      ({ id }) => this.#damaged.has(id) && this.#damaged.get(id) === record.committedAt,
    )
  }

  /** The chosen segments; none where the resource is absent or part of it is missing. */
  async #readSegments(
    db: WaraqDatabase,
    recordType: RecordType,
    ref: ResourceRef,
    choose: (directory: DirectoryRecord) => SegmentSummary[],
  ): Promise<Segment[]> {
    const key = resourceKey(checkRef(ref))
    // What was last read from is nearly always what there is. Its segments are asked for together with the record that
    // tells; where it tells of another directory, nobody looks at them. One `Promise.all`, or Dexie loses track.
    const last = this.#latest.get(`${key} ${recordType}`)
    const guess = this.#directories.kept(last)
    const [guessed, record] = await Promise.all([
      guess && this.#ifWhole(db, guess, choose(guess)),
      db.resources.get(key),
    ])
    if (record && (await this.#isHidden(db, record))) return []
    this.usage?.used(ref)
    const entry = record?.directories.find((directory) => directory.recordType === recordType)
    // Rows that are here are read, whatever their type.
    if (!entry) checkRecordType(recordType, ref)
    if (!record || !entry || this.#isDamaged(record)) return []
    if (guessed && last?.id === entry.id && last.digest === entry.digest) return guessed
    try {
      const directory = await this.#directories.get(db, entry)
      this.#latest.set(`${key} ${recordType}`, entry)
      return await loadSegments(db, directory, choose(directory), this.#segments)
    } catch (error) {
      throw error instanceof DamageError ? new DamageError(error.directory, record.committedAt) : error
    }
  }

  async #ifWhole(
    db: WaraqDatabase,
    directory: DirectoryRecord,
    chosen: readonly SegmentSummary[],
  ): Promise<Segment[] | undefined> {
    try {
      return await loadSegments(db, directory, chosen, this.#segments)
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
