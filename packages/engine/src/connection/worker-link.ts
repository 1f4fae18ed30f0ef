import type { ResourceRef, WaraqError } from '@waraq/contract'
import { expose, wrap, type Remote } from 'comlink'
import type { PageDoor, RemoteCalls, RemoteMethod, Reply, SessionDoor } from '../door/protocol.ts'
import { unpackError, unpackValue } from '../door/wire.ts'
import type { ReadRequest, ReadThrough } from '../read/read-through.ts'
import type { SyncProgress, SyncReport } from '../run/report.ts'
import type { VerifyReport } from '../run/verify.ts'
import type { WakeAnswer, WakeOptions } from '../schedule/scheduler.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { EngineStatus } from '../status.ts'
import type { DropCandidate } from '../storage-care/least-used.ts'
import type { EngineCalls, SubscribeOptions, SyncOptions } from '../sync-engine.ts'
import { Calls } from './calls.ts'
import { callTimedOut, connectionClosed, type Loss } from './errors.ts'
import type { Handshake } from './handshake.ts'
import { Heartbeat } from './heartbeat.ts'
import { lifeEnded } from '../door/life-lock.ts'
import { callListener, type StatusListener } from './listener.ts'
import type { ConnectionSettings } from './options.ts'
import { accept, comlinkError } from './replies.ts'

type Extras = Pick<SyncOptions, 'signal' | 'onProgress'>

/** They report progress, or wait for the writer's seat: pings tell whether there is still hope. */
const patient: ReadonlySet<string> = new Set<RemoteMethod>([
  'sync',
  'wake',
  'resync',
  'verify',
  'unsubscribe',
  'keep',
])

interface LinkOptions {
  readonly worker: Worker
  readonly handshake: Handshake
  /** The connection made the worker, so the connection ends it. */
  readonly owned: boolean
  readonly settings: ConnectionSettings
  /** Returns what calls in flight end with. */
  readonly onLost: (loss: Loss) => WaraqError
}

/** One worker, from its handshake to its end, as the engine that lives in it. */
export class WorkerLink implements EngineCalls, Pick<ReadThrough, 'read'> {
  readonly #options: LinkOptions
  readonly #session: Remote<SessionDoor>
  readonly #calls: Calls
  readonly #heartbeat: Heartbeat
  readonly #over = new AbortController()
  readonly #progress = new Map<number, (progress: SyncProgress) => void>()
  readonly #watches = new Map<number, StatusListener>()
  /** A lock tells of the worker's end. */
  #guarded = false
  #phase: 'open' | 'closing' | 'over' = 'open'
  #lastNumber = 0

  constructor(options: LinkOptions) {
    const { worker, handshake, settings } = options
    const { port, lifeLock } = handshake
    const { clock, pingMs, locks } = settings
    const { signal } = this.#over
    this.#options = options
    this.#session = wrap<SessionDoor>(port)
    expose(this.#pageDoor(), port)
    this.#calls = new Calls({ clock, onChange: () => this.#pulse() })
    this.#heartbeat = new Heartbeat({
      clock,
      pingMs,
      ping: () => this.#session.ping(),
      onSilence: () => this.#lose('hung'),
    })
    for (const end of [port, worker]) {
      end.addEventListener('messageerror', () => this.#lose('unreadable'), { signal })
    }
    if (!locks || lifeLock === null) return
    this.#guarded = true
    lifeEnded(locks, lifeLock, signal).then(
      () => this.#lose('gone'),
      () => {
        this.#guarded = false
        this.#pulse()
      },
    )
  }

  get isOver(): boolean {
    return this.#phase === 'over'
  }

  subscribe(filter: string, { unknownGroups }: SubscribeOptions = {}): Promise<string> {
    return this.#call('subscribe', { filter, unknownGroups })
  }

  keep(filters: readonly string[], { unknownGroups }: SubscribeOptions = {}): Promise<readonly string[]> {
    return this.#call('keep', { filters, unknownGroups })
  }

  unsubscribe(filter: string): Promise<void> {
    return this.#call('unsubscribe', { filter })
  }

  sync({ filters, budget, joinRunning, ...extras }: SyncOptions = {}): Promise<SyncReport> {
    return this.#call('sync', { filters, budget, joinRunning }, extras)
  }

  keepCurrent({ everyMs, dataSaver }: ScheduleOptions = {}): Promise<void> {
    return this.#call('keepCurrent', { everyMs, dataSaver })
  }

  pause(): Promise<void> {
    return this.#call('pause', {})
  }

  resume(): Promise<void> {
    return this.#call('resume', {})
  }

