import { WaraqError, type Mutation } from '@waraq/contract'
import type { SyncAnswer } from '@waraq/client'
import type { JournalRecord, StagedPageRecord, SubscriptionRecord } from '../store/records.ts'
import { stagedOf } from '../store/database.ts'
import { digestOf } from '../store/digest.ts'
import { measure } from '../store/measure.ts'
import type { RunContext } from './context.ts'
import type { Mode } from './machine.ts'
import { feedInconsistent, feedLoop, feedTooLarge, feedWentBack } from './plan/feed-errors.ts'
import { holdLimits, setLimits } from './plan/set-limits.ts'
import type { PageAhead } from './page-ahead.ts'

type Page = Omit<StagedPageRecord, 'journal'>

/** A page set under way. Its changes lie in the database, but for the latest few pages. */
export interface PageSet {
  /** As of the latest page that was read. The database has it as of the latest that was staged. */
  journal: JournalRecord
  /** Digests of the addresses that it was read from. */
  readonly visited: Set<number>
  /** The latest pages, not staged yet: a crash asks for them once more. */
  readonly held: Page[]
  /** Text of the held pages, decompressed, and when the first of them was read, by the monotonic clock. */
  heldBytes: number
  heldSince: number
}

/** Addresses may be long, and a set has thousands: fifty bits tell them apart as well. */
function addressDigest(address: string): number {
  return digestOf(address) * 2 ** 20 + (digestOf(address, 1) >>> 12)
}

/** How long a page set may lie before it is begun anew: what it vouches for grows old, and cursors expire. */
export const journalMaxAgeMs = 24 * 60 * 60 * 1000

/** What a run begins with. */
export interface Beginning {
  readonly subscription: SubscriptionRecord
  /** What a killed run left behind. */
  readonly set: PageSet | null
}

/** @throws {WaraqError} `subscription_changed` where it was dropped meanwhile */
export async function readBeginning(context: RunContext): Promise<Beginning> {
  return { subscription: await knownSubscription(context), set: await reopenSet(context) }
}

async function knownSubscription({ writer, filter }: RunContext): Promise<SubscriptionRecord> {
  const { subscriptions } = await writer.known()
  const subscription = subscriptions.find((each) => each.filter === filter)
  if (!subscription) throw subscriptionChanged(filter)
  return subscription
}

async function knownJournal({ writer, filter }: RunContext): Promise<JournalRecord | undefined> {
  return (await writer.known()).journals.find((journal) => journal.filter === filter)
}

function setOf(journal: JournalRecord, visited = new Set<number>()): PageSet {
  return { journal, visited, held: [], heldBytes: 0, heldSince: 0 }
}

/** A set that grew too old, that another page size began, or whose pages are not all here is not gone on with. */
async function reopenSet(context: RunContext): Promise<PageSet | null> {
  const { db, perPage, clock } = context
  const journal = await knownJournal(context)
  if (!journal) return null
  const age = clock.now() - journal.startedAt
  if (age > journalMaxAgeMs || age < -journalMaxAgeMs || journal.perPage !== perPage) return null
  const visited = new Set<number>()
  let pages = 0
  // A cursor: one page at a time is in memory.
  await stagedOf(db, journal).each(({ address }) => {
    pages++
    if (address !== null) visited.add(addressDigest(address))
  })
  return pages === journal.pages ? setOf(journal, visited) : null
}

/** Text of staged pages that are read together, and in memory at a time; one page at least. */
const readTogether = 512 * 1024

/**
 * The mutations of a whole set, page by page: the staged ones a few at a time, then the held ones.
 * @throws {WaraqError} `feed_inconsistent` where the browser has lost one
 */
export async function* pagesOf(
  { db }: RunContext,
  { journal, held }: PageSet,
): AsyncGenerator<readonly Mutation[]> {
  const { id, pages, bytes = 0 } = journal
  const staged = pages - held.length
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
  for (const { mutations } of held) yield mutations
}

/** The subscription as it is now, whether a set of its own lies about, and the count of commits. */
export async function readAnew(context: RunContext) {
  const subscription = await knownSubscription(context)
  const leftSet = (await knownJournal(context)) !== undefined
  const { commits } = await context.writer.known()
  return { subscription, leftSet, commits }
}

/** Forgets the page set under way, and the token where the service no longer honours it. Rows stay. */
export async function forgetSet(context: RunContext, forgetToken: boolean): Promise<void> {
  const { db, writer, filter } = context
  await writer.write(['journals', 'subscriptions'], async () => {
    await db.journals.delete(filter)
    const subscription = await db.subscriptions.get(filter)
    if (forgetToken && subscription) await db.subscriptions.put({ ...subscription, token: null })
  })
}

/** A new page set, in memory only: nothing is worth keeping before its first page. */
export function openSet(
  context: RunContext,
  subscription: SubscriptionRecord,
  mode: Mode,
  commits: number,
): PageSet {
  return setOf({
    filter: context.filter,
    id: 0,
    mode,
    fromToken: subscription.token,
    perPage: context.perPage,
    startedAt: context.clock.now(),
    openedAtCommit: commits,
    pages: 0,
    mutations: 0,
    bytes: 0,
    nextPage: null,
    complete: false,
    bound: null,
    nextToken: null,
    serverTime: null,
  })
}

async function request(
  { client, filter, perPage, signal }: RunContext,
  journal: JournalRecord,
  ahead: PageAhead,
): Promise<SyncAnswer> {
  const { nextPage } = journal
  if (nextPage !== null) return ahead.take(nextPage) ?? client.syncPage(nextPage, { signal })
  if (journal.fromToken !== null && journal.mode === 'incremental') {
    return client.sync({ filter, perPage, syncToken: journal.fromToken }, { signal })
  }
  return client.sync({ filter, perPage, bootstrap: true }, { signal })
}

