import type { RecordType, ResourceKey, ResourceRef } from '@waraq/contract'
import { isNewerSchema } from '../snapshot/receive.ts'
import { rowCount } from '../store/directory.ts'
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
  /** Characters of JSON text stored; roughly bytes on disk before compression. */
  readonly size: number
  /** The bound at which the resource was last changed. */
  readonly asOf: number
  /** When a sync last confirmed that nothing newer was known, in milliseconds since the epoch. */
  readonly confirmedAt: number | null
  /** The service's own freshness mark, as it came. */
  readonly freshAt: string | null
  readonly committedAt: number
  readonly schemaVersion: number | null
  /** The snapshot's shape is newer than this version understands; its rows are kept as they came. */
  readonly newerSchema: boolean
  /** Rows that the contract rejects: set aside, counted, a few shown. */
  readonly rejected: RejectedRows | null
}

function confirmedAt(key: ResourceKey, subscriptions: readonly SubscriptionRecord[]): number | null {
  const times = subscriptions
    .filter(({ listed }) => listed.includes(key))
    .map(({ currentAt }) => currentAt ?? 0)
  const latest = Math.max(0, ...times)
  return latest > 0 ? latest : null
}

export function resourceInfo(
  record: ResourceRecord,
  subscriptions: readonly SubscriptionRecord[],
  damaged: boolean,
): ResourceInfo {
  const { directories } = record
  return {
    key: record.key,
    ref: { group: record.group, id: record.id },
    contentId: record.contentId,
    status: damaged || record.owes === 'damage' ? 'damaged' : record.status,
    reason: record.reason,
    rows: rowCount(directories),
    rowsByType: new Map(directories.map((ref) => [ref.recordType, ref.rows])),
    size: directories.reduce((sum, ref) => sum + ref.size, 0),
    asOf: record.asOf,
    confirmedAt: confirmedAt(record.key, subscriptions),
    freshAt: record.freshAt,
    committedAt: record.committedAt,
    schemaVersion: record.schemaVersion,
    newerSchema: isNewerSchema(record.schemaVersion),
    rejected: record.rejected,
  }
}
