import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import type { DropCandidate } from './least-used.ts'

/** Passed to the application if there is no room and collecting garbage made none. */
export interface StorageFull {
  /** Bytes of the snapshots that are still to be fetched; null if unknown. */
  readonly needed: number | null
  /** Bytes, by the browser's estimate; null if it has none. */
  readonly available: number | null
  /** Least used first. */
  readonly candidates: readonly DropCandidate[]
}

/**
 * Chooses the filters to drop among the candidates. The content is the visitor's library: without this function, nothing is
 * dropped.
 */
export type OnStorageFull = (full: StorageFull) => Promise<readonly string[]> | readonly string[]

/** A run waits for the result, and other tabs wait for the run. To ask the visitor, return no filters and `unsubscribe` later. */
const answerWithinMs = 10_000

/**
 * Asks the application. Filters that were not offered are ignored. If it throws, does not return within ten seconds, or returns
 * no list, nothing is dropped. Rejects only with the signal's reason.
 */
export async function askWhatToDrop(
  onStorageFull: OnStorageFull | undefined,
  full: StorageFull,
  clock: Pick<Clock, 'sleep'>,
  signal?: AbortSignal,
): Promise<string[]> {
  signal?.throwIfAborted()
  if (!onStorageFull || full.candidates.length === 0) return []
  const nothing = () => undefined
  const asked = async (): Promise<unknown> => onStorageFull(full)
  const deadline = { clock, ms: answerWithinMs, late: nothing, signal }
  const answer = await beforeDeadline(asked(), deadline).catch(nothing)
  signal?.throwIfAborted()
  if (!Array.isArray(answer)) return []
  const chosen = new Set<unknown>(answer)
  return full.candidates.map(({ filter }) => filter).filter((filter) => chosen.has(filter))
}
