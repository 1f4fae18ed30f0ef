import { createContentClient } from '../../client/content-client.ts'
import { defaultRetryPolicy } from '../../client/retry-policy.ts'
import { unlessAborted } from '../../client/waits.ts'
import type { ContentClient } from '../../client/options.ts'
import {
  canonicalFilter,
  checkRef,
  type CatalogueList,
  type CatalogueListItems,
  type ResourceRef,
  type WaraqError,
} from '@waraq/protocol'
import { fetchAvailable } from '../listing/available.ts'
import { fetchList, listingClient } from '../listing/source.ts'
import { IdleAudit } from './idle-audit.ts'
import { Library } from './library.ts'
import { resolveOptions, type Settings, type SyncEngineOptions } from './options.ts'
import { watchProblem, type Problem } from '../status/problem.ts'
import type { SyncReport } from '../run/report.ts'
import type { VerifyReport } from '../run/verify.ts'
import { paused, Pauses, resumed } from '../schedule/pause.ts'
import type { TimedSyncOptions } from '../run/sync-options.ts'
import { Scheduler, type EngineWakeOptions, type WakeResult } from '../schedule/scheduler.ts'
import { scheduleSettings, type ScheduleOptions, type ScheduleSettings } from '../schedule/settings.ts'
import { readSchedule, updateSchedule } from '../schedule/stored-schedule.ts'
import type { SyncTrigger } from '../schedule/timetable.ts'
import { checkSecureContext } from './secure-context.ts'
import { composeStatus, readStored, type EngineStatus, type StoredStatus } from '../status/status.ts'
import { readDroppable } from '../space/droppable.ts'
import type { DropCandidate } from '../space/least-used.ts'
import type { StorageFigures } from '../../platform/storage/storage-figures.ts'
import { StatusWatch } from '../status/status-watch.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import { collectGarbage } from '../../store/garbage.ts'
import type { OpenedDatabase } from '../../store/open/open-database.ts'
import type { LoadMemory } from '../../store/open/memory.ts'
import type { SubscriptionOwner } from '../../store/records.ts'
import { readWriter, type Writer } from '../../store/writer.ts'
import {
  addSubscription,
  checkOwner,
  askForResync,
  dropSubscription,
  filterToKeep,
  hasUntried,
  keepSubscriptions,
  removeOwned,
  removeUnsubscribed,
  desiredWithout,
  type OwnerOption,
  type DesiredSubscription,
} from '../../store/subscriptions.ts'
import type { SignalOption, SubscribeOptions, SyncEngine, SyncOptions } from '../api/sync-engine.ts'
import { ActivityBoard } from '../tabs/activity-board.ts'
import { readStateAtCall, type StateAtCall } from '../tabs/joining.ts'
import { notSubscribed, WriterTurns } from './writer-turns.ts'

/** Dependencies of an engine that differ between the contexts in which it runs. */
export interface EngineDependencies {
  /** If omitted, the library is never kept in memory. */
  readonly loadMemory?: LoadMemory
  /** Schedule options of an engine that syncs only when it is woken, as in a service worker. */
  readonly schedule?: ScheduleOptions | undefined
}

/** An engine that runs in this context and not behind a link to a worker. */
export interface LocalEngine extends SyncEngine {
  wake(trigger: SyncTrigger, options?: EngineWakeOptions): Promise<WakeResult>
}

