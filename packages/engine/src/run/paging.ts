import { WaraqError, type Mutation } from '@waraq/contract'
import type { SyncAnswer } from '@waraq/client'
import type { JournalRecord, StagedPageRecord, SubscriptionRecord } from '../store/records.ts'
import { stagedOf } from '../store/database.ts'
import { digestOf } from '../store/digest.ts'
import { measure } from '../store/measure.ts'
import type { RunContext } from './context.ts'
import type { Mode } from './machine.ts'
import { feedInconsistent, feedLoop, feedTooLarge, feedWentBack } from './feed-errors.ts'
import { setLimits } from './set-limits.ts'
import type { PageAhead } from './page-ahead.ts'

/** A page set under way. Its changes lie in the database, page by page, and are never in memory all at once. */
export interface PageSet {
  journal: JournalRecord
  /** Marks of the addresses that it was read from. */
  readonly visited: Set<number>
  /**
   * The page of an incremental set that is whole with it, not stored: a crash asks for it once more, which costs what
   * reading it back would. Null once it is staged, and where each page is staged as it comes.
   */
  held: Omit<StagedPageRecord, 'journal'> | null
}

/** Addresses may be long, and a set has thousands: fifty bits tell them apart as well. */
function markOf(address: string): number {
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
    if (address !== null) visited.add(markOf(address))
  })
  return pages === journal.pages ? { journal, visited, held: null } : null
}

/** Text of staged pages that are read together, and in memory at a time; one page at least. */
const readTogether = 512 * 1024

/**
 * The mutations of a set as they were staged, a few pages in memory at a time; those of a page that is held, as it is.
 * @throws {WaraqError} `feed_inconsistent` where the browser has lost one
 */
export async function* stagedPages(
  { db }: RunContext,
  { journal, held }: PageSet,
): AsyncGenerator<readonly Mutation[]> {
  if (held) {
    yield held.mutations
    return
  }
  const { id, pages, bytes = 0 } = journal
  const together = Math.max(1, Math.floor((readTogether * pages) / Math.max(bytes, 1)))
  for (let first = 0; first < pages; first += together) {
    const numbers = Array.from({ length: Math.min(together, pages - first) }, (_, index) => first + index)
    const staged = await db.staged.bulkGet(numbers.map((page): [number, number] => [id, page]))
    for (const [index, page] of staged.entries()) {
      if (!page)
        throw feedInconsistent('a page of it is not on this device any more', { page: first + index })
      yield page.mutations
    }
  }
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
  return {
    journal: {
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
    },
    visited: new Set(),
    held: null,
  }
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

/** Stores a page with the journal's new cursor in one transaction. The first page of a set gives the set its number. */
async function stage(
  context: RunContext,
  set: PageSet,
  page: Omit<StagedPageRecord, 'journal'>,
  journal: JournalRecord,
): Promise<void> {
  const { db, writer, filter } = context
  const known = await writer.known()
  const stored = { ...journal, id: journal.id === 0 ? await writer.number() : journal.id }
  await writer.write(['journals', 'staged', 'subscriptions'], async () => {
    const subscription = await db.subscriptions.get(filter)
    if (!subscription) throw subscriptionChanged(filter)
    await db.staged.put({ ...page, journal: stored.id })
    await db.journals.put(stored)
  })
  set.journal = stored
  writer.know({ ...known, journals: [...known.journals.filter((other) => other.filter !== filter), stored] })
}

/** Stages the page that was only held, because something is about to hang on the set's number. Whether there was one. */
export async function stageHeld(context: RunContext, set: PageSet): Promise<boolean> {
  if (!set.held) return false
  await stage(context, set, set.held, set.journal)
  set.held = null
  return true
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

/** Reads one page of the set and stages it, unless the set is whole with it. True where it was the last one. */
export async function turnPage(
  context: RunContext,
  set: PageSet,
  subscription: SubscriptionRecord,
  ahead: PageAhead,
): Promise<boolean> {
  const { tally } = context
  const { journal } = set
  if (journal.pages >= context.maxPages) throw feedLoop(`it has more than ${context.maxPages} pages`)
  const address = journal.nextPage
  if (address !== null && set.visited.has(markOf(address)))
    throw feedLoop('it named the same next page twice')
  const answer = await request(context, journal, ahead)
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
  const isLoop = following === address || (following !== null && set.visited.has(markOf(following)))
  if (following !== null && !isLoop && next.pages < context.maxPages) ahead.ask(following)
  const mutations = page.mutations.map(storable)
  const staged = { page: journal.pages, address, mutations }
  if (complete && journal.pages === 0 && journal.mode === 'incremental') {
    set.journal = next
    set.held = staged
  } else await stage(context, set, staged, next)
  // Only now has the page been read: where it could not be stored, the step may be done once more.
  if (address !== null) set.visited.add(markOf(address))
  tally.pages++
  tally.mutations += mutations.length
  return complete
}
