import {
  documentedKeyRules,
  filterCovers,
  parseResourceKey,
  resourceKey,
  type JsonObject,
  type Mutation,
  type RecordType,
  type ResourceFilter,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/contract'
import type { ResourceRecord } from '../store/records.ts'
import { confirmedBy, deleteNeedsLookup, rowChangeFits, rowIdentity } from './key-rules.ts'
import { inOrder } from './mutations.ts'

/** What planning has to know of a local resource. */
export type LocalResource = Pick<
  ResourceRecord,
  'status' | 'base' | 'asOf' | 'owes' | 'installedAtCommit' | 'installedBy' | 'probedAt'
>

export interface PlanInput {
  readonly mode: 'bootstrap' | 'incremental'
  readonly filter: ResourceFilter
  /** The page set's `sync_until_sequence`. */
  readonly bound: number
  /** All mutations of the set, as received. */
  readonly mutations: readonly Mutation[]
  /** The page set, and the commit count when it was opened. */
  readonly set: { readonly id: number; readonly openedAtCommit: number }
  readonly local: ReadonlyMap<ResourceKey, LocalResource>
  /** What this subscription's earlier page sets listed, and what those of all others did. */
  readonly listed: ReadonlySet<ResourceKey>
  readonly listedElsewhere: ReadonlySet<ResourceKey>
  /** Record types whose key rule an earlier row change confirmed. */
  readonly confirmedKeyRules: ReadonlySet<RecordType>
  /** Identities of rows that a ROW_DELETE names and that are not installed; see `lookupsOf`. */
  readonly missingRows: ReadonlySet<string>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** One row change to apply: data is null for a delete. */
export interface RowChange {
  readonly sequence: number
  readonly recordType: RecordType
  readonly key: string
  readonly data: JsonObject | null
}

export type FetchReason =
  | 'bootstrap'
  | 'created'
  | 'invalidated'
  | 'unknown_change'
  | 'not_installed'
  | 'key_rule'
  | 'incomplete_change'
  | 'damage'
  | 'resync'
  | 'not_listed'
  | 'group_not_listed'
  | 'wanted'

interface PlannedResource {
  readonly key: ResourceKey
  readonly ref: ResourceRef
  /** `changed_at` of the latest RESOURCE_UPDATE in the set. */
  readonly freshAt: string | null
}

/** The resource owes a snapshot. */
export interface PlannedFetch extends PlannedResource {
  readonly action: 'fetch'
  readonly reason: FetchReason
  /** Base of the resource once the snapshot is installed. */
  readonly base: number
  /** Least `sync_sequence` that an acceptable snapshot has. */
  readonly floor: number
  /** As the feed gave it; null where the address follows from group and id. */
  readonly snapshotUrl: string | null
  /** The set does not vouch for it: where it cannot be had, the token may be stored all the same. */
  readonly optional: boolean
}

export interface PlannedApply extends PlannedResource {
  readonly action: 'apply'
  /** Ascending sequence. */
  readonly changes: readonly RowChange[]
}

export interface PlannedRemove extends PlannedResource {
  readonly action: 'remove'
  readonly base: number
  readonly reason: string
}

export interface PlannedTouch extends PlannedResource {
  readonly action: 'touch'
}

export type PlanItem = PlannedFetch | PlannedApply | PlannedRemove | PlannedTouch

export interface Plan {
  /** The set is older than a snapshot that was installed since: forget it and begin again. All else is then empty. */
  readonly abandoned: boolean
  readonly items: readonly PlanItem[]
  /** What the subscription lists once the set is committed. */
  readonly listed: readonly ResourceKey[]
  /** Groups of the filter that a bootstrap listed nothing of. */
  readonly emptyGroups: readonly string[]
  /** Record types whose key rule this set confirmed. */
  readonly confirmedKeyRules: readonly RecordType[]
  /** Mutations of types that this version does not know: answered with a snapshot. */
  readonly unknownChanges: number
  /** Mutations of resources that the filter does not ask for. */
  readonly outsideFilter: number
}

/** How often an unavailable resource that is still wanted is asked for. */
export const probeEveryMs = 24 * 60 * 60 * 1000

const rowChangeTypes: ReadonlySet<string> = new Set(['ROW_CREATE', 'ROW_UPDATE', 'ROW_DELETE'])
const knownChangeTypes: ReadonlySet<string> = new Set([
  ...rowChangeTypes,
  'RESOURCE_CREATE',
  'RESOURCE_INVALIDATE',
  'RESOURCE_DELETE',
  'RESOURCE_UPDATE',
])

const resetReasons: Readonly<Record<string, FetchReason>> = {
  RESOURCE_CREATE: 'created',
  RESOURCE_INVALIDATE: 'invalidated',
}

/** Whether a mutation replaces or removes the whole resource. Types that this version does not know count as one. */
function isReset(mutation: Mutation): boolean {
  return mutation.type !== 'RESOURCE_UPDATE' && !rowChangeTypes.has(mutation.type)
}

function isWhole(local: LocalResource | undefined): local is LocalResource {
  return local !== undefined && local.status === 'installed' && local.owes === null
}

/**
 * Whether the resource already has what the set says of it. A 404 that an earlier set met is asked again by a bootstrap:
 * a replica that lags behind answers 404 too.
 */
function isUpToDate(local: LocalResource | undefined, input: PlanInput): boolean {
  if (!local || local.owes !== null || local.asOf < input.bound) return false
  return input.mode === 'incremental' || !isWanted(local) || local.installedBy === input.set.id
}

/** Unavailable by a 404 only: the application wants it still, and nothing in the feed withdrew it. */
function isWanted(local: LocalResource): boolean {
  return local.status === 'unavailable' && local.probedAt !== null
}

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

/** What one resource's part of the set asks for. `changes` are in ascending sequence. */
function planResource(
  key: ResourceKey,
  changes: readonly Mutation[],
  input: PlanInput,
  rules: ReadonlySet<RecordType>,
): PlanItem | null {
  const ref = parseResourceKey(key)!
  const local = input.local.get(key)
  const freshAt = changes.findLast((change) => change.type === 'RESOURCE_UPDATE')?.changed_at ?? null
  const common = { key, ref, freshAt }
  const owed = local?.owes ?? null
  if (isUpToDate(local, input)) return freshAt === null ? null : { ...common, action: 'touch' }

  // A partial run repeats changes that it committed. A bootstrap's list is no history: it asks for everything anew.
  const base = input.mode === 'bootstrap' ? -1 : (local?.base ?? -1)
  const fresh = changes.filter((change) => change.sequence > base)
  const reset = fresh.findLast(isReset)
  const fetch = (reason: FetchReason, from?: Mutation): PlannedFetch => ({
    ...common,
    action: 'fetch',
    reason,
    base: from?.sequence ?? input.bound,
    // Whoever asked for a resync wants what the service has now, even where its sequences began anew.
    floor: owed === 'resync' ? input.bound : Math.max(input.bound, local?.asOf ?? 0),
    snapshotUrl: fresh.findLast((change) => change.snapshot_url)?.snapshot_url ?? null,
    optional: false,
  })

  if (reset?.type === 'RESOURCE_DELETE') {
    return {
      ...common,
      action: 'remove',
      base: reset.sequence,
      reason: reset.unavailable_reason ?? 'deleted',
    }
  }
  if (reset) {
    const reason = input.mode === 'bootstrap' ? 'bootstrap' : (resetReasons[reset.type] ?? 'unknown_change')
    return fetch(reason, reset)
  }
  if (owed !== null) return fetch(owed)
  const rowChanges = fresh.filter((change) => rowChangeTypes.has(change.type))
  if (rowChanges.length === 0) return freshAt === null ? null : { ...common, action: 'touch' }
  if (!isWhole(local)) return fetch('not_installed')
  const applied: RowChange[] = []
  for (const change of rowChanges) {
    const recordType = change.record_type
    const recordKey = change.record_key
    const data = change.type === 'ROW_DELETE' ? null : (change.data ?? undefined)
    if (!recordType || recordKey === null || recordKey === undefined || data === undefined)
      return fetch('incomplete_change')
    if (!rowChangeFits(change, rules, input.missingRows)) return fetch('key_rule')
    applied.push({ sequence: change.sequence, recordType, key: recordKey, data })
  }
  return { ...common, action: 'apply', changes: applied }
}

/** Resources that the set does not mention but that have to be asked for or removed. */
function planUnmentioned(
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
  for (const key of asked) {
    if (mentioned.has(key)) continue
    const ref = parseResourceKey(key)!
    const local = input.local.get(key)
    const fetch = (reason: FetchReason, optional: boolean): PlannedFetch => ({
      key,
      ref,
      freshAt: null,
      action: 'fetch',
      reason,
      base: input.bound,
      floor: local?.owes === 'resync' ? input.bound : Math.max(input.bound, local?.asOf ?? 0),
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
      else if (!input.listedElsewhere.has(key)) {
        items.push({
          key,
          ref,
          freshAt: null,
          action: 'remove',
          base: input.bound,
          reason: 'absent_from_bootstrap',
        })
      }
    } else if (local?.owes) {
      items.push(fetch(local.owes, false))
    } else if (local && isWanted(local) && input.now - local.probedAt! >= probeEveryMs) {
      items.push(fetch('wanted', true))
    }
  }
  return items
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

  const overtaken = [...groups.keys()].some((key) => {
    const local = input.local.get(key)
    return (
      local !== undefined &&
      local.installedAtCommit > input.set.openedAtCommit &&
      local.installedBy !== input.set.id
    )
  })
  if (overtaken) {
    return { abandoned: true, items: [], listed: [], emptyGroups: [], confirmedKeyRules: [], ...counts }
  }

  const items: PlanItem[] = []
  const listed = new Set(input.mode === 'bootstrap' ? [] : input.listed)
  for (const [key, changes] of groups) {
    if (changes.findLast(isReset)?.type === 'RESOURCE_DELETE') listed.delete(key)
    else listed.add(key)
    const item = planResource(key, changes, input, rules)
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
