import type { ResourceKey } from '@waraq/protocol'

/** Decides when deferred refreshes of local content are fetched. Pure. */

const hourMs = 60 * 60 * 1000

/**
 * Limits that spread large refreshes. New content is published to all devices at the same time, and each of them learns of it
 * within the hour. If no reader waits, large snapshots are spread: a million devices then request some 280 megabytes a
 * second, before compression, regardless of the size of the snapshot.
 */
export const refreshLimits = {
  /** A snapshot is two to four times the size of its stored rows. */
  bytesPerStored: 3,
  /** Bytes of a snapshot below which it is fetched immediately: the usual interval spreads it over an hour. */
  leastBytes: 1_000_000,
  msPerByte: hourMs / 1_000_000,
  /** The service wants a sync every seven days. */
  longestMs: 24 * hourMs,
}

/** A deferred refresh that the feed announced. */
export interface Refresh {
  readonly key: ResourceKey
  /** Bytes of the local rows. */
  readonly storedBytes: number
  /** The time that an earlier run chose. */
  readonly dueAt: number | undefined
  /** Milliseconds for which the refresh may wait: the local rows are shown until they are stale. */
  readonly mayWaitMs: number
}

/** The circumstances of the choice. */
export interface RefreshContext {
  readonly now: number
  /** No reader waits for the run. */
  readonly background: boolean
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
}

/**
 * Returns the due time of each large refresh.
 *
 * - A time is chosen once. Later runs keep it, also after a restart and for a refresh that is still deferred.
 * - If a reader waits, the time is now, so that a later run continues the work of this one.
 * - A time further off than any that can be chosen comes from a clock that was set, and is chosen again.
 */
export function dueTimes(
  refreshes: readonly Refresh[],
  { now, background, random }: RefreshContext,
): ReadonlyMap<ResourceKey, number> {
  const { bytesPerStored, leastBytes, msPerByte, longestMs } = refreshLimits
  const large = refreshes.filter(({ storedBytes }) => storedBytes * bytesPerStored >= leastBytes)
  // One device fetches all of them, so together they take as long as one of their total size.
  const bytes = large.reduce((sum, { storedBytes }) => sum + storedBytes * bytesPerStored, 0)
  const due = ({ dueAt = Infinity, mayWaitMs }: Refresh): number => {
    if (!background) return Math.min(dueAt, now)
    const mostMs = Math.max(0, Math.min(longestMs, mayWaitMs))
    return dueAt - now <= mostMs ? dueAt : now + random() * Math.min(bytes * msPerByte, mostMs)
  }
  return new Map(large.map((refresh) => [refresh.key, due(refresh)]))
}
