import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { isAsDigested, withoutDigest } from './record-digest.ts'
import {
  dataFormat,
  newSubscription,
  noCounters,
  nothingInstalled,
  noWriter,
  type BatchCursorRecord,
  type PreparedRecord,
  type ResourceRecord,
  type StagingRecord,
  type SubscriptionOwner,
  type SubscriptionRecord,
  type WriterRecord,
} from './records.ts'
import { emptySchedule, type ScheduleRecord } from './schedule-record.ts'

/**
 * How stored records are read. An extension or a bad disk may have changed any field, which the record's digest reveals. Then a
 * default is read instead. It is made of the key and of fields that can do no harm, so that the damage is limited to its resource
 * or subscription, and the next sync repairs it.
 */

export type Fields = Readonly<Record<string, unknown>>

/** Decoder of a stored record. Undefined: the record is read as if it were missing. */
export type Decoder = (record: Fields | undefined) => Fields | undefined

/** Defaults that are read instead of damaged records. */
const standIns = new WeakSet<object>()

/** Whether the record is a default for a damaged one. The writer stores it instead. */
export function isStandIn(record: object): boolean {
  return standIns.has(record)
}

/** False for null, which Chromium's SQLite store returns if it cannot decode the bytes of a record. */
export const isDecoded = (stored: unknown): stored is object => typeof stored === 'object' && stored !== null

export const isSubscriptionOwner = (value: unknown): value is SubscriptionOwner =>
  value === 'app' || value === 'person'
const isTime = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0
const isListOf = <T>(value: unknown, fits: (each: unknown) => each is T): value is T[] =>
  Array.isArray(value) && value.every(fits)
/** Numbers that the library assigns are below this. Ids of segments are exact then, and so is the next epoch. */
export const mostCount = 2 ** 32
const isEpoch = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < mostCount
const isText = (value: unknown): value is string => typeof value === 'string'
const isKey = (value: unknown): value is ResourceKey => isText(value)

function reading(standIn: (damaged: Fields) => object | undefined = () => undefined): Decoder {
  return (record) => {
    if (!record) return record
    if (isAsDigested(record)) return withoutDigest(record)
    const instead = standIn(record)
    if (instead) standIns.add(instead)
    return instead as Fields | undefined
  }
}

/** For a record whose key names no resource. */
const noRef = { group: '', id: 0 }

function damagedResource({ key }: Fields): ResourceRecord {
  return {
    ...nothingInstalled,
    ...(parseResourceKey(key as string) ?? noRef),
    key: key as ResourceKey,
    status: 'installed',
    reason: null,
    needsSnapshot: 'damage',
  }
}

/** The subscription starts again. If its owners cannot be read, both are assumed, so that neither loses it. */
function damagedSubscription({ filter, owners, listed, lastRun }: Fields): SubscriptionRecord {
  const known = isListOf(owners, isSubscriptionOwner) && owners.length > 0
  const epoch: unknown = isDecoded(lastRun) ? (lastRun as Fields)['epoch'] : 0
  return {
    ...newSubscription(filter as string, 0, known ? owners : ['app', 'person']),
    listed: isListOf(listed, isKey) ? listed : [],
    lastRun: {
      at: 0,
      epoch: isEpoch(epoch) ? epoch : 0,
      outcome: 'failed',
      errorCode: 'resource_damaged',
      message: null,
      retryAt: null,
    },
  }
}

/** It starts again with a sync, unless syncing is paused or the service asked to wait. */
function damagedSchedule({ pausedAt, notBefore }: Fields): ScheduleRecord {
  return {
    ...emptySchedule,
    nextAt: 0,
    pausedAt: isTime(pausedAt) ? pausedAt : null,
    notBefore: isTime(notBefore) ? notBefore : null,
  }
}

const metaDecoders = new Map<unknown, Decoder>([
  ['writer', reading((): WriterRecord => ({ ...noWriter, format: dataFormat }))],
  ['counters', reading(() => ({ ...noCounters }))],
  ['keyRules', reading()],
  ['audit', reading()],
  ['suspects', reading()],
  ['sharing', reading()],
  ['schedule', reading(damagedSchedule)],
])

const asItIs: Decoder = (record) => record && withoutDigest(record)

/** The decoder of a table's records. */
export function decoderOf(table: string): Decoder {
  return decoders[table] ?? asItIs
}

const decoders: Readonly<Record<string, Decoder>> = {
  resources: reading(damagedResource),
  manifests: reading(),
  // Then readers reach nothing of it. It stays garbage that can be found.
  stagings: reading(({ id }): StagingRecord => ({ id: id as number })),
  subscriptions: reading(damagedSubscription),
  // Nothing of a batch is used, so the batch starts again.
  batchCursors: reading(
    ({ filter }) => ({ filter, id: 0, openedAtCommit: 0, perPage: 0 }) as BatchCursorRecord,
  ),
  staged: reading(),
  prepared: reading(
    ({ batchCursor, key }) =>
      ({ batchCursor, key, staging: 0, floor: -1, manifests: [] }) as unknown as PreparedRecord,
  ),
  // It has no digest, because the database assigns its key.
  garbage: (record) =>
    !record || (isText(record['manifest']) && (record['successor'] === null || isText(record['successor'])))
      ? record
      : { id: record['id'], manifest: '', successor: null },
  meta: (record) => (metaDecoders.get(record?.['key']) ?? asItIs)(record),
}
