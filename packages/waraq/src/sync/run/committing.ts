import { filterCovers, parseFilter, WaraqError, type RecordType, type ResourceKey } from '@waraq/protocol'
import { preparedOf } from '../../store/database.ts'
import { segmentTableOf } from '../../store/segment-tables.ts'
import { rowCount } from '../../store/manifest.ts'
import { allDeltas, PlacedDeltas } from '../../store/delta.ts'
import type {
  CountersRecord,
  BatchCursorRecord,
  KeyRulesRecord,
  PreparedRecord,
  ResourceRecord,
  SubscriptionRecord,
} from '../../store/records.ts'
import { asksWith } from '../../store/subscriptions.ts'
import { readCounters } from '../../store/writer.ts'
import type { RunContext } from './context.ts'
import type { Fetched } from './fetching.ts'
import {
  installed,
  installTables,
  isStillNew,
  putChanges,
  removed,
  stampOf,
  withUpTo,
  type CommitStamp,
  type ResourceChange,
} from './install.ts'
import { subscriptionChanged, type Batch } from './paging.ts'
import type { Plan, PlanItem, PlannedFetch } from './plan/plan-types.ts'
import type { PreparedChanges } from './prepare-changes.ts'
import { ofFilter, type Tally } from './report.ts'

/**
 * Staged pages that the commit of their batch deletes at most. The garbage collector deletes larger numbers, so that commits
 * stay short.
 */
const pagesDeletedAtOnce = 16

function pagesToDelete({ batchCursor, buffered }: Batch): [number, number][] {
  const staged = batchCursor.pages - buffered.length
  if (staged > pagesDeletedAtOnce) return []
  return Array.from({ length: staged }, (_, page) => [batchCursor.id, page])
}

/** The records that the commit's transaction reads. */
interface Found {
  readonly subscriptions: readonly SubscriptionRecord[]
  readonly counters: CountersRecord
  readonly keyRules: KeyRulesRecord | undefined
  /** Snapshots that wait for this commit. */
  readonly prepared: ReadonlyMap<string, PreparedRecord>
  readonly resources: ReadonlyMap<string, ResourceRecord>
}

/** Input of the commit of a batch. */
export interface Incoming extends PreparedChanges {
  readonly planned: Plan
  readonly fetched: Fetched
  /** Whether the sync token is stored. */
  readonly checkpoint: boolean
}

/** Input from which the changes of one commit are made, and a count of removals so far. */
interface Commit extends Found, Incoming {
  readonly mode: BatchCursorRecord['mode']
  readonly stamp: CommitStamp
  readonly deltas: PlacedDeltas
  readonly removed: { rows: number; readonly unavailable: Tally['unavailable'] }
}

/** Returns the change of the item's resource; undefined if there is none. */
function changeBy(commit: Commit, item: PlanItem): ResourceChange | undefined {
  const { stamp } = commit
  const before = commit.resources.get(item.key)
  switch (item.action) {
    case 'fetch':
      return fetchedChange(commit, item, before)
    case 'remove':
      commit.removed.rows += rowCount(before?.manifests ?? [])
      commit.removed.unavailable.push({ ref: item.ref, reason: item.reason })
      return removed(before, item.ref, { base: item.base, reason: item.reason, wanted: false }, stamp)
    case 'touch':
      return before && { before, after: { ...before, freshAt: item.freshAt } }
    case 'apply': {
      const manifests = commit.deltas.place(item.key, commit.changed.get(item.key)!)
      const freshAt = item.freshAt ?? before!.freshAt
      const after = { ...before!, manifests, asOf: stamp.upTo, freshAt, committedAt: stamp.now }
      return { before, after, ...(commit.staging !== null && { staging: commit.staging }) }
    }
  }
}

function fetchedChange(
  { mode, stamp, fetched, prepared, removed: gone }: Commit,
  item: PlannedFetch,
  before: ResourceRecord | undefined,
): ResourceChange | undefined {
  // A bootstrap already installed its snapshots one by one as they arrived.
  if (mode === 'bootstrap') return undefined
  const snapshot = prepared.get(item.key)
  if (snapshot && isStillNew(snapshot, item)) return installed(before, item.ref, snapshot, item, stamp)
  const reason = fetched.unavailable.get(item.key)
  if (reason === undefined) return undefined
  gone.rows += rowCount(before?.manifests ?? [])
  return removed(before, item.ref, { base: item.base, reason, wanted: true }, stamp)
}

