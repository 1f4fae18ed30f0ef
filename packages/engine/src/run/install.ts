import { resourceKey, type ResourceRef } from '@waraq/contract'
import type { WaraqDatabase } from '../store/database.ts'
import { garbageOf } from '../store/garbage.ts'
import type { ResourceRecord } from '../store/records.ts'
import type { ReceivedSnapshot } from '../snapshot/receive.ts'

/**
 * The changes of one resource's record, made inside a write transaction of the caller's over `installTables`. All that
 * readers notice of a commit is these small records.
 */
export const installTables = ['resources', 'garbage', 'drafts', 'prepared'] as const

/** What is the same for all resources of a commit. */
export interface CommitStamp {
  readonly bound: number
  /** Number of the page set; 0 for a repair outside any set. */
  readonly set: number
  /** This commit's number. */
  readonly commit: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

async function replaceDirectories(
  db: WaraqDatabase,
  before: ResourceRecord | undefined,
  after: ResourceRecord,
): Promise<void> {
  await db.garbage.bulkAdd(garbageOf(before?.directories ?? [], after.directories))
  await db.resources.put(after)
}

/** What this commit says of the resource, whatever came of it. */
function committed(ref: ResourceRef, stamp: CommitStamp) {
  return {
    key: resourceKey(ref),
    group: ref.group,
    id: ref.id,
    asOf: stamp.bound,
    committedAt: stamp.now,
    installedAtCommit: stamp.commit,
    installedBy: stamp.set,
    owes: null,
  } as const
}

/** Makes a received snapshot the resource's rows. */
export async function installSnapshot(
  db: WaraqDatabase,
  ref: ResourceRef,
  snapshot: Omit<ReceivedSnapshot, 'rows'>,
  base: number,
  freshAt: string | null,
  stamp: CommitStamp,
): Promise<void> {
  const key = resourceKey(ref)
  const before = await db.resources.get(key)
  await replaceDirectories(db, before, {
    ...committed(ref, stamp),
    contentId: snapshot.contentId,
    status: 'installed',
    reason: null,
    directories: snapshot.directories,
    base,
    schemaVersion: snapshot.schemaVersion,
    snapshotSequence: snapshot.syncSequence,
    rejected: snapshot.rejected,
    freshAt: freshAt ?? before?.freshAt ?? null,
    probedAt: null,
  })
  await db.drafts.delete(snapshot.draft)
  await db.prepared.delete([stamp.set, key])
}

/**
 * Takes the resource's rows away. `wanted`: the service answered 404, which a lagging replica does too, so the resource
 * is asked for again later; otherwise the feed withdrew it.
 */
export async function removeResource(
  db: WaraqDatabase,
  ref: ResourceRef,
  removal: { readonly base: number; readonly reason: string; readonly wanted: boolean },
  stamp: CommitStamp,
): Promise<void> {
  const before = await db.resources.get(resourceKey(ref))
  await replaceDirectories(db, before, {
    ...committed(ref, stamp),
    contentId: before?.contentId ?? null,
    status: 'unavailable',
    reason: removal.reason,
    directories: [],
    base: removal.base,
    schemaVersion: null,
    snapshotSequence: 0,
    rejected: null,
    freshAt: before?.freshAt ?? null,
    probedAt: removal.wanted ? stamp.now : null,
  })
}
