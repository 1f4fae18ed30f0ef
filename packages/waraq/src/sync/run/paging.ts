import { WaraqError, type Mutation } from '@waraq/protocol'
import type { SyncAnswer } from '../../client/options.ts'
import type { BatchCursorRecord, StagedPageRecord, SubscriptionRecord } from '../../store/records.ts'
import { stagedOf } from '../../store/database.ts'
import { asksWith } from '../../store/subscriptions.ts'
import { digestOf } from '../../store/digest.ts'
import { withDigest } from '../../store/record-digest.ts'
import { commitsOf } from '../../store/writer.ts'
import { measure } from '../../store/measure.ts'
import type { RunContext } from './context.ts'
import { feedInconsistent, feedLoop, feedTooLarge, feedWentBack } from './plan/feed-errors.ts'
import { bufferLimits, setLimits } from './plan/set-limits.ts'
import type { PageAhead } from './page-ahead.ts'
import type { Mode } from './report.ts'

type Page = Omit<StagedPageRecord, 'batchCursor'>

/** A batch in progress. Its changes are in the database, except those of the latest few pages, which are in memory. */
export interface Batch {
  /** The state after the latest page that was read. The database has the state after the latest staged page. */
  batchCursor: BatchCursorRecord
  /** Whether an earlier run began it. */
  readonly isReopened: boolean
  /** Digests of the addresses of its pages. */
  readonly visited: Set<number>
  /** The latest pages, not staged yet. After a crash the next run requests them again. */
  readonly buffered: Page[]
  /** Decompressed text of the buffered pages (`buffered`) in bytes, and when the first of them was read, by the monotonic clock. */
  bufferedBytes: number
  bufferedSince: number
  /** All pages of the batch, if they were staged together. */
  whole?: readonly Page[]
}

/**
 * Returns a digest of an address: addresses may be long and a batch has thousands of them, but fifty bits distinguish them as
 * well.
 */
function addressDigest(address: string): number {
  return digestOf(address) * 2 ** 20 + (digestOf(address, 1) >>> 12)
}

/** Milliseconds after which a batch is started again: its content is out of date, and cursors expire. */
export const batchCursorMaxAgeMs = 24 * 60 * 60 * 1000

/** The state with which a run starts. */
export interface Beginning {
  readonly subscription: SubscriptionRecord
  /** The batch left behind by a run that was killed. */
  readonly set: Batch | null
}

/** @throws {WaraqError} `subscription_changed` if the subscription was dropped in the meantime */
export async function readBeginning(context: RunContext): Promise<Beginning> {
  return { subscription: await knownSubscription(context), set: await reopenSet(context) }
}

/**
 * Returns the subscription. If several share a token, returns the first one with the resources that all of them list and the
 * highest sequence that one of them committed.
 */
async function knownSubscription({ writer, filters }: RunContext): Promise<SubscriptionRecord> {
  const { subscriptions } = await writer.known()
  const asking = filters.map((filter) => {
    const subscription = subscriptions.find((each) => each.filter === filter)
    if (!subscription) throw subscriptionChanged(filter)
    return subscription
  })
  const first = asking[0]!
  if (asking.length === 1) return first
  const bounds = asking.map(({ committedUpTo }) => committedUpTo ?? 0)
  return { ...first, listed: asking.flatMap(({ listed }) => listed), committedUpTo: Math.max(...bounds) }
}

async function knownBatchCursor({ writer, filter }: RunContext): Promise<BatchCursorRecord | undefined> {
  return (await writer.known()).batchCursors.find((batchCursor) => batchCursor.filter === filter)
}

function setOf(batchCursor: BatchCursorRecord, visited?: Set<number>): Batch {
  const isReopened = visited !== undefined
  return {
    batchCursor,
    isReopened,
    visited: visited ?? new Set(),
    buffered: [],
    bufferedBytes: 0,
    bufferedSince: 0,
  }
}

/** Returns the stored batch; null if it is too old, has another page size, or lacks some of its changes. */
async function reopenSet(context: RunContext): Promise<Batch | null> {
  const { db, perPage, clock } = context
  const batchCursor = await knownBatchCursor(context)
  if (!batchCursor) return null
  const age = clock.now() - batchCursor.startedAt
  if (age > batchCursorMaxAgeMs || age < -batchCursorMaxAgeMs || batchCursor.perPage !== perPage) return null
  const visited = new Set<number>()
  let { pages, mutations } = batchCursor
  // A database cursor keeps one page at a time in memory. A damaged page is read as undefined.
  await stagedOf(db, batchCursor).each((page: StagedPageRecord | undefined) => {
    if (!page) return
    pages--
    mutations -= page.mutations.length
    if (page.address !== null) visited.add(addressDigest(page.address))
  })
  return pages === 0 && mutations === 0 ? setOf(batchCursor, visited) : null
}

/** Bytes of staged pages that are read together and are in memory at a time; one page at least. */
const readTogether = 512 * 1024

