import { resourceKey, type ResourceRef } from '@waraq/contract'
import type { WaraqDatabase } from '../store/database.ts'
import { garbageOf } from '../store/garbage.ts'
import type { ResourceRecord } from '../store/records.ts'
import type { ReceivedSnapshot } from '../snapshot/receive.ts'

/**
 * Changes one resource's record, inside a write transaction of the caller over `installTables`. Readers notice a commit by
 * these small records alone.
 */
export const installTables = ['resources', 'garbage', 'drafts', 'prepared'] as const

/** What a commit writes into the record of each of its resources. */
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

/** The fields that a commit sets alike for an installed and a removed resource. */
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
 * Removes the resource's rows. `wanted`: the service answered 404. A lagging replica does that too, so a later run asks for
 * the resource again. Otherwise the feed withdrew it.
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
