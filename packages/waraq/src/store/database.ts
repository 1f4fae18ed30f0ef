import type { RecordType } from '@waraq/protocol'
import { Dexie, type Collection, type DBCore, type DBCoreTable, type Table } from 'dexie'
import type { ManifestRecord } from './manifest.ts'
import { isDecoded, pageReadings, type Reading, type Readings } from './record-checks.ts'
import { withDigest, withoutDigest } from './record-digest.ts'
import type {
  StagingRecord,
  GarbageRecord,
  BatchCursorRecord,
  MetaRecord,
  PreparedRecord,
  ResourceRecord,
  StagedPageRecord,
  SubscriptionRecord,
} from './records.ts'
import { segmentTableOf, segmentTables } from './segment-tables.ts'
import type { SegmentRecord } from './segment.ts'

const segmentsPerStaging = 2 ** 20

/** Segments are numbered by staging, so that an abandoned staging is one range of keys in each table. */
export function segmentId(staging: number, position: number): number {
  if (position >= segmentsPerStaging) throw new RangeError('A staging holds at most 1,048,576 segments')
  return staging * segmentsPerStaging + position
}

/** First and last possible segment id of a staging. */
export function segmentIdsOf(staging: number): readonly [number, number] {
  return [segmentId(staging, 0), segmentId(staging, segmentsPerStaging - 1)]
}

function stagingPrefix(staging: number): string {
  return `${String(staging).padStart(12, '0')}|`
}

/** Ids of a staging's manifests begin with its number, so that they too are one range of keys. */
export function manifestId(staging: number, resource: string, recordType: RecordType): string {
  return `${stagingPrefix(staging)}${resource}|${recordType}`
}

/** The staging that a segment or manifest id was made in. */
export function stagingOf(id: number | string): number {
  return typeof id === 'number' ? Math.floor(id / segmentsPerStaging) : Number(id.split('|', 1)[0])
}

/** Before the first and after the last possible manifest id of a staging. */
export function manifestIdsOf(staging: number): readonly [string, string] {
  return [stagingPrefix(staging), `${stagingPrefix(staging)}\uffff`]
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
 * Tables of bookkeeping: whatever writes a record there, its digest is written with it. Segments have one in their manifest, and
 * staged pages, which may be large, get theirs before their transaction.
 */
const digestedTables: readonly string[] = [
  'meta',
  'resources',
  'manifests',
  'subscriptions',
  'batchCursors',
  'prepared',
  'stagings',
]

function digested<T extends object>(record: T): T {
  try {
    return withDigest(record)
  } catch {
    // `modify` brings what stands there, be it nothing that JSON can hold.
    return { ...record, digest: undefined }
  }
}

/**
 * Chromium's SQLite store answers null where it cannot decode a record. That is read as its key alone, so that what stands in for a
 * record that does not fit stands in for it, too.
 */
function decodedOf(below: DBCoreTable): DBCoreTable {
  const path = below.schema.primaryKey.keyPath
  const alone = (key: unknown) =>
    typeof path === 'string'
      ? { [path]: key }
      : Object.fromEntries(path!.map((name, place) => [name, (key as unknown[])[place]]))
  const decoded = (stored: unknown, key: unknown) =>
    stored === undefined || isDecoded(stored) ? stored : alone(key)
  return {
    ...below,
    // Dexie's own promises: an `await` here would leave its transaction.
    get: (request) => below.get(request).then((stored: unknown) => decoded(stored, request.key)),
    getMany: (request) =>
      below
        .getMany(request)
        .then((all) => all.map((stored: unknown, place) => decoded(stored, request.keys[place]))),
    query: (request) =>
      below.query(request).then((answer) => {
        if (!request.values || answer.result.every(isDecoded)) return answer
        return below.query({ ...request, values: false }).then(({ result: keys }) => ({
          ...answer,
          result: answer.result.map((stored, place) => decoded(stored, keys[place])),
        }))
      }),
  }
}

/** Reads what can be decoded, writes what has a digest. */
function recordsOf(core: DBCore): Partial<DBCore> {
  const table = (name: string): DBCoreTable => {
    const below = decodedOf(core.table(name))
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
  readonly manifests!: Table<ManifestRecord, string>
  readonly subscriptions!: Table<SubscriptionRecord, string>
  readonly batchCursors!: Table<BatchCursorRecord, string>
  readonly staged!: Table<StagedPageRecord, [number, number]>
  readonly prepared!: Table<PreparedRecord, [number, string]>
  readonly stagings!: Table<StagingRecord, number>
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
      manifests: 'id',
      subscriptions: 'filter',
      batchCursors: 'filter',
      staged: '[batchCursor+page]',
      prepared: '[batchCursor+key]',
      stagings: 'id',
      garbage: '++id',
      ...Object.fromEntries(segmentTables.map((table) => [table, 'id'])),
    })
    this.use({ stack: 'dbcore', name: 'records', create: recordsOf })
    // Whatever reads a record gets it this way, except `modify` and `update`, which change it as it is stored.
    const asItIs: Reading = (record) => record && withoutDigest(record)
    for (const table of [...digestedTables, 'staged', 'garbage'])
      this.table(table).hook('reading', readings[table] ?? asItIs)
  }

  segments(recordType: RecordType): Table<SegmentRecord, number> {
    return this.table(segmentTableOf(recordType))
  }
}

/** The stored pages of a batch, in order; not those that its batch cursor does not count. */
export function stagedOf(
  db: WaraqDatabase,
  { id, pages }: Pick<BatchCursorRecord, 'id' | 'pages'>,
): Collection<StagedPageRecord, [number, number]> {
  return db.staged.where('[batchCursor+page]').between([id, 0], [id, pages])
}

/** The snapshots that were received for a batch and wait for its commit. */
export function preparedOf(db: WaraqDatabase, batchCursor: number): Promise<PreparedRecord[]> {
  return db.prepared.where('[batchCursor+key]').between([batchCursor, ''], [batchCursor, '\uffff']).toArray()
}
