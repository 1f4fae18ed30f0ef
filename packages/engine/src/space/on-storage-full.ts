import { beforeDeadline, type Clock } from '@waraq/client'
import type { DropCandidate } from './least-used.ts'

/** What the application is told when there is no room and collecting garbage made none. */
export interface StorageFull {
  /** Bytes of what is wanted and not here; null where that is not known. */
  readonly needed: number | null
  /** By the browser's own estimate; null where it gives none. */
  readonly available: number | null
  /** Least used first. */
  readonly candidates: readonly DropCandidate[]
}

/**
 * Which filters may be dropped to make room; of those offered only. The content is the visitor's library: nothing is
 * dropped unless this says so, and by default nothing says so.
 */
export type OnStorageFull = (full: StorageFull) => Promise<readonly string[]> | readonly string[]

/** A run waits for the answer, and other tabs wait for the run. To ask the visitor, answer nothing and `unsubscribe` later. */
const answerWithinMs = 10_000

/**
 * Asks the application. Filters that were not offered, no answer within ten seconds, an error, or anything else than a list
 * of filters drop nothing. Never rejects but with the signal's reason.
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
