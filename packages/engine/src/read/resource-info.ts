import type { RecordType, ResourceKey, ResourceRef } from '@waraq/contract'
import { confirmedAt, isStale } from '../store/freshness.ts'
import { isNewerSchema } from '../snapshot/receive.ts'
import { rowCount, storedSize } from '../store/directory.ts'
import type { RejectedRows, ResourceRecord, SubscriptionRecord } from '../store/records.ts'

/** What a reader may know of a resource. */
export interface ResourceInfo {
  readonly key: ResourceKey
  readonly ref: ResourceRef
  /** The service's content id; null for articles. */
  readonly contentId: number | null
  /**
   * `installed`: its rows can be read. `unavailable`: the service withdrew it or has no snapshot of it. `damaged`: part of
   * it is missing on this device; it counts as absent until the next sync has fetched it anew.
   */
  readonly status: 'installed' | 'unavailable' | 'damaged'
  /** Why it is unavailable. */
  readonly reason: string | null
  readonly rows: number
  readonly rowsByType: ReadonlyMap<RecordType, number>
  /** Bytes stored, before compression; less than the snapshot that they came as. */
  readonly size: number
  /** The bound at which the resource was last changed. */
  readonly asOf: number
  /** When a sync last confirmed that nothing newer was known, in milliseconds since the epoch. */
  readonly confirmedAt: number | null
  /** No sync confirmed it for too long; see `freshness` in the store's options. */
  readonly stale: boolean
  /** The service's own freshness mark, as it came. */
  readonly freshAt: string | null
  readonly committedAt: number
  readonly schemaVersion: number | null
  /** The snapshot's shape is newer than this version understands; its rows are kept as they came. */
  readonly newerSchema: boolean
  /** Rows that the contract rejects: set aside, counted, a few shown. */
  readonly rejected: RejectedRows | null
}

export function resourceInfo(
  record: ResourceRecord,
  subscriptions: readonly SubscriptionRecord[],
  damaged: boolean,
  age: { readonly now: number; readonly staleAfterMs: number },
): ResourceInfo {
  const { directories } = record
  const confirmed = confirmedAt(record.key, subscriptions)
  return {
    key: record.key,
    ref: { group: record.group, id: record.id },
    contentId: record.contentId,
    status: damaged || record.owes === 'damage' ? 'damaged' : record.status,
    reason: record.reason,
    rows: rowCount(directories),
    rowsByType: new Map(directories.map((ref) => [ref.recordType, rowCount([ref])])),
    size: storedSize(directories),
    asOf: record.asOf,
    confirmedAt: confirmed?.currentAt ?? null,
    stale: isStale(confirmed, age.now, subscriptions, age.staleAfterMs),
    freshAt: record.freshAt,
    committedAt: record.committedAt,
    schemaVersion: record.schemaVersion,
    newerSchema: isNewerSchema(record.schemaVersion),
    rejected: record.rejected,
  }
}