  wake(kind: Wake, extras: WakeOptions = {}): Promise<WakeAnswer> {
    return this.#call('wake', { kind }, extras)
  }

  status(): Promise<EngineStatus> {
    return this.#call('status', {})
  }

  droppable(): Promise<readonly DropCandidate[]> {
    return this.#call('droppable', {})
  }

  watch(status: StatusListener['status'], problem?: StatusListener['problem']): () => void {
    const watch = ++this.#lastNumber
    this.#watches.set(watch, { status, problem })
    // A reply that comes late or never is no loss: statuses do not come with it.
    this.#call('watch', { watch }).catch(() => undefined)
    return () => {
      this.#watches.delete(watch)
      this.#call('unwatch', { watch }).catch(() => undefined)
    }
  }

  noteEviction(evicted: boolean): Promise<void> {
    return this.#call('noteEviction', { evicted })
  }

  resync(filter: string, options: Omit<SyncOptions, 'filters'> = {}): Promise<SyncReport> {
    const { budget, joinRunning, ...extras } = options
    return this.#call('resync', { filter, budget, joinRunning }, extras)
  }

  verify(ref: ResourceRef, { signal }: Pick<Extras, 'signal'> = {}): Promise<VerifyReport> {
    return this.#call('verify', { ref: { group: ref.group, id: ref.id } }, { signal })
  }

  async read(request: ReadRequest): Promise<unknown> {
    const reply = await this.#ask('read', () => this.#session.read(request))
    if (!reply.ok) throw unpackError(reply.error)
    return reply.value
  }

  /** Never fails: a worker that cannot close any more is terminated, one that is gone is closed. */
  async close(): Promise<void> {
    if (this.#phase !== 'open') return
    this.#phase = 'closing'
    try {
      await this.#call<void>('close', {})
    } catch {
      this.#end(connectionClosed(), true)
    }
    this.#end(connectionClosed())
  }

  #pageDoor(): PageDoor {
    return {
      progress: (call, progress) => {
        const listener = this.#progress.get(call)
        if (listener) callListener(listener, progress)
      },
      status: (watch, status) => this.#watches.get(watch)?.status(unpackValue(status) as EngineStatus),
      problem: (watch, problem) => this.#watches.get(watch)?.problem?.(unpackError(problem) as WaraqError),
      storageFull: async (full) => (await this.#options.settings.onStorageFull?.(full)) ?? [],
    }
  }

  async #call<T>(
    method: RemoteMethod,
    input: RemoteCalls[RemoteMethod],
    { signal, onProgress }: Extras = {},
  ): Promise<T> {
    signal?.throwIfAborted()
    const id = ++this.#lastNumber
    const cancel = () => void this.#session.abort(id)
    signal?.addEventListener('abort', cancel, { once: true })
    if (onProgress) this.#progress.set(id, onProgress)
    try {
      const send = () => this.#session.call(id, method, input as never, onProgress !== undefined)
      return accept(await this.#ask(method, send)) as T
    } catch (failure) {
      signal?.throwIfAborted()
      throw failure
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#progress.delete(id)
    }
  }

  #ask(method: RemoteMethod | 'read', send: () => Promise<Reply<unknown>>): Promise<Reply<unknown>> {
    const { callMs: ms } = this.#options.settings
    const error = () => callTimedOut(method, ms)
    const reply = () =>
      send().catch((failure: unknown): never => {
        throw comlinkError(failure)
      })
    return this.#calls.ask(reply, patient.has(method) ? undefined : { ms, error })
  }

  /** Without a lock to tell of the worker's end, whoever only watches has to ask too. */
  #pulse(): void {
    const owed = this.#calls.inFlight > 0 || (!this.#guarded && this.#watches.size > 0)
    if (owed && this.#phase !== 'over') this.#heartbeat.start()
    else this.#heartbeat.stop()
  }

  #lose(loss: Loss): void {
    if (this.#phase === 'closing') this.#end(connectionClosed(), loss !== 'gone')
    if (this.#phase !== 'open') return
    this.#tearDown(loss !== 'gone')
    this.#calls.end(this.#options.onLost(loss))
  }

  #end(error: WaraqError, terminate = false): void {
    if (this.#phase === 'over') return
    this.#tearDown(terminate)
    this.#calls.end(error)
  }

  /** A worker of somebody else is left alone, unless it might go on with what nobody hears of. */
  #tearDown(terminate: boolean): void {
    const { worker, owned, handshake } = this.#options
    this.#phase = 'over'
    this.#over.abort()
    this.#heartbeat.stop()
    handshake.port.close()
    if (owned || terminate) worker.terminate()
  }
}
