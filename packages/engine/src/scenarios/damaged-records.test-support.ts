import { systemClock, type Clock } from '@waraq/client'
import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import { createSandbox } from '@waraq/sandbox'
import { clockAhead, createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { readKeptFiles } from '../files/kept-record.ts'
import type { DirectoryRecord, PatchRef, DirectoryRef } from '../store/directory.ts'
import type {
  AuditRecord,
  CountersRecord,
  DraftRecord,
  FilesRecord,
  GarbageRecord,
  JournalRecord,
  KeyRulesRecord,
  KeptFiles,
  LastRun,
  PreparedRecord,
  RejectedRows,
  ResourceRecord,
  StagedPageRecord,
  SubscriptionRecord,
  WriterRecord,
} from '../store/records.ts'
import type { ScheduleRecord, SyncUnderWay } from '../store/schedule-record.ts'
import type { SegmentSummary } from '../store/segment.ts'
import type { UsageRecord } from '../store/usage-record.ts'
import type { EngineStatus } from '../status/status.ts'
import {
  benchOn,
  dumpTables,
  emptyAt,
  recordedPerPage,
  take,
  type KeptLibrary,
  type ServiceStep,
} from './kept-library.test-support.ts'

/** A library whose bookkeeping has every kind of record, one field of one record changed, and what becomes of it. */

const at = Date.UTC(2026, 10, 23, 9)

/** In the order in which a sync runs them; each is named after its state when the tab ends. */
export const filters = {
  current: 'mushafs:1;recitations:*;tafsirs:168',
  fetching: 'translations:20,33,45,99',
  paging: 'articles:1;word_by_word_translations:59',
  begun: 'chapter_recitations:1,2',
} as const

/** Names of the fields of a record, all of them: with a field more or less it does not compile. */
type Fields<T> = Readonly<Record<keyof { [Key in keyof T]-?: T[Key] }, 'key' | 'field'>>

const lastRun: Fields<LastRun> = {
  at: 'field',
  fence: 'field',
  outcome: 'field',
  errorCode: 'field',
  message: 'field',
  retryAt: 'field',
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
  patches: 'field',
}
const rejectedRows: Fields<RejectedRows> = { count: 'field', samples: 'field' }
const resource: Fields<ResourceRecord> = {
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
  owes: 'field',
}
const subscription: Fields<SubscriptionRecord> = {
  filter: 'key',
  createdAt: 'field',
  token: 'field',
  sequence: 'field',
  committedBound: 'field',
  listed: 'field',
  emptyGroups: 'field',
  currentAt: 'field',
  currentAtServer: 'field',
  lastRun: 'field',
  wentBack: 'field',
  resync: 'field',
}
const wentBack: Fields<NonNullable<SubscriptionRecord['wentBack']>> = {
  runs: 'field',
  first: 'field',
  latest: 'field',
}
const journal: Fields<JournalRecord> = {
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
const prepared: Fields<PreparedRecord> = {
  journal: 'key',
  key: 'key',
  draft: 'field',
  contentId: 'field',
  schemaVersion: 'field',
  syncSequence: 'field',
  floor: 'field',
  directories: 'field',
  rejected: 'field',
}
const draft: Fields<DraftRecord> = { id: 'key' }
const garbage: Fields<GarbageRecord> = { id: 'key', directory: 'field', successor: 'field' }
const directory: Fields<DirectoryRecord> = {
  id: 'key',
  resource: 'field',
  recordType: 'field',
  segments: 'field',
  decides: 'field',
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
const writer: Fields<WriterRecord> = {
  key: 'key',
  format: 'field',
  fence: 'field',
  holder: 'field',
  leaseUntil: 'field',
}
const counters: Fields<CountersRecord> = { key: 'key', drafts: 'field', commits: 'field' }
const keyRules: Fields<KeyRulesRecord> = { key: 'key', confirmed: 'field' }
const audit: Fields<AuditRecord> = { key: 'key', last: 'field', at: 'field' }
const usage: Fields<UsageRecord> = { key: 'key', days: 'field' }
const files: Fields<FilesRecord> = { key: 'key', kept: 'field' }
const keptFiles: Fields<KeptFiles> = {
  parts: 'field',
  bytes: 'field',
  kept: 'field',
  wanted: 'field',
  version: 'field',
  counts: 'field',
}
const schedule: Fields<ScheduleRecord> = {
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
  automatic: 'field',
  asked: 'field',
}
const underWay: Fields<SyncUnderWay> = {
  id: 'field',
  startedAt: 'field',
  until: 'field',
  wish: 'field',
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

type Serve = (...step: ServiceStep) => void

function idsOf({ sandbox }: Bench, key: string, recordType?: string): number[] {
  const rows = sandbox.snapshotRows(key) ?? []
  return rows
    .filter((row) => recordType === undefined || row['record_type'] === recordType)
    .map((row) => row['id'] as number)
}

function firstSteps(): ServiceStep[] {
  const resources =
    'articles:1;chapter_recitations:1,2;mushafs:1;tafsirs:168;translations:20,33,45;word_by_word_translations:59'
  const source = createSandbox({ content: { chapters: [112], resources } })
  return source.resources.map(({ group, id }): ServiceStep => {
    const rows = source.snapshotRows({ group, id })!
    return ['add', { group, id }, rows]
  })
}

const notRow = 'no object'

/** Everything that is here is current; patches, a withdrawn resource, one that the service never had, rejected rows. */
async function fill(bench: Bench, serve: Serve): Promise<void> {
  const { engine, sandbox } = bench
  for (const step of firstSteps()) serve(...step)
  for (const filter of [filters.current, filters.fetching, filters.paging]) await engine.subscribe(filter)
  const records = [...sandbox.snapshotRows('tafsirs:168')!, notRow]
  sandbox.fault({ match: { group: 'tafsirs', id: 168 }, effect: { envelope: { records } } })
  await engine.sync()
  const [word] = idsOf(bench, 'mushafs:1', 'mushaf_word')
  serve('publish', [
    { resource: 'mushafs:1', recordType: 'mushaf_word', update: { key: word!, text: 'Told once' } },
  ])
  serve('hide', 'translations:45', 'withdrawn')
  await engine.sync()
  serve('publish', [
    { resource: 'mushafs:1', recordType: 'mushaf_word', update: { key: word!, text: 'Told twice' } },
  ])
  await engine.sync()
  await engine.verify({ group: 'articles', id: 99 })
}

/** Changes that the service has and the library has not yet. */
function change(bench: Bench, serve: Serve): void {
  const [first, second] = idsOf(bench, 'translations:20')
  const [gloss, ...glosses] = idsOf(bench, 'word_by_word_translations:59')
  const [, word] = idsOf(bench, 'mushafs:1', 'mushaf_word')
  const resource = 'translations:20'
  serve('publish', [
    { resource: 'mushafs:1', recordType: 'mushaf_word', update: { key: word!, text: 'changed' } },
    { resource: 'word_by_word_translations:59', update: { key: gloss!, text: 'changed' } },
    { resource: 'word_by_word_translations:59', remove: glosses[0]! },
    { resource: 'word_by_word_translations:59', update: { key: glosses[1]!, text: 'changed, too' } },
  ])
  serve('touch', 'articles:1')
  serve('invalidate', resource, [{ resource, update: { key: first!, text: 'Told twice' } }])
  serve('invalidate', 'translations:33')
  serve('publish', [{ resource, update: { key: second!, text: 'Told after the reset' } }])
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** A tab that ends during a sync; see `filters`. */
async function endInTheMiddle(bench: Bench) {
  const { indexedDB, newEngine, requests, sandbox, db } = bench
  const engine = newEngine({ perPage: recordedPerPage, snapshotConcurrency: 1 })
  await engine.sync({ filters: [filters.paging], budget: { pages: 1 } })
  await engine.subscribe(filters.begun)
  const ended = new AbortController()
  const hang = (group: string, id: number) =>
    sandbox.fault({ match: { path: 'snapshot', group, id }, effect: { hang: true } })
  const hangs = async (key: string, filter: string) => {
    const [group, id] = key.split(':') as [string, string]
    hang(group, Number(id))
    sandbox.clearRequests()
    const stopped = new AbortController()
    const ending = engine.sync({ filters: [filter], signal: stopped.signal }).catch(() => undefined)
    await until(() => requests().includes(key))
    await db.subscriptions.count()
    return async () => {
      stopped.abort()
      await ending
    }
  }
  // A refused snapshot leaves its draft behind.
  const records = [...sandbox.snapshotRows('translations:20')!, notRow]
  sandbox.fault({ match: { group: 'translations', id: 20 }, effect: { envelope: { records } } })
  await (
    await hangs('chapter_recitations:2', filters.begun)
  )()
  const end = await hangs('translations:33', filters.fetching)
  // What only other calls write, in one table with the rest.
  const now = at
  await db.drafts.put({ id: 65 })
  await db.garbage.add({ directory: '000000000065|translations:45|translation', successor: null })
  await db.meta.bulkPut([
    { key: 'audit', last: 'articles:1', at: now },
    { key: 'keyRules', confirmed: ['mushaf_word', 'tafsir'] },
    { key: 'usage', days: { 'mushafs:1': 20_000, 'translations:20': 20_001 } },
    {
      key: 'files',
      kept: {
        'fonts:mushafs:1': { parts: 'all', bytes: 100, kept: 1, wanted: 2, version: 3, counts: {} },
        'audio:chapter_recitations:1': {
          parts: [1, 112],
          bytes: 300,
          kept: 2,
          wanted: 3,
          version: 4,
          counts: { 1: [1, 1, 100], 112: [2, 1, 200] },
        },
      },
    },
    {
      key: 'schedule',
      endedAt: now - 60_000,
      workedAt: now - 120_000,
      outcome: 'partial',
      errorCode: 'network',
      failures: 1,
      configuration: '',
      silent: true,
      continued: 1,
      notBefore: now - 1_000,
      nextAt: now + 30_000,
      reason: 'under_way',
      wish: true,
      underWay: {
        id: 'a sync',
        startedAt: now - 1_000,
        until: now + 30_000,
        wish: true,
        before: { nextAt: now - 1_000, reason: 'interval', wish: true },
      },
      pausedAt: now - 500,
      automatic: [now - 120_000, now - 60_000],
      asked: [now - 30_000],
    },
  ])
  await db.subscriptions.update(filters.paging, {
    wentBack: { runs: 1, first: now - 1_000, latest: now - 1_000 },
  })
  const tables = await dumpTables(indexedDB)
  ended.abort()
  await end()
  return tables
}

/** A library with every kind of record, and its service. */
export async function recordAllKinds(): Promise<KeptLibrary> {
  const bench = createBench({ sandbox: emptyAt(at), engine: { clock: clockAhead(() => at - Date.now()) } })
  const service: ServiceStep[] = []
  const serve: Serve = (...step) => {
    take(bench.sandbox, step)
    service.push(step)
  }
  try {
    await fill(bench, serve)
    change(bench, serve)
    const tables = await endInTheMiddle(bench)
    return { format: 0, at, service, left: { feed: 0, snapshots: [] }, ...tables }
  } finally {
    await bench.close()
  }
}

/** Values that are wrong for most fields, by name; `before` is the value that is right. */
export const wrongValues: Readonly<Record<string, (before: unknown) => unknown>> = {
  missing: () => undefined,
  null: () => null,
  'another text': () => 'another text',
  'an empty text': () => '',
  'another number': () => 42,
  'no number': () => NaN,
  infinite: () => Infinity,
  'below 0': () => -1,
  'the greatest': () => Number.MAX_SAFE_INTEGER,
  'an object': () => ({ a: 1 }),
  'an empty list': () => [],
  'a truth value': (before) => before !== true,
  'nearly right': (before) => {
    if (typeof before === 'number') return before + 1
    if (typeof before === 'string') return `${before.slice(0, -1)}${before.endsWith('0') ? '1' : '0'}`
    return Array.isArray(before) ? before.slice(0, -1) : before
  },
  'a huge text': () => '__proto__'.repeat(5_000),
  'a nest': () => [{ id: {}, patches: [[null]] }],
}

export interface Case {
  readonly table: string
  /** Place of the record in its table. */
  readonly index: number
  readonly path: readonly (string | number)[]
  readonly wrong: string
}

type Plain = Readonly<Record<string, unknown>>

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
}

/** Paths to all that is inside the value, except rows of content. */
export function* pathsIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<(string | number)[]> {
  if (!isPlain(value) || path.at(-1) === 'data') return
  const isList = Array.isArray(value)
  for (const [name, part] of Object.entries(value)) {
    const inner = [...path, isList ? Number(name) : name]
    yield inner
    yield* pathsIn(part, inner)
  }
}

function valueAt(record: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Plain)[name], record)
}

/** A copy of the record with another value at the path; without it where that is undefined. */
export function withValue(
  record: unknown,
  [name, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  const copy = (Array.isArray(record) ? [...(record as unknown[])] : { ...(record as Plain) }) as Record<
    string | number,
    unknown
  >
  const next = rest.length > 0 ? withValue(copy[name!], rest, value) : value
  if (next === undefined && !Array.isArray(record)) delete copy[name!]
  else copy[name!] = next
  return copy
}

const keyPaths: Readonly<Record<string, readonly string[]>> = {
  resources: ['key'],
  directories: ['id'],
  subscriptions: ['filter'],
  journals: ['filter'],
  staged: ['journal', 'page'],
  prepared: ['journal', 'key'],
  drafts: ['id'],
  garbage: ['id'],
  meta: ['key'],
}

function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)
}

/** The place of a value in all records like it: lists and maps are of one kind of part each. */
export function placeOf(
  kept: KeptLibrary,
  { table, index, path }: Pick<Case, 'table' | 'index' | 'path'>,
): string {
  const record = kept.tables[table]!.records[index]
  const ofRecord = table === 'meta' ? `meta/${String((record as Plain)['key'])}` : table
  const names = path.map((name, depth) => {
    if (typeof name === 'number') return '#'
    return isMap(valueAt(record, path.slice(0, depth)), path[depth - 1]) ? '*' : name
  })
  return [ofRecord, ...names].join('.')
}

/** Whether the object has keys of data, and not fields. */
function isMap(value: unknown, name: string | number | undefined): boolean {
  return isPlain(value) && !Array.isArray(value) && ['days', 'kept', 'counts'].includes(String(name))
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

/**
 * Each field of each record with each wrong value. `once`: of records that are alike in a field, only the first one.
 */
export function allCases(kept: KeptLibrary, once = false): Case[] {
  const cases: Case[] = []
  const tried = new Set<string>()
  for (const table of bookkeepingTables) {
    for (const [index, record] of kept.tables[table]!.records.entries()) {
      for (const path of pathsIn(record)) {
        if (path.length === 1 && keyPaths[table]!.includes(String(path[0]))) continue
        const before = valueAt(record, path)
        const place = `${placeOf(kept, { table, index, path })} ${kindOf(before)}`
        if (once && tried.has(place)) continue
        tried.add(place)
        for (const [wrong, value] of Object.entries(wrongValues)) {
          const given = value(before)
          if (typeof given === 'number' && !Number.isFinite(given) ? false : isSame(given, before)) continue
          cases.push({ table, index, path, wrong })
        }
      }
    }
  }
  return cases
}

export function damagedLibrary(kept: KeptLibrary, { table, index, path, wrong }: Case): KeptLibrary {
  const { records, ...rest } = kept.tables[table]!
  const before = valueAt(records[index], path)
  const damaged = withValue(records[index], path, wrongValues[wrong]!(before)) as object
  return { ...kept, tables: { ...kept.tables, [table]: { ...rest, records: records.with(index, damaged) } } }
}

export type Rows = ReadonlyMap<string, string> | undefined

/** What readers have of the resource, where `thoroughly` is wanted also by each key. */
async function readRows({ store }: Bench, key: string, thoroughly: boolean): Promise<Rows> {
  const rows = await readerRows(store, key)
  if (!rows || !thoroughly) return rows
  const ref = parseResourceKey(key)!
  const byKey = new Map<string, string>()
  for (const name of rows.keys()) {
    const [recordType, recordKey] = name.split(' ') as [string, string]
    const row = await store.row(recordType, ref, recordKey)
    if (row) byKey.set(name, JSON.stringify(row.data))
  }
  return byKey
}

const same = (one: Rows, other: Rows) =>
  JSON.stringify([...(one ?? [])].sort()) === JSON.stringify([...(other ?? [])].sort())

export interface Seen {
  /** Resources whose rows are right, by key. */
  readonly right: ReadonlySet<string>
  readonly absent: ReadonlySet<string>
  /** Rows that the service has not, or fewer rows than it has, shown as if they were all. */
  readonly wrong: ReadonlySet<string>
  /** Reads that threw, with the error. */
  readonly failed: ReadonlyMap<string, string>
}

async function look(
  bench: Bench,
  expected: ReadonlyMap<string, Rows>,
  concerned: ReadonlySet<string>,
): Promise<Seen> {
  const seen = {
    right: new Set<string>(),
    absent: new Set<string>(),
    wrong: new Set<string>(),
    failed: new Map<string, string>(),
  }
  for (const [key, rows] of expected) {
    try {
      const read = () => inTime(readRows(bench, key, concerned.has(key)))
      let found = await read()
      // A reader that meets damage of rows knows of it from then on.
      if (!same(found, rows)) found = await read()
      if (same(found, rows)) seen.right.add(key)
      else if (found === undefined) seen.absent.add(key)
      else seen.wrong.add(key)
    } catch (error) {
      seen.failed.set(key, String(error).slice(0, 200))
    }
  }
  return seen
}

/** Milliseconds after which a call counts as one that never ends. */
const patienceMs = 15_000

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It never ends')), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T | { readonly threw: string }> {
  try {
    return await inTime(work())
  } catch (error) {
    return { threw: String(error).slice(0, 300) }
  }
}

export const allKeys = [
  'articles:1',
  'chapter_recitations:1',
  'mushafs:1',
  'tafsirs:168',
  'translations:20',
  'translations:33',
  'translations:45',
  'translations:99',
  'word_by_word_translations:59',
] as ResourceKey[]

/** The service has no such resource. */
const unknownKey = 'translations:99'

function rowsOfService({ sandbox }: Bench, key: string, at?: number): Rows {
  return key === unknownKey ? undefined : serviceRows(sandbox, key, at)
}

/** What the resource or subscription is that the record belongs to. */
export function concernedBy(kept: KeptLibrary, { table, index }: Case): ReadonlySet<string> {
  const record = kept.tables[table]!.records[index] as Plain
  const ofFilter = (filter: unknown) =>
    new Set(
      allKeys.filter((key) => {
        const [group, id] = key.split(':')
        return String(filter)
          .split(';')
          .some((part) => {
            const [of, ids] = part.split(':')
            return of === group && (ids === '*' || ids!.split(',').includes(id!))
          })
      }),
    )
  const filterOf = (journalId: unknown) =>
    (kept.tables['journals']!.records as Plain[]).find(({ id }) => id === journalId)?.['filter']
  switch (table) {
    case 'resources':
      return new Set([String(record['key'])])
    case 'directories':
      return new Set([String(record['resource'])])
    case 'subscriptions':
    case 'journals':
      return ofFilter(record['filter'])
    case 'staged':
    case 'prepared':
      return ofFilter(filterOf(record['journal']))
    default:
      return new Set()
  }
}

export type Verdict =
  | 'went on right'
  | 'healed by the next sync'
  | 'healed by the second sync'
  | 'healed within two hours'
  | 'needed verify'
  | 'needed resync'
  | 'never'

export interface Outcome {
  readonly verdict: Verdict
  /** Rows of a damaged record that were shown although they were wrong: before the first sync, and after it. */
  readonly shownWrong: readonly string[]
  /** Others than the concerned resource or subscription that did not go on as if nothing had been. */
  readonly othersHurt: readonly string[]
  /** Calls that threw what they should not. */
  readonly threw: readonly string[]
  /** The status named a problem before the sync. */
  readonly told: boolean
  readonly notes: readonly string[]
}

/**
 * Values that look right, and what is done about them. Everything else goes on right, or heals with the next sync. `shown`:
 * until then, readers may see rows that are wrong.
 */
const looksRight: readonly {
  readonly place: RegExp
  readonly wrong: RegExp
  readonly verdict: Verdict
  readonly shown?: true
}[] = [
  // Without its patches a directory has the rows of an earlier commit.
  {
    place: /^resources\.directories\.#\.patches(\.#)?$/,
    wrong: /^(missing|an empty list|nearly right)$/,
    verdict: 'needed verify',
    shown: true,
  },
  // A service whose sequences began anew looks the same. After three runs over an hour everything is fetched anew.
  {
    place: /^resources\.(asOf|snapshotSequence)$/,
    wrong: /^the greatest$/,
    verdict: 'healed within two hours',
    shown: true,
  },
  {
    place: /^subscriptions\.committedBound$/,
    wrong: /^the greatest$/,
    verdict: 'healed within two hours',
    shown: true,
  },
]

/** `as allowed`; or what was not. */
export function isAsAllowed(kept: KeptLibrary, one: Case, outcome: Outcome): string {
  const allowed = looksRight.find(
    ({ place, wrong }) => place.test(placeOf(kept, one)) && wrong.test(one.wrong),
  )
  const { verdict, shownWrong, othersHurt, threw, notes } = outcome
  const isHealed = verdict === 'went on right' || verdict === 'healed by the next sync'
  if (!isHealed && verdict !== allowed?.verdict) return `${verdict}: ${notes.join('; ')}`
  if (shownWrong.length > 0 && !allowed?.shown) return `shown: ${shownWrong.join()}`
  if (othersHurt.length > 0) return `others: ${othersHurt.join()}`
  return threw.length > 0 ? `threw: ${threw.join()}` : 'as allowed'
}

const minute = 60_000

/** A clock at this time after the library was recorded. Deadlines pass ten times as fast: a hang is seen soon. */
function hurried(passedMs: () => number): Clock {
  return {
    ...systemClock,
    now: () => at + passedMs(),
    sleep: (ms, signal) => systemClock.sleep(ms >= 5_000 ? ms / 10 : ms, signal),
  }
}

/** The greatest fence that a run has noted. */
function greatestFence(kept: KeptLibrary): number {
  const subscriptions = kept.tables['subscriptions']!.records as SubscriptionRecord[]
  return Math.max(...subscriptions.map((each) => each.lastRun?.fence ?? 0))
}

/** Everything is right: rows, tokens, no failures. */
async function state(bench: Bench, concerned: ReadonlySet<string>) {
  const expected = new Map(allKeys.map((key) => [key, rowsOfService(bench, key)]))
  const seen = await look(bench, expected, concerned)
  const status = await attempt(() => bench.engine.status())
  const stale =
    'threw' in status
      ? [status.threw]
      : status.subscriptions
          .filter(({ lastRun }) => lastRun?.outcome !== 'current')
          .map(({ filter }) => filter)
  const missing =
    'threw' in status
      ? []
      : Object.values(filters).filter(
          (filter) => !status.subscriptions.some((each) => each.filter === filter),
        )
  return {
    seen,
    stale,
    missing,
    isRight: seen.right.size === expected.size && stale.length + missing.length === 0,
  }
}

function publishEverywhere({ sandbox }: Bench, text: string): void {
  for (const key of allKeys) {
    const rows = key === unknownKey ? undefined : sandbox.snapshotRows(key)
    if (!rows) continue
    const recordType = key.startsWith('mushafs') ? 'mushaf_word' : undefined
    const row = rows.findLast((each) => recordType === undefined || each['record_type'] === recordType)!
    const id = key.startsWith('articles') ? undefined : (row['id'] as number)
    if (id === undefined) sandbox.invalidate(key)
    else
      sandbox.publish([
        { resource: key, ...(recordType ? { recordType } : {}), update: { key: id, note: text } },
      ])
  }
}

function problemsOf({ problem, subscriptions }: EngineStatus): string {
  return JSON.stringify([problem, ...subscriptions.map((each) => each.problem)])
}

/** What an undamaged library leads to. */
export interface Usual {
  /** The snapshots that a sync asks for. */
  readonly snapshots: ReadonlySet<string>
  /** The problems in its status. */
  readonly problems: string
}

export async function whatIsUsual(kept: KeptLibrary): Promise<Usual> {
  const bench = await benchOn(kept)
  try {
    const problems = problemsOf(await bench.engine.status())
    bench.sandbox.clearRequests()
    await bench.engine.sync()
    return { problems, snapshots: new Set(bench.requests().filter((each) => each !== 'sync')) }
  } finally {
    await bench.close()
  }
}

/** Pauses end, and syncs come by themselves again: false where none comes. */
async function keepsTime(bench: Bench): Promise<boolean> {
  await bench.engine.keepCurrent()
  await bench.engine.resume()
  bench.sandbox.clearRequests()
  for (let tries = 0; tries < 1_000 && bench.requests().length === 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 2))
  return bench.requests().length > 0
}

