import {
  documentedKeyRules,
  filterCovers,
  parseResourceKey,
  recordKeyOf,
  resourceKey,
  unfitField,
  type Mutation,
  type ResourceKey,
} from '@waraq/protocol'
import { floorOf, isUpToDate } from './local-resource.ts'
import type { PlanInput } from './plan-types.ts'

/**
 * What a batch means for the resources that it mentions, worked out from all of it at once, by looking through it again
 * for each question: slow, without a bound, and easy to read. Items are told as `reported` tells them.
 */

const rowTypes = ['ROW_CREATE', 'ROW_UPDATE', 'ROW_DELETE']
const isReset = ({ type }: Mutation) => type !== 'RESOURCE_UPDATE' && !rowTypes.includes(type)
const isUpsert = ({ type }: Mutation) => type === 'ROW_CREATE' || type === 'ROW_UPDATE'
const keyOf = (each: Mutation) => resourceKey({ group: each.resource_group, id: each.resource_id })
const agrees = ({ record_type, record_key, data }: Mutation) =>
  Boolean(record_type && data) && recordKeyOf(record_type!, data!) === record_key

export function referencePlan(
  mutations: readonly Mutation[],
  input: PlanInput,
  missingRows: ReadonlySet<string>,
  mostRows: number,
): { readonly items: readonly string[]; readonly confirmed: readonly string[]; readonly outside: number } {
  const covered = (each: Mutation) =>
    filterCovers(input.filter, { group: each.resource_group, id: each.resource_id })
  const ordered = mutations.filter(covered).toSorted((a, b) => a.sequence - b.sequence)
  const upserts = ordered.filter((each) => isUpsert(each) && each.record_type)
  const known = [...documentedKeyRules, ...input.confirmedKeyRules]
  const refuted = upserts.filter((each) => !agrees(each)).map((each) => each.record_type!)
  const confirmed = [...known, ...upserts.filter(agrees).map((each) => each.record_type!)].filter(
    (type) => !refuted.includes(type),
  )
  const items = [...new Set(ordered.map(keyOf))].flatMap((key) => {
    const item = itemOf(
      key,
      ordered.filter((each) => keyOf(each) === key),
      input,
      confirmed,
      missingRows,
      mostRows,
    )
    return item === null ? [] : [item]
  })
  return {
    items,
    confirmed: [...new Set(confirmed)].filter((type) => !known.includes(type)).sort(),
    outside: mutations.length - ordered.length,
  }
}

function itemOf(
  key: ResourceKey,
  changes: readonly Mutation[],
  input: PlanInput,
  confirmed: readonly string[],
  missingRows: ReadonlySet<string>,
  mostRows: number,
): string | null {
  const { group, id } = parseResourceKey(key)!
  const local = input.local.get(key)
  const fresh = changes.filter(
    ({ sequence }) => sequence > (input.mode === 'bootstrap' ? -1 : (local?.base ?? -1)),
  )
  const freshAt = changes.findLast(({ type }) => type === 'RESOURCE_UPDATE')?.changed_at
  const touch = freshAt === undefined ? null : `touch ${key} ${freshAt}`
  const floor = floorOf({ group, id }, local, input)
  const fetch = (reason: string, base = input.upTo) =>
    `fetch ${key} because ${reason}, base ${base}, floor ${floor}`

  if (isUpToDate(local, input)) return touch
  const reset = fresh.findLast(isReset)
  if (reset?.type === 'RESOURCE_DELETE')
    return `remove ${key} because ${reset.unavailable_reason ?? 'deleted'}, base ${reset.sequence}`
  if (reset) {
    const reasons: Record<string, string> = { RESOURCE_CREATE: 'created', RESOURCE_INVALIDATE: 'invalidated' }
    const reason = reasons[reset.type] ?? 'unknown_change'
    return fetch(input.mode === 'bootstrap' ? 'bootstrap' : reason, reset.sequence)
  }
  if (local?.needsSnapshot) return fetch(local.needsSnapshot)
  const rows = fresh.filter(({ type }) => rowTypes.includes(type))
  if (rows.length === 0) return touch
  if (local?.status !== 'installed') return fetch('not_installed')
  const isWhole = (each: Mutation) =>
    each.record_type &&
    typeof each.record_key === 'string' &&
    (!isUpsert(each) || (each.data && unfitField(each.record_type, each.data) === undefined))
  if (!rows.every(isWhole)) return fetch('incomplete_change')
  if (rows.some((each) => isUpsert(each) && !agrees(each))) return fetch('key_rule')
  const rowOf = (each: Mutation) => JSON.stringify([group, id, each.record_type, each.record_key])
  const last = rows.filter(
    (each, index) => rows.findLastIndex((other) => rowOf(other) === rowOf(each)) === index,
  )
  last.sort((a, b) => a.sequence - b.sequence || (a.record_key! < b.record_key! ? -1 : 1))
  if (last.length > mostRows) return fetch('many_changes')
  const isDoubtful = (each: Mutation) =>
    !isUpsert(each) &&
    !confirmed.includes(each.record_type!) &&
    ((typeof each.source_record_id === 'number' && `${each.source_record_id}` !== each.record_key) ||
      missingRows.has(rowOf(each)))
  if (rows.some(isDoubtful)) return fetch('key_rule')
  return `apply ${key} ${last.map((each) => `${each.sequence}:${each.record_key}${isUpsert(each) ? '' : ' deleted'}`).join(' ')}`
}
