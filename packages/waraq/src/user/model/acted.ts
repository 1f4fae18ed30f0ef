import type { PendingChange } from './records.ts'

/**
 * When a person acted, by the service's clock. `ahead` is by how much that is ahead of the device's as it is known now, which may
 * be better than when they acted.
 */
export function actedAt(
  { at, ahead: knownThen }: Pick<PendingChange, 'at' | 'ahead'>,
  ahead = knownThen,
): number {
  return at + ahead - knownThen
}

/**
 * Whether what the service has is of a later act than the pending change. `at` is the time of that act where the service tells it, else
 * that of its arrival; undefined where it tells neither.
 */
export function isLater(
  at: number | undefined,
  pending: Pick<PendingChange, 'at' | 'ahead'>,
  ahead?: number,
): boolean {
  return at !== undefined && at > actedAt(pending, ahead)
}
