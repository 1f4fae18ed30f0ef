import { WaraqError, type RecordType, type ResourceKey } from '@waraq/contract'
import type { Bookkeeping } from '../store/bookkeeping.ts'
import { preparedOf, segmentTableOf } from '../store/database.ts'
import { rowCount } from '../store/directory.ts'
import type {
  JournalRecord,
  KeyRulesRecord,
  PreparedRecord,
  ResourceRecord,
  SubscriptionRecord,
} from '../store/records.ts'
import { readCounters } from '../store/writer.ts'
import type { RunContext } from './context.ts'
import type { Fetched } from './fetching.ts'
import {
  installed,
  installTables,
  isStillNew,
  putChanges,
  removed,
  type CommitStamp,
  type ResourceChange,
} from './install.ts'
import { subscriptionChanged, type PageSet } from './paging.ts'
import type { Plan, PlanItem, PlannedApply, PlannedFetch } from './plan/plan-types.ts'
import { PlacedPatches, prepareChanges, type PreparedChanges } from './prepare-changes.ts'
import type { Tally } from './report.ts'

/** So many staged pages are deleted by the commit of their set. The garbage collector deletes more: commits stay short. */
const pagesDeletedAtOnce = 16

function pagesToDelete({ journal, held }: PageSet): [number, number][] {
  const staged = journal.pages - held.length
  if (staged > pagesDeletedAtOnce) return []
  return Array.from({ length: staged }, (_, page) => [journal.id, page])
}

/** What the changes of one commit are made from, and what they remove so far. */
interface Commit {
  readonly mode: JournalRecord['mode']
  readonly stamp: CommitStamp
  readonly fetched: Fetched
  readonly prepared: ReadonlyMap<string, PreparedRecord>
  readonly changed: ReadonlyMap<ResourceKey, PreparedChanges>
  readonly draft: number | null
  readonly patches: PlacedPatches
  readonly removed: { rows: number; readonly unavailable: Tally['unavailable'] }
}

/** What the item changes of its resource; undefined: nothing. */
function changeBy(
  commit: Commit,
  item: PlanItem,
  before: ResourceRecord | undefined,
): ResourceChange | undefined {
  const { stamp } = commit
  switch (item.action) {
    case 'fetch':
      return fetchedChange(commit, item, before)
    case 'remove':
      commit.removed.rows += rowCount(before?.directories ?? [])
      commit.removed.unavailable.push({ ref: item.ref, reason: item.reason })
      return removed(before, item.ref, { base: item.base, reason: item.reason, wanted: false }, stamp)
    case 'touch':
      return before && { before, after: { ...before, freshAt: item.freshAt } }
    case 'apply': {
      const directories = commit.patches.place(item.key, commit.changed.get(item.key)!)
      const freshAt = item.freshAt ?? before!.freshAt
      const after = { ...before!, directories, asOf: stamp.bound, freshAt, committedAt: stamp.now }
      return { before, after, ...(commit.draft !== null && { draft: commit.draft }) }
    }
  }
}

function fetchedChange(
  { mode, stamp, fetched, prepared, removed: gone }: Commit,
  item: PlannedFetch,
  before: ResourceRecord | undefined,
): ResourceChange | undefined {
  // A bootstrap installed its snapshots one by one as they came.
  if (mode === 'bootstrap') return undefined
  const snapshot = prepared.get(item.key)
  if (snapshot && isStillNew(snapshot, item)) return installed(before, item.ref, snapshot, item, stamp)
  const reason = fetched.unavailable.get(item.key)
  if (reason === undefined) return undefined
  gone.rows += rowCount(before?.directories ?? [])
  return removed(before, item.ref, { base: item.base, reason, wanted: true }, stamp)
}

/** The resources as they are with the changes. */
function after(
  records: readonly (ResourceRecord | undefined)[],
  changes: readonly ResourceChange[],
): Map<string, ResourceRecord> {
  const known = records.flatMap((record) => (record ? [record] : []))
  return new Map([...known, ...changes.map((change) => change.after)].map((record) => [record.key, record]))
}

/** Checks, before the token is stored, that every resource it vouches for is installed or known to be unavailable. */
function checkVouched(planned: Plan, resources: ReadonlyMap<string, ResourceRecord>): void {
  const missing = planned.items.flatMap((item) =>
    item.action === 'fetch' && !item.optional && resources.get(item.key)?.owes !== null ? [item.key] : [],
  )
  if (missing.length === 0) return
  throw new WaraqError({
    code: 'internal',
    message: `The checkpoint was about to vouch for ${missing[0]}, which is not installed. Nothing was stored. This is a defect of Waraq; please report it.`,
    details: { missing },
  })
}

/**
 * Commits the set: new directories, removals and, with `checkpoint`, the token, in one short transaction. Readers see
 * all of it or nothing. The time it takes does not grow with the number of changed rows.
 */
