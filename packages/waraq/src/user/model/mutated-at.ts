import type { PendingChange } from './records.ts'

/**
 * When a person made the mutation, by the service's clock. `ahead` is how far that clock is ahead of the device's, as known
 * now. This may be more accurate than what was known at the time of the mutation.
 */
export function mutatedAt(
  { at, ahead: knownThen }: Pick<PendingChange, 'at' | 'ahead'>,
  ahead = knownThen,
): number {
  return at + ahead - knownThen
}

/**
 * Whether the service's value comes from a later mutation than the pending change. `at` is the time of that mutation if the
 * service reports it, or else the time of its arrival; undefined if the service reports neither.
 */
export function isLater(
  at: number | undefined,
  pending: Pick<PendingChange, 'at' | 'ahead'>,
  ahead?: number,
): boolean {
  return at !== undefined && at > mutatedAt(pending, ahead)
}
