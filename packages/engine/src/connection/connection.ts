import { WaraqError, type ResourceRef } from '@waraq/contract'
import type { ContentStore } from '../read/content-store.ts'
import { watchProblem, type Problem } from '../problem.ts'
import { answerRead, type ReadRequest } from '../read/read-through.ts'
import type { SyncReport } from '../run/report.ts'
import type { VerifyReport } from '../run/verify.ts'
import type { WakeAnswer, WakeOptions } from '../schedule/scheduler.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { EngineStatus } from '../status.ts'
import type { DropCandidate } from '../storage-care/least-used.ts'
import type { SubscribeOptions, SyncEngine, SyncOptions } from '../sync-engine.ts'
import { beginsSession, noteSession } from './browser-session.ts'
import {
  connectionClosed,
  workerFailed,
  workerLost,
  workerLostTooOften,
  workerNotReplaceable,
  type Loss,
} from './errors.ts'
import { shakeHands } from './handshake.ts'
import { callListener } from './listener.ts'
import type { ConnectedEngine, ConnectionSettings, WorkerSource } from './options.ts'
import { afterLoss } from './restart-policy.ts'
import { unlessAborted } from './unless-aborted.ts'
import { Watchers } from './watchers.ts'
import { WorkerLink } from './worker-link.ts'

/** A new worker that could not go on with the timetable is asked again this much later. */
const keepAgainMs = 60_000

/** That of a worker, or the fallback. */
type CalledEngine = WorkerLink | SyncEngine

/** The engine of a worker, and of the next one after that was lost. */
export class Connection implements ConnectedEngine {
  readonly #source: WorkerSource
  readonly #settings: ConnectionSettings
  readonly #watchers = new Watchers()
  readonly #closing = new AbortController()
  readonly #endReturn: () => void
  /** What calls go to, once it is there; undefined: nothing is started before a call comes. */
  #engine: Promise<CalledEngine> | undefined
  /** The application asked for syncs that come by themselves: each worker is told anew. */
  #keeping: ScheduleOptions | undefined
  /** Each worker is told anew. */
  #evicted = false
  #endWakes: (() => void) | undefined
  #store: ContentStore | undefined
  #losses = 0
  /** When a lost worker is replaced without anybody calling. */
  #nextTryAt: number | null = null
  #everOpened = false
  /** Set once no call can succeed any more. */
  #over: WaraqError | undefined
  #closed: Promise<void> | undefined

