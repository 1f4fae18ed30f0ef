import { parseResourceKey, type RecordType, type ResourceRef } from '@waraq/protocol'
import { rowIdentity } from './key-rules.ts'
import { floorOf, isUncovered, isUpToDate, isWhole, refuseOlderBatch } from './local-resource.ts'
import type { FetchReason, PlanInput, PlanItem, PlannedFetch } from './plan-types.ts'
import type { ResourceChanges } from './resource-changes.ts'

const resetReasons: Readonly<Record<string, FetchReason>> = {
  RESOURCE_CREATE: 'created',
  RESOURCE_INVALIDATE: 'invalidated',
}

/** Reasons to replace rows that are still valid. */
const refreshReasons: ReadonlySet<FetchReason> = new Set(['invalidated', 'many_changes'])

/**
 * Returns whether the local rows stay good until newer ones come. A bootstrap follows a token that is no longer valid, so it
 * is never a refresh.
 */
function isRefreshOf({ local, withdraws }: ResourceChanges, input: PlanInput): boolean {
  return input.mode === 'incremental' && !withdraws && isWhole(local) && !isUncovered(local, input)
}

/**
 * Returns the address that came with a change. Null if it names another resource, whose 404 would remove this one's rows: the
 * resource is then requested by its reference. The client refuses addresses that are not of a snapshot.
 */
function ownAddress(ref: ResourceRef, given: string | null): string | null {
  if (given === null || !given.startsWith('/api/')) return given
  const [path = ''] = given.split('?', 1)
  return path.endsWith(`/snapshots/${ref.group}/${ref.id}`) ? given : null
}

/** Plans one resource that the batch mentions. */
export function planMentioned(
  changes: ResourceChanges,
  input: PlanInput,
  rules: ReadonlySet<RecordType>,
  missingRows: ReadonlySet<string>,
): PlanItem | null {
  const { key, local, freshAt, reset } = changes
  const ref = parseResourceKey(key)!
  const common = { key, ref, freshAt }
  if (isUpToDate(local, input)) return freshAt === null ? null : { ...common, action: 'touch' }

  const isRefresh = isRefreshOf(changes, input)
  const fetch = (reason: FetchReason, base = input.upTo): PlannedFetch => ({
    ...common,
    ...(isRefresh && refreshReasons.has(reason) ? { isRefresh } : {}),
    action: 'fetch',
    reason,
    base,
    floor: floorOf(ref, local, input),
    snapshotUrl: ownAddress(ref, changes.snapshotUrl),
    optional: false,
  })

  if (reset?.type === 'RESOURCE_DELETE') {
    refuseOlderBatch(local, input)
    const reason = reset.unavailable_reason ?? 'deleted'
    return { ...common, action: 'remove', base: reset.sequence, reason }
  }
  if (reset) {
    const reason = input.mode === 'bootstrap' ? 'bootstrap' : (resetReasons[reset.type] ?? 'unknown_change')
    return fetch(reason, reset.sequence)
  }
  if (local?.needsSnapshot) return fetch(local.needsSnapshot)
  if (!changes.changesRows) return freshAt === null ? null : { ...common, action: 'touch' }
  if (!isWhole(local)) return fetch('not_installed')
  if (isUncovered(local, input)) return fetch('damage')
  refuseOlderBatch(local, input)
  const applied = changes.rowChanges(rules, (row) =>
    missingRows.has(rowIdentity(ref, row.recordType, row.key)),
  )
  if (typeof applied === 'string') return fetch(applied)
  return { ...common, action: 'apply', changes: applied }
}