/**
 * Yields the mutations of a complete batch, page by page. They come from memory if all pages are there, else first from the
 * staged pages, a few at a time, and then from the buffered ones.
 * @throws {WaraqError} `feed_inconsistent` if the browser lost a page
 */
export async function* pagesOf(
  { db }: RunContext,
  { batchCursor, buffered, whole }: Batch,
): AsyncGenerator<readonly Mutation[]> {
  if (whole) {
    for (const { mutations } of whole) yield mutations
    return
  }
  const { id, pages, bytes = 0 } = batchCursor
  const staged = pages - buffered.length
  const together = Math.max(1, Math.floor((readTogether * pages) / Math.max(bytes, 1)))
  for (let first = 0; first < staged; first += together) {
    const numbers = Array.from({ length: Math.min(together, staged - first) }, (_, index) => first + index)
    const read = await db.staged.bulkGet(numbers.map((page): [number, number] => [id, page]))
    for (const [index, page] of read.entries()) {
      if (!page)
        throw feedInconsistent('a page of it is not on this device any more', { page: first + index })
      yield page.mutations
    }
  }
  for (const { mutations } of buffered) yield mutations
}

/** Returns the subscription as it is stored now, whether a batch of it is in progress, and the number of commits. */
export async function readRunState(context: RunContext) {
  const subscription = await knownSubscription(context)
  const leftSet = (await knownBatchCursor(context)) !== undefined
  const { counters } = await context.writer.known()
  return { subscription, leftSet, commits: commitsOf(counters) }
}

/** Forgets the batch in progress and, with `forgetToken`, a token that the service no longer accepts. Rows stay. */
export async function forgetBatch(context: RunContext, forgetToken: boolean): Promise<void> {
  const { db, writer, filter } = context
  await writer.write(['batchCursors', 'subscriptions'], async () => {
    await db.batchCursors.delete(filter)
    const subscription = await db.subscriptions.get(filter)
    if (forgetToken && subscription)
      await db.subscriptions.put({ ...subscription, token: null, shared: undefined })
  })
}

/** Returns a new batch, in memory only: before its first page there is nothing to store. */
export function openSet(
  context: RunContext,
  subscription: SubscriptionRecord,
  mode: Mode,
  commits: number,
): Batch {
  return setOf({
    filter: context.filter,
    id: 0,
    mode,
    fromToken: asksWith(subscription).token,
    perPage: context.perPage,
    startedAt: context.clock.now(),
    openedAtCommit: commits,
    pages: 0,
    mutations: 0,
    bytes: 0,
    nextPage: null,
    complete: false,
    upTo: null,
    nextToken: null,
    serverTime: null,
  })
}

async function request(
  { client, filter, perPage, signal }: RunContext,
  batchCursor: BatchCursorRecord,
  subscription: SubscriptionRecord,
  ahead: PageAhead,
): Promise<SyncAnswer> {
  const { nextPage } = batchCursor
  if (nextPage !== null) return ahead.take(nextPage) ?? client.syncPage(nextPage, { signal })
  if (batchCursor.fromToken !== null && batchCursor.mode === 'incremental') {
    const asked = asksWith(subscription).filter
    return client.sync({ filter: asked, perPage, syncToken: batchCursor.fromToken }, { signal })
  }
  return client.sync({ filter, perPage, bootstrap: true }, { signal })
}

/** Checks the page against the earlier pages of its batch and the earlier batches of the subscription. */
function checkPage(set: Batch, answer: SyncAnswer, committed: number | null): void {
  const { batchCursor } = set
  const upTo = answer.page.sync_until_sequence
  if (batchCursor.upTo !== null && batchCursor.upTo !== upTo) {
    throw feedInconsistent('its pages do not share one bound', { upTo: batchCursor.upTo, page: upTo })
  }
  if (committed !== null && upTo < committed) throw feedWentBack(upTo, committed, answer.serverTime)
}

/**
 * Stores the buffered pages together with the new batch cursor in one transaction. A batch gets its number when it is first
 * staged. Returns whether there were any pages to store.
 */
export async function storeBuffered(context: RunContext, set: Batch): Promise<boolean> {
  const { db, writer, filter } = context
  const { batchCursor, buffered } = set
  if (buffered.length === 0) return false
  const known = await writer.known()
  const id = batchCursor.id === 0 ? await writer.number() : batchCursor.id
  const stored = { ...batchCursor, id }
  const pages = buffered.map((page) => withDigest({ ...page, batchCursor: id }))
  await writer.write(['batchCursors', 'staged', 'subscriptions'], async () => {
    const [subscription] = await Promise.all([
      db.subscriptions.get(filter),
      db.staged.bulkPut(pages),
      db.batchCursors.put(stored),
    ])
    if (!subscription) throw subscriptionChanged(filter)
  })
  set.batchCursor = stored
  if (batchCursor.complete && batchCursor.pages === buffered.length) set.whole = [...buffered]
  dropBuffered(set)
  writer.know({
    ...known,
    batchCursors: [...known.batchCursors.filter((other) => other.filter !== filter), stored],
  })
  return true
}