class Engine implements LocalEngine {
  readonly #settings: Settings
  readonly #turns: WriterTurns
  readonly #library: Library
  readonly #audit: IdleAudit
  /** Requests lists that are shown but not synced, with the same tokens. */
  readonly #listing: ContentClient
  readonly #leader = crypto.randomUUID()
  readonly #watch: StatusWatch
  readonly #pauses: Pauses
  #board: ActivityBoard | undefined
  /** The browser's latest storage figures. */
  #figures: StorageFigures = { estimate: undefined, persisted: null }
  #measured: Promise<void> | undefined
  /** Whether the browser cleared the library, as reported by a page. */
  #evicted = false
  /** The application called `startAutoSync`. */
  #keeping = false
  /**
   * Subscriptions that the application made through this engine. They are kept in memory, because the database may be lost
   * while a page is open.
   */
  #desired: readonly DesiredSubscription[] = []
  /** Changes of `#desired` that are not stored yet. */
  readonly #storing = new Set<Promise<unknown>>()
  /** The latest epoch seen. A database with a lower epoch was recreated. */
  #epoch = 0
  readonly #scheduling: ScheduleSettings
  #schedulerMade: Scheduler | undefined

  constructor(options: SyncEngineOptions, { loadMemory, schedule }: EngineDependencies) {
    const settings = resolveOptions(options, loadMemory)
    this.#scheduling = { ...scheduleSettings(schedule, settings.configuration) }
    this.#settings = settings
    this.#library = new Library(
      settings,
      this.#leader,
      // No sync waits for a figure; the first status does.
      () => void (this.#measured = this.#measure()),
      (db, known) => this.#renew(db, known),
    )
    const { clock, random } = settings
    const asking = { ...options, clock, random, signal: this.#library.closing }
    const {
      attempts = defaultRetryPolicy.attempts,
      brokenAttempts = attempts,
      ...delays
    } = options.retry ?? {}
    const once = { ...delays, attempts: 1, brokenAttempts }
    const clients = {
      prompt: createContentClient(asking),
      background: createContentClient({ ...asking, retry: once }),
    }
    this.#listing = listingClient(asking)
    this.#pauses = new Pauses(() => this.#library.use(readSchedule), clock)
    this.#audit = new IdleAudit(this.#library, settings.clock)
    this.#turns = new WriterTurns(settings, clients, {
      step: (progress) => this.#activity.step(progress),
      measure: () => void this.#measure().then(() => this.#watch.tell()),
    })
    this.#watch = new StatusWatch(
      settings.name,
      async () => {
        const database = await this.#library.open()
        await this.#measured
        return database
      },
      settings.clock,
      (stored, database) => this.#compose(stored, database),
    )
  }

  get library(): SyncEngine['library'] {
    const { name, indexedDB, IDBKeyRange, freshness, clock } = this.#settings
    return { name, indexedDB, IDBKeyRange, freshness, clock }
  }

  async subscribe(
    filter: string,
    { owner = 'app', ...options }: SubscribeOptions & OwnerOption = {},
  ): Promise<string> {
    const canonical = filterToKeep(filter, options)
    checkOwner(owner)
    const { clock } = this.#settings
    const others = this.#desired.filter((each) => each.filter !== canonical || each.owner !== owner)
    await this.#store([...others, { filter: canonical, owner }], (db) =>
      addSubscription(db, canonical, clock.now(), owner),
    )
    this.#subscribed()
    return canonical
  }

  async setSubscriptions(filters: readonly string[], options?: SubscribeOptions): Promise<readonly string[]> {
    const desired = filters.map((filter) => filterToKeep(filter, options))
    const { clock } = this.#settings
    const kept = [
      ...this.#desired.filter(({ owner }) => owner !== 'app'),
      ...desired.map((filter) => ({ filter, owner: 'app' as const })),
    ]
    const { added, dropped } = await this.#store(kept, (db) => keepSubscriptions(db, desired, clock.now()))
    if (added.length > 0) this.#subscribed()
    if (dropped.length > 0) await this.#dropped(dropped)
    return desired
  }

  async unsubscribe(filter: string, { owner }: OwnerOption = {}): Promise<void> {
    const canonical = canonicalFilter(filter)
    if (owner !== undefined) return this.#remove(canonical, owner)
    this.#desired = this.#desired.filter((each) => each.filter !== canonical)
    await this.#library.use((db) => dropSubscription(db, canonical))
    await this.#dropped([canonical])
  }

  async #remove(filter: string, owner: SubscriptionOwner): Promise<void> {
    checkOwner(owner)
    const left = desiredWithout(this.#desired, filter, owner)
    const { added, dropped } = await this.#store(left, (db) => removeOwned(db, filter, owner))
    if (added.length > 0) this.#subscribed()
    await this.#dropped(dropped)
  }

  /**
   * Stores a change after which the application wants `after`. `#desired` is updated first, so that a database that replaces
   * the current one during the write also gets the change.
   */
  async #store<T>(
    after: readonly DesiredSubscription[],
    change: (db: WaraqDatabase) => Promise<T>,
  ): Promise<T> {
    const before = this.#desired
    this.#desired = after
    const stored = this.#library.use(change)
    this.#storing.add(stored)
    try {
      return await stored
    } catch (error) {
      // Other calls may have changed `#desired` since. Undo only what this change did.
      const others = this.#desired.filter((each) => before.includes(each) || !after.includes(each))
      this.#desired = [...others, ...before.filter((each) => !after.includes(each))]
      throw error
    } finally {
      this.#storing.delete(stored)
    }
  }

  /**
   * Stores the wanted subscriptions again after the database was lost under an open page, together with those that could
   * still be read from the `lost` one.
   */
  async #renew(db: WaraqDatabase, lost: readonly DesiredSubscription[] = []): Promise<void> {
    const [{ epoch }, known] = await Promise.all([readWriter(db), db.subscriptions.count()])
    // An engine that has not seen the database's epoch before cannot compare. What it wants is only moments old, so it counts
    // the database as new.
    const isNew = this.#epoch === 0 || this.#isNew(epoch, known)
    const isRenewed = await this.#renewIn(db, epoch, isNew, lost)
    this.#watch.readAgain()
    if (isRenewed) this.#subscribed()
    else this.#schedulerMade?.changed()
  }

  /**
   * Whether this is a different database from the one that the engine knows, by its latest `epoch` and the number of its
   * subscriptions (`known`). The epochs of a new database start again, and no subscription of it has been dropped yet.
   */
  #isNew(epoch: number, known: number): boolean {
    return epoch < this.#epoch || (epoch === 0 && known === 0)
  }

  /**
   * Stores the wanted subscriptions in a new database. `lost` are those of the database before it. Resolves with whether any
   * were stored.
   */
  async #renewIn(
    db: WaraqDatabase,
    epoch: number,
    isNew: boolean,
    lost: readonly DesiredSubscription[] = [],
  ): Promise<boolean> {
    const desired = [...this.#desired, ...lost]
    this.#epoch = epoch
    if (!isNew || desired.length === 0) return false
    for (const { filter, owner } of desired)
      await addSubscription(db, filter, this.#settings.clock.now(), owner)
    return true
  }

  /** Checks the epoch of each status that is read, because no event reports that the database was emptied. */
  #checkForLoss({ writer: { epoch } }: StoredStatus): void {
    if (epoch < this.#epoch) this.#renewLost()
    else this.#epoch = epoch
  }

  #renewLost(): void {
    void this.#library.use((db) => this.#renew(db)).catch(() => undefined)
  }

  #subscribed(): void {
    this.#turns.subscriptionsChanged()
    this.#activity.changed()
    if (this.#keeping) void this.#scheduler.wake('subscribed')
  }

  /** Removes the resources that only these filters asked for. */
  async #dropped(filters: readonly string[]): Promise<void> {
    this.#activity.changed()
    for (const filter of filters) this.#turns.dropped(filter)
    await this.#library.asWriter(undefined, async (writer, signal) => {
      await removeUnsubscribed(writer)
      await collectGarbage(writer, signal)
    })
  }

  async prioritize(refs: readonly ResourceRef[]): Promise<void> {
    await this.#prioritize(refs, 'refs')
  }

  #prioritize(refs: readonly ResourceRef[], argument: string): Promise<void> {
    const checked = refs.map((ref) => checkRef(ref, argument))
    this.#activity.prioritized(checked)
    return this.#turns.prioritize(checked)
  }

  async sync(options: SyncOptions = {}): Promise<SyncReport> {
    if (options.first) void this.#prioritize(options.first, 'first')
    if (this.#keeping && !options.filters) return this.#scheduler.sync(options)
    const report = await this.#sync(options)
    if (this.#keeping) void this.#scheduler.note(report)
    return report
  }

  async startAutoSync(options: ScheduleOptions = {}): Promise<void> {
    const settings = scheduleSettings(options, this.#settings.configuration)
    await this.#library.open()
    // Subscriptions made at the same moment are then part of the first sync and need no second one.
    await Promise.allSettled(this.#storing)
    if (this.#keeping) return
    this.#keeping = true
    Object.assign(this.#scheduling, settings)
    void this.#start()
  }

  /** The timetable may refuse a start soon after a sync. Subscriptions that came since then do not wait for its next turn. */
  async #start(): Promise<void> {
    const { result } = await this.#scheduler.start()
    if (result !== 'waits') return
    const isUntried = await this.#library
      // A sync under way fetches what was subscribed to before it.
      .use(async (db) => hasUntried(db, (await readSchedule(db))?.inProgress?.startedAt))
      // A database that cannot be read is the scheduler's to report.
      .catch(() => false)
    if (isUntried) await this.#scheduler.wake('subscribed')
  }

  pause(): Promise<void> {
    return this.#changePause(paused, () => this.#pauses.stop())
  }

  resume(): Promise<void> {
    return this.#changePause(resumed)
  }

  async #changePause(change: typeof paused | typeof resumed, then?: () => void): Promise<void> {
    const { clock } = this.#settings
    await this.#library.use((db) => updateSchedule(db, (record) => change(record, clock.now())))
    then?.()
    this.#activity.changed()
    this.#schedulerMade?.changed()
  }

  wake(trigger: SyncTrigger, options: EngineWakeOptions = {}): Promise<WakeResult> {
    return this.#scheduler.wake(trigger, options)
  }

  /** `byItself`: the timetable started the sync. */
  #sync(options: TimedSyncOptions, byItself = false): Promise<SyncReport> {
    return new Promise((resolve, reject) => {
      const pause = this.#pauses.begin(byItself)
      let atCall: StateAtCall | undefined
      let latest: SyncReport | undefined
      let lost: WaraqError | undefined
      const calledAt = this.#settings.clock.now()
      const work = async (writer: Writer, ended: AbortSignal) => {
        try {
          const { subscriptions } = await writer.known()
          const epoch = writer.epoch - 1
          const isNew = this.#isNew(epoch, subscriptions.length)
          if (await this.#renewIn(writer.db, epoch, isNew)) writer.forget()
          this.#epoch = writer.epoch
          latest = await this.#turns.sync(writer, ended, options, atCall, pause.signal)
          // The library decides whether to repeat the sync, unless it has a budget.
          lost = latest.runs.find(({ error }) => error?.code === 'storage_lost')?.error
          if (lost && !options.budget) throw lost
          await settle(latest)
        } finally {
          this.#activity.rest()
        }
        // Readers and the caller do not wait for this; the next writer does.
        await this.#turns.tidy(writer, ended, this.#library.contended)
        return this.#audit.due(writer)
      }
      let isSettled = false
      const settle = async (report: SyncReport) => {
        if (isSettled) return
        await options.onReport?.(report)
        isSettled = true
        resolve(report)
        pause.end()
      }
      const beforeWaiting = async () => {
        atCall ??= await this.#library.use((db) => readStateAtCall(db, calledAt))
      }
      // If tidying up fails, the promise is already settled. The next sync tidies up again.
      this.#library
        .asWriter(options.signal, work, beforeWaiting)
        .then(
          (due) => this.#audit.probe(due),
          // A sync whose run failed still has a report.
          (error: Error) => (latest && error === lost ? settle(latest) : reject(error)),
        )
        .catch(reject)
        .finally(() => pause.end())
    })
  }

  async status(): Promise<EngineStatus> {
    const stored = await this.#library.use(readStored)
    await this.#measure()
    const database = await this.#library.open()
    return this.#compose(stored, database)
  }

  droppable(): Promise<readonly DropCandidate[]> {
    return this.#library.use((db) => readDroppable(db))
  }

  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void): () => void {
    void this.#activity
    return this.#watch.add(listener, onProblem)
  }

  onProblem(listener: (problem: Problem | null) => void): () => void {
    return watchProblem(this, this.#settings.clock, listener)
  }

  async noteEviction(evicted: boolean): Promise<void> {
    this.#evicted = evicted
    this.#watch.tell()
  }

  async resync(filter: string, options: Omit<SyncOptions, 'filters'> = {}): Promise<SyncReport> {
    const canonical = canonicalFilter(filter)
    if (!(await this.#library.use((db) => askForResync(db, canonical)))) throw notSubscribed(canonical)
    return this.sync({ ...options, filters: [canonical] })
  }

  async verify(ref: ResourceRef, options: SignalOption = {}): Promise<VerifyReport> {
    const filter = canonicalFilter(`${ref.group}:${ref.id}`)
    return this.#library.asWriter(options.signal, (writer, signal) =>
      this.#turns.verify(writer, signal, filter, ref),
    )
  }

  available({ signal }: SignalOption = {}): Promise<readonly ResourceRef[]> {
    return unlessAborted(fetchAvailable(this.#listing, signal), signal)
  }

  listNames(
    list: CatalogueList,
    language: string,
    { signal }: SignalOption = {},
  ): Promise<CatalogueListItems> {
    return unlessAborted(fetchList(this.#listing, list, language, signal), signal)
  }

  async close(): Promise<void> {
    this.#watch.close()
    await this.#schedulerMade?.stop()
    await this.#library.close()
    this.#board?.close()
  }

  #compose(stored: StoredStatus, database: OpenedDatabase): EngineStatus {
    this.#checkForLoss(stored)
    const storage = { ...this.#figures, needed: this.#turns.needed, evicted: this.#evicted }
    const { current } = this.#activity
    return composeStatus(this.#settings, this.#scheduling, stored, current, database, storage)
  }

  get #scheduler(): Scheduler {
    const { clock, random, conditions } = this.#settings
    this.#schedulerMade ??= new Scheduler({
      update: (change) => this.#library.use((db) => updateSchedule(db, change)),
      sync: (options, byItself) => this.#sync(options, byItself),
      onLost: () => this.#renewLost(),
      whenLeaderLeaves: (signal, work) => this.#library.asWriter(signal, work),
      clock,
      random,
      conditions,
      settings: this.#scheduling,
      leader: this.#leader,
      onChange: () => this.#activity.changed(),
    })
    return this.#schedulerMade
  }

  /** The activity board, opened with the first call. */
  get #activity(): ActivityBoard {
    const { openChannel, name, clock } = this.#settings
    this.#board ??= new ActivityBoard({
      name,
      openChannel,
      leader: this.#leader,
      clock,
      onActivity: () => this.#watch.tell(),
      onPrioritized: (refs) => void this.#turns.prioritize(refs),
      onChanged: () => {
        this.#watch.readAgain()
        this.#turns.subscriptionsChanged()
        this.#schedulerMade?.changed()
        void this.#pauses.probe()
      },
    })
    return this.#board
  }

  async #measure(): Promise<void> {
    this.#figures = await this.#settings.storageFigures()
  }
}

/** Like `createSyncEngine`, with dependencies that the caller chooses. */
export function createEngine(options: SyncEngineOptions, parts: EngineDependencies = {}): LocalEngine {
  checkSecureContext()
  return new Engine(options, parts)
}