export async function tryCase(kept: KeptLibrary, one: Case | null, usual: Usual): Promise<Outcome> {
  let passedMs = minute
  const library = one ? damagedLibrary(kept, one) : kept
  const bench = await benchOn(
    library,
    hurried(() => passedMs),
  )
  const concerned = one ? concernedBy(kept, one) : new Set<string>()
  const threw: string[] = []
  const othersHurt: string[] = []
  const shownWrong: string[] = []
  const notes: string[] = []
  const noted = async (name: string, work: () => Promise<unknown>) => {
    const result = await attempt(work)
    if (typeof result === 'object' && result !== null && 'threw' in result)
      threw.push(`${name}: ${String(result.threw)}`)
    return result
  }
  const judge = (when: string, seen: Seen) => {
    for (const key of seen.wrong) shownWrong.push(`${when} ${key}`)
    for (const [key, error] of seen.failed) threw.push(`${when} read ${key}: ${error}`)
    for (const key of [...seen.wrong, ...seen.failed.keys(), ...seen.absent])
      if (!concerned.has(key)) othersHurt.push(`${when} ${key}`)
  }
  try {
    const lastCommitted = new Map(
      allKeys.map((key) => {
        const record = (kept.tables['resources']!.records as Plain[]).find((each) => each['key'] === key)
        const at = Math.max(Number(record?.['asOf']), Number(record?.['snapshotSequence']))
        return [key, record?.['status'] === 'installed' ? rowsOfService(bench, key, at) : undefined] as const
      }),
    )
    const before = await look(bench, lastCommitted, concerned)
    judge('before', before)
    await noted('resources()', () => bench.store.resources())
    await noted('droppable()', () => bench.engine.droppable())
    await noted('kept files', () => readKeptFiles(bench.db))
    const status = (await noted('status()', () => bench.engine.status())) as Awaited<
      ReturnType<typeof bench.engine.status>
    >
    const told = status.subscriptions !== undefined && problemsOf(status) !== usual.problems
    const pausedSince = status.pausedSince
    bench.sandbox.clearRequests()
    const report = (await noted('sync()', () => bench.engine.sync())) as Awaited<
      ReturnType<typeof bench.engine.sync>
    >
    for (const run of report.runs ?? [])
      if (run.outcome !== 'current') {
        notes.push(`${run.filter} ${run.outcome} ${run.error?.code}: ${run.error?.message.slice(0, 150)}`)
      }
    const asked = bench.requests().filter((each) => each !== 'sync')
    const extra = asked.filter((each) => !usual.snapshots.has(each))
    for (const key of extra) if (!concerned.has(key)) othersHurt.push(`fetched ${key}`)
    let now = await state(bench, concerned)
    judge('after', now.seen)
    const healed = now.isRight
    const { fence } = (await bench.db.meta.get('writer')) as WriterRecord
    if (!(fence > greatestFence(kept))) othersHurt.push(`the fence went back to ${fence}`)
    publishEverywhere(bench, 'changed once')
    await noted('second sync()', () => bench.engine.sync())
    now = await state(bench, concerned)
    judge('second', now.seen)
    const ofSchedule = library.tables['meta']!.records[one?.table === 'meta' ? one.index : -1] as
      Plain | undefined
    if (one && ofSchedule?.['key'] === 'schedule') {
      if (pausedSince === null && one.path[0] !== 'pausedAt') othersHurt.push('the pause')
      if (!(await keepsTime(bench))) {
        othersHurt.push('no sync comes by itself')
        return { verdict: 'never', shownWrong, othersHurt, threw, told, notes }
      }
    }
    if (now.isRight && healed) {
      const calm = before.right.size === allKeys.length && extra.length === 0 && threw.length === 0
      return {
        verdict: calm ? 'went on right' : 'healed by the next sync',
        shownWrong,
        othersHurt,
        threw,
        told,
        notes,
      }
    }
    notes.push(
      `stale: ${now.stale.join()} missing: ${now.missing.join()} wrong: ${[...now.seen.wrong].join()} absent: ${[...now.seen.absent].join()}`,
    )
    let verdict: Verdict = now.isRight ? 'healed by the second sync' : 'never'
    if (verdict === 'never') {
      for (let time = 0; time < 4; time++) {
        passedMs += 30 * minute
        await attempt(() => bench.engine.sync())
      }
      if ((await state(bench, concerned)).isRight) verdict = 'healed within two hours'
    }
    const alive = async () => {
      if (!(await state(bench, concerned)).isRight) return false
      publishEverywhere(bench, `changed at ${passedMs} ${Math.random()}`)
      await attempt(() => bench.engine.sync())
      return (await state(bench, concerned)).isRight
    }
    if (verdict === 'never') {
      for (const key of allKeys) await attempt(() => bench.engine.verify(parseResourceKey(key)!))
      await attempt(() => bench.engine.sync())
      if (await alive()) verdict = 'needed verify'
    }
    if (verdict === 'never') {
      for (const filter of Object.values(filters))
        await attempt(() => bench.engine.keep(Object.values(filters))).then(() =>
          attempt(() => bench.engine.resync(filter)),
        )
      if (await alive()) verdict = 'needed resync'
    }
    return { verdict, shownWrong, othersHurt, threw, told, notes }
  } finally {
    await attempt(() => bench.close())
  }
}
