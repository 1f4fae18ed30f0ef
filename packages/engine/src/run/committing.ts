import { WaraqError, type RecordType, type ResourceKey } from '@waraq/contract'
import type { Bookkeeping } from '../store/bookkeeping.ts'
import { preparedOf, segmentTableOf, stagedOf } from '../store/database.ts'
import { rowCount } from '../store/directory.ts'
import { garbageOf } from '../store/garbage.ts'
import type {
  JournalRecord,
  KeyRulesRecord,
  PreparedRecord,
  ResourceRecord,
  SubscriptionRecord,
} from '../store/records.ts'
import { readCounters } from '../store/writer.ts'
import type { RunContext } from './context.ts'
import { isStillNew, type Fetched } from './fetching.ts'
import { installSnapshot, installTables, removeResource, type CommitStamp } from './install.ts'
import { subscriptionChanged, type PageSet } from './paging.ts'
import type { Plan, PlanItem, PlannedApply, PlannedFetch } from './plan/plan-types.ts'
import { CommittedPatches, prepareChanges, type PreparedChanges } from './prepare-changes.ts'
import type { Tally } from './report.ts'

/** Checks, right before the token is stored, that every resource it vouches for is installed or known to be unavailable. */
async function checkVouched(
  context: RunContext,
  planned: Plan,
  listed: readonly ResourceKey[],
): Promise<void> {
  const owing = new Set(
    planned.items.filter((item) => item.action === 'fetch' && !item.optional).map((item) => item.key),
  )
  const records = await context.db.resources.bulkGet([...new Set([...listed, ...owing])])
  const present = new Set(records.flatMap((record) => (record && record.owes === null ? [record.key] : [])))
  const missing = [...owing].filter((key) => !present.has(key))
  if (missing.length === 0) return
  throw new WaraqError({
    code: 'internal',
    message: `The checkpoint was about to vouch for ${missing[0]}, which is not installed. Nothing was stored. This is a defect of Waraq; please report it.`,
    details: { missing },
  })
}

/** A set of at most so many pages is deleted by its commit. The garbage collector deletes longer ones: commits stay short. */
const pagesDeletedAtOnce = 16

/** The state of one commit's transaction: its input, and what its items have removed so far. */
interface Commit {
  readonly context: RunContext
  readonly mode: JournalRecord['mode']
  readonly stamp: CommitStamp
  readonly fetched: Fetched
  readonly prepared: ReadonlyMap<string, PreparedRecord>
  readonly changed: ReadonlyMap<ResourceKey, PreparedChanges>
  readonly patches: CommittedPatches
  readonly removed: { rows: number; readonly unavailable: Tally['unavailable'] }
}

/** Inside the transaction of the commit. */
async function commitItem(commit: Commit, item: PlanItem): Promise<void> {
  const { context, stamp, removed } = commit
  const { db } = context
  const before = await db.resources.get(item.key)
  switch (item.action) {
    case 'fetch':
      return commitFetch(commit, item, before)
    case 'remove':
      removed.rows += rowCount(before?.directories ?? [])
      removed.unavailable.push({ ref: item.ref, reason: item.reason })
      return removeResource(db, item.ref, { base: item.base, reason: item.reason, wanted: false }, stamp)
    case 'touch':
      if (before) await db.resources.put({ ...before, freshAt: item.freshAt })
      return
    case 'apply': {
      const directories = await commit.patches.put(item.key, commit.changed.get(item.key)!)
      const freshAt = item.freshAt ?? before!.freshAt
      await db.garbage.bulkAdd(garbageOf(before!.directories, directories))
      await db.resources.put({
        ...before!,
        directories,
        asOf: stamp.bound,
        freshAt,
        committedAt: stamp.now,
      })
    }
  }
}

