import type { ResourceKey } from '@waraq/protocol'

/** When deferred refreshes of what is here are fetched. Pure. */

const hourMs = 60 * 60 * 1000

/**
 * What is new is published to all devices at once, and each of them learns of it within the hour. Where no reader waits, large ones
 * are spread: a million devices then ask for some 280 megabytes a second, before compression, however large it is.
 */
export const refreshLimits = {
  /** A snapshot is two to four times as long as its rows as they are stored. */
  bytesPerStored: 3,
  /** Bytes of a snapshot below which it is fetched at once: the usual pace spreads it over an hour. */
  leastBytes: 1_000_000,
  msPerByte: hourMs / 1_000_000,
  /** The service wants a sync every seven days. */
  longestMs: 24 * hourMs,
}

/** A deferred refresh that the feed told of. */
export interface Refresh {
  readonly key: ResourceKey
  /** Bytes of the rows that are here. */
  readonly storedBytes: number
  /** The time that an earlier run chose. */
  readonly dueAt: number | undefined
  /** Milliseconds that the rows that are here may wait: they are shown until they are stale. */
  readonly mayWaitMs: number
}

/** The circumstances of the choice. */
export interface RefreshMoment {
  readonly now: number
  /** No reader waits for the run. */
  readonly patient: boolean
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
}

/**
 * When each of the large ones is due. A time is chosen once: runs that follow keep it, after a restart and for a still deferred refresh, too.
 * Where a reader waits it is now, so that a later run goes on with what this one began. A time further off than any that is chosen
 * comes from a clock that was set.
 */
export function dueTimes(
  refreshes: readonly Refresh[],
  { now, patient, random }: RefreshMoment,
): ReadonlyMap<ResourceKey, number> {
  const { bytesPerStored, leastBytes, msPerByte, longestMs } = refreshLimits
  const large = refreshes.filter(({ storedBytes }) => storedBytes * bytesPerStored >= leastBytes)
  // One device fetches all of them, so together they take as long as one of their size.
  const bytes = large.reduce((sum, { storedBytes }) => sum + storedBytes * bytesPerStored, 0)
  const due = ({ dueAt = Infinity, mayWaitMs }: Refresh): number => {
    if (!patient) return Math.min(dueAt, now)
    const mostMs = Math.max(0, Math.min(longestMs, mayWaitMs))
    return dueAt - now <= mostMs ? dueAt : now + random() * Math.min(bytes * msPerByte, mostMs)
  }
  return new Map(large.map((refresh) => [refresh.key, due(refresh)]))
}