  constructor(source: WorkerSource, settings: ConnectionSettings) {
    this.#source = source
    this.#settings = settings
    // What the worker said while the page lay in the cache is lost.
    this.#endReturn = settings.onReturn(() => {
      if (this.#over || !this.#watchers.listening) return
      this.#wake()
      this.#watchers.again()
    })
    if (!settings.lazy) this.#start(0)
  }

  get library(): SyncEngine['library'] {
    const { name, freshness } = this.#settings.remote
    return { name, freshness }
  }

  subscribe(filter: string, options?: SubscribeOptions): Promise<string> {
    return this.#call((engine) => engine.subscribe(filter, options))
  }

  keep(filters: readonly string[], options?: SubscribeOptions): Promise<readonly string[]> {
    return this.#call((engine) => engine.keep(filters, options))
  }

  unsubscribe(filter: string): Promise<void> {
    return this.#call((engine) => engine.unsubscribe(filter))
  }

  sync(options: SyncOptions = {}): Promise<SyncReport> {
    return this.#call((engine) => engine.sync(options), options.signal)
  }

  async keepCurrent(options: ScheduleOptions = {}): Promise<void> {
    await this.#call((engine) => engine.keepCurrent(options))
    this.#keeping ??= options
    // A worker cannot see that somebody looks again.
    this.#endWakes ??= this.#settings.watchWakes?.((kind) => void this.wake(kind))
    void this.#beginSession()
  }

  /** The first page of a browser session asks the service, however young content is. */
  async #beginSession(): Promise<void> {
    const { session, remote } = this.#settings
    if (!session) return
    const isPartOfOne = !(await beginsSession(session, remote.name))
    if (isPartOfOne || (await this.wake('session')).result !== 'failed') noteSession(session, remote.name)
  }

  pause(): Promise<void> {
    return this.#call((engine) => engine.pause())
  }

  resume(): Promise<void> {
    return this.#call((engine) => engine.resume())
  }

  async wake(kind: Wake, options: WakeOptions = {}): Promise<WakeAnswer> {
    try {
      return await this.#call((engine) => engine.wake(kind, options), options.signal)
    } catch (error) {
      return { result: 'failed', error }
    }
  }

  status(): Promise<EngineStatus> {
    return this.#call((engine) => engine.status())
  }

  droppable(): Promise<readonly DropCandidate[]> {
    return this.#call((engine) => engine.droppable())
  }

  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void): () => void {
    if (this.#over) {
      if (onProblem) callListener(onProblem, this.#over)
      return () => undefined
    }
    const end = this.#watchers.add(listener, onProblem)
    this.#wake()
    return end
  }

  onProblem(listener: (problem: Problem | null) => void): () => void {
    return watchProblem(this, this.#settings.clock, listener, () => this.#nextTryAt)
  }

  noteEviction(evicted: boolean): Promise<void> {
    this.#evicted = evicted
    return this.#call((engine) => engine.noteEviction(evicted))
  }

  resync(filter: string, options: Omit<SyncOptions, 'filters'> = {}): Promise<SyncReport> {
    return this.#call((engine) => engine.resync(filter, options), options.signal)
  }

  verify(
    ref: ResourceRef,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<VerifyReport> {
    return this.#call((engine) => engine.verify(ref, options), options.signal)
  }

  read(request: ReadRequest): Promise<unknown> {
    return this.#call((engine) =>
      engine instanceof WorkerLink ? engine.read(request) : this.#readHere(engine, request),
    )
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#over = connectionClosed()
    this.#closing.abort()
    this.#endReturn()
    this.#endWakes?.()
    this.#watchers.close()
    const engine = await this.#engine?.catch(() => undefined)
    await engine?.close()
    this.#store?.close()
  }

  /** The fallback's library is in this page. Loaded only then: a page that reads in other ways need not carry the store. */
  async #readHere(engine: SyncEngine, request: ReadRequest): Promise<unknown> {
    const { openContentStore } = await import('../read/content-store.ts')
    this.#store ??= openContentStore({ engine })
    return answerRead(this.#store, request)
  }

  async #call<T>(work: (engine: CalledEngine) => Promise<T>, signal?: AbortSignal | undefined): Promise<T> {
    const engine = await unlessAborted(this.#wake(), signal)
    if (this.#over) throw this.#over
    return work(engine)
  }

  /** What there is to call; where nothing is under way any more, one more try. */
  #wake(): Promise<CalledEngine> {
    if (!this.#over) return this.#engine ?? this.#start(0)
    const refused = Promise.reject(this.#over)
    refused.catch(() => undefined)
    return refused
  }

  #start(afterMs: number): Promise<CalledEngine> {
    const engine = this.#open(afterMs)
    engine.catch(() => undefined)
    this.#engine = engine
    return engine
  }

  async #open(afterMs: number): Promise<CalledEngine> {
    const { clock } = this.#settings
    try {
      if (afterMs > 0) await clock.sleep(afterMs, this.#closing.signal)
      return await this.#openWorker()
    } catch (error) {
      if (this.#over) throw this.#over
      return await this.#afterFailure(error as WaraqError)
    }
  }

  async #openWorker(): Promise<CalledEngine> {
    const settings = this.#settings
    const owned = typeof this.#source === 'function'
    const worker = this.#makeWorker()
    try {
      // Nobody waits for a worker of ours once we close; another's would stay open behind a page that has left.
      const handshake = await shakeHands(worker, settings, owned ? this.#closing.signal : undefined)
      const openedAt = settings.clock.monotonic()
      const onLost = (loss: Loss) => this.#afterLoss(loss, settings.clock.monotonic() - openedAt)
      const link = new WorkerLink({ worker, handshake, owned, settings, onLost })
      this.#everOpened = true
      this.#watchers.follow(link)
      if (this.#evicted) link.noteEviction(true).catch(() => undefined)
      if (this.#keeping) void this.#goOnKeeping(link, this.#keeping)
      return link
    } catch (error) {
      if (owned) worker.terminate()
      throw error
    }
  }

  /** Nobody asked this worker, so nobody would hear that it refused: it is asked until it does. */
  async #goOnKeeping(link: WorkerLink, options: ScheduleOptions): Promise<void> {
    const { clock } = this.#settings
    while (!link.isOver && !this.#over) {
      try {
        return await link.keepCurrent(options)
      } catch {
        await clock.sleep(keepAgainMs, this.#closing.signal).catch(() => undefined)
      }
    }
  }

  #makeWorker(): Worker {
    if (typeof this.#source !== 'function') return this.#source
    try {
      return this.#source()
    } catch (error) {
      throw workerFailed('The worker could not be made', error)
    }
  }

  /** No worker answered. Calls that waited for it are told so at once, instead of waiting for all the tries to come. */
  async #afterFailure(error: WaraqError): Promise<CalledEngine> {
    // What a worker answers once, such as that it is of another version, it answers each time.
    if (error.code !== 'worker_failed') {
      this.#over = error
      this.#watchers.tellProblem(error)
      throw error
    }
    const { fallback } = this.#settings
    if (fallback && !this.#everOpened) return this.#fallBack(fallback)
    this.#planNext(error, 0)
    this.#watchers.tellProblem(error)
    throw error
  }

  async #fallBack(fallback: () => Promise<SyncEngine>): Promise<CalledEngine> {
    try {
      const engine = await fallback()
      if (!this.#over) this.#watchers.follow(engine)
      return engine
    } catch (cause) {
      const error = workerFailed('Neither a worker nor the engine in its place could be started', cause)
      this.#planNext(error, 0)
      this.#watchers.tellProblem(error)
      throw error
    }
  }

  /** Returns what calls in flight end with. */
  #afterLoss(loss: Loss, livedMs: number): WaraqError {
    this.#watchers.follow(undefined)
    this.#planNext(workerNotReplaceable(loss), livedMs)
    const lost = this.#engine || this.#over ? workerLost(loss) : workerLostTooOften(loss)
    this.#watchers.tellProblem(this.#over ?? lost)
    return lost
  }

  #planNext(irreplaceable: WaraqError, livedMs: number): void {
    if (this.#over) return
    this.#engine = undefined
    if (typeof this.#source !== 'function') {
      this.#over = irreplaceable
      return
    }
    const { losses, restartAfterMs } = afterLoss(this.#losses, livedMs)
    this.#losses = losses
    this.#nextTryAt = restartAfterMs === null ? null : this.#settings.clock.now() + restartAfterMs
    if (restartAfterMs !== null) this.#start(restartAfterMs)
  }
}
