import type { ManifestRecord, ManifestRef, DeltaRef } from '../../store/manifest.ts'
import type {
  PartialRecord,
  AuditRecord,
  CountersRecord,
  StagingRecord,
  FilesRecord,
  GarbageRecord,
  BatchCursorRecord,
  FilesEntry,
  KeyRulesRecord,
  LastRun,
  PreparedRecord,
  RejectedRows,
  ResourceRecord,
  StagedPageRecord,
  SubscriptionRecord,
  WriterRecord,
} from '../../store/records.ts'
import type { ScheduleRecord, SyncInProgress } from '../../store/schedule-record.ts'
import type { SegmentSummary } from '../../store/segment.ts'
import type { UsageRecord } from '../../store/usage-record.ts'

/** Which fields the records of the bookkeeping have, all of them. */

/** Names of the fields of a record, all of them: with a field more or less it does not compile. */
type Fields<T> = Readonly<Record<keyof { [Key in keyof T]-?: T[Key] }, 'key' | 'field'>>
/** With a digest of the others, which the table writes. */
type Digested<T> = Fields<T> & { readonly digest: 'field' }

const lastRun: Fields<LastRun> = {
  at: 'field',
  epoch: 'field',
  outcome: 'field',
  errorCode: 'field',
  message: 'field',
  retryAt: 'field',
  status: 'field',
  since: 'field',
}
const deltaRef: Fields<DeltaRef> = {
  id: 'field',
  rows: 'field',
  size: 'field',
  digest: 'field',
  keys: 'field',
  added: 'field',
}
const manifestRef: Fields<ManifestRef> = {
  id: 'field',
  rows: 'field',
  size: 'field',
  digest: 'field',
  recordType: 'field',
  segments: 'field',
  deltas: 'field',
}
const rejectedRows: Fields<RejectedRows> = { count: 'field', samples: 'field' }
const resource: Digested<ResourceRecord> = {
  key: 'key',
  group: 'field',
  id: 'field',
  contentId: 'field',
  status: 'field',
  reason: 'field',
  manifests: 'field',
  empty: 'field',
  base: 'field',
  asOf: 'field',
  schemaVersion: 'field',
  snapshotSequence: 'field',
  rejected: 'field',
  freshAt: 'field',
  committedAt: 'field',
  installedAtCommit: 'field',
  installedBy: 'field',
  probedAt: 'field',
  refreshDueAt: 'field',
  needsSnapshot: 'field',
  digest: 'field',
}
const subscription: Digested<SubscriptionRecord> = {
  filter: 'key',
  createdAt: 'field',
  token: 'field',
  shared: 'field',
  sequence: 'field',
  committedUpTo: 'field',
  listed: 'field',
  owners: 'field',
  emptyGroups: 'field',
  currentAt: 'field',
  currentAtServer: 'field',
  lastRun: 'field',
  wentBack: 'field',
  resync: 'field',
  digest: 'field',
}
const wentBack: Fields<NonNullable<SubscriptionRecord['wentBack']>> = {
  runs: 'field',
  first: 'field',
  latest: 'field',
}
const batchCursor: Digested<BatchCursorRecord> = {
  filter: 'key',
  id: 'field',
  mode: 'field',
  fromToken: 'field',
  perPage: 'field',
  startedAt: 'field',
  openedAtCommit: 'field',
  pages: 'field',
  mutations: 'field',
  bytes: 'field',
  nextPage: 'field',
  complete: 'field',
  upTo: 'field',
  nextToken: 'field',
  serverTime: 'field',
  digest: 'field',
}
const staged: Fields<StagedPageRecord> = {
  batchCursor: 'key',
  page: 'key',
  address: 'field',
  mutations: 'field',
  digest: 'field',
}
const prepared: Digested<PreparedRecord> = {
  batchCursor: 'key',
  key: 'key',
  staging: 'field',
  contentId: 'field',
  schemaVersion: 'field',
  syncSequence: 'field',
  floor: 'field',
  manifests: 'field',
  rejected: 'field',
  digest: 'field',
}
const staging: Digested<StagingRecord> = { id: 'key', partial: 'field', digest: 'field' }
const partial: Fields<PartialRecord> = {
  resource: 'field',
  batchCursor: 'field',
  bytes: 'field',
  of: 'field',
  manifests: 'field',
}
const garbage: Fields<GarbageRecord> = { id: 'key', manifest: 'field', successor: 'field' }
const manifest: Digested<ManifestRecord> = {
  id: 'key',
  resource: 'field',
  recordType: 'field',
  segments: 'field',
  decides: 'field',
  digest: 'field',
}
const summary: Fields<SegmentSummary> = {
  id: 'field',
  count: 'field',
  size: 'field',
  digest: 'field',
  leastKey: 'field',
  greatestKey: 'field',
  leastLocator: 'field',
  greatestLocator: 'field',
}
const writer: Digested<WriterRecord> = {
  key: 'key',
  format: 'field',
  epoch: 'field',
  leader: 'field',
  leaseUntil: 'field',
  digest: 'field',
}
const counters: Digested<CountersRecord> = {
  key: 'key',
  stagings: 'field',
  commits: 'field',
  digest: 'field',
}
const keyRules: Digested<KeyRulesRecord> = { key: 'key', confirmed: 'field', digest: 'field' }
const audit: Digested<AuditRecord> = { key: 'key', last: 'field', at: 'field', digest: 'field' }
const usage: Digested<UsageRecord> = { key: 'key', days: 'field', digest: 'field' }
const files: Digested<FilesRecord> = { key: 'key', kept: 'field', digest: 'field' }
const keptFiles: Fields<FilesEntry> = {
  parts: 'field',
  bytes: 'field',
  kept: 'field',
  wanted: 'field',
  version: 'field',
  counts: 'field',
}
const schedule: Digested<ScheduleRecord> = {
  key: 'key',
  endedAt: 'field',
  workedAt: 'field',
  outcome: 'field',
  errorCode: 'field',
  failures: 'field',
  configuration: 'field',
  silent: 'field',
  continued: 'field',
  notBefore: 'field',
  nextAt: 'field',
  reason: 'field',
  requested: 'field',
  inProgress: 'field',
  pausedAt: 'field',
  soon: 'field',
  automatic: 'field',
  asked: 'field',
  digest: 'field',
}
const inProgress: Fields<SyncInProgress> = {
  id: 'field',
  startedAt: 'field',
  requested: 'field',
  soon: 'field',
  before: 'field',
}

