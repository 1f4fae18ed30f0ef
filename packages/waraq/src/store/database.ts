import type { RecordType } from '@waraq/protocol'
import { Dexie, type Collection, type DBCore, type DBCoreTable, type Table } from 'dexie'
import type { DirectoryRecord } from './directory.ts'
import { pageReadings, type Reading, type Readings } from './record-checks.ts'
import { withDigest, withoutDigest } from './record-digest.ts'
import type {
  DraftRecord,
  GarbageRecord,
  JournalRecord,
  MetaRecord,
  PreparedRecord,
  ResourceRecord,
  StagedPageRecord,
  SubscriptionRecord,
} from './records.ts'
import { segmentTableOf, segmentTables } from './segment-tables.ts'
import type { SegmentRecord } from './segment.ts'

const segmentsPerDraft = 2 ** 20

/** Segments are numbered by draft, so that an abandoned draft is one range of keys in each table. */
export function segmentId(draft: number, position: number): number {
  if (position >= segmentsPerDraft) throw new RangeError('A draft holds at most 1,048,576 segments')
  return draft * segmentsPerDraft + position
}

/** First and last possible segment id of a draft. */
export function segmentIdsOf(draft: number): readonly [number, number] {
  return [segmentId(draft, 0), segmentId(draft, segmentsPerDraft - 1)]
}

function draftPrefix(draft: number): string {
  return `${String(draft).padStart(12, '0')}|`
}

/** Ids of a draft's directories begin with its number, so that they too are one range of keys. */
export function directoryId(draft: number, resource: string, recordType: RecordType): string {
  return `${draftPrefix(draft)}${resource}|${recordType}`
}

/** The draft that a segment or directory id was made in. */
export function draftOf(id: number | string): number {
  return typeof id === 'number' ? Math.floor(id / segmentsPerDraft) : Number(id.split('|', 1)[0])
}

/** Before the first and after the last possible directory id of a draft. */
export function directoryIdsOf(draft: number): readonly [string, string] {
  return [draftPrefix(draft), `${draftPrefix(draft)}\uffff`]
}

export interface DatabaseOptions {
  readonly name: string
  /** For contexts without a global IndexedDB, and for tests. */
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
  /** Where files are kept beside it; default: the browser's. For the writer, which deletes them with their resource. */
  readonly caches?: Pick<CacheStorage, 'delete'> | undefined
  /** What is read of the records of each table. Default: what a page needs that only reads. */
  readonly readings?: Readings | undefined
}

/**
 * Tables of bookkeeping: whatever writes a record there, its digest is written with it. Segments have one in their directory, and
 * staged pages, which may be large, get theirs before their transaction.
 */
const digestedTables: readonly string[] = [
  'meta',
  'resources',
  'directories',
  'subscriptions',
  'journals',
  'prepared',
  'drafts',
]

function digested<T extends object>(record: T): T {
  try {
    return withDigest(record)
  } catch {
    // `modify` brings what stands there, be it nothing that JSON can hold.
    return { ...record, digest: undefined }
  }
}

function withDigests(core: DBCore): Partial<DBCore> {
  const table = (name: string): DBCoreTable => {
    const below = core.table(name)
    if (!digestedTables.includes(name)) return below
    const mutate: DBCoreTable['mutate'] = (request) =>
      below.mutate(
        request.type === 'put' || request.type === 'add'
          ? { ...request, values: request.values.map(digested) }
          : request,
      )
    return { ...below, mutate }
  }
  return { ...core, table }
}

/** The one database: rows, bookkeeping and tokens together, so that a crash loses only the latest transactions. */
export class WaraqDatabase extends Dexie {
  readonly meta!: Table<MetaRecord, MetaRecord['key']>
  readonly resources!: Table<ResourceRecord, string>
  readonly directories!: Table<DirectoryRecord, string>
  readonly subscriptions!: Table<SubscriptionRecord, string>
  readonly journals!: Table<JournalRecord, string>
  readonly staged!: Table<StagedPageRecord, [number, number]>
  readonly prepared!: Table<PreparedRecord, [number, string]>
  readonly drafts!: Table<DraftRecord, number>
  readonly garbage!: Table<GarbageRecord, number>
  readonly caches: DatabaseOptions['caches']

  constructor({
    name,
    indexedDB,
    IDBKeyRange = globalThis.IDBKeyRange,
    caches,
    readings = pageReadings,
  }: DatabaseOptions) {
    super(name, {
      ...(indexedDB ? { indexedDB, IDBKeyRange } : {}),
      chromeTransactionDurability: 'relaxed',
      cache: 'disabled',
    })
    this.caches = caches
    // Dexie's cache of live queries, even disabled, makes listeners and an aborted signal for each write.
    this.unuse({ stack: 'dbcore', name: 'Cache' })
    this.version(1).stores({
      meta: 'key',
      resources: 'key',
      directories: 'id',
      subscriptions: 'filter',
      journals: 'filter',
      staged: '[journal+page]',
      prepared: '[journal+key]',
      drafts: 'id',
      garbage: '++id',
      ...Object.fromEntries(segmentTables.map((table) => [table, 'id'])),
    })
    this.use({ stack: 'dbcore', name: 'digests', create: withDigests })
    // Whatever reads a record gets it this way, except `modify` and `update`, which change it as it is stored.
    const asItIs: Reading = (record) => record && withoutDigest(record)
    for (const table of [...digestedTables, 'staged', 'garbage'])
      this.table(table).hook('reading', readings[table] ?? asItIs)
  }

  segments(recordType: RecordType): Table<SegmentRecord, number> {
    return this.table(segmentTableOf(recordType))
  }
}

/** The stored pages of a page set, in order; not those that its journal does not count. */
export function stagedOf(
  db: WaraqDatabase,
  { id, pages }: Pick<JournalRecord, 'id' | 'pages'>,
): Collection<StagedPageRecord, [number, number]> {
  return db.staged.where('[journal+page]').between([id, 0], [id, pages])
}

/** The snapshots that were received for a page set and wait for its commit. */
export function preparedOf(db: WaraqDatabase, journal: number): Promise<PreparedRecord[]> {
  return db.prepared.where('[journal+key]').between([journal, ''], [journal, '\uffff']).toArray()
}
