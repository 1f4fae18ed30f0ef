import { parseResourceKey, type Locator } from '@waraq/protocol'
import { compareLocators } from './compare-locators.ts'
import { layersOf, type ManifestRecord, type ManifestRef, type LayerRef, type DeltaRef } from './manifest.ts'
import { isAsDigested, withoutDigest } from './record-digest.ts'
import { compareKeys } from './record-key.ts'
import {
  nothingInstalled,
  type PartialRecord,
  type StagingRecord,
  type RejectedRows,
  type ResourceRecord,
} from './records.ts'
import type { SegmentSummary } from './segment.ts'

/**
 * What a record has to look like, and what is read in its place where it does not: another version's script, an extension or
 * a bad disk may have changed any field. So a defect stays that of its resource or subscription, and the next sync heals it.
 * A check tells kinds, and relations within one record; digests tell the rest. Here are the records that pages read.
 */

export type Fields = Readonly<Record<string, unknown>>

/** Whether the value fits; `record` is the object that it is a field of. */
export type Check = (value: unknown, record: Fields) => boolean

/** A check for each field, the optional ones too: a new field does not compile without one. */
export type Shape<T> = { readonly [Key in keyof T]-?: Check }

/** Of fields of the key, which cannot differ from it, and of those that are checked together with another one. */
export const isAnything: Check = () => true
export const isObject: Check = (value) => typeof value === 'object' && value !== null
export const isText: Check = (value) => typeof value === 'string'
export const isSubscriptionOwner = (value: unknown) => value === 'app' || value === 'person'
export const isTruth: Check = (value) => typeof value === 'boolean'
export const isInteger: Check = Number.isSafeInteger
/** A sequence, bytes. */
export const isWhole = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0
/** Counts, digests and numbers that the library gives out are below this; ids of segments are exact then. */
export const mostCount = 2 ** 32
export const isCount: Check = (value) => isWhole(value) && value < mostCount
/** Milliseconds since the epoch. */
export const isTime: Check = (value) => Number.isFinite(value) && (value as number) >= 0

export const orNull =
  (fits: Check): Check =>
  (value, record) =>
    value === null || fits(value, record)
export const optional =
  (fits: Check): Check =>
  (value, record) =>
    value === undefined || fits(value, record)
export const listOf =
  (fits: Check): Check =>
  (value, record) =>
    Array.isArray(value) && value.every((each) => fits(each, record))

export function like<T>(shape: Shape<T>): Check {
  const checks = Object.entries<Check>(shape)
  return (value, record) =>
    isObject(value, record) && checks.every(([name, fits]) => fits((value as Fields)[name], value as Fields))
}

/** What is read in place of stored records that do not fit. */
const standIns = new WeakSet<object>()

/** False of what Chromium's SQLite store answers where it cannot decode the bytes of a record: null. */
export const isDecoded = (stored: unknown): stored is object => typeof stored === 'object' && stored !== null

/** Whether the record is read in place of one that does not fit. The writer stores it instead. */
export function isStandIn(record: object): boolean {
  return standIns.has(record)
}

/** What is read of a stored record; undefined: nothing, as if it were missing. */
export type Reading = (record: Fields | undefined) => Fields | undefined

/**
 * Reads a record as it is where it fits, else what stands in for it, made of the fields that do fit. `isAsWritten` is false where
 * its digest tells of a change: each of these fields may be wrong.
 */
export function reading<T extends object>(
  shape: Shape<Omit<T, 'digest'>>,
  standIn: (fitting: Partial<T>, isAsWritten: boolean) => T | undefined = () => undefined,
): Reading {
  const checks = Object.entries<Check>(shape)
  return (record) => {
    if (!record) return record
    const isAsWritten = isAsDigested(record)
    const fitting = checks.filter(([name, fits]) => fits(record[name], record))
    if (isAsWritten && fitting.length === checks.length) return withoutDigest(record)
    const fields = Object.fromEntries(fitting.map(([name]) => [name, record[name]])) as Partial<T>
    const instead = standIn(fields, isAsWritten)
    if (instead) standIns.add(instead)
    return instead as Fields | undefined
  }
}

const layer: Shape<LayerRef> = { id: isText, rows: isCount, size: isWhole, digest: isCount }
const areRefs = listOf(
  like<ManifestRef>({
    ...layer,
    recordType: isText,
    segments: optional(isText),
    deltas: optional(listOf(like<DeltaRef>({ ...layer, keys: isCount, added: isInteger }))),
  }),
)