async function commitFetch(
  { context, mode, stamp, fetched, prepared, removed }: Commit,
  item: PlannedFetch,
  before: ResourceRecord | undefined,
): Promise<void> {
  // A bootstrap installed its snapshots one by one as they came.
  if (mode === 'bootstrap') return
  const snapshot = prepared.get(item.key)
  const reason = fetched.unavailable.get(item.key)
  if (snapshot && isStillNew(snapshot, item)) {
    await installSnapshot(context.db, item.ref, snapshot, item.base, item.freshAt, stamp)
  } else if (reason !== undefined) {
    removed.rows += rowCount(before?.directories ?? [])
    await removeResource(context.db, item.ref, { base: item.base, reason, wanted: true }, stamp)
  }
}

/** Inside the transaction of the commit: stores the subscription's token and time, and deletes its page set. */
async function commitCheckpoint(
  context: RunContext,
  set: PageSet,
  planned: Plan,
  subscription: SubscriptionRecord,
): Promise<SubscriptionRecord> {
  const { db, filter } = context
  const listed = await listedAfter(context, planned)
  await checkVouched(context, planned, listed)
  const current = currentSubscription(context, set, subscription, planned, listed)
  await db.subscriptions.put(current)
  await db.journals.delete(filter)
  if (set.journal.pages <= pagesDeletedAtOnce) await stagedOf(db, set.journal).delete()
  return current
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
  const tables = [...installTables, 'subscriptions', 'journals', 'staged', ...patchTables]
  // The transaction counts from zero each time: a browser may repeat it.
  const { removed, current } = await writer.write(tables, async () => {
    const subscription = await db.subscriptions.get(filter)
    if (!subscription || subscription.token !== journal.fromToken || subscription.resync)
      throw subscriptionChanged(filter)
    const counters = await readCounters(db)
    const stamp: CommitStamp = {
      bound: journal.bound ?? 0,
      set: journal.id,
      commit: counters.commits + 1,
      now: clock.now(),
    }
    const drafts = counters.drafts + (small.length > 0 ? 1 : 0)
    const commit: Commit = {
      context,
      mode: journal.mode,
      stamp,
      fetched,
      prepared: new Map((await preparedOf(db, journal.id)).map((record) => [record.key, record])),
      changed,
      patches: new CommittedPatches(db, drafts),
      removed: { rows: 0, unavailable: [] },
    }
    for (const item of planned.items) await commitItem(commit, item)
    if (draft !== null) await db.drafts.delete(draft)
    if (planned.items.length > 0) await db.meta.put({ ...counters, drafts, commits: stamp.commit })
    await confirmKeyRules(context, planned.confirmedKeyRules)
    const bounded = {
      ...subscription,
      committedBound: Math.max(subscription.committedBound ?? 0, stamp.bound),
    }
    if (checkpoint)
      return { removed: commit.removed, current: await commitCheckpoint(context, set, planned, bounded) }
    await db.subscriptions.put(bounded)
    return { removed: commit.removed, current: undefined }
  })
  tally.rowsDeleted += removed.rows
  tally.unavailable.push(...removed.unavailable)
  // A set without changes leaves the bookkeeping as it was, so the other runs of the round need not read it again.
  if (current && known) writer.know(withCurrent(known, current))
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
async function listedAfter({ db }: RunContext, planned: Plan): Promise<ResourceKey[]> {
  const asked = planned.items.filter((item) => item.action === 'fetch').map((item) => item.key)
  const candidates = [...new Set([...planned.listed, ...asked])].sort()
  const records = await db.resources.bulkGet(candidates)
  return candidates.filter((_, index) => records[index]?.status === 'installed')
}

function currentSubscription(
  { clock, writer }: RunContext,
  { journal }: PageSet,
  subscription: SubscriptionRecord,
  planned: Plan,
  listed: readonly ResourceKey[],
): SubscriptionRecord {
  return {
    ...subscription,
    token: journal.nextToken,
    sequence: journal.bound,
    listed,
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

async function confirmKeyRules({ db }: RunContext, confirmed: readonly RecordType[]): Promise<void> {
  if (confirmed.length === 0) return
  const rules = (await db.meta.get('keyRules')) as KeyRulesRecord | undefined
  await db.meta.put({
    key: 'keyRules',
    confirmed: [...new Set([...(rules?.confirmed ?? []), ...confirmed])].sort(),
  })
}
