import {
  filterCovers,
  parseFilter,
  parseResourceKey,
  resourceKey,
  WaraqError,
  type RecordType,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/protocol'
import { rowCount, storedSize } from '../../store/manifest.ts'
import { confirmedAt } from '../../store/freshness.ts'
import { presentKeys } from '../../store/layers.ts'
import { DamageError } from '../../store/load.ts'
import type { Bookkeeping } from '../../store/bookkeeping.ts'
import type { SubscriptionRecord } from '../../store/records.ts'
import { markDamaged } from '../../store/writer.ts'
import type { RunContext } from './context.ts'
import { pagesOf, type Batch } from './paging.ts'
import { BatchReducer, type Lookup } from './plan/plan.ts'
import { dueTimes, type Refresh } from './plan/refreshes.ts'
import type { Plan, PlanItem } from './plan/plan-types.ts'

/** Marks the resource as damaged. Returns the `resource_damaged` error, which makes the run plan the batch again. */
export async function damaged({ writer }: RunContext, key: ResourceKey): Promise<WaraqError> {
  await markDamaged(writer, [key])
  return new WaraqError({
    code: 'resource_damaged',
    message: `Part of ${key} is missing on this device. It is fetched again.`,
    retryable: true,
    details: { resource: key },
  })
}

async function rowIsInstalled(
  context: RunContext,
  ref: ResourceRef,
  recordType: RecordType,
  key: string,
): Promise<boolean> {
  const { db, writer } = context
  const { resources } = await writer.known()
  const resource = resources.find((each) => each.key === resourceKey(ref))
  const entry = resource?.manifests.find((manifest) => manifest.recordType === recordType)
  if (!entry) return false
  return (await presentKeys(db, await context.layers.get(db, entry), [key])).has(key)
}

async function findMissingRows(context: RunContext, lookups: Iterable<Lookup>): Promise<Set<string>> {
  const missing = new Set<string>()
  for (const { identity, ref, recordType, key } of lookups) {
    try {
      if (!(await rowIsInstalled(context, ref, recordType, key))) missing.add(identity)
    } catch (error) {
      if (error instanceof DamageError) throw await damaged(context, resourceKey(ref))
      throw error
    }
  }
  return missing
}

/** Returns the items, with a due time for large deferred refreshes. */
function withDueTimes(
  items: readonly PlanItem[],
  { resources, subscriptions }: Bookkeeping,
  { clock, background, random, staleAfterMs }: RunContext,
): readonly PlanItem[] {
  const now = clock.now()
  const keys = new Set(items.flatMap((item) => (item.action === 'fetch' && item.isRefresh ? [item.key] : [])))
  const refreshes = resources
    .filter(({ key }) => keys.has(key))
    .map(({ key, manifests, refreshDueAt }): Refresh => {
      const confirmed = confirmedAt(key, subscriptions)?.currentAt ?? -Infinity
      // Half of the time leaves days in reserve for a device that is offline or saves data when the refresh is due.
      const mayWaitMs = confirmed + staleAfterMs / 2 - now
      return { key, storedBytes: storedSize(manifests), dueAt: refreshDueAt, mayWaitMs }
    })
  const due = dueTimes(refreshes, { now, background, random })
  return items.map((item) => (due.has(item.key) ? { ...item, dueAt: due.get(item.key)! } : item))
}

/** Reads the local resources and the pages of the batch one by one, and plans the batch. */
export async function planBatch(
  context: RunContext,
  set: Batch,
  subscription: SubscriptionRecord,
): Promise<Plan> {
  const { writer, parsedFilter, filters, clock, tally } = context
  const { batchCursor } = set
  const known = await writer.known()
  const { resources, subscriptions, confirmedKeyRules } = known
  const bounds = subscriptions.map(({ committedUpTo }) => committedUpTo ?? 0)
  const others = subscriptions.filter((other) => !filters.includes(other.filter))
  const reducer = new BatchReducer({
    mode: batchCursor.mode,
    filter: parsedFilter,
    upTo: batchCursor.upTo ?? 0,
    set: { id: batchCursor.id, openedAtCommit: batchCursor.openedAtCommit },
    local: new Map(
      resources
        .filter(({ key }) => parseResourceKey(key))
        .map((resource) => [resource.key, { ...resource, rowsHere: rowCount(resource.manifests) }]),
    ),
    // Installed resources that the filter covers were listed, too. Resources that it does not cover were not.
    listed: new Set(
      [
        ...subscription.listed,
        ...resources.flatMap(({ status, key }) => (status === 'installed' ? [key] : [])),
      ].filter((key) => {
        const ref = parseResourceKey(key)
        return ref && filterCovers(parsedFilter, ref)
      }),
    ),
    listedElsewhere: new Set(others.flatMap((other) => [...other.listed])),
    others: others.flatMap((other) =>
      other.sequence === null ? [] : [{ filter: parseFilter(other.filter), sequence: other.sequence }],
    ),
    covered: Math.max(batchCursor.upTo ?? 0, ...bounds),
    confirmedKeyRules: new Set(confirmedKeyRules),
    now: clock.now(),
  })
  for await (const mutations of pagesOf(context, set)) reducer.add(mutations)
  const planned = reducer.finish(await findMissingRows(context, reducer.lookups()))
  tally.unknownChanges = planned.unknownChanges
  tally.outsideFilter = planned.outsideFilter
  tally.emptyGroups = planned.emptyGroups
  return { ...planned, items: withDueTimes(planned.items, known, context) }
}