function byKey<T extends { readonly key: string }>(records: readonly (T | undefined)[]): Map<string, T> {
  return new Map(records.flatMap((record) => (record ? [[record.key, record]] : [])))
}

/**
 * Checks, before the token is stored with these subscriptions, that every resource that it covers is installed or known to be
 * unavailable.
 */
function checkCovered(
  planned: Plan,
  resources: ReadonlyMap<string, ResourceRecord>,
  filters: readonly string[],
): void {
  const asked = filters.map(parseFilter)
  const missing = planned.items.flatMap((item) =>
    item.action === 'fetch' &&
    !item.optional &&
    asked.some((filter) => filterCovers(filter, item.ref)) &&
    resources.get(item.key)?.needsSnapshot !== null
      ? [item.key]
      : [],
  )
  if (missing.length === 0) return
  throw new WaraqError({
    code: 'internal',
    message: `The checkpoint was about to cover ${missing[0]}, which is not installed. Nothing was stored. This is a defect of Waraq; please report it.`,
    details: { missing },
  })
}

/** To be called inside the commit's transaction. */
async function find({ db, filters }: RunContext, { batchCursor }: Batch, planned: Plan): Promise<Found> {
  const keys = new Set([...planned.listed, ...planned.items.map(({ key }) => key)])
  const [stored, counters, keyRules, prepared, resources] = await Promise.all([
    db.subscriptions.bulkGet([...filters]),
    readCounters(db),
    db.meta.get('keyRules'),
    preparedOf(db, batchCursor.id),
    db.resources.bulkGet([...keys]),
  ])
  const subscriptions = stored.map((subscription, index) => {
    if (!subscription || asksWith(subscription).token !== batchCursor.fromToken || subscription.resync)
      throw subscriptionChanged(filters[index]!)
    return subscription
  })
  return {
    subscriptions,
    counters,
    keyRules: keyRules as KeyRulesRecord | undefined,
    prepared: byKey(prepared),
    resources: byKey(resources),
  }
}

/** All writes of the commit's transaction. */
interface Writes extends Pick<Commit, 'deltas' | 'removed'> {
  readonly changes: readonly ResourceChange[]
  /** Keys of prepared snapshots that are no longer needed. */
  readonly prepared: readonly [number, string][]
  readonly meta: readonly (CountersRecord | KeyRulesRecord)[]
  readonly subscriptions: readonly SubscriptionRecord[]
}

function writesOf(context: RunContext, set: Batch, found: Found, incoming: Incoming): Writes {
  const { batchCursor } = set
  const { planned, checkpoint } = incoming
  const { counters, subscriptions, resources, prepared } = found
  const stamp = stampOf(context, batchCursor, counters)
  const isOwnStaging = allDeltas(incoming.changed).length > 0
  const stagings = counters.stagings + (isOwnStaging ? 1 : 0)
  const commit: Commit = {
    ...found,
    ...incoming,
    mode: batchCursor.mode,
    stamp,
    deltas: new PlacedDeltas(stagings),
    removed: { rows: 0, unavailable: [] },
  }
  const changes = planned.items.flatMap((item) => changeBy(commit, item) ?? [])
  const after = new Map([...resources, ...byKey(changes.map((change) => change.after))])
  // If there are several subscriptions, those that need no snapshot become current.
  const isAhead = (filter: string) =>
    checkpoint || (subscriptions.length > 1 && ofFilter(context.tally.needed, filter).length === 0)
  checkCovered(planned, after, subscriptions.map(({ filter }) => filter).filter(isAhead))
  return {
    changes,
    deltas: commit.deltas,
    removed: commit.removed,
    prepared: changes.flatMap(({ after: { key } }) => (prepared.has(key) ? [[batchCursor.id, key]] : [])),
    meta: [
      ...(planned.items.length > 0 ? [{ ...counters, stagings, commits: stamp.commit }] : []),
      ...keyRulesWith(found.keyRules, planned.confirmedKeyRules),
    ],
    subscriptions: subscriptions.map((subscription) => {
      const bounded = withUpTo(subscription, stamp)
      const { filter } = subscription
      return isAhead(filter) ? currentSubscription(context, set, bounded, planned, after) : bounded
    }),
  }
}