/** Drops the buffered pages: they are staged, or their batch is committed or forgotten. */
export function dropBuffered(set: Batch): void {
  set.buffered.length = 0
  set.bufferedBytes = 0
  set.bufferedSince = 0
}

/**
 * Returns whether the buffered pages have to be staged. The pages of a complete incremental batch need not be. The pages of a
 * bootstrap are, because the records that it installs contain the batch's number.
 */
function isDue(
  { clock }: RunContext,
  { batchCursor, buffered, bufferedBytes, bufferedSince }: Batch,
): boolean {
  if (buffered.length === 0) return false
  if (batchCursor.complete) return batchCursor.mode === 'bootstrap'
  const { pages, bytes, ms } = bufferLimits
  return buffered.length >= pages || bufferedBytes >= bytes || clock.monotonic() - bufferedSince >= ms
}

export function subscriptionChanged(filter: string): WaraqError {
  return new WaraqError({
    code: 'subscription_changed',
    message: `The subscription ${filter} was changed or dropped while its run was under way. Nothing more of the run was stored.`,
    retryable: true,
  })
}

/** Drops the row of a change that cannot be stored, and keeps the identity of the change: planning then needs a snapshot. */
function storable(mutation: Mutation): Mutation {
  if (typeof measure(mutation) === 'number') return mutation
  const { sequence, type, resource_group, resource_id, record_type, record_key, changed_at, snapshot_url } =
    mutation
  return {
    sequence,
    type,
    resource_group,
    resource_id,
    record_type,
    record_key,
    changed_at,
    snapshot_url,
    data: null,
  }
}

/** Stages the buffered pages if the next page takes longer than pages may be buffered. */
async function stageWhileLate(context: RunContext, set: Batch, asked: Promise<unknown>): Promise<void> {
  const { clock } = context
  const answered = new AbortController()
  const end = () => answered.abort('answered')
  asked.then(end, end)
  const isLate = await clock
    .sleep(set.bufferedSince + bufferLimits.ms - clock.monotonic(), answered.signal)
    .then(
      () => true,
      () => false,
    )
  if (isLate) await storeBuffered(context, set)
}

/**
 * Reads one page of the batch, and stages the buffered pages once there are enough. Resolves with whether the batch is
 * complete.
 */
export async function turnPage(
  context: RunContext,
  set: Batch,
  subscription: SubscriptionRecord,
  ahead: PageAhead,
): Promise<boolean> {
  // If staging failed the last time, the repeated step starts with it.
  if (!isDue(context, set)) await readPage(context, set, subscription, ahead)
  if (isDue(context, set)) await storeBuffered(context, set)
  return set.batchCursor.complete
}

async function readPage(
  context: RunContext,
  set: Batch,
  subscription: SubscriptionRecord,
  ahead: PageAhead,
): Promise<void> {
  const { tally } = context
  const { pages, nextPage: address } = set.batchCursor
  if (pages >= context.maxPages) throw feedLoop(`it has more than ${context.maxPages} pages`)
  if (address !== null && set.visited.has(addressDigest(address)))
    throw feedLoop('it named the same next page twice')
  const asked = request(context, set.batchCursor, subscription, ahead)
  if (set.buffered.length > 0) await stageWhileLate(context, set, asked)
  const answer = await asked
  const { batchCursor } = set
  checkPage(set, answer, subscription.committedUpTo)
  const { page } = answer
  context.budget.spendPage()
  tally.bytes += answer.bytes
  const bytes = batchCursor.bytes + answer.bytes
  if (bytes > setLimits.bytes) {
    const problem = `its pages have more than ${setLimits.bytes / 1024 / 1024} MiB`
    throw feedTooLarge(problem, { bytes, most: setLimits.bytes, pages: batchCursor.pages })
  }
  const complete = !page.has_more
  const next: BatchCursorRecord = {
    ...batchCursor,
    pages: batchCursor.pages + 1,
    mutations: batchCursor.mutations + page.mutations.length,
    bytes,
    nextPage: complete ? null : page.next_page_url!,
    complete,
    upTo: page.sync_until_sequence,
    nextToken: complete ? page.next_sync_token! : null,
    serverTime: answer.serverTime,
  }
  const following = next.nextPage
  // An address that would be refused as a loop is not requested either.
  const isLoop = following === address || (following !== null && set.visited.has(addressDigest(following)))
  if (following !== null && !isLoop && next.pages < context.maxPages) ahead.ask(following)
  const mutations = page.mutations.map(storable)
  if (set.buffered.length === 0) set.bufferedSince = context.clock.monotonic()
  set.buffered.push({ page: batchCursor.pages, address, mutations })
  set.bufferedBytes += answer.bytes
  set.batchCursor = next
  if (address !== null) set.visited.add(addressDigest(address))
  tally.pages++
  tally.mutations += mutations.length
}
