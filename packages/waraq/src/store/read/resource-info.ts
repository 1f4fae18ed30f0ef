import { isNewerSchema, type RecordType, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import { confirmedAt, isStale } from '../freshness.ts'
import { rowCount, storedSize } from '../manifest.ts'
import type { RejectedRows, ResourceRecord, SubscriptionRecord } from '../records.ts'

/** State of a resource, for readers. */
export interface ResourceInfo {
  readonly key: ResourceKey
  readonly ref: ResourceRef
  /** The service's content id; null for articles. */
  readonly contentId: number | null
  /**
   * `installed`: its rows can be read. `unavailable`: the service withdrew it or has no snapshot of it. `damaged`: part of it is
   * missing on this device, so it counts as absent until the next sync fetches it again.
   */
  readonly status: 'installed' | 'unavailable' | 'damaged'
  /** Why it is unavailable. */
  readonly reason: string | null
  readonly rows: number
  readonly rowsByType: ReadonlyMap<RecordType, number>
  /** Bytes stored, before compression by the browser; less than the snapshot's bytes. */
  readonly size: number
  /** The highest sequence that is covered by the batch that last changed the resource. */
  readonly asOf: number
  /** When a sync last confirmed that the service has nothing newer, in milliseconds since the epoch. */
  readonly confirmedAt: number | null
  /** Whether no sync has confirmed the resource for too long; see `freshness` in the store's options. */
  readonly stale: boolean
  /** The service's own freshness mark, as received. */
  readonly freshAt: string | null
  readonly committedAt: number
  readonly schemaVersion: number | null
  /** Whether the snapshot's schema is newer than this version knows; its rows are kept as received. */
  readonly newerSchema: boolean
  /** Rows that the contract rejects: their number and a few examples. Readers do not see them. */
  readonly rejected: RejectedRows | null
}

export function resourceInfo(
  record: ResourceRecord,
  subscriptions: readonly SubscriptionRecord[],
  damaged: boolean,
  age: { readonly now: number; readonly staleAfterMs: number },
): ResourceInfo {
  const { manifests } = record
  const confirmed = confirmedAt(record.key, subscriptions)
  return {
    key: record.key,
    ref: { group: record.group, id: record.id },
    contentId: record.contentId,
    status: damaged || record.needsSnapshot === 'damage' ? 'damaged' : record.status,
    reason: record.reason,
    rows: rowCount(manifests),
    rowsByType: new Map(manifests.map((ref) => [ref.recordType, rowCount([ref])])),
    size: storedSize(manifests),
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
