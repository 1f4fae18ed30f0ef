import { filterCovers, type ResourceRef } from '@waraq/protocol'
import { isInstalled } from '../../../store/records.ts'
import { feedWentBack } from './feed-errors.ts'
import type { LocalResource, PlanInput } from './plan-types.ts'

/** What the state of a local resource means for a batch. */

/** Its rows are here and nothing speaks against them. */
export function isWhole(local: LocalResource | undefined): local is LocalResource {
  return local !== undefined && isInstalled(local)
}

/**
 * Whether the resource already has what the batch says of it. A bootstrap asks again for a resource that an earlier set met as
 * 404: a lagging replica answers 404 too.
 */
export function isUpToDate(local: LocalResource | undefined, input: PlanInput): boolean {
  if (!local || local.needsSnapshot !== null || local.asOf < input.upTo || isUncovered(local, input))
    return false
  return input.mode === 'incremental' || !isWanted(local) || local.installedBy === input.set.id
}

/**
 * Whether it claims to be as of a bound that no subscription has committed. The subscription may have been dropped since; or
 * the record is damaged, and would keep out all changes up to that bound.
 */
export function isUncovered(local: LocalResource, { covered }: PlanInput): boolean {
  return local.asOf > covered
}

/** Unavailable because of a 404 only: the application still wants it, and the feed did not withdraw it. */
export function isWanted(local: LocalResource): boolean {
  return local.status === 'unavailable' && local.probedAt !== null
}

/**
 * Least `sync_sequence` of an acceptable snapshot: never older than the batch, than the installed rows, or than the bound at
 * which another subscription's token covers the resource or its absence. Where the service's sequences began anew, what
 * it has now is taken at any sequence.
 */
export function floorOf(ref: ResourceRef, local: LocalResource | undefined, input: PlanInput): number {
  if (local?.needsSnapshot === 'began_anew') return input.upTo
  let floor = Math.max(input.upTo, local?.asOf ?? 0, local?.snapshotSequence ?? 0)
  for (const { filter, sequence } of input.others) {
    if (filterCovers(filter, ref)) floor = Math.max(floor, sequence)
  }
  return floor
}

/**
 * Refuses a batch whose bound is below the sequence of the installed snapshot: a lagging replica sent it, and its row changes
 * and removals are older than the rows. Where the service's sequences began anew, any sequence is taken.
 * @throws {WaraqError} `feed_went_back`
 */
export function refuseOlderBatch(local: LocalResource | undefined, { upTo }: PlanInput): void {
  if (!local || local.needsSnapshot === 'began_anew' || upTo >= local.snapshotSequence) return
  throw feedWentBack(upTo, local.snapshotSequence, null)
}

/** Whether another batch installed or removed the resource since this batch was opened: this batch may hold older changes. */
export function isOvertaken(local: LocalResource | undefined, { set }: PlanInput): boolean {
  return local !== undefined && local.installedAtCommit > set.openedAtCommit && local.installedBy !== set.id
}
