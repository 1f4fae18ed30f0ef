import type { ContentClient } from '../../client/options.ts'
import {
  canonicalFilter,
  filterCovers,
  parseFilter,
  resourceKey,
  WaraqError,
  type ResourceRef,
} from '@waraq/protocol'
import { readSubscriptions } from '../../store/bookkeeping.ts'
import { removeStale } from '../../store/remove-stale.ts'
import type { Settings } from './options.ts'
import { Budget, ProgressBoard, type RunContext } from '../run/context.ts'
import { Tally, type SyncProgress, type SyncReport } from '../run/report.ts'
import { failedFeed, runAll, type RunAnswer } from '../run/run-all.ts'
import { runSubscriptions } from '../run/runner.ts'
import { offerToken, shareTokens, type Offer } from '../run/share-token.ts'
import { askedAlone, filterToShare, hasOwnToken, unionOf, type Together } from '../run/sharing.ts'
import { verifyResource, type VerifyReport } from '../run/verify.ts'
import { readSnapshotParts } from '../snapshot/parts.ts'
import { makeRoom } from '../space/make-room.ts'
import { checkStore } from '../../store/check.ts'
import { compactDeltas } from '../../store/compaction.ts'
import { collectGarbage } from '../../store/garbage.ts'
import { LayerCache } from '../../store/layers.ts'
import { deleteOrphans, type Orphans } from '../../store/orphans.ts'
import type { SubscriptionRecord } from '../../store/records.ts'
import type { Writer } from '../../store/writer.ts'
import { inOrderMade, removeUnsubscribed } from '../../store/subscriptions.ts'
import { checkSuspects } from '../../store/suspects.ts'
import type { TimedSyncOptions } from '../run/sync-options.ts'
import { answersCall, joinedReport, type StateAtCall } from '../tabs/joining.ts'

export function notSubscribed(filter: string): WaraqError {
  return new WaraqError({
    code: 'not_subscribed',
    message: `There is no subscription ${filter}. Subscribe to it first.`,
    details: { filter },
  })
}

/** Functions that a turn calls. */
interface Listeners {
  readonly step: (progress: SyncProgress) => void
  /** Reads the browser's storage figures again. */
  readonly measure: () => void
}

/** Two clients of one service. `prompt` retries a request immediately, `background` leaves retries to the timetable. */
interface Clients {
  readonly prompt: ContentClient
  readonly background: ContentClient
}

