import type { ContentClient } from '@waraq/client'
import { canonicalFilter, parseFilter, WaraqError, type ResourceRef } from '@waraq/contract'
import { removeStale } from '../store/freshness.ts'
import type { Settings } from './options.ts'
import { Budget, ProgressBoard, type RunContext } from '../run/context.ts'
import { Tally, type RunReport, type SyncProgress, type SyncReport } from '../run/report.ts'
import { failedFeed, runRound } from '../run/round.ts'
import { runSubscription } from '../run/runner.ts'
import { verifyResource, type VerifyReport } from '../run/verify.ts'
import { readSnapshotParts } from '../snapshot/parts.ts'
import { makeRoom } from '../space/make-room.ts'
import { checkStore } from '../store/check.ts'
import { foldPatches } from '../store/fold.ts'
import { collectGarbage } from '../store/garbage.ts'
import { LayerCache } from '../store/layers.ts'
import { deleteOrphans, type Orphans } from '../store/orphans.ts'
import type { Writer } from '../store/writer.ts'
import { inOrderMade, removeUnsubscribed } from '../store/subscriptions.ts'
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

/** What an engine does in its turns as the writer. The caller has the writer's seat. */
export class WriterTurns {
  readonly #settings: Settings
  readonly #clients: Clients
  readonly #listeners: Listeners
  readonly #layers = new LayerCache()
  /** The run under way, so that it can be ended where its subscription is dropped. */
  #running: { readonly filter: string; readonly controller: AbortController } | null = null
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
    if (this.#running?.filter === filter) this.#running.controller.abort(notSubscribed(filter))
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
    this.#orphans = this.#storeChecked ? null : await checkStore(writer)
    await removeUnsubscribed(writer)
    const { subscriptions, resources } = await writer.known()
    const damaged = resources.some(({ owes }) => owes !== null)
    const byFilter = new Map(inOrderMade(subscriptions).map((record) => [record.filter, record]))
    const joins = options.joinRunning ?? false
    const wanted = options.filters?.map(canonicalFilter)
    const unknown = wanted?.find((filter) => !byFilter.has(filter))
    if (unknown !== undefined) throw notSubscribed(unknown)
    const budget = new Budget(this.#settings.clock, options.budget)
    const chosen = [...byFilter.values()].filter(({ filter }) => !wanted || wanted.includes(filter))
    // One subscription finds out for all whether the service answers. One whose feed alone fails must not keep the others back.
    const failed = chosen.filter(({ lastRun }) => lastRun !== null && failedFeed(lastRun))
    const filters = [...chosen.filter((record) => !failed.includes(record)), ...failed].map(
      ({ filter }) => filter,
    )
    const report = await runRound(filters, async (filter) => {
      const record = byFilter.get(filter)!
      return !damaged && atCall && answersCall(record, atCall, joins, this.#settings.clock.now())
        ? joinedReport(record)
        : this.#runOne(writer, signal, filter, options, budget, paused)
    })
    if (report.outcome === 'current') this.#needed = 0
    await this.#listeners.measure()
    const { freshness, clock } = this.#settings
    if (freshness.policy === 'remove') await removeStale(writer, clock.now(), freshness.staleAfterMs)
    return report
  }

  /** Compares one resource with the service's copy, and repairs it. */
  async verify(writer: Writer, signal: AbortSignal, filter: string, ref: ResourceRef): Promise<VerifyReport> {
    const budget = new Budget(this.#settings.clock)
    const report = await verifyResource(this.#context(writer, signal, filter, {}, budget), ref)
    await collectGarbage(writer, signal)
    return report
  }

  /** Tidies up after runs. Readers do not wait for it, the next writer does; folding stops once a call waits (`wanted`). */
  async tidy(writer: Writer, signal: AbortSignal, wanted: AbortSignal): Promise<void> {
    await foldPatches(writer, this.#layers, signal, wanted)
    await collectGarbage(writer, signal)
    if (this.#orphans) await deleteOrphans(writer, this.#orphans, signal)
    this.#orphans = null
    this.#storeChecked = true
  }

  /** Null where the subscription was dropped meanwhile. */
  async #runOne(
    writer: Writer,
    signal: AbortSignal,
    filter: string,
    options: TimedSyncOptions,
    budget: Budget,
    paused: AbortSignal,
  ): Promise<RunReport | null> {
    const controller = new AbortController()
    this.#running = { filter, controller }
    try {
      return await runSubscription(
        this.#context(writer, AbortSignal.any([signal, controller.signal, paused]), filter, options, budget),
      )
    } catch (error) {
      if (controller.signal.aborted && !signal.aborted) return null
      throw error
    } finally {
      this.#running = null
    }
  }

  #context(
    writer: Writer,
    signal: AbortSignal,
    filter: string,
    options: TimedSyncOptions,
    budget: Budget,
  ): RunContext {
    const { perPage, maxPages, snapshotConcurrency, clock, storageFigures, onStorageFull } = this.#settings
    const tally = new Tally()
    return {
      db: writer.db,
      writer,
      client: options.patient ? this.#clients.patient : this.#clients.prompt,
      clock,
      estimate: async () => (await storageFigures()).estimate,
      onRoom: (room) => {
        this.#needed = room.needed
      },
      makeRoom: (want) => makeRoom(writer, clock, onStorageFull, { ...want, filter, signal }),
      readSnapshot: readSnapshotParts,
      layers: this.#layers,
      filter,
      parsedFilter: parseFilter(filter),
      perPage,
      maxPages,
      snapshotConcurrency,
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
