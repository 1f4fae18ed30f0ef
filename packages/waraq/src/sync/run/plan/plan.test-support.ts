import { parseFilter, type Mutation, type ResourceKey } from '@waraq/protocol'
import { BatchReducer } from './plan.ts'
import type { LocalResource, PlanInput, PlanItem } from './plan-types.ts'
import type { PlanLimits } from './set-limits.ts'

/** Batches, local resources and plans, written short. */

export const now = Date.UTC(2026, 0, 10)

export function local(rest: Partial<LocalResource> = {}): LocalResource {
  return {
    status: 'installed',
    base: 5,
    asOf: 10,
    snapshotSequence: 0,
    needsSnapshot: null,
    installedAtCommit: 1,
    installedBy: 1,
    probedAt: null,
    rowsHere: 4,
    ...rest,
  }
}

export function change(
  sequence: number,
  type: string,
  key = 'translations:20',
  rest: Partial<Mutation> = {},
): Mutation {
  const [group, id] = key.split(':') as [string, string]
  const snapshot = type === 'RESOURCE_CREATE' || type === 'RESOURCE_INVALIDATE'
  return {
    sequence,
    type,
    resource_group: group,
    resource_id: Number(id),
    changed_at: '2026-01-01T00:00:00Z',
    ...(snapshot ? { snapshot_url: `/api/v4/resources/snapshots/${group}/${id}` } : {}),
    ...rest,
  }
}

export function row(sequence: number, type: string, key: string, rest: Partial<Mutation> = {}): Mutation {
  return change(sequence, type, 'translations:20', {
    record_type: 'translation',
    record_key: key,
    data: type === 'ROW_DELETE' ? null : { id: Number(key), verse_key: '1:1', text: `as of ${sequence}` },
    ...rest,
  })
}

/** What a test says of a plan's input; the rest is `inputOf`'s. */
export type InputOptions = Partial<Omit<PlanInput, 'local' | 'listed'>> & {
  readonly local?: Record<string, LocalResource>
  readonly listed?: readonly string[]
}

export function inputOf({ local: resources, listed, ...rest }: InputOptions = {}): PlanInput {
  const here = resources ?? { 'translations:20': local() }
  return {
    mode: 'incremental',
    filter: parseFilter('translations:20,131;tafsirs:*'),
    upTo: 20,
    set: { id: 7, openedAtCommit: 3 },
    local: new Map(Object.entries(here) as [ResourceKey, LocalResource][]),
    listed: new Set((listed ?? Object.keys(here)) as ResourceKey[]),
    listedElsewhere: new Set(),
    others: [],
    covered: 100,
    confirmedKeyRules: new Set(),
    now,
    ...rest,
  }
}

export function planOf(
  mutations: readonly Mutation[],
  {
    missingRows = new Set(),
    limits,
    ...rest
  }: InputOptions & { readonly missingRows?: ReadonlySet<string>; readonly limits?: PlanLimits } = {},
) {
  const reducer = new BatchReducer(inputOf(rest), limits)
  reducer.add(mutations)
  return reducer.finish(missingRows)
}

/** An item in one line. */
export function reported(item: PlanItem): string {
  switch (item.action) {
    case 'fetch':
      return `fetch ${item.key} because ${item.reason}, base ${item.base}, floor ${item.floor}${item.optional ? ', optional' : ''}`
    case 'apply':
      return `apply ${item.key} ${item.changes.map((c) => `${c.sequence}:${c.key}${c.data === null ? ' deleted' : ''}`).join(' ')}`
    case 'remove':
      return `remove ${item.key} because ${item.reason}, base ${item.base}`
    case 'touch':
      return `touch ${item.key} ${item.freshAt}`
  }
}
/** What a batch asks for, an item a line. */
export const items = (...args: Parameters<typeof planOf>) => planOf(...args).items.map(reported)
