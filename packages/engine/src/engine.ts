import { createContentClient } from '@waraq/client'
import { canonicalFilter, parseFilter, WaraqError, type ResourceRef } from '@waraq/contract'
import { writerSeat, type WriterSeat, type WritersWork } from './lock.ts'
import { resolveOptions, type SyncEngineOptions } from './options.ts'
import { concernsWholeRun } from './run/answers.ts'
import { Budget, ProgressBoard, type RunContext } from './run/context.ts'
import { Tally, worstOutcome, type RunReport, type SyncProgress, type SyncReport } from './run/report.ts'
import { runSubscription } from './run/runner.ts'
import { verifyResource, type VerifyReport } from './run/verify.ts'
import { readWholeSnapshot } from './snapshot/parts.ts'
import { readStatus, type EngineStatus } from './status.ts'
import { auditNext } from './store/audit.ts'
import { checkStore } from './store/check.ts'
import { WaraqDatabase } from './store/database.ts'
import { collectGarbage } from './store/garbage.ts'
import { openWithin } from './store/open.ts'
import { collectOrphans } from './store/orphans.ts'
import { DirectoryCache } from './store/load.ts'
import { storageError } from './store/storage-error.ts'
import type { Writer } from './store/writer.ts'
import { addSubscription, askForResync, dropSubscription, removeUnsubscribed } from './subscriptions.ts'

export interface SyncOptions {
  /** Subscriptions to run; default all. */
  readonly filters?: readonly string[] | undefined
  /** Ends the call, which then rejects with the signal's reason. What was committed stays. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  /** Stop at the first safe point after so many milliseconds or pages; outcome `deferred`, to be gone on with. */
  readonly budget?: { readonly ms?: number | undefined; readonly pages?: number | undefined } | undefined
}

/** All methods reject with a `WaraqError`, or with the signal's reason where they were cancelled. */
export interface SyncEngine {
  /**
   * Keeps the resources of a filter from now on; the next `sync` fetches them. Returns the canonical filter. To change a
   * filter, subscribe to the new one before dropping the old: what both ask for then stays.
   * @throws {InvalidFilterError}
   */
  subscribe(filter: string): Promise<string>
  /** Drops a filter and removes the resources that no other subscription asks for. */
  unsubscribe(filter: string): Promise<void>
  /** Brings subscriptions up to date. Resolves with what came of each, also where that is a failure. */
  sync(options?: SyncOptions): Promise<SyncReport>
  status(): Promise<EngineStatus>
  /** Fetches everything of a subscription anew; what is there stays readable until it is replaced. */
  resync(filter: string, options?: Omit<SyncOptions, 'filters'>): Promise<SyncReport>
  /** Compares one resource with the service's own copy and repairs it where they differ. */
  verify(ref: ResourceRef, options?: { readonly signal?: AbortSignal | undefined }): Promise<VerifyReport>
  /** Ends what is under way and closes the database. */
  close(): Promise<void>
}

function notSubscribed(filter: string): WaraqError {
  return new WaraqError({
    code: 'not_subscribed',
    message: `There is no subscription ${filter}. Subscribe to it first.`,
    details: { filter },
  })
}

function closedError(): WaraqError {
  return new WaraqError({ code: 'engine_closed', message: 'The engine was closed. Create a new one.' })
}

class Engine implements SyncEngine {
  readonly #db: WaraqDatabase
  readonly #seat: WriterSeat
  readonly #settings: ReturnType<typeof resolveOptions>
  readonly #client: ReturnType<typeof createContentClient>
  readonly #directories = new DirectoryCache()
  readonly #closing = new AbortController()
  readonly #underWay = new Set<Promise<unknown>>()
  /** The run under way, so that dropping its subscription can end it. */
  #running: { readonly filter: string; readonly controller: AbortController } | null = null
  #syncing: SyncProgress | null = null
  #storeChecked = false
  #orphansCollected = false

