import { createContentClient } from '@waraq/client'
import { canonicalFilter, parseFilter, WaraqError, type ResourceRef } from '@waraq/contract'
import { removeStale } from './freshness.ts'
import { Library } from './library.ts'
import { resolveOptions, type Settings, type SyncEngineOptions } from './options.ts'
import { Budget, ProgressBoard, type RunContext } from './run/context.ts'
import { Tally, type RunReport, type SyncReport } from './run/report.ts'
import { runRound } from './run/round.ts'
import { runSubscription } from './run/runner.ts'
import { verifyResource, type VerifyReport } from './run/verify.ts'
import { Scheduler, type OwnWakeOptions, type WakeAnswer } from './schedule/scheduler.ts'
import { scheduleSettings, type ScheduleOptions, type ScheduleSettings } from './schedule/settings.ts'
import { updateSchedule } from './schedule/stored-schedule.ts'
import type { Wake } from './schedule/timetable.ts'
import { readWholeSnapshot } from './snapshot/parts.ts'
import { composeStatus, readStored, type EngineStatus, type StoredStatus } from './status.ts'
import { makeRoom } from './storage-care/make-room.ts'
import type { StorageFigures } from './storage-care/storage-figures.ts'
import { StatusWatch } from './status-watch.ts'
import { auditNext } from './store/audit.ts'
import { checkStore } from './store/check.ts'
import { collectGarbage } from './store/garbage.ts'
import type { Home } from './store/home.ts'
import type { LoadMemory } from './store/memory.ts'
import { collectOrphans } from './store/orphans.ts'
import { DirectoryCache } from './store/load.ts'
import type { Writer } from './store/writer.ts'
import { addSubscription, askForResync, dropSubscription, removeUnsubscribed } from './subscriptions.ts'
import type { SyncEngine, SyncOptions } from './sync-engine.ts'
import { ActivityBoard } from './together/activity-board.ts'
import { answersCall, joinedReport, markCall, type CallMark } from './together/joining.ts'

function notSubscribed(filter: string): WaraqError {
  return new WaraqError({
    code: 'not_subscribed',
    message: `There is no subscription ${filter}. Subscribe to it first.`,
    details: { filter },
  })
}

/** What an engine has or not, depending on where it runs. */
export interface EngineParts {
  /** Without it the library never lives in memory. */
  readonly loadMemory?: LoadMemory
  /** The schedule of an engine that is woken and does not keep one itself. */
  readonly schedule?: ScheduleOptions | undefined
}

/** An engine of this very context. */
export interface LocalEngine extends SyncEngine {
  wake(kind: Wake, options?: OwnWakeOptions): Promise<WakeAnswer>
}

class Engine implements LocalEngine {
  readonly #settings: Settings
  readonly #client: ReturnType<typeof createContentClient>
  readonly #directories = new DirectoryCache()
  readonly #library: Library
  readonly #holder = crypto.randomUUID()
  readonly #watch: StatusWatch
  /** The run under way, so that dropping its subscription can end it. */
  #running: { readonly filter: string; readonly controller: AbortController } | null = null
  #board: ActivityBoard | undefined
  /** How storage stood when it was last asked for, and what the latest bootstrap wants of it. */
  #figures: StorageFigures = { estimate: undefined, persisted: null }
  #needed: number | null = null
  /** The application asked for syncs that come by themselves. */
  #keeping = false
  readonly #scheduling: ScheduleSettings
  #schedulerMade: Scheduler | undefined
  #storeChecked = false
  #orphansCollected = false

