import {
  documentedKeyRules,
  filterCovers,
  resourceKey,
  type Mutation,
  type RecordType,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/contract'
import { isReset, knownChangeTypes } from './change-types.ts'
import { confirmedBy, deleteNeedsLookup, rowIdentity } from './key-rules.ts'
import { isOvertaken } from './local-resource.ts'
import { inOrder } from './mutations.ts'
import { planMentioned } from './plan-mentioned.ts'
import { planUnmentioned } from './plan-unmentioned.ts'
import type { Plan, PlanInput, PlanItem } from './plan-types.ts'

function groupByResource(mutations: readonly Mutation[]): Map<ResourceKey, Mutation[]> {
  const groups = new Map<ResourceKey, Mutation[]>()
  for (const mutation of mutations) {
    const key = resourceKey({ group: mutation.resource_group, id: mutation.resource_id })
    const group = groups.get(key)
    if (group) group.push(mutation)
    else groups.set(key, [mutation])
  }
  return groups
}

/**
 * The ROW_DELETEs whose rows have to be looked up before planning, by identity: where no row change has confirmed what a
 * record key means, a delete that finds no row may mean another row.
 */
export function lookupsOf(
  input: Pick<PlanInput, 'mutations' | 'confirmedKeyRules'>,
): Map<string, { ref: ResourceRef; recordType: RecordType; key: string }> {
  const rules = confirmedBy(input.mutations, input.confirmedKeyRules)
  const lookups = new Map<string, { ref: ResourceRef; recordType: RecordType; key: string }>()
  for (const mutation of input.mutations) {
    if (!deleteNeedsLookup(mutation, rules)) continue
    lookups.set(rowIdentity(mutation), {
      ref: { group: mutation.resource_group, id: mutation.resource_id },
      recordType: mutation.record_type!,
      key: mutation.record_key!,
    })
  }
  return lookups
}

/**
 * Folds a whole page set into what has to be done for each resource. Pure.
 *
 * The latest of a resource's resets decides: a delete removes it, any other one makes it owe a snapshot, which is asked
 * for after the whole set was read and therefore contains the set's row changes. Without a reset, row changes are applied
 * in ascending sequence, unless the resource has no rows here or a record key does not mean what we think: then it owes a
 * snapshot too.
 * @throws {WaraqError} `feed_inconsistent`
 */
export function plan(input: PlanInput): Plan {
  const inFilter = input.mutations.filter((mutation) =>
    filterCovers(input.filter, { group: mutation.resource_group, id: mutation.resource_id }),
  )
  const ordered = inOrder(inFilter)
  const groups = groupByResource(ordered)
  const rules = confirmedBy(ordered, input.confirmedKeyRules)
  const counts = {
    unknownChanges: ordered.filter((mutation) => !knownChangeTypes.has(mutation.type)).length,
    outsideFilter: input.mutations.length - inFilter.length,
  }

  const abandoned: Plan = {
    abandoned: true,
    items: [],
    listed: [],
    emptyGroups: [],
    confirmedKeyRules: [],
    ...counts,
  }
  if ([...groups.keys()].some((key) => isOvertaken(input.local.get(key), input))) return abandoned

  const items: PlanItem[] = []
  const listed = new Set(input.mode === 'bootstrap' ? [] : input.listed)
  for (const [key, changes] of groups) {
    if (changes.findLast(isReset)?.type === 'RESOURCE_DELETE') listed.delete(key)
    else listed.add(key)
    const item = planMentioned(key, changes, input, rules)
    if (item) items.push(item)
  }
  const listedGroups = new Set(ordered.map((mutation) => mutation.resource_group))
  const emptyGroups =
    input.mode === 'bootstrap'
      ? input.filter.groups.map(({ group }) => group).filter((group) => !listedGroups.has(group))
      : []
  const mentioned = new Set(groups.keys())
  if (input.mode === 'incremental') {
    // Mentioned with nothing left to do is as good as unmentioned for what the resource owed before.
    for (const key of mentioned) if (!items.some((item) => item.key === key)) mentioned.delete(key)
  }
  items.push(...planUnmentioned(mentioned, new Set(emptyGroups), input))
  if (items.some(({ key }) => isOvertaken(input.local.get(key), input))) return abandoned
  const known = new Set<RecordType>([...documentedKeyRules, ...input.confirmedKeyRules])
  return {
    abandoned: false,
    items,
    listed: [...listed].sort(),
    emptyGroups,
    confirmedKeyRules: [...rules].filter((type) => !known.has(type)).sort(),
    ...counts,
  }
}
