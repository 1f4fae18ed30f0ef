import { filterCovers, type ResourceRef } from '@waraq/protocol'
import { isInstalled } from '../../../store/records.ts'
import { feedWentBack } from './feed-errors.ts'
import type { LocalResource, PlanInput } from './plan-types.ts'

/** Meaning of the state of a local resource for a batch. */

/** Returns whether the rows of the resource are here and valid. */
export function isWhole(local: LocalResource | undefined): local is LocalResource {
  return local !== undefined && isInstalled(local)
}

/**
 * Returns whether the resource already has the batch's changes. A bootstrap requests a resource again that an earlier batch
 * met as 404, because a lagging replica answers 404 too.
 */
export function isUpToDate(local: LocalResource | undefined, input: PlanInput): boolean {
  if (!local || local.needsSnapshot !== null || local.asOf < input.upTo || isUncovered(local, input))
    return false
  return input.mode === 'incremental' || !isWanted(local) || local.installedBy === input.set.id
}

/**
 * Returns whether the resource claims a sequence that no subscription has committed. The subscription may have been dropped
 * since, or the record is damaged and would keep out all changes up to that sequence.
 */
export function isUncovered(local: LocalResource, { covered }: PlanInput): boolean {
  return local.asOf > covered
}

/**
 * Returns whether the resource is unavailable only because of a 404: the application still wants it, and the feed did not
 * withdraw it.
 */
export function isWanted(local: LocalResource): boolean {
  return local.status === 'unavailable' && local.probedAt !== null
}

/**
 * Returns the least `sync_sequence` of an acceptable snapshot: never older than the batch, than the installed rows, or than
 * the sequence at which another subscription's token covers the resource or its absence. If the service's sequences started
 * again, its current snapshot is accepted at any sequence from the batch's `upTo` on.
 */
export function floorOf(ref: ResourceRef, local: LocalResource | undefined, input: PlanInput): number {
  if (local?.needsSnapshot === 'restarted') return input.upTo
  let floor = Math.max(input.upTo, local?.asOf ?? 0, local?.snapshotSequence ?? 0)
  for (const { filter, sequence } of input.others) {
    if (filterCovers(filter, ref)) floor = Math.max(floor, sequence)
  }
  return floor
}

/**
 * Refuses a batch whose `upTo` is below the sequence of the installed snapshot: a lagging replica sent it, and its row
 * changes and removals are older than the rows. If the service's sequences started again, any sequence is accepted.
 * @throws {WaraqError} `feed_went_back`
 */
export function refuseOlderBatch(local: LocalResource | undefined, { upTo }: PlanInput): void {
  if (!local || local.needsSnapshot === 'restarted' || upTo >= local.snapshotSequence) return
  throw feedWentBack(upTo, local.snapshotSequence, null)
}

/**
 * Returns whether another batch installed or removed the resource since this batch was opened: this batch may contain older
 * changes.
 */
export function isOvertaken(local: LocalResource | undefined, { set }: PlanInput): boolean {
  return local !== undefined && local.installedAtCommit > set.openedAtCommit && local.installedBy !== set.id
}
