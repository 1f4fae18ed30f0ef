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
import { failedFeed, runRound, type RunAnswer } from '../run/round.ts'
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

/** The functions that a turn calls. */
interface Listeners {
  readonly step: (progress: SyncProgress) => void
  /** Asks the browser again for its figures of storage. */
  readonly measure: () => Promise<void>
}

/** Two clients of one service: one tries a request again at once, the other leaves that to the timetable. */
interface Clients {
  readonly prompt: ContentClient
  readonly patient: ContentClient
}

/** What an engine does in its turns as the writer. The caller has the writer's lock. */
export class WriterTurns {
  readonly #settings: Settings
  readonly #clients: Clients
  readonly #listeners: Listeners
  readonly #layers = new LayerCache()
  /** The run under way, so that it can be ended where a subscription of it is dropped, and give way. */
  #running: {
    readonly next: Together
    readonly controller: AbortController
    readonly budget: Budget
  } | null = null
  /** Of the latest sync, which may wait for something between two runs. */
  #writer: Writer | undefined
  /** Resources that a person waits for, the most awaited one first. */
  #first: readonly ResourceRef[] = []
  #needed: number | null = null
  /**
   * Browsers lose parts of a store while it is closed, so the first turn looks for losses, which takes a look at every key.
   */
  #storeChecked = false
  /** The orphans that this turn's check found; the end of the turn deletes them. */
  #orphans: Orphans | null = null

  constructor(settings: Settings, clients: Clients, listeners: Listeners) {
    this.#settings = settings
    this.#clients = clients
    this.#listeners = listeners
  }

  /** Bytes that the latest bootstrap still has to fetch, where that is known. */
  get needed(): number | null {
    return this.#needed
  }

  /** Ends the run of a subscription that was dropped. */
  dropped(filter: string): void {
    if (this.#running?.next.filters.includes(filter)) this.#running.controller.abort(notSubscribed(filter))
  }

  /** The application changed its subscriptions, here or in another tab: those it made join the sync under way. */
  subscriptionsChanged(): void {
    this.#writer?.forget()
  }

  /**
   * The run under way gives way to the subscription that brings the first of them, where another one does. Resolves once that is known;
   * never rejects.
   */
  async prioritize(refs: readonly ResourceRef[]): Promise<void> {
    const [before] = this.#first
    this.#first = refs
    const [first] = refs
    const running = this.#running
    // A caller that repeats itself must not keep stopping runs.
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
      if (isMissing && this.#running === running) budget.giveWay()
    } catch {
      // The run meets the same trouble, and tells it.
    }
  }

  /**
   * Runs the chosen subscriptions, except those that a run of another engine answered while the call waited; see `atCall`.
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
    const wanted = options.filters?.map(canonicalFilter)
    const unknown = wanted?.find((filter) => !subscriptions.some((record) => record.filter === filter))
    if (unknown !== undefined) throw notSubscribed(unknown)
    const budget = new Budget(this.#settings.clock, options.budget)
    // One subscription finds out for all whether the service answers. One whose feed alone fails must not keep the others back.
    const place = ({ filter, lastRun }: SubscriptionRecord) => {
      if (lastRun !== null && failedFeed(lastRun)) return this.#first.length + 1
      // That of the first one that it brings, or behind all of them.
      return [...this.#first.map((ref) => filterCovers(parseFilter(filter), ref)), true].indexOf(true)
    }
    const choose = (known: readonly SubscriptionRecord[]) =>
      inOrderMade(known)
        .filter(({ filter }) => !wanted || wanted.includes(filter))
        .sort((one, other) => place(one) - place(other))
    const answers = (record: SubscriptionRecord) =>
      !damaged && atCall && answersCall(record, atCall, joins, this.#settings.clock.now())
    const answered = choose(subscriptions).filter(answers).map(joinedReport)
    // Where the application chose subscriptions or there is little time, it is not the moment for a request more.
    const isWhole = !options.filters && !options.budget
    const offer = isWhole ? await this.#offer(writer, AbortSignal.any([signal, paused]), options) : null
    const report = await runRound(
      answered,
      async () => choose((await writer.known()).subscriptions),
      (next) => this.#run(writer, signal, next, options, budget, paused),
    )
    if (isWhole) await shareTokens(writer, offer, this.#settings.clock.now()).catch(() => undefined)
    if (report.runs.every(({ outcome }) => outcome === 'current')) this.#needed = 0
    await this.#listeners.measure()
    const { freshness, clock } = this.#settings
    if (freshness.policy === 'remove') await removeStale(writer, clock.now(), freshness.staleAfterMs)
    return report
  }

  /** Compares one resource with the service's copy, and repairs it. */
  async verify(writer: Writer, signal: AbortSignal, filter: string, ref: ResourceRef): Promise<VerifyReport> {
    const budget = new Budget(this.#settings.clock)
    const report = await verifyResource(this.#context(writer, signal, askedAlone(filter), {}, budget), ref)
    await collectGarbage(writer, signal)
    return report
  }

  /** Tidies up after runs. Readers do not wait for it, the next writer does; compacting stops once a call waits (`wanted`). */
  async tidy(writer: Writer, signal: AbortSignal, wanted: AbortSignal): Promise<void> {
    await compactDeltas(writer, this.#layers, signal, wanted)
    await collectGarbage(writer, signal)
    if (this.#orphans) await deleteOrphans(writer, this.#orphans, signal)
    this.#orphans = null
    this.#storeChecked = true
  }

  /** Where it is time for it: the token that subscriptions are to share once each has run, or who has it already. */
  async #offer(writer: Writer, signal: AbortSignal, { patient }: TimedSyncOptions): Promise<Offer | null> {
    const known = await writer.known()
    const filter = filterToShare(known, this.#settings.clock.now())
    if (filter === null) return null
    return hasOwnToken(filter, known.subscriptions)
      ? { offered: filter }
      : offerToken(this.#clientFor(patient), filter, signal)
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
      return budget.takeGivenWay() && isCutOff ? 'gave_way' : (reports ?? 'one_by_one')
    } catch (error) {
      if (controller.signal.aborted && !signal.aborted) return next.filters.length > 1 ? 'one_by_one' : []
      throw error
    } finally {
      this.#running = null
    }
  }

  #clientFor(patient = false): ContentClient {
    return patient ? this.#clients.patient : this.#clients.prompt
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
      client: this.#clientFor(options.patient),
      patient: options.patient ?? false,
      random,
      staleAfterMs: freshness.staleAfterMs,
      clock,
      estimate: async () => (await storageFigures()).estimate,
      onRoom: (room) => {
        this.#needed = room.needed
      },
      makeRoom: (want) => makeRoom(writer, clock, onStorageFull, { ...want, filters, signal }),
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
