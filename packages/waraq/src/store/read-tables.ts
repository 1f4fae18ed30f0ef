import type { RecordType } from '@waraq/protocol'
import type { ManifestRecord } from './manifest.ts'
import type { StagingRecord, ResourceRecord, SubscriptionRecord } from './records.ts'
import type { SegmentRecord } from './segment.ts'

/** A promise of the database, which keeps its transaction. `test/static/transactions.ts` knows it by this name. */
interface DatabaseAnswer<T> extends PromiseLike<T> {}

/** The part of the database that reads need. Dexie's tables provide it, and so does one transaction without Dexie. */
export interface ReadTables {
  readonly resources: {
    get(key: string): DatabaseAnswer<ResourceRecord | undefined>
    toArray(): DatabaseAnswer<ResourceRecord[]>
  }
  readonly subscriptions: { toArray(): DatabaseAnswer<SubscriptionRecord[]> }
  readonly manifests: { bulkGet(ids: string[]): DatabaseAnswer<(ManifestRecord | undefined)[]> }
  readonly stagings: { toArray(): DatabaseAnswer<StagingRecord[]> }
  segments(recordType: RecordType): SegmentTable
}

interface SegmentTable {
  get(id: number): DatabaseAnswer<SegmentRecord | undefined>
  where(index: 'id'): {
    between(
      least: number,
      greatest: number,
      includeLeast: true,
      includeGreatest: true,
    ): { toArray(): DatabaseAnswer<SegmentRecord[]> }
  }
}