/** Whether the page fits what the set's earlier pages and the subscription's earlier sets said. */
function checkPage(set: PageSet, answer: SyncAnswer, committed: number | null): void {
  const { journal } = set
  const bound = answer.page.sync_until_sequence
  if (journal.bound !== null && journal.bound !== bound) {
    throw feedInconsistent('its pages do not share one bound', { bound: journal.bound, page: bound })
  }
  if (committed !== null && bound < committed) throw feedWentBack(bound, committed, answer.serverTime)
}

/**
 * Stores the held pages with the journal's new cursor in one transaction. The first of a set give the set its number.
 * Whether there were any.
 */
export async function stageHeld(context: RunContext, set: PageSet): Promise<boolean> {
  const { db, writer, filter } = context
  const { journal, held } = set
  if (held.length === 0) return false
  const known = await writer.known()
  const stored = { ...journal, id: journal.id === 0 ? await writer.number() : journal.id }
  await writer.write(['journals', 'staged', 'subscriptions'], async () => {
    const subscription = await db.subscriptions.get(filter)
    if (!subscription) throw subscriptionChanged(filter)
    await db.staged.bulkPut(held.map((page) => ({ ...page, journal: stored.id })))
    await db.journals.put(stored)
  })
  set.journal = stored
  dropHeld(set)
  writer.know({ ...known, journals: [...known.journals.filter((other) => other.filter !== filter), stored] })
  return true
}

/** The held pages are not needed any more: they are staged, or their set is committed. */
export function dropHeld(set: PageSet): void {
  set.held.length = 0
  set.heldBytes = 0
  set.heldSince = 0
}

/** Whether what is held is to be staged. A set that is whole need not be, but what a bootstrap installs names the set's number. */
function isDue({ clock }: RunContext, { journal, held, heldBytes, heldSince }: PageSet): boolean {
  if (held.length === 0) return false
  if (journal.complete) return journal.mode === 'bootstrap'
  const { pages, bytes, ms } = holdLimits
  return held.length >= pages || heldBytes >= bytes || clock.monotonic() - heldSince >= ms
}

export function subscriptionChanged(filter: string): WaraqError {
  return new WaraqError({
    code: 'subscription_changed',
    message: `The subscription ${filter} was changed or dropped while its run was under way. Nothing more of the run was stored.`,
    retryable: true,
  })
}

/** A change that could not be stored keeps what it is about and loses its row; planning answers it with a snapshot. */
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

/** Stages what is held where the next page keeps the run waiting for longer than pages are held. */
async function stageWhileLate(context: RunContext, set: PageSet, asked: Promise<unknown>): Promise<void> {
  const { clock } = context
  const answered = new AbortController()
  const end = () => answered.abort('answered')
  asked.then(end, end)
  const isLate = await clock.sleep(set.heldSince + holdLimits.ms - clock.monotonic(), answered.signal).then(
    () => true,
    () => false,
  )
  if (isLate) await stageHeld(context, set)
}

/** Reads one page of the set, and stages what is held once that is enough. True where the page was the last one. */
export async function turnPage(
  context: RunContext,
  set: PageSet,
  subscription: SubscriptionRecord,
  ahead: PageAhead,
): Promise<boolean> {
  // What could not be stored is stored first when the step is done once more.
  if (!isDue(context, set)) await readPage(context, set, subscription, ahead)
  if (isDue(context, set)) await stageHeld(context, set)
  return set.journal.complete
}

async function readPage(
  context: RunContext,
  set: PageSet,
  subscription: SubscriptionRecord,
  ahead: PageAhead,
): Promise<void> {
  const { tally } = context
  const { pages, nextPage: address } = set.journal
  if (pages >= context.maxPages) throw feedLoop(`it has more than ${context.maxPages} pages`)
  if (address !== null && set.visited.has(addressDigest(address)))
    throw feedLoop('it named the same next page twice')
  const asked = request(context, set.journal, ahead)
  if (set.held.length > 0) await stageWhileLate(context, set, asked)
  const answer = await asked
  const { journal } = set
  checkPage(set, answer, subscription.committedBound)
  const { page } = answer
  context.budget.spendPage()
  tally.bytes += answer.bytes
  const bytes = (journal.bytes ?? 0) + answer.bytes
  if (bytes > setLimits.bytes) {
    const problem = `its pages have more than ${setLimits.bytes / 1024 / 1024} MiB`
    throw feedTooLarge(problem, { bytes, most: setLimits.bytes, pages: journal.pages })
  }
  const complete = !page.has_more
  const next: JournalRecord = {
    ...journal,
    pages: journal.pages + 1,
    mutations: journal.mutations + page.mutations.length,
    bytes,
    nextPage: complete ? null : page.next_page_url!,
    complete,
    bound: page.sync_until_sequence,
    nextToken: complete ? page.next_sync_token! : null,
    serverTime: answer.serverTime,
  }
  const following = next.nextPage
  // What would be refused as a loop is not asked for either.
  const isLoop = following === address || (following !== null && set.visited.has(addressDigest(following)))
  if (following !== null && !isLoop && next.pages < context.maxPages) ahead.ask(following)
  const mutations = page.mutations.map(storable)
  if (set.held.length === 0) set.heldSince = context.clock.monotonic()
  set.held.push({ page: journal.pages, address, mutations })
  set.heldBytes += answer.bytes
  set.journal = next
  if (address !== null) set.visited.add(addressDigest(address))
  tally.pages++
  tally.mutations += mutations.length
}
