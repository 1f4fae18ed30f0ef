import type { RecordType } from '@waraq/protocol'
import { Dexie, type Collection, type DBCore, type DBCoreTable, type Table } from 'dexie'
import type { ManifestRecord } from './manifest.ts'
import { decoderOf, isDecoded } from './record-decoders.ts'
import { withDigest } from './record-digest.ts'
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

/** Returns the id of a segment. Ids contain the staging's number, so an abandoned staging is one range of keys in each table. */
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

/** Ids of a staging's manifests start with its number, so that they are one range of keys, too. */
export function manifestId(staging: number, resource: string, recordType: RecordType): string {
  return `${stagingPrefix(staging)}${resource}|${recordType}`
}

/** Returns the staging in which a segment or manifest id was made. */
export function stagingOf(id: number | string): number {
  return typeof id === 'number' ? Math.floor(id / segmentsPerStaging) : Number(id.split('|', 1)[0])
}

/** Returns keys before the first and after the last possible manifest id of a staging. */
export function manifestIdsOf(staging: number): readonly [string, string] {
  return [stagingPrefix(staging), `${stagingPrefix(staging)}\uffff`]
}

export interface DatabaseOptions {
  readonly name: string
  /** For contexts without a global IndexedDB, and for tests. */
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
  /** Storage of the kept files. Default: the browser's. For the writer, which deletes files together with their resource. */
  readonly caches?: Pick<CacheStorage, 'delete'> | undefined
}

/**
 * Bookkeeping tables: each write of a record adds its digest. Segments have their digest in their manifest. Staged pages, which
 * may be large, get theirs before their transaction.
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

/**
 * Chromium's SQLite store returns null if it cannot decode a record. Such a record is read as an object with only its key, so
 * that it gets the same default as a record that does not fit.
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
    // These are Dexie's own promises: an `await` here would leave its transaction.
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

/** Reads records that can be decoded, and writes records with a digest. */
function recordsOf(core: DBCore): Partial<DBCore> {
  const table = (name: string): DBCoreTable => {
    const below = decodedOf(core.table(name))
    if (!digestedTables.includes(name)) return below
    const mutate: DBCoreTable['mutate'] = (request) =>
      below.mutate(
        request.type === 'put' || request.type === 'add'
          ? { ...request, values: request.values.map(withDigest) }
          : request,
      )
    return { ...below, mutate }
  }
  return { ...core, table }
}

/** The only database: rows, bookkeeping and tokens together, so that a crash loses only the latest transactions. */
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

  constructor({ name, indexedDB, IDBKeyRange = globalThis.IDBKeyRange, caches }: DatabaseOptions) {
    super(name, {
      ...(indexedDB ? { indexedDB, IDBKeyRange } : {}),
      chromeTransactionDurability: 'relaxed',
      cache: 'disabled',
    })
    this.caches = caches
    // Dexie's cache of live queries, even when disabled, makes listeners and an aborted signal for each write.
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
    // All reads of a record use these hooks, except `modify` and `update`. Those would write a damaged record with a new digest.
    for (const table of [...digestedTables, 'staged', 'garbage'])
      this.table(table).hook('reading', decoderOf(table))
  }

  segments(recordType: RecordType): Table<SegmentRecord, number> {
    return this.table(segmentTableOf(recordType))
  }
}

/** The stored pages of a batch, in order, without those that its batch cursor does not count. */
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
