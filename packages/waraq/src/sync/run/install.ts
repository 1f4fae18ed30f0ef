import { resourceKey, type ResourceRef } from '@waraq/protocol'
import type { WaraqDatabase } from '../../store/database.ts'
import { garbageOf } from '../../store/garbage.ts'
import type {
  CountersRecord,
  BatchCursorRecord,
  PreparedRecord,
  ResourceRecord,
  SubscriptionRecord,
} from '../../store/records.ts'
import type { ReceivedSnapshot } from '../snapshot/receive.ts'
import type { RunContext } from './context.ts'

/** Values that a commit writes into the record of each of its resources. */
export interface CommitStamp {
  readonly upTo: number
  /** Number of the batch; 0 for a repair outside any batch. */
  readonly set: number
  /** This commit's number. */
  readonly commit: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Returns the stamp of a batch's next commit. */
export function stampOf(
  { clock }: Pick<RunContext, 'clock'>,
  batchCursor: BatchCursorRecord,
  { commits }: CountersRecord,
): CommitStamp {
  return { upTo: batchCursor.upTo ?? 0, set: batchCursor.id, commit: commits + 1, now: clock.now() }
}

/** Returns the subscription after a commit of this `upTo`. */
export function withUpTo(subscription: SubscriptionRecord, { upTo }: CommitStamp): SubscriptionRecord {
  return { ...subscription, committedUpTo: Math.max(subscription.committedUpTo ?? 0, upTo) }
}

/** One resource in a commit. */
export interface ResourceChange {
  readonly before: ResourceRecord | undefined
  readonly after: ResourceRecord
  /** The staging that its new segments were written in. */
  readonly staging?: number
}

/** Returns the fields that a commit sets in the same way for installed and removed resources. */
function committed(ref: ResourceRef, stamp: CommitStamp) {
  return {
    key: resourceKey(ref),
    group: ref.group,
    id: ref.id,
    asOf: stamp.upTo,
    committedAt: stamp.now,
    installedAtCommit: stamp.commit,
    installedBy: stamp.set,
    needsSnapshot: null,
  } as const
}

/** Makes a received snapshot the resource's rows. If `freshAt` is null, the earlier freshness mark stays. */
export function installed(
  before: ResourceRecord | undefined,
  ref: ResourceRef,
  snapshot: Omit<ReceivedSnapshot, 'rows'>,
  { base, freshAt }: Pick<ResourceRecord, 'base' | 'freshAt'>,
  stamp: CommitStamp,
): ResourceChange {
  const after: ResourceRecord = {
    ...committed(ref, stamp),
    contentId: snapshot.contentId,
    status: 'installed',
    reason: null,
    manifests: snapshot.manifests,
    empty: snapshot.manifests.length === 0,
    base,
    schemaVersion: snapshot.schemaVersion,
    snapshotSequence: snapshot.syncSequence,
    rejected: snapshot.rejected,
    freshAt: freshAt ?? before?.freshAt ?? null,
    probedAt: null,
  }
  return { before, after, staging: snapshot.staging }
}

/**
 * Removes the resource's rows. `wanted`: the service answered 404. A lagging replica does that too, so a later run requests
 * the resource again. Otherwise the feed withdrew it.
 */
export function removed(
  before: ResourceRecord | undefined,
  ref: ResourceRef,
  removal: { readonly base: number; readonly reason: string; readonly wanted: boolean },
  stamp: CommitStamp,
): ResourceChange {
  const after: ResourceRecord = {
    ...committed(ref, stamp),
    contentId: before?.contentId ?? null,
    status: 'unavailable',
    reason: removal.reason,
    manifests: [],
    empty: false,
    base: removal.base,
    schemaVersion: null,
    snapshotSequence: 0,
    rejected: null,
    freshAt: before?.freshAt ?? null,
    probedAt: removal.wanted ? stamp.now : null,
  }
  return { before, after }
}

/**
 * Returns whether a prepared snapshot is still new enough for its plan. The floor of its request decides, not the sequence
 * that it claims: a service may read that sequence after the rows, and another token may since cover a change in between.
 */
export function isStillNew(
  { floor }: Pick<PreparedRecord, 'floor'>,
  wanted: { readonly floor: number },
): boolean {
  return floor >= wanted.floor
}

export const installTables = ['resources', 'garbage', 'stagings'] as const

/**
 * Writes the records of these resources, inside the caller's write transaction over `installTables`. Readers notice a commit
 * only by these small records.
 */
export async function putChanges(db: WaraqDatabase, changes: readonly ResourceChange[]): Promise<void> {
  const stagings = new Set(changes.flatMap(({ staging }) => staging ?? []))
  await Promise.all([
    db.garbage.bulkAdd(
      changes.flatMap(({ before, after }) => garbageOf(before?.manifests ?? [], after.manifests)),
    ),
    db.resources.bulkPut(changes.map(({ after }) => after)),
    db.stagings.bulkDelete([...stagings]),
  ])
}