  constructor(options: SyncEngineOptions, { loadMemory, schedule }: EngineParts) {
    const settings = resolveOptions(options, loadMemory)
    this.#scheduling = { ...scheduleSettings(schedule) }
    this.#settings = settings
    this.#library = new Library(settings, this.#holder, () => this.#measure())
    this.#client = createContentClient({
      contentRoot: options.contentRoot,
      tokens: options.tokens,
      fetch: options.fetch,
      retry: options.retry,
      clock: settings.clock,
      random: settings.random,
      timeouts: options.timeouts,
      maxSnapshotBytes: options.maxSnapshotBytes,
      signal: this.#library.closing,
    })
    this.#watch = new StatusWatch(
      () => this.#library.open(),
      settings.clock,
      (stored, home) => this.#compose(stored, home),
    )
  }

  async subscribe(filter: string): Promise<string> {
    const canonical = canonicalFilter(filter)
    await this.#library.use((db) => addSubscription(db, canonical, this.#settings.clock.now()))
    this.#activity.changed()
    if (this.#keeping) void this.#scheduler.wake('subscribed')
    return canonical
  }

  async unsubscribe(filter: string): Promise<void> {
    const canonical = canonicalFilter(filter)
    await this.#library.use((db) => dropSubscription(db, canonical))
    this.#activity.changed()
    if (this.#running?.filter === canonical) {
      this.#running.controller.abort(notSubscribed(canonical))
    }
    await this.#library.asWriter(undefined, async (writer, signal) => {
      await removeUnsubscribed(writer)
      await collectGarbage(writer, signal)
    })
  }

  async sync(options: SyncOptions = {}): Promise<SyncReport> {
    const report = await this.#sync(options)
    if (this.#keeping) void this.#scheduler.note(report, { all: options.filters === undefined })
    return report
  }

  async keepCurrent(options: ScheduleOptions = {}): Promise<void> {
    const settings = scheduleSettings(options)
    await this.#library.open()
    if (this.#keeping) return
    this.#keeping = true
    Object.assign(this.#scheduling, settings)
    this.#scheduler.start()
  }

  wake(kind: Wake, options: OwnWakeOptions = {}): Promise<WakeAnswer> {
    return this.#scheduler.wake(kind, options)
  }

  #sync(options: SyncOptions): Promise<SyncReport> {
    return new Promise((resolve, reject) => {
      let mark: CallMark | undefined
      const calledAt = this.#settings.clock.now()
      const work = async (writer: Writer, ended: AbortSignal) => {
        try {
          resolve(await this.#runAll(writer, ended, options, mark!))
        } finally {
          this.#activity.rest()
        }
        // Readers and the caller need not wait for this; the next writer does.
        await collectGarbage(writer, ended)
        await this.#collectOrphansOnce(writer, ended)
        await auditNext(writer, ended)
      }
      const beforeWaiting = async () => {
        mark = await this.#library.use((db) => markCall(db, calledAt))
      }
      // An error of tidying up finds the promise settled; what is left waits for the next sync.
      this.#library.asWriter(options.signal, work, beforeWaiting).catch(reject)
    })
  }

  async status(): Promise<EngineStatus> {
    const stored = await this.#library.use(readStored)
    await this.#measure()
    const home = await this.#library.open()
    return this.#compose(stored, home)
  }

  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void): () => void {
    void this.#activity
    return this.#watch.add(listener, onProblem)
  }

  async resync(filter: string, options: Omit<SyncOptions, 'filters'> = {}): Promise<SyncReport> {
    const canonical = canonicalFilter(filter)
    if (!(await this.#library.use((db) => askForResync(db, canonical)))) throw notSubscribed(canonical)
    return this.sync({ ...options, filters: [canonical] })
  }

  async verify(
    ref: ResourceRef,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<VerifyReport> {
    const filter = canonicalFilter(`${ref.group}:${ref.id}`)
    return this.#library.asWriter(options.signal, async (writer, signal) => {
      const report = await verifyResource(
        this.#context(writer, signal, filter, {}, new Budget(this.#settings.clock)),
        ref,
      )
      await collectGarbage(writer, signal)
      return report
    })
  }

  async close(): Promise<void> {
    this.#watch.close()
    await this.#schedulerMade?.stop()
    await this.#library.close()
    this.#board?.close()
  }

  #compose(stored: StoredStatus, home: Home): EngineStatus {
    const storage = { ...this.#figures, needed: this.#needed }
    return composeStatus(this.#settings, this.#scheduling, stored, this.#activity.current, home, storage)
  }

  get #scheduler(): Scheduler {
    const { clock, random, conditions } = this.#settings
    this.#schedulerMade ??= new Scheduler({
      update: (change) => this.#library.use((db) => updateSchedule(db, change)),
      sync: (options) => this.#sync(options),
      clock,
      random,
      conditions,
      settings: this.#scheduling,
      holder: this.#holder,
      onChange: () => this.#activity.changed(),
    })
    return this.#schedulerMade
  }

  /** Opened with the first call, not before. */
  get #activity(): ActivityBoard {
    const { openChannel, name, clock } = this.#settings
    this.#board ??= new ActivityBoard({
      name,
      openChannel,
      holder: this.#holder,
      clock,
      onActivity: () => this.#watch.tell(),
      onChanged: () => {
        this.#watch.readAgain()
        this.#schedulerMade?.changed()
      },
    })
    return this.#board
  }

  async #runAll(
    writer: Writer,
    signal: AbortSignal,
    options: SyncOptions,
    mark: CallMark,
  ): Promise<SyncReport> {
    if (!this.#storeChecked) {
      await checkStore(writer)
      this.#storeChecked = true
    }
    await removeUnsubscribed(writer)
    const { subscriptions, damaged } = await readStored(writer.db)
    const byFilter = new Map(subscriptions.map((record) => [record.filter, record]))
    const wanted = options.filters?.map(canonicalFilter)
    const unknown = wanted?.find((filter) => !byFilter.has(filter))
    if (unknown !== undefined) throw notSubscribed(unknown)
    const budget = new Budget(this.#settings.clock, options.budget)
    const filters = [...byFilter.keys()].filter((filter) => !wanted || wanted.includes(filter))
    const report = await runRound(filters, async (filter) => {
      const record = byFilter.get(filter)!
      return !damaged && answersCall(record, mark, options.joinRunning ?? false, this.#settings.clock.now())
        ? joinedReport(record)
        : this.#runOne(writer, signal, filter, options, budget)
    })
    if (report.outcome === 'current') this.#needed = 0
    await this.#measure()
    const { freshness, clock } = this.#settings
    if (freshness.policy === 'remove') await removeStale(writer, clock.now(), freshness.staleAfterMs)
    return report
  }

  /** Null where the subscription was dropped meanwhile. */
  async #runOne(
    writer: Writer,
    signal: AbortSignal,
    filter: string,
    options: SyncOptions,
    budget: Budget,
  ): Promise<RunReport | null> {
    const controller = new AbortController()
    this.#running = { filter, controller }
    try {
      return await runSubscription(
        this.#context(writer, AbortSignal.any([signal, controller.signal]), filter, options, budget),
      )
    } catch (error) {
      if (controller.signal.aborted && !signal.aborted) return null
      throw error
    } finally {
      this.#running = null
    }
  }

  /** Orphans come from damage that happened before the store was opened; to look for them costs a look at every key. */
  async #collectOrphansOnce(writer: Writer, signal: AbortSignal): Promise<void> {
    if (this.#orphansCollected) return
    await collectOrphans(writer, signal)
    this.#orphansCollected = true
  }

  #context(
    writer: Writer,
    signal: AbortSignal,
    filter: string,
    options: SyncOptions,
    budget: Budget,
  ): RunContext {
    const { perPage, maxPages, snapshotConcurrency, clock, storageFigures, onStorageFull } = this.#settings
    const tally = new Tally()
    return {
      db: writer.db,
      writer,
      client: this.#client,
      clock,
      estimate: async () => (await storageFigures()).estimate,
      onRoom: (room) => {
        this.#needed = room.needed
      },
      makeRoom: (want) => makeRoom(writer, clock, onStorageFull, { ...want, filter, signal }),
      readSnapshot: readWholeSnapshot,
      directories: this.#directories,
      filter,
      parsedFilter: parseFilter(filter),
      perPage,
      maxPages,
      snapshotConcurrency,
      signal,
      budget,
      tally,
      progress: new ProgressBoard(filter, tally, (progress) => {
        this.#activity.step(progress)
        options.onProgress?.(progress)
      }),
    }
  }

  async #measure(): Promise<void> {
    this.#figures = await this.#settings.storageFigures()
  }
}

/** As `createSyncEngine`, which has all parts. */
export function createEngine(options: SyncEngineOptions, parts: EngineParts = {}): LocalEngine {
  return new Engine(options, parts)
}
