import type { DirectoryRecord, DirectoryRef, PatchRef } from '../../store/directory.ts'
import type {
  ArrivingRecord,
  AuditRecord,
  CountersRecord,
  DraftRecord,
  FilesRecord,
  GarbageRecord,
  JournalRecord,
  KeptFiles,
  KeyRulesRecord,
  LastRun,
  PreparedRecord,
  RejectedRows,
  ResourceRecord,
  StagedPageRecord,
  SubscriptionRecord,
  WriterRecord,
} from '../../store/records.ts'
import type { ScheduleRecord, SyncUnderWay } from '../../store/schedule-record.ts'
import type { SegmentSummary } from '../../store/segment.ts'
import type { UsageRecord } from '../../store/usage-record.ts'

/** Which fields the records of the bookkeeping have, all of them. */

/** Names of the fields of a record, all of them: with a field more or less it does not compile. */
type Fields<T> = Readonly<Record<keyof { [Key in keyof T]-?: T[Key] }, 'key' | 'field'>>
/** With a digest of the others, which the table writes. */
type Digested<T> = Fields<T> & { readonly digest: 'field' }

const lastRun: Fields<LastRun> = {
  at: 'field',
  fence: 'field',
  outcome: 'field',
  errorCode: 'field',
  message: 'field',
  retryAt: 'field',
  status: 'field',
  since: 'field',
}
const patchRef: Fields<PatchRef> = {
  id: 'field',
  rows: 'field',
  size: 'field',
  digest: 'field',
  keys: 'field',
  added: 'field',
}
const directoryRef: Fields<DirectoryRef> = {
  id: 'field',
  rows: 'field',
  size: 'field',
  digest: 'field',
  recordType: 'field',
  segments: 'field',
  patches: 'field',
}
const rejectedRows: Fields<RejectedRows> = { count: 'field', samples: 'field' }
const resource: Digested<ResourceRecord> = {
  key: 'key',
  group: 'field',
  id: 'field',
  contentId: 'field',
  status: 'field',
  reason: 'field',
  directories: 'field',
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
  editionDueAt: 'field',
  owes: 'field',
  digest: 'field',
}
const subscription: Digested<SubscriptionRecord> = {
  filter: 'key',
  createdAt: 'field',
  token: 'field',
  shared: 'field',
  sequence: 'field',
  committedBound: 'field',
  listed: 'field',
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
const journal: Digested<JournalRecord> = {
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
  bound: 'field',
  nextToken: 'field',
  serverTime: 'field',
  digest: 'field',
}
const staged: Fields<StagedPageRecord> = {
  journal: 'key',
  page: 'key',
  address: 'field',
  mutations: 'field',
  digest: 'field',
}
const prepared: Digested<PreparedRecord> = {
  journal: 'key',
  key: 'key',
  draft: 'field',
  contentId: 'field',
  schemaVersion: 'field',
  syncSequence: 'field',
  floor: 'field',
  directories: 'field',
  rejected: 'field',
  digest: 'field',
}
const draft: Digested<DraftRecord> = { id: 'key', arriving: 'field', digest: 'field' }
const arriving: Fields<ArrivingRecord> = {
  resource: 'field',
  journal: 'field',
  bytes: 'field',
  of: 'field',
  directories: 'field',
}
const garbage: Fields<GarbageRecord> = { id: 'key', directory: 'field', successor: 'field' }
const directory: Digested<DirectoryRecord> = {
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
  fence: 'field',
  holder: 'field',
  aliveUntil: 'field',
  digest: 'field',
}
const counters: Digested<CountersRecord> = { key: 'key', drafts: 'field', commits: 'field', digest: 'field' }
const keyRules: Digested<KeyRulesRecord> = { key: 'key', confirmed: 'field', digest: 'field' }
const audit: Digested<AuditRecord> = { key: 'key', last: 'field', at: 'field', digest: 'field' }
const usage: Digested<UsageRecord> = { key: 'key', days: 'field', digest: 'field' }
const files: Digested<FilesRecord> = { key: 'key', kept: 'field', digest: 'field' }
const keptFiles: Fields<KeptFiles> = {
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
  wish: 'field',
  underWay: 'field',
  pausedAt: 'field',
  soon: 'field',
  automatic: 'field',
  asked: 'field',
  digest: 'field',
}
const underWay: Fields<SyncUnderWay> = {
  id: 'field',
  startedAt: 'field',
  wish: 'field',
  soon: 'field',
  before: 'field',
}

/**
 * Every field of every bookkeeping record, by place: the table, for `meta` with the record's key, then the path to an object
 * within the record. `#` stands for a place in a list, `*` for a key of a map.
 */
export const knownFields: Readonly<Record<string, Readonly<Record<string, 'key' | 'field'>>>> = {
  resources: resource,
  'resources.directories.#': directoryRef,
  'resources.directories.#.patches.#': patchRef,
  'resources.rejected': rejectedRows,
  'resources.rejected.samples.#': { index: 'field', problem: 'field' },
  subscriptions: subscription,
  'subscriptions.lastRun': lastRun,
  'subscriptions.wentBack': wentBack,
  journals: journal,
  staged,
  prepared,
  'prepared.directories.#': directoryRef,
  'prepared.rejected': rejectedRows,
  'prepared.rejected.samples.#': { index: 'field', problem: 'field' },
  drafts: draft,
  'drafts.arriving': arriving,
  'drafts.arriving.directories.#': { id: 'field', resource: 'field', recordType: 'field', segments: 'field' },
  'drafts.arriving.directories.#.segments.#': summary,
  garbage,
  directories: directory,
  'directories.segments.#': summary,
  'meta/writer': writer,
  'meta/counters': counters,
  'meta/keyRules': keyRules,
  'meta/audit': audit,
  'meta/usage': usage,
  'meta/files': files,
  'meta/files.kept.*': keptFiles,
  'meta/schedule': schedule,
  'meta/schedule.underWay': underWay,
  'meta/schedule.underWay.before': { nextAt: 'field', reason: 'field', wish: 'field' },
}

/** The tables of the bookkeeping; all others hold segments. */
export const bookkeepingTables = [
  ...new Set(Object.keys(knownFields).map((place) => place.split(/[./]/, 1)[0]!)),
]