/**
 * Commits the batch in one short transaction: new manifests, removals and, with `checkpoint`, the token. Readers see all of
 * it or nothing. Its duration does not grow with the number of changed rows.
 */
export async function commitBatch(context: RunContext, set: Batch, incoming: Incoming): Promise<void> {
  const { db, writer, filters, tally } = context
  const { planned, checkpoint } = incoming
  const withDeltas = allDeltas(incoming.changed)
  const deltaTables =
    withDeltas.length > 0
      ? ['manifests', ...withDeltas.map(({ recordType }) => segmentTableOf(recordType))]
      : []
  const tables = [...installTables, 'subscriptions', 'batchCursors', 'staged', 'prepared', ...deltaTables]
  const isQuiet = checkpoint && planned.items.length + planned.confirmedKeyRules.length === 0
  const known = isQuiet && (await writer.known())
  // A request that waits for another one takes a turn of the browser's event loop. So all reads are sent together, then all
  // writes.
  const { subscriptions, removed } = await writer.write(tables, async () => {
    const writes = writesOf(context, set, await find(context, set, planned), incoming)
    await Promise.all([
      writes.deltas.put(db),
      putChanges(db, writes.changes),
      db.prepared.bulkDelete([...writes.prepared]),
      db.meta.bulkPut([...writes.meta]),
      db.subscriptions.bulkPut([...writes.subscriptions]),
      // Delete the cursors of all that share the token: in an earlier run, another one of them may have been the first.
      db.batchCursors.bulkDelete(checkpoint ? [...filters] : []),
      db.staged.bulkDelete(checkpoint ? pagesToDelete(set) : []),
    ])
    return writes
  })
  tally.rowsDeleted += removed.rows
  tally.unavailable.push(...removed.unavailable)
  // A batch without changes leaves the bookkeeping as it was, so the other runs of the sync need not read it again.
  const isOther = ({ filter }: { readonly filter: string }) => !filters.includes(filter)
  if (known)
    writer.know({
      ...known,
      subscriptions: [...known.subscriptions.filter(isOther), ...subscriptions],
      batchCursors: known.batchCursors.filter(isOther),
    })
}

/**
 * Returns the resources that the subscription lists after the commit: those that the batch lists or fetched, if they are
 * installed.
 */
function listedAfter(
  filter: string,
  planned: Plan,
  resources: ReadonlyMap<string, ResourceRecord>,
): ResourceKey[] {
  const asked = planned.items.filter((item) => item.action === 'fetch').map((item) => item.key)
  const candidates = [...new Set([...planned.listed, ...asked])].sort()
  const parsed = parseFilter(filter)
  return candidates.filter((key) => {
    const resource = resources.get(key)
    return resource?.status === 'installed' && filterCovers(parsed, resource)
  })
}

/** Returns the subscription with the batch's token and time. */
function currentSubscription(
  { clock, writer }: RunContext,
  { batchCursor }: Batch,
  subscription: SubscriptionRecord,
  planned: Plan,
  resources: ReadonlyMap<string, ResourceRecord>,
): SubscriptionRecord {
  const { shared } = subscription
  const token = batchCursor.nextToken!
  // A bootstrap uses the subscription's own filter.
  const tokens =
    shared && batchCursor.mode === 'incremental'
      ? { shared: { ...shared, token } }
      : { token, shared: undefined }
  return {
    ...subscription,
    ...tokens,
    sequence: batchCursor.upTo,
    listed: listedAfter(subscription.filter, planned, resources),
    emptyGroups: batchCursor.mode === 'bootstrap' ? planned.emptyGroups : subscription.emptyGroups,
    currentAt: clock.now(),
    currentAtServer: batchCursor.serverTime,
    wentBack: null,
    lastRun: {
      at: clock.now(),
      epoch: writer.epoch,
      outcome: 'current',
      errorCode: null,
      message: null,
      retryAt: null,
    },
  }
}

/** Returns the record of confirmed key rules if these add to it. */
function keyRulesWith(
  rules: KeyRulesRecord | undefined,
  confirmed: readonly RecordType[],
): readonly KeyRulesRecord[] {
  if (confirmed.length === 0) return []
  return [{ key: 'keyRules', confirmed: [...new Set([...(rules?.confirmed ?? []), ...confirmed])].sort() }]
}
