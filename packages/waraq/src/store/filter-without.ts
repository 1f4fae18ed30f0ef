import {
  formatFilter,
  InvalidFilterError,
  parseFilter,
  type FilterGroup,
  type ResourceFilter,
} from '@waraq/protocol'

/** What is left of the group without the removed ids; undefined if nothing is. */
function groupWithout({ group, ids }: FilterGroup, removed: ResourceFilter): FilterGroup | undefined {
  const taken = removed.groups.find((each) => each.group === group)
  if (!taken) return { group, ids }
  const takenIds = taken.ids
  if (takenIds === '*') return undefined
  if (ids === '*') {
    throw new InvalidFilterError(
      formatFilter({ groups: [taken] }),
      `it is a part of ${group}:*, which names no single ids`,
      `Remove ${group}:*, then add the resources that should stay.`,
    )
  }
  const left = ids.filter((id) => !takenIds.includes(id))
  return left.length > 0 ? { group, ids: left } : undefined
}

/**
 * Returns the filter without the resources of another one, in canonical form; null if nothing is left.
 * @throws {InvalidFilterError} if a part of `*` would have to be removed: no filter names all resources of a group but some
 */
export function filterWithout(filter: string, removed: string): string | null {
  const parsed = parseFilter(removed)
  const groups = parseFilter(filter).groups.flatMap((group) => groupWithout(group, parsed) ?? [])
  return groups.length > 0 ? formatFilter({ groups }) : null
}