/** Manifests of the record's resource: their ids, and those of their deltas, name it, and their record type. */
export const areRefsOf: Check = (value, { key }) =>
  areRefs(value, {}) &&
  (value as readonly ManifestRef[]).every((ref) =>
    layersOf(ref).every(({ id }) => id.endsWith(`|${key as string}|${ref.recordType}`)),
  )

export const isRejected = orNull(
  like<RejectedRows>({
    count: isCount,
    samples: listOf(like<RejectedRows['samples'][number]>({ index: isCount, problem: isText })),
  }),
)

const resource: Shape<ResourceRecord> = {
  key: isAnything,
  group: (value, { key, id }) => isText(value, {}) && `${value as string}:${id as number}` === key,
  id: isWhole,
  contentId: orNull(isInteger),
  status: (value, { reason }) => value === (reason === null ? 'installed' : 'unavailable'),
  reason: orNull(isText),
  manifests: (value, record) =>
    areRefsOf(value, record) &&
    // Only an installed resource has any, and one that is whole has some, unless its snapshot held no row.
    ((value as readonly unknown[]).length > 0
      ? record['status'] === 'installed'
      : record['status'] !== 'installed' || record['empty'] === true || record['needsSnapshot'] !== null),
  empty: isTruth,
  base: (value, { asOf }) => isWhole(value) && value <= (asOf as number),
  asOf: isWhole,
  schemaVersion: orNull(isInteger),
  snapshotSequence: isWhole,
  rejected: isRejected,
  freshAt: orNull(isText),
  committedAt: isTime,
  installedAtCommit: isCount,
  installedBy: isCount,
  probedAt: orNull(isTime),
  refreshDueAt: optional(isTime),
  needsSnapshot: (value) => value === null || ['damage', 'resync', 'began_anew'].includes(value as string),
}

const isLocator = (value: unknown): value is Locator => typeof value === 'number' || typeof value === 'string'

const areSummaries = listOf(
  like<SegmentSummary>({
    id: isWhole,
    count: isCount,
    size: isWhole,
    digest: isCount,
    leastKey: isText,
    greatestKey: (value, { leastKey }) =>
      isText(value, {}) && isText(leastKey, {}) && compareKeys(leastKey as string, value as string) <= 0,
    leastLocator: (value, { greatestLocator }) =>
      isLocator(value) ? isLocator(greatestLocator) : value === null && greatestLocator === null,
    greatestLocator: (value, { leastLocator }) =>
      compareLocators(leastLocator as Locator | null, value as Locator | null) <= 0,
  }),
)

const manifest: Shape<ManifestRecord> = {
  id: (value, { resource: key, recordType }) =>
    isText(value, {}) && (value as string).endsWith(`|${key as string}|${recordType as string}`),
  resource: isText,
  recordType: isText,
  segments: areSummaries,
  decides: optional(isText),
}

/** Manifests of this staging and of this resource. */
const arePartial: Check = (value, { resource: key }) =>
  listOf(like(manifest))(value, {}) &&
  (value as readonly ManifestRecord[]).every(({ resource: own }) => own === key)

const staging: Shape<StagingRecord> = {
  id: isAnything,
  partial: (value, { id }) =>
    value === undefined ||
    (like<PartialRecord>({
      resource: isText,
      batchCursor: isCount,
      bytes: isWhole,
      of: orNull(isWhole),
      manifests: arePartial,
    })(value, {}) &&
      (value as PartialRecord).manifests.every((each) => Number(each.id.slice(0, 12)) === id)),
}

export const readManifest = reading(manifest)

/** Of a record whose key is that of no resource. */
const noRef = { group: '', id: 0 }

export type Readings = Readonly<Record<string, Reading>>

/** By table. For a page that only reads, a subscription need only have a list. */
export const pageReadings: Readings = {
  resources: reading<ResourceRecord>(resource, (fitting, isAsWritten) => ({
    ...nothingInstalled,
    // A sequence that is too high would make the service look as if it had gone back.
    ...(isAsWritten ? fitting : {}),
    ...(parseResourceKey(fitting.key!) ?? noRef),
    key: fitting.key!,
    status: 'installed',
    reason: null,
    needsSnapshot: 'damage',
  })),
  manifests: readManifest,
  // Readers reach nothing of it then. It stays garbage that can be found.
  stagings: reading<StagingRecord>(staging, ({ id }) => ({ id: id! })),
  subscriptions: (record) =>
    record && withoutDigest(Array.isArray(record['listed']) ? record : { ...record, listed: [] }),
}