export async function commitSet(
  context: RunContext,
  set: PageSet,
  planned: Plan,
  fetched: Fetched,
  checkpoint: boolean,
): Promise<void> {
  const { db, writer, filter, clock, tally } = context
  const { journal } = set
  const applies = planned.items.filter((item): item is PlannedApply => item.action === 'apply')
  const { draft, changed } = await prepareChanges(context, applies)
  const small = [...changed.values()].flatMap(({ patches }) => patches)
  const patchTables =
    small.length > 0 ? ['directories', ...small.map((patch) => segmentTableOf(patch.recordType))] : []
  const isQuiet = planned.items.length === 0 && planned.confirmedKeyRules.length === 0
  const known = isQuiet ? await writer.known() : undefined
  const keys = [...new Set([...planned.listed, ...planned.items.map(({ key }) => key)])].sort()
  const tables = [...installTables, 'subscriptions', 'journals', 'staged', 'prepared', ...patchTables]
  // The transaction counts from zero each time: a browser may repeat it.
  const done = await writer.write(tables, async () => {
    // A request that waits for another one takes a turn of the browser. So all is read at once, then all is written at once.
    const [subscription, counters, keyRules, prepared, records] = await Promise.all([
      db.subscriptions.get(filter),
      readCounters(db),
      db.meta.get('keyRules'),
      preparedOf(db, journal.id),
      db.resources.bulkGet(keys),
    ])
    if (!subscription || subscription.token !== journal.fromToken || subscription.resync)
      throw subscriptionChanged(filter)
    const stamp: CommitStamp = {
      bound: journal.bound ?? 0,
      set: journal.id,
      commit: counters.commits + 1,
      now: clock.now(),
    }
    const drafts = counters.drafts + (small.length > 0 ? 1 : 0)
    const commit: Commit = {
      mode: journal.mode,
      stamp,
      fetched,
      prepared: new Map(prepared.map((record) => [record.key, record])),
      changed,
      draft,
      patches: new PlacedPatches(drafts),
      removed: { rows: 0, unavailable: [] },
    }
    const before = new Map(keys.map((key, index) => [key, records[index]]))
    const changes = planned.items.flatMap((item) => changeBy(commit, item, before.get(item.key)) ?? [])
    const changedKeys = new Set(changes.map(({ after }) => after.key))
    const resources = after(records, changes)
    if (checkpoint) checkVouched(planned, resources)
    const bounded = {
      ...subscription,
      committedBound: Math.max(subscription.committedBound ?? 0, stamp.bound),
    }
    const current = checkpoint ? currentSubscription(context, set, bounded, planned, resources) : bounded
    await Promise.all([
      commit.patches.put(db),
      putChanges(db, changes),
      db.prepared.bulkDelete(
        prepared.filter(({ key }) => changedKeys.has(key)).map(({ key }) => [journal.id, key]),
      ),
      db.meta.bulkPut([
        ...(planned.items.length > 0 ? [{ ...counters, drafts, commits: stamp.commit }] : []),
        ...keyRulesWith(keyRules as KeyRulesRecord | undefined, planned.confirmedKeyRules),
      ]),
      db.subscriptions.put(current),
      db.journals.bulkDelete(checkpoint ? [filter] : []),
      db.staged.bulkDelete(checkpoint ? pagesToDelete(set) : []),
    ])
    return { removed: commit.removed, current }
  })
  tally.rowsDeleted += done.removed.rows
  tally.unavailable.push(...done.removed.unavailable)
  // A set without changes leaves the bookkeeping as it was, so the other runs of the round need not read it again.
  if (checkpoint && known) writer.know(withCurrent(known, done.current))
}

/** The bookkeeping after a commit that changed nothing but this subscription. */
function withCurrent(known: Bookkeeping, current: SubscriptionRecord): Bookkeeping {
  const others = known.subscriptions.filter(({ filter }) => filter !== current.filter)
  const journals = known.journals.filter(({ filter }) => filter !== current.filter)
  return { ...known, subscriptions: [...others, current], journals }
}

/**
 * The resources that the subscription lists after the commit: those that the set lists or fetched, where they are installed.
 */
function listedAfter(planned: Plan, resources: ReadonlyMap<string, ResourceRecord>): ResourceKey[] {
  const asked = planned.items.filter((item) => item.action === 'fetch').map((item) => item.key)
  const candidates = [...new Set([...planned.listed, ...asked])].sort()
  return candidates.filter((key) => resources.get(key)?.status === 'installed')
}

/** The subscription with the set's token and time. */
function currentSubscription(
  { clock, writer }: RunContext,
  { journal }: PageSet,
  subscription: SubscriptionRecord,
  planned: Plan,
  resources: ReadonlyMap<string, ResourceRecord>,
): SubscriptionRecord {
  return {
    ...subscription,
    token: journal.nextToken,
    sequence: journal.bound,
    listed: listedAfter(planned, resources),
    emptyGroups: journal.mode === 'bootstrap' ? planned.emptyGroups : subscription.emptyGroups,
    currentAt: clock.now(),
    currentAtServer: journal.serverTime,
    wentBack: null,
    lastRun: {
      at: clock.now(),
      fence: writer.fence,
      outcome: 'current',
      errorCode: null,
      message: null,
      retryAt: null,
    },
  }
}

/** The record of confirmed key rules, where these add to it. */
function keyRulesWith(
  rules: KeyRulesRecord | undefined,
  confirmed: readonly RecordType[],
): readonly KeyRulesRecord[] {
  if (confirmed.length === 0) return []
  return [{ key: 'keyRules', confirmed: [...new Set([...(rules?.confirmed ?? []), ...confirmed])].sort() }]
}
