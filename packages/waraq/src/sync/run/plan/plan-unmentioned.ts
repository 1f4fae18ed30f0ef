import { filterCovers, parseResourceKey, resourceKey, type ResourceKey } from '@waraq/protocol'
import { floorOf, isUpToDate, isWanted, refuseOlderBatch } from './local-resource.ts'
import type { FetchReason, PlanInput, PlanItem, PlannedFetch } from './plan-types.ts'

/**
 * Milliseconds between two requests for an unavailable resource that is still wanted. A clock that was set back by as much
 * counts as well.
 */
export const probeEveryMs = 24 * 60 * 60 * 1000

/** Plans the resources that the batch does not mention and that have to be requested or removed. */
export function planUnmentioned(
  mentioned: ReadonlySet<ResourceKey>,
  emptyGroups: ReadonlySet<string>,
  input: PlanInput,
): PlanItem[] {
  const items: PlanItem[] = []
  const asked = new Set<ResourceKey>()
  for (const { group, ids } of input.filter.groups) {
    if (ids !== '*') for (const id of ids) asked.add(resourceKey({ group, id }))
  }
  for (const [key] of input.local) {
    const ref = parseResourceKey(key)
    if (ref && filterCovers(input.filter, ref)) asked.add(key)
  }
  for (const key of input.listed) asked.add(key)
  for (const key of asked) {
    const ref = parseResourceKey(key)
    if (!ref || mentioned.has(key)) continue
    const local = input.local.get(key)
    const fetch = (reason: FetchReason, optional: boolean): PlannedFetch => ({
      key,
      ref,
      freshAt: null,
      action: 'fetch',
      reason,
      base: input.upTo,
      floor: floorOf(ref, local, input),
      snapshotUrl: null,
      optional,
    })
    const explicit = input.filter.groups.some(
      ({ group, ids }) => group === ref.group && ids !== '*' && ids.includes(ref.id),
    )
    if (input.mode === 'bootstrap') {
      if (isUpToDate(local, input)) continue
      if (explicit) items.push(fetch('not_listed', false))
      else if (local?.status !== 'installed') {
        if (local && isWanted(local)) items.push(fetch('wanted', true))
      } else if (emptyGroups.has(ref.group)) items.push(fetch('group_not_listed', false))
      else if (input.listedElsewhere.has(key)) {
        // The other subscription may not know of the removal yet, and this one's token is about to cover the local rows.
        items.push(fetch('not_listed', false))
      } else {
        refuseOlderBatch(local, input)
        items.push({
          key,
          ref,
          freshAt: null,
          action: 'remove',
          base: input.upTo,
          reason: 'absent_from_bootstrap',
        })
      }
    } else if (!local) {
      // Every resource that a token covers has a record. If it is missing, the browser lost part of the store.
      if (input.listed.has(key)) items.push(fetch('damage', false))
    } else if (local.needsSnapshot) {
      items.push(fetch(local.needsSnapshot, false))
    } else if (isWanted(local) && Math.abs(input.now - local.probedAt!) >= probeEveryMs) {
      items.push(fetch('wanted', true))
    }
  }
  return items
}
