import {
  parseResourceKey,
  unfitField,
  type Mutation,
  type RecordType,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/contract'
import { isReset, rowChangeTypes } from './change-types.ts'
import { rowChangeFits } from './key-rules.ts'
import { floorOf, isUpToDate, isWhole, refuseOlderSet } from './local-resource.ts'
import type { FetchReason, PlanInput, PlanItem, PlannedFetch, RowChange } from './plan-types.ts'

const resetReasons: Readonly<Record<string, FetchReason>> = {
  RESOURCE_CREATE: 'created',
  RESOURCE_INVALIDATE: 'invalidated',
}

/**
 * The address that came with a change, unless it names another resource: its 404 would take this one's rows away. The
 * resource is asked for by its reference then. Addresses that are no snapshot's are left for the client to refuse.
 */
function ownAddress(ref: ResourceRef, given: string | null): string | null {
  if (given === null || !given.startsWith('/api/')) return given
  const [path = ''] = given.split('?', 1)
  return path.endsWith(`/snapshots/${ref.group}/${ref.id}`) ? given : null
}

/** What one resource's part of the set asks for. `changes` are in ascending sequence. */
export function planMentioned(
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
    floor: floorOf(ref, local, input),
    snapshotUrl: ownAddress(ref, fresh.findLast((change) => change.snapshot_url)?.snapshot_url ?? null),
    optional: false,
  })

  if (reset?.type === 'RESOURCE_DELETE') {
    refuseOlderSet(local, input)
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
  refuseOlderSet(local, input)
  const applied: RowChange[] = []
  for (const change of rowChanges) {
    const recordType = change.record_type
    const recordKey = change.record_key
    const data = change.type === 'ROW_DELETE' ? null : (change.data ?? undefined)
    if (!recordType || recordKey === null || recordKey === undefined || data === undefined)
      return fetch('incomplete_change')
    // The snapshot sets such a row aside and counts it; a row change could only lose it.
    if (data !== null && unfitField(recordType, data) !== undefined) return fetch('incomplete_change')
    if (!rowChangeFits(change, rules, input.missingRows)) return fetch('key_rule')
    applied.push({ sequence: change.sequence, recordType, key: recordKey, data })
  }
  return { ...common, action: 'apply', changes: applied }
}
