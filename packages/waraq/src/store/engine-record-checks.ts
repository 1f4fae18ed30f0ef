import type { ManifestRef } from './manifest.ts'
import { withoutDigest } from './record-digest.ts'
import {
  areRefsOf,
  isAnything,
  isCount,
  isInteger,
  isObject,
  isRejected,
  isSubscriptionOwner,
  isText,
  isTime,
  isTruth,
  isWhole,
  like,
  listOf,
  optional,
  orNull,
  pageReadings,
  reading,
  type Check,
  type Reading,
  type Readings,
  type Shape,
} from './record-checks.ts'
import {
  dataFormat,
  newSubscription,
  noCounters,
  noWriter,
  type AuditRecord,
  type CountersRecord,
  type GarbageRecord,
  type BatchCursorRecord,
  type KeyRulesRecord,
  type LastRun,
  type PreparedRecord,
  type SharedToken,
  type SharingRecord,
  type StagedPageRecord,
  type SubscriptionRecord,
  type SuspectsRecord,
  type WriterRecord,
} from './records.ts'
import { emptySchedule, type ScheduleRecord, type SyncUnderWay } from './schedule-record.ts'

/** The same for the records that only engines read. */

const isWord: Check = (value) => typeof value === 'string' && value !== ''

const areOwners = listOf(isSubscriptionOwner)

/** What no request can carry is no token. */
const isToken: Check = (value, record) => isWord(value, record) && (value as string).length <= 16_384

const subscription: Shape<SubscriptionRecord> = {
  filter: isAnything,
  owners: (value, record) => areOwners(value, record) && (value as unknown[]).length > 0,
  createdAt: isTime,
  token: orNull(isToken),
  shared: optional(like<SharedToken>({ filter: isWord, token: isToken })),
  sequence: (value, { token, committedUpTo }) =>
    value === null ? token === null : isWhole(value) && value <= (committedUpTo as number),
  committedUpTo: orNull(isWhole),
  listed: listOf(isText),
  emptyGroups: listOf(isText),
  currentAt: orNull(isTime),
  currentAtServer: orNull(isTime),
  lastRun: orNull(
    like<LastRun>({
      at: isTime,
      epoch: isCount,
      outcome: isText,
      errorCode: orNull(isText),
      message: orNull(isText),
      retryAt: orNull(isTime),
      since: optional(isTime),
      status: optional(isCount),
    }),
  ),
  wentBack: orNull(
    like<NonNullable<SubscriptionRecord['wentBack']>>({ runs: isCount, first: isTime, latest: isTime }),
  ),
  resync: isTruth,
}

const batchCursor: Shape<BatchCursorRecord> = {
  filter: isAnything,
  id: isCount,
  mode: (value) => value === 'bootstrap' || value === 'incremental',
  fromToken: orNull(isWord),
  perPage: isCount,
  startedAt: isTime,
  openedAtCommit: isCount,
  pages: isCount,
  mutations: isCount,
  bytes: isCount,
  nextPage: orNull(isWord),
  complete: isTruth,
  upTo: isWhole,
  nextToken: orNull(isWord),
  serverTime: orNull(isTime),
}

const staged: Shape<Omit<StagedPageRecord, 'digest'>> = {
  batchCursor: isAnything,
  page: isAnything,
  address: orNull(isText),
  mutations: listOf(isObject),
}

const prepared: Shape<PreparedRecord> = {
  batchCursor: isAnything,
  key: isAnything,
  staging: isCount,
  contentId: orNull(isInteger),
  schemaVersion: isInteger,
  syncSequence: isWhole,
  floor: isWhole,
  manifests: (value, record) =>
    areRefsOf(value, record) &&
    (value as readonly ManifestRef[]).every(({ id }) => Number(id.slice(0, 12)) === record['staging']),
  rejected: isRejected,
}

const garbage: Shape<GarbageRecord> = { id: isAnything, manifest: isText, successor: orNull(isText) }

const underWay = like<SyncUnderWay>({
  id: isText,
  startedAt: isTime,
  requested: isTruth,
  soon: isCount,
  before: like<SyncUnderWay['before']>({ nextAt: orNull(isTime), reason: isText, requested: isTruth }),
})

const schedule: Shape<ScheduleRecord> = {
  key: isAnything,
  endedAt: orNull(isTime),
  workedAt: orNull(isTime),
  outcome: orNull(isText),
  errorCode: orNull(isText),
  failures: isCount,
  configuration: optional(isText),
  silent: isTruth,
  continued: isCount,
  notBefore: orNull(isTime),
  nextAt: orNull(isTime),
  reason: isText,
  requested: isTruth,
  underWay: orNull(underWay),
  pausedAt: optional(orNull(isTime)),
  soon: optional(isCount),
  automatic: listOf(isTime),
  asked: listOf(isTime),
}

const metaReadings = new Map<unknown, Reading>([
  [
    'writer',
    reading<WriterRecord>(
      { key: isAnything, format: isCount, epoch: isCount, leader: isText, leaseUntil: isTime },
      // A format that was changed is no newer version's.
      (fitting, isAsWritten) => ({ ...noWriter, ...fitting, ...(isAsWritten ? {} : { format: dataFormat }) }),
    ),
  ],
  [
    'counters',
    reading<CountersRecord>({ key: isAnything, stagings: isCount, commits: isCount }, (fitting) => ({
      ...noCounters,
      ...fitting,
    })),
  ],
  ['keyRules', reading<KeyRulesRecord>({ key: isAnything, confirmed: listOf(isText) })],
  ['audit', reading<AuditRecord>({ key: isAnything, last: isText, at: optional(isTime) })],
  ['suspects', reading<SuspectsRecord>({ key: isAnything, resources: listOf(isText) })],
  ['sharing', reading<SharingRecord>({ key: isAnything, notBefore: isTime })],
  [
    'schedule',
    // It begins anew with a sync, unless syncing is paused or the service asked to wait.
    reading<ScheduleRecord>(schedule, ({ pausedAt = null, notBefore = null }) => ({
      ...emptySchedule,
      nextAt: 0,
      pausedAt,
      notBefore,
    })),
  ],
])

/** By table. */
export const engineReadings: Readings = {
  ...pageReadings,
  // The subscription begins anew. Of a batch nothing is used, so it does, too.
  subscriptions: reading<SubscriptionRecord>(subscription, (fitting, isAsWritten) => ({
    // Where it cannot be read who asked for it, nobody loses it.
    ...newSubscription(fitting.filter!, 0, ['app', 'person']),
    ...fitting,
    ...(isAsWritten ? {} : { committedUpTo: null, wentBack: null }),
    token: null,
    shared: undefined,
    sequence: null,
    lastRun: {
      at: 0,
      epoch: fitting.lastRun?.epoch ?? 0,
      outcome: 'failed',
      errorCode: 'resource_damaged',
      message: null,
      retryAt: null,
    },
  })),
  batchCursors: reading<BatchCursorRecord>(
    batchCursor,
    ({ filter }) => ({ filter, id: 0, openedAtCommit: 0, perPage: 0 }) as BatchCursorRecord,
  ),
  staged: reading<StagedPageRecord>(staged),
  prepared: reading<PreparedRecord>(
    prepared,
    ({ batchCursor: set, key }) =>
      ({ batchCursor: set, key, staging: 0, floor: -1, manifests: [] }) as unknown as PreparedRecord,
  ),
  garbage: reading<GarbageRecord>(garbage, ({ id }) => ({ id: id!, manifest: '', successor: null })),
  meta: (record) => {
    const read = metaReadings.get(record?.['key'])
    return read || !record ? read?.(record) : withoutDigest(record)
  },
}