/** The work of an engine during its turns as the writer. The caller holds the writer's lock. */
export class WriterTurns {
  readonly #settings: Settings
  readonly #clients: Clients
  readonly #listeners: Listeners
  readonly #layers = new LayerCache()
  /** The current run. It can be ended when one of its subscriptions is dropped, and preempted. */
  #running: {
    readonly next: Together
    readonly controller: AbortController
    readonly budget: Budget
  } | null = null
  /** The writer of the latest sync, which may be waiting between two runs. */
  #writer: Writer | undefined
  /** Resources that a person waits for, in order of priority. */
  #first: readonly ResourceRef[] = []
  #needed: number | null = null
  /** Browsers can lose parts of a store while it is closed, so the first turn looks for losses. That reads every key. */
  #storeChecked = false
  /** Orphans found by this turn's check. They are deleted at the end of the turn. */
  #orphans: Orphans | null = null

  constructor(settings: Settings, clients: Clients, listeners: Listeners) {
    this.#settings = settings
    this.#clients = clients
    this.#listeners = listeners
  }

  /** Bytes that the latest bootstrap still has to fetch, if known. */
  get needed(): number | null {
    return this.#needed
  }

  /** Ends the run of a subscription that was dropped. */
  dropped(filter: string): void {
    if (this.#running?.next.filters.includes(filter)) this.#running.controller.abort(notSubscribed(filter))
  }

  /**
   * To be called after the application changed its subscriptions, here or in another tab. New subscriptions join the current
   * sync.
   */
  subscriptionsChanged(): void {
    this.#writer?.forget()
  }

  /**
   * Preempts the current run if another subscription provides the first of these resources. Resolves once that is decided;
   * never rejects.
   */
  async prioritize(refs: readonly ResourceRef[]): Promise<void> {
    const [before] = this.#first
    this.#first = refs
    const [first] = refs
    const running = this.#running
    // A caller that repeats the same request must not stop runs again and again.
    if (!first || !running || (before && resourceKey(before) === resourceKey(first))) return
    const { next, budget } = running
    const covers = (filter: string) => filterCovers(parseFilter(filter), first)
    if (next.filters.some(covers)) return
    try {
      const { db } = this.#writer!
      const [here, subscriptions] = await Promise.all([
        db.resources.get(resourceKey(first)),
        readSubscriptions(db),
      ])
      const isMissing = !here && subscriptions.some(({ filter }) => covers(filter))
      if (isMissing && this.#running === running) budget.preempt()
    } catch {
      // The run meets the same error and reports it.
    }
  }

  /**
   * Runs the chosen subscriptions, except those that a run of another engine already brought up to date while the call
   * waited; see `atCall`.
   */
  async sync(
    writer: Writer,
    signal: AbortSignal,
    options: TimedSyncOptions,
    atCall: StateAtCall | undefined,
    paused: AbortSignal,
  ): Promise<SyncReport> {
    this.#writer = writer
    this.#orphans = this.#storeChecked ? null : await checkStore(writer)
    await checkSuspects(writer)
    await removeUnsubscribed(writer)
    const { subscriptions, resources } = await writer.known()
    const damaged = resources.some(({ needsSnapshot }) => needsSnapshot !== null)
    const joins = options.joinRunning ?? false
    const requested = options.filters?.map(canonicalFilter)
    const unknown = requested?.find((filter) => !subscriptions.some((record) => record.filter === filter))
    if (unknown !== undefined) throw notSubscribed(unknown)
    const budget = new Budget(this.#settings.clock, options.budget)
    // The first subscription shows whether the service answers. One whose own feed fails must not delay the others, so it
    // runs last.
    const place = ({ filter, lastRun }: SubscriptionRecord) => {
      if (lastRun !== null && failedFeed(lastRun)) return this.#first.length + 1
      // The position of the first prioritized resource that the filter covers, or after all of them.
      return [...this.#first.map((ref) => filterCovers(parseFilter(filter), ref)), true].indexOf(true)
    }
    const choose = (known: readonly SubscriptionRecord[]) =>
      inOrderMade(known)
        .filter(({ filter }) => !requested || requested.includes(filter))
        .sort((one, other) => place(one) - place(other))
    const answers = (record: SubscriptionRecord) =>
      !damaged && atCall && answersCall(record, atCall, joins, this.#settings.clock.now())
    const answered = choose(subscriptions).filter(answers).map(joinedReport)
    // If the application chose subscriptions or time is limited, the sync makes no additional request for a shared token.
    const isWhole = !options.filters && !options.budget
    const offer = isWhole ? await this.#offer(writer, AbortSignal.any([signal, paused]), options) : null
    const report = await runAll(
      answered,
      async () => choose((await writer.known()).subscriptions),
      (next) => this.#run(writer, signal, next, options, budget, paused),
    )
    if (isWhole) await shareTokens(writer, offer, this.#settings.clock.now()).catch(() => undefined)
    if (report.runs.every(({ outcome }) => outcome === 'current')) this.#needed = 0
    this.#listeners.measure()
    const { freshness, clock } = this.#settings
    if (freshness.policy === 'remove') await removeStale(writer, clock.now(), freshness.staleAfterMs)
    return report
  }

  /** Compares one resource with the service's copy and repairs it. */
  async verify(writer: Writer, signal: AbortSignal, filter: string, ref: ResourceRef): Promise<VerifyReport> {
    const budget = new Budget(this.#settings.clock)
    const report = await verifyResource(this.#context(writer, signal, askedAlone(filter), {}, budget), ref)
    await collectGarbage(writer, signal)
    return report
  }

  /**
   * Tidies up after runs. Readers do not wait for it, but the next writer does. Compaction stops once a call waits
   * (`contended`).
   */
  async tidy(writer: Writer, signal: AbortSignal, contended: AbortSignal): Promise<void> {
    await compactDeltas(writer, this.#layers, signal, contended)
    await collectGarbage(writer, signal)
    if (this.#orphans) await deleteOrphans(writer, this.#orphans, signal)
    this.#orphans = null
    this.#storeChecked = true
  }

  /**
   * Returns the token that subscriptions are to share once each has run, or the subscription that already has it. Null if no
   * token is due.
   */
  async #offer(writer: Writer, signal: AbortSignal, { background }: TimedSyncOptions): Promise<Offer | null> {
    const known = await writer.known()
    const filter = filterToShare(known, this.#settings.clock.now())
    if (filter === null) return null
    return hasOwnToken(filter, known.subscriptions)
      ? { offered: filter }
      : offerToken(this.#clientFor(background), filter, signal)
  }

  async #run(
    writer: Writer,
    signal: AbortSignal,
    next: Together,
    options: TimedSyncOptions,
    budget: Budget,
    paused: AbortSignal,
  ): Promise<RunAnswer> {
    const controller = new AbortController()
    this.#running = { next, controller, budget }
    try {
      const reports = await runSubscriptions(
        this.#context(writer, AbortSignal.any([signal, controller.signal, paused]), next, options, budget),
      )
      const isCutOff = reports?.some(({ error }) => error?.code === 'budget_spent')
      return budget.takePreempted() && isCutOff ? 'preempted' : (reports ?? 'one_by_one')
    } catch (error) {
      if (controller.signal.aborted && !signal.aborted) return next.filters.length > 1 ? 'one_by_one' : []
      throw error
    } finally {
      this.#running = null
    }
  }

  #clientFor(background = false): ContentClient {
    return background ? this.#clients.background : this.#clients.prompt
  }

  #context(
    writer: Writer,
    signal: AbortSignal,
    { filters, shares, lastRun }: Together,
    options: TimedSyncOptions,
    budget: Budget,
  ): RunContext {
    const filter = filters[0]!
    const { perPage, maxPages, snapshotConcurrency, clock, storageFigures, onStorageFull } = this.#settings
    const { random, freshness } = this.#settings
    const tally = new Tally()
    return {
      db: writer.db,
      writer,
      client: this.#clientFor(options.background),
      background: options.background ?? false,
      random,
      staleAfterMs: freshness.staleAfterMs,
      clock,
      estimate: async () => (await storageFigures()).estimate,
      onRoom: (room) => {
        this.#needed = room.needed
      },
      makeRoom: (request) => makeRoom(writer, clock, onStorageFull, { ...request, filters, signal }),
      readSnapshot: readSnapshotParts,
      layers: this.#layers,
      filter,
      filters,
      shares,
      lastRun,
      parsedFilter: unionOf(filters),
      perPage,
      maxPages,
      snapshotConcurrency,
      first: () => this.#first.map(resourceKey),
      signal,
      budget,
      tally,
      progress: new ProgressBoard(filter, tally, (progress) => {
        this.#listeners.step(progress)
        options.onProgress?.(progress)
      }),
    }
  }
}