/**
 * Every field of every bookkeeping record, by place: the table, for `meta` with the record's key, then the path to an object
 * within the record. `#` stands for a place in a list, `*` for a key of a map.
 */
export const knownFields: Readonly<Record<string, Readonly<Record<string, 'key' | 'field'>>>> = {
  resources: resource,
  'resources.manifests.#': manifestRef,
  'resources.manifests.#.deltas.#': deltaRef,
  'resources.rejected': rejectedRows,
  'resources.rejected.samples.#': { index: 'field', problem: 'field' },
  subscriptions: subscription,
  'subscriptions.lastRun': lastRun,
  'subscriptions.wentBack': wentBack,
  batchCursors: batchCursor,
  staged,
  prepared,
  'prepared.manifests.#': manifestRef,
  'prepared.rejected': rejectedRows,
  'prepared.rejected.samples.#': { index: 'field', problem: 'field' },
  stagings: staging,
  'stagings.partial': partial,
  'stagings.partial.manifests.#': { id: 'field', resource: 'field', recordType: 'field', segments: 'field' },
  'stagings.partial.manifests.#.segments.#': summary,
  garbage,
  manifests: manifest,
  'manifests.segments.#': summary,
  'meta/writer': writer,
  'meta/counters': counters,
  'meta/keyRules': keyRules,
  'meta/audit': audit,
  'meta/usage': usage,
  'meta/files': files,
  'meta/files.kept.*': keptFiles,
  'meta/schedule': schedule,
  'meta/schedule.inProgress': inProgress,
  'meta/schedule.inProgress.before': { nextAt: 'field', reason: 'field', requested: 'field' },
}

/** The tables of the bookkeeping; all others hold segments. */
export const bookkeepingTables = [
  ...new Set(Object.keys(knownFields).map((place) => place.split(/[./]/, 1)[0]!)),
]