  constructor(options: SyncEngineOptions) {
    const settings = resolveOptions(options)
    this.#settings = settings
    this.#db = new WaraqDatabase({
      name: settings.name,
      indexedDB: options.indexedDB,
      IDBKeyRange: options.IDBKeyRange,
    })
    this.#client = createContentClient({
      contentRoot: options.contentRoot,
      tokens: options.tokens,
      fetch: options.fetch,
      retry: options.retry,
      clock: settings.clock,
      random: settings.random,
      timeouts: options.timeouts,
      maxSnapshotBytes: options.maxSnapshotBytes,
      signal: this.#closing.signal,
    })
    this.#seat = writerSeat({
      db: this.#db,
      name: settings.name,
      holder: crypto.randomUUID(),
      clock: settings.clock,
      random: settings.random,
      locks: settings.locks,
    })
  }

  async subscribe(filter: string): Promise<string> {
    const canonical = canonicalFilter(filter)
    await this.#store(() => addSubscription(this.#db, canonical, this.#settings.clock.now()))
    return canonical
  }

  async unsubscribe(filter: string): Promise<void> {
    const canonical = canonicalFilter(filter)
    await this.#store(() => dropSubscription(this.#db, canonical))
    if (this.#running?.filter === canonical) {
      this.#running.controller.abort(notSubscribed(canonical))
    }
    await this.#asWriter(undefined, async (writer, signal) => {
      await removeUnsubscribed(writer)
      await collectGarbage(writer, signal)
    })
  }

  sync(options: SyncOptions = {}): Promise<SyncReport> {
    const { signal } = options
    return new Promise((resolve, reject) => {
      const work = async (writer: Writer, ended: AbortSignal) => {
        resolve(await this.#runAll(writer, ended, options))
        // Readers and the caller need not wait for this; the next writer does.
        await collectGarbage(writer, ended)
        await this.#collectOrphansOnce(writer, ended)
        await auditNext(writer, ended)
      }
      // An error of tidying up finds the promise settled; what is left waits for the next sync.
      this.#asWriter(signal, work).catch(reject)
    })
  }

  async status(): Promise<EngineStatus> {
    const subscriptions = await this.#store(() => readStatus(this.#db, this.#settings.clock.now()))
    return { name: this.#settings.name, persistent: true, subscriptions, syncing: this.#syncing }
  }

  async resync(filter: string, options: Omit<SyncOptions, 'filters'> = {}): Promise<SyncReport> {
    const canonical = canonicalFilter(filter)
    if (!(await this.#store(() => askForResync(this.#db, canonical)))) throw notSubscribed(canonical)
    return this.sync({ ...options, filters: [canonical] })
  }

  async verify(
    ref: ResourceRef,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<VerifyReport> {
    const filter = canonicalFilter(`${ref.group}:${ref.id}`)
    return this.#asWriter(options.signal, async (writer, signal) => {
      const report = await verifyResource(
        this.#context(writer, signal, filter, {}, new Budget(this.#settings.clock)),
        ref,
      )
      await collectGarbage(writer, signal)
      return report
    })
  }

  async close(): Promise<void> {
    this.#closing.abort(closedError())
    await Promise.allSettled(this.#underWay)
    this.#db.close()
  }

  async #runAll(writer: Writer, signal: AbortSignal, options: SyncOptions): Promise<SyncReport> {
    if (!this.#storeChecked) {
      await checkStore(writer)
      this.#storeChecked = true
    }
    await removeUnsubscribed(writer)
    const all = (await readStatus(this.#db, 0)).map(({ filter }) => filter)
    const wanted = options.filters?.map(canonicalFilter)
    const unknown = wanted?.find((filter) => !all.includes(filter))
    if (unknown !== undefined) throw notSubscribed(unknown)
    const budget = new Budget(this.#settings.clock, options.budget)
    const runs: RunReport[] = []
    for (const filter of all) {
      if (wanted && !wanted.includes(filter)) continue
      const before = runs.at(-1)
      const report =
        before?.error && before.outcome !== 'current' && concernsWholeRun(before.error)
          ? // The same wall: asking again at once would only be another failed try.
            withoutTrying(filter, before)
          : await this.#runOne(writer, signal, filter, options, budget)
      if (report) runs.push(report)
    }
    return { outcome: worstOutcome(runs.map((run) => run.outcome)), runs }
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
    const running = { filter, controller }
    this.#running = running
    try {
      return await runSubscription(
        this.#context(writer, AbortSignal.any([signal, controller.signal]), filter, options, budget),
      )
    } catch (error) {
      if (controller.signal.aborted && !signal.aborted) return null
      throw error
    } finally {
      this.#running = null
      this.#syncing = null
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
    const { perPage, maxPages, snapshotConcurrency, clock, estimate } = this.#settings
    const tally = new Tally()
    return {
      db: this.#db,
      writer,
      client: this.#client,
      clock,
      estimate,
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
        this.#syncing = progress
        options.onProgress?.(progress)
      }),
    }
  }

  /** Runs `work` as the one writer, ended by the caller's signal or by closing the engine. */
  async #asWriter<T>(caller: AbortSignal | undefined, work: WritersWork<T>): Promise<T> {
    const signal = AbortSignal.any([this.#closing.signal, ...(caller ? [caller] : [])])
    const turn = this.#seat.run(signal, work)
    this.#underWay.add(turn)
    try {
      return await turn
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw storageError(error)
    } finally {
      this.#underWay.delete(turn)
    }
  }

  async #store<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing.signal.aborted) throw closedError()
    try {
      await openWithin(this.#db, this.#settings.clock)
      return await work()
    } catch (error) {
      throw storageError(error)
    }
  }
}

/** A run that met the same obstacle as the one before it without being begun. */
function withoutTrying(filter: string, before: RunReport): RunReport {
  const { outcome, mode, error, retryAt } = before
  return {
    filter,
    mode,
    outcome,
    pages: 0,
    mutations: 0,
    snapshots: 0,
    rowsWritten: 0,
    rowsDeleted: 0,
    rowsRejected: 0,
    bytes: 0,
    sequence: null,
    owed: [],
    unavailable: [],
    emptyGroups: [],
    unknownChanges: 0,
    outsideFilter: 0,
    ...(error ? { error } : {}),
    ...(retryAt === undefined ? {} : { retryAt }),
    durationMs: 0,
  }
}

/**
 * Creates an engine over the database `options.name`, in any context that has IndexedDB. Nothing is opened or asked for
 * before the first call.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function createSyncEngine(options: SyncEngineOptions): SyncEngine {
  return new Engine(options)
}
