import { resourceKey, type RecordType, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { Clock } from '../../client/clock.ts'
import { partialFrom, partialStaging, type PartialSnapshot, type PartialStaging } from '../partial.ts'
import { confirmedAt, isStale, type Freshness } from '../freshness.ts'
import {
  inRange,
  isSameRef,
  layerIds,
  layerRef,
  segmentsInRange,
  segmentsWithKey,
  type ManifestRecord,
  type ManifestRef,
  type LocatorRange,
} from '../manifest.ts'
import { LayerCache, layerOf, layersFrom, type Layers } from '../layers.ts'
import { DamageError, loadSegments, SegmentCache } from '../load.ts'
import { compareLocators } from '../compare-locators.ts'
import { compareKeys } from '../record-key.ts'
import type { ReadTables } from '../read-tables.ts'
import type { ResourceRecord } from '../records.ts'
import { segmentTableOf } from '../segment-tables.ts'
import type { PlacedRow, Segment, SegmentSummary, StoredRow } from '../segment.ts'
import type { UsageBook } from './usage.ts'
import { checkRecordKey, checkRecordType, checkRef } from './arguments.ts'
import { partialText, infosText, isOpenRange, type Noted, type RowsRead } from './read-set.ts'
import { resourceInfo, type ResourceInfo } from './resource-info.ts'
import type { DataOf, Row, RowsOptions } from './store-view.ts'

/** Types rows by the contract. Rows were checked when they were stored, and are not checked again here. */
function typed<Type extends RecordType>(rows: readonly StoredRow[]): Row<DataOf<Type>>[] {
  return rows as unknown as Row<DataOf<Type>>[]
}

/** By locator, then key. */
function comparePlaced(a: PlacedRow, b: PlacedRow): number {
  return compareLocators(a.locator, b.locator) || compareKeys(a.key, b.key)
}

/** The opened segments of one record type, by layer. */
interface Opened {
  readonly entry: ManifestRef
  readonly layers: Layers
  readonly segments: readonly (readonly Segment[])[]
}

/** Chooses the segments of a layer that may hold the requested rows. */
type Choose = (manifest: ManifestRecord, layer: number, layers: Layers) => SegmentSummary[]

/** Returns the rows of the range in reading order. Without deltas, segments nearly always hold them in order. */
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

function entryOf(record: ResourceRecord | undefined, recordType: RecordType): ManifestRef | undefined {
  return record?.manifests.find((manifest) => manifest.recordType === recordType)
}

/** The tables that reads of `ResourceInfo` need. */
export const infoTables: readonly string[] = ['resources', 'subscriptions']

/** The tables that `partial` needs. */
export const partialTables: readonly string[] = ['resources', 'stagings']

/**
 * The reads themselves, in a read transaction of the caller or with one transaction per request. Damage is thrown as a
 * `DamageError`, because a transaction cannot continue after a failure. The caller then calls `markDamaged` and reads again.
 */
export class DatabaseReads {
  /** Records the days on which a resource is used. */
  usage: UsageBook | undefined
  /** Called with the key of a resource, complete or partial, in which a read found damage or failed otherwise. */
  onFailure: (resource: string, error: unknown) => void = () => undefined
  readonly #freshness: Freshness
  readonly #clock: Clock
  readonly #layers = new LayerCache()
  readonly #segments = new SegmentCache()
  /** The manifest that the latest read of a resource and record type used. */
  readonly #latest = new Map<string, ManifestRef>()
  /**
   * Manifests and deltas that a read found damaged, with their commit. Their resource counts as absent until its next commit. The
   * next sync fetches it again.
   */
  readonly #damaged = new Map<string, number | undefined>()
  #damages = 0

  constructor(freshness: Freshness, clock: Clock) {
    this.#freshness = freshness
    this.#clock = clock
  }

  markDamaged(error: DamageError): void {
    this.#damaged.set(error.manifest, error.committedAt)
    this.#damages++
    this.onFailure(error.resource, error)
  }

  /** Grows each time a read finds damage. */
  get damages(): number {
    return this.#damages
  }

  /** The tables that reads of rows of this type need. */
  tablesOf(recordType: RecordType, { includePartial = false }: RowsOptions = {}): string[] {
    const ageTables = this.#freshness.policy === 'tell' ? [] : ['subscriptions']
    const stagingTables = includePartial ? ['stagings'] : []
    return ['resources', 'manifests', segmentTableOf(recordType), ...ageTables, ...stagingTables]
  }

  async resources(db: ReadTables, noted: Noted = []): Promise<ResourceInfo[]> {
    const records = await db.resources.toArray()
    // A record whose key names no resource has no id.
    const infos = await this.#infos(
      db,
      records.filter(({ id }) => id > 0),
    )
    for (const set of noted) set.infos.push({ resource: undefined, text: infosText(infos) })
    return infos
  }

  async resource(db: ReadTables, ref: ResourceRef, noted: Noted = []): Promise<ResourceInfo | undefined> {
    const key = resourceKey(checkRef(ref))
    const record = await db.resources.get(key)
    const infos = await this.#infos(db, record ? [record] : [])
    for (const set of noted) set.infos.push({ resource: key, text: infosText(infos) })
    return infos[0]
  }

  async rows<Type extends RecordType>(
    db: ReadTables,
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
    noted: Noted = [],
    { includePartial = false }: RowsOptions = {},
  ): Promise<Row<DataOf<Type>>[]> {
    const choose: Choose = (manifest) => segmentsInRange(manifest, range)
    const { opened, from } = await this.#openPartial(db, recordType, ref, choose, includePartial, noted)
    const rows = opened ? inReadingOrder(recordType, opened, range) : []
    if (noted.length > 0) {
      // For a read of all rows every changed row matters, so their keys need not be recorded.
      const recordKeys = new Set(isOpenRange(range) ? [] : rows.map(({ key }) => key))
      const asked = { range, recordKeys }
      this.note(noted, { resource: resourceKey(ref), recordType, asked, from })
    }
    return typed<Type>(rows)
  }

  async row<Type extends RecordType>(
    db: ReadTables,
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
    noted: Noted = [],
  ): Promise<Row<DataOf<Type>> | undefined> {
    checkRecordKey(recordKey)
    const opened = await this.#open(db, recordType, ref, (manifest, layer, layers) =>
      layerOf(layers, recordKey) === layer ? segmentsWithKey(manifest, recordKey) : [],
    )
    this.note(noted, { resource: resourceKey(ref), recordType, asked: { recordKey }, from: opened?.entry })
    for (const segment of opened?.segments.flat() ?? []) {
      const row = segment.row(recordKey)
      if (row) return typed<Type>([row])[0]
    }
    return undefined
  }

  /** Returns how much of the resource's first snapshot has arrived; undefined if it is complete or absent. */
  async partial(db: ReadTables, ref: ResourceRef, noted: Noted = []): Promise<PartialSnapshot | undefined> {
    const key = resourceKey(checkRef(ref))
    const staging = await this.#stagingOf(db, key, noted)
    // A commit removes the staging. A tab of another version may leave one in addition to the resource.
    return staging && !(await db.resources.get(key)) ? partialFrom(staging) : undefined
  }

  /** Returns the state of the resource's partial snapshot, as text to compare. */
  async partialText(db: ReadTables, key: ResourceKey): Promise<string> {
    return partialText(await this.#stagingOf(db, key, []))
  }

  /** Returns the layers that a read of the record type would use; undefined if there are none to read. */
  async readable(
    db: ReadTables,
    record: ResourceRecord | undefined,
    recordType: RecordType,
  ): Promise<ManifestRef | undefined> {
    if (!record || this.#isDamaged(record) || (await this.#isHidden(db, record))) return undefined
    return entryOf(record, recordType)
  }

  /** @throws {DamageError} */
  layers(db: ReadTables, entry: ManifestRef): Promise<Layers> {
    return this.#layers.get(db, entry)
  }

  /** @throws {DamageError} */
  segments(
    db: ReadTables,
    manifest: ManifestRecord,
    summaries: readonly SegmentSummary[],
  ): Promise<Segment[]> {
    return loadSegments(db, manifest, summaries, this.#segments)
  }

  note(noted: Noted, read: RowsRead): void {
    for (const set of noted) {
      set.rows.push(read)
      if (this.#freshness.policy !== 'tell') set.rowsByAge = true
    }
  }

  async #infos(db: ReadTables, records: readonly ResourceRecord[]): Promise<ResourceInfo[]> {
    const subscriptions = await db.subscriptions.toArray()
    const age = { now: this.#clock.now(), staleAfterMs: this.#freshness.staleAfterMs }
    return records
      .map((record) => resourceInfo(record, subscriptions, this.#isDamaged(record), age))
      .sort(compareInfos)
  }

  #isDamaged(record: ResourceRecord): boolean {
    if (record.needsSnapshot === 'damage') return true
    return layerIds(record.manifests).some(
      (id) => this.#damaged.has(id) && this.#damaged.get(id) === record.committedAt,
    )
  }

  async #stagingOf(db: ReadTables, key: ResourceKey, noted: Noted): Promise<PartialStaging | undefined> {
    const found = await partialStaging(db, key)
    // Its damage was found without a commit, because it has none.
    const isLost = (id: string) => this.#damaged.has(id) && this.#damaged.get(id) === undefined
    const staging = found?.partial.manifests.some(({ id }) => isLost(id)) ? undefined : found
    for (const set of noted) set.partial.push({ resource: key, text: partialText(staging) })
    return staging
  }

  /**
   * Opens like `#open`. If `includePartial` is set and the resource has no record, opens the segments so far of the staging that
   * announces it. `from`: the layers that a commit made, as a read set records them.
   */
  async #openPartial(
    db: ReadTables,
    recordType: RecordType,
    ref: ResourceRef,
    choose: Choose,
    includePartial: boolean,
    noted: Noted,
  ): Promise<{ readonly opened?: Opened | undefined; readonly from?: ManifestRef | undefined }> {
    const opened = await this.#open(db, recordType, ref, choose)
    if (opened || !includePartial) return { opened, from: opened?.entry }
    const key = resourceKey(ref)
    const staging = await this.#stagingOf(db, key, noted)
    // Read after the staging, because a commit since the first read may have removed the staging.
    if (await db.resources.get(key)) {
      const complete = await this.#open(db, recordType, ref, choose)
      return { opened: complete, from: complete?.entry }
    }
    const manifest = staging?.partial.manifests.find((each) => each.recordType === recordType)
    if (!manifest) return {}
    const entry = { recordType, ...layerRef(manifest) }
    return { opened: await this.#load(db, entry, layersFrom([manifest]), choose) }
  }

  /**
   * Opens the chosen segments of each layer. Returns undefined if the resource is absent, hidden or known to be damaged. Rejects
   * with a `DamageError` if part of it is missing.
   */
  async #open(
    db: ReadTables,
    recordType: RecordType,
    ref: ResourceRef,
    choose: Choose,
  ): Promise<Opened | undefined> {
    const key = resourceKey(checkRef(ref))
    try {
      return await this.#openInstalled(db, recordType, ref, key, choose)
    } catch (error) {
      // If a part is missing, a second read decides whether it is damage.
      if (!(error instanceof DamageError)) this.onFailure(key, error)
      throw error
    }
  }

  async #openInstalled(
    db: ReadTables,
    recordType: RecordType,
    ref: ResourceRef,
    key: ResourceKey,
    choose: Choose,
  ): Promise<Opened | undefined> {
    // The manifest of the latest read is nearly always still current. Its segments are requested together with the record that
    // confirms it. They are discarded if the record names another manifest. One `Promise.all`, or Dexie loses the transaction.
    const last = this.#latest.get(`${key} ${recordType}`)
    const guess = this.#layers.kept(last)
    const [guessed, record] = await Promise.all([
      guess && last && this.#ifWhole(db, last, guess, choose),
      db.resources.get(key),
    ])
    if (record && (await this.#isHidden(db, record))) return undefined
    this.usage?.used(ref)
    const entry = entryOf(record, recordType)
    // The record type is checked only if there are no rows, because stored rows of an unknown type can be read.
    if (!entry) checkRecordType(recordType, ref)
    if (!record || !entry || this.#isDamaged(record)) return undefined
    if (guessed && isSameRef(guessed.entry, entry)) return guessed
    try {
      const layers = await this.#layers.get(db, entry)
      this.#latest.set(`${key} ${recordType}`, entry)
      return await this.#load(db, entry, layers, choose)
    } catch (error) {
      throw error instanceof DamageError ? new DamageError(error.manifest, record.committedAt) : error
    }
  }

  async #load(db: ReadTables, entry: ManifestRef, layers: Layers, choose: Choose): Promise<Opened> {
    const segments = await Promise.all(
      layers.all.map((manifest, layer) => this.segments(db, manifest, choose(manifest, layer, layers))),
    )
    return { entry, layers, segments }
  }

  async #ifWhole(
    db: ReadTables,
    entry: ManifestRef,
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

  /** Whether the resource is too old to be shown, if the policy hides old content. */
  async #isHidden(db: ReadTables, { key }: ResourceRecord): Promise<boolean> {
    const { policy, staleAfterMs } = this.#freshness
    if (policy === 'tell') return false
    const subscriptions = await db.subscriptions.toArray()
    return isStale(confirmedAt(key, subscriptions), this.#clock.now(), subscriptions, staleAfterMs)
  }
}
