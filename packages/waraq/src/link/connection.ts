import { callListener } from '../client/observable.ts'
import { sleepAwake, unlessAborted } from '../client/waits.ts'
import type { WaraqError } from '@waraq/protocol'
import { workerFailed, workerLost, workerLostTooOften, workerNotReplaceable, type Loss } from './errors.ts'
import { performHandshake, type Handshake } from './handshake.ts'
import { Link } from './link.ts'
import type { StatusListener } from './listener.ts'
import type { Answer, Arguments, Callee, Extras, LinkShape, Method } from './protocol.ts'
import type { LinkSettings, WorkerSource } from './settings.ts'
import { Watchers } from './watchers.ts'

/** Longest handshake timeout for a worker whose script loads slowly, in milliseconds. */
const longestHandshakeMs = 60_000

/**
 * Milliseconds after which a second worker is started next to one that has not answered; the first to answer is used.
 * Browsers do not report a worker that ended before its script ran, and a worker whose script loads slowly must not start
 * again.
 */
const rivalMs = 2_000

export interface AfterLoss {
  /** Losses in a row, this one included. */
  readonly losses: number
  /** Milliseconds until the next worker is started; null: the next call starts it. */
  readonly restartAfterMs: number | null
}

export interface ConnectionOptions<S extends LinkShape> {
  readonly source: WorkerSource
  readonly settings: LinkSettings<S>
  /**
   * Decides when a lost worker is replaced. `livedMs` is the time from the worker's first answer to its loss; 0 if it never
   * answered. Without this option the next call starts another worker.
   */
  readonly afterLoss?: ((lossesBefore: number, livedMs: number) => AfterLoss) | undefined
  /** Creates a callee in this page if no worker could be started. All calls go to it from then on. */
  readonly fallback?: (() => Promise<Callee<S>>) | undefined
  /** Called with each worker that has started. */
  readonly onOpen?: ((link: Link<S>) => void) | undefined
}

/**
 * A page's connection to its worker, and to the next one after a loss. Starts the first worker immediately or, with `lazy`,
 * with the first call or watch.
 */
export class Connection<S extends LinkShape> {
  readonly #options: ConnectionOptions<S>
  readonly #watchers = new Watchers<S['status']>()
  readonly #closing = new AbortController()
  /** Aborted to start the next worker sooner than planned. */
  #hurry = new AbortController()
  readonly #endReturn: () => void
  /** Answers the calls once it has started. Undefined: the next call starts it. */
  #callee: Promise<Callee<S>> | undefined
  #losses = 0
  #nextTryAt: number | null = null
  #everOpened = false
  /** Error of every further call; undefined while calls can succeed. */
  #over: WaraqError | undefined
  #closed: Promise<void> | undefined

  constructor(options: ConnectionOptions<S>) {
    this.#options = options
    this.#endReturn = options.settings.onReturn(() => {
      // While there was no network, no worker's script could be loaded.
      this.#hurry.abort()
      this.#hurry = new AbortController()
      // Messages that the worker sent while the page lay in the back/forward cache are lost.
      if (this.#over || !this.#watchers.listening) return
      this.#wake()
      this.#watchers.again()
    })
    if (!options.settings.lazy) this.#start(0)
  }

  /** When the next worker is started without a call, in milliseconds since the epoch; null: not planned. */
  get nextTryAt(): number | null {
    return this.#nextTryAt
  }

  async call<M extends Method<S>>(method: M, args: Arguments<S, M>): Promise<Answer<S, M>> {
    const { options = -1 } = this.#options.settings.protocol.methods[method]
    const given = args[options] as Extras<S> | undefined
    const callee = await unlessAborted(this.#wake(), given?.signal)
    if (this.#over) throw this.#over
    return callee.call(method, args)
  }

  watch(
    status: StatusListener<S['status']>['status'],
    problem?: StatusListener<S['status']>['problem'],
  ): () => void {
    if (this.#over) {
      if (problem) callListener(problem, this.#over)
      return () => undefined
    }
    const end = this.#watchers.add(status, problem)
    this.#wake()
    return end
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#over = this.#options.settings.protocol.closed()
    this.#closing.abort()
    this.#hurry.abort()
    this.#endReturn()
    this.#watchers.close()
    const callee = await this.#callee?.catch(() => undefined)
    await callee?.close()
  }

  /** Returns the callee; starts one if none is starting or running. */
  #wake(): Promise<Callee<S>> {
    return (this.#over ? undefined : this.#callee) ?? this.#start(0)
  }

  #start(afterMs: number): Promise<Callee<S>> {
    const callee = this.#open(afterMs)
    callee.catch(() => undefined)
    this.#callee = callee
    return callee
  }

  async #open(afterMs: number): Promise<Callee<S>> {
    const { clock } = this.#options.settings
    try {
      if (afterMs > 0) await clock.sleep(afterMs, this.#hurry.signal).catch(() => undefined)
      if (this.#over) throw this.#over
      return await this.#openWorker()
    } catch (error) {
      if (this.#over) throw this.#over
      return await this.#afterFailure(error as WaraqError)
    }
  }

  async #openWorker(): Promise<Callee<S>> {
    const { source, settings, onOpen } = this.#options
    const { clock } = settings
    const owned = typeof source === 'function'
    // On a slow connection the script takes longer to load than it should. So each loss in a row doubles the timeout.
    const most = Math.max(settings.handshakeMs, longestHandshakeMs)
    const handshakeMs = Math.min(settings.handshakeMs * 2 ** this.#losses, most)
    const decided = new AbortController()
    // Closing does not wait for a worker that the connection created and will terminate. A worker that was passed in
    // continues to run, so its handshake is awaited and its session closed.
    const ending = owned ? AbortSignal.any([this.#closing.signal, decided.signal]) : undefined
    const made: Worker[] = []
    const start = async (): Promise<{ readonly worker: Worker; readonly handshake: Handshake }> => {
      const worker = this.#makeWorker()
      // A function may return the worker that it already has.
      if (made.includes(worker)) return first
      made.push(worker)
      return { worker, handshake: await performHandshake(worker, { ...settings, handshakeMs }, ending) }
    }
    let answered: Worker | undefined
    const first = start()
    try {
      const rival = () => sleepAwake(clock, rivalMs, ending!).then(start)
      const { worker, handshake } = await (owned ? Promise.race([first, rival().catch(() => first)]) : first)
      answered = worker
      const openedAt = clock.monotonic()
      const onLost = (loss: Loss) => this.#afterLoss(loss, clock.monotonic() - openedAt)
      const link = new Link({ worker, handshake, owned, settings, onLost })
      this.#everOpened = true
      this.#watchers.follow(link)
      onOpen?.(link)
      return link
    } finally {
      decided.abort()
      if (owned) for (const each of made) if (each !== answered) each.terminate()
    }
  }

  #makeWorker(): Worker {
    const { source } = this.#options
    if (typeof source !== 'function') return source
    try {
      const worker: unknown = source()
      if (typeof (worker as Worker | undefined)?.postMessage !== 'function')
        throw new TypeError('The function returned no worker.')
      return worker as Worker
    } catch (error) {
      throw workerFailed('The worker could not be made', error)
    }
  }

  /** No worker answered. Calls that waited for it reject immediately, instead of waiting for all further tries. */
  async #afterFailure(error: WaraqError): Promise<Callee<S>> {
    const { fallback } = this.#options
    // Any other error is an answer of the worker, such as that it has another version, and it would be the same each time.
    if (error.code !== 'worker_failed') this.#over = error
    else if (fallback && !this.#everOpened)
      try {
        const callee = await fallback()
        if (!this.#over) this.#watchers.follow(callee)
        return callee
      } catch (cause) {
        error = workerFailed('Neither a worker nor the fallback could be started', cause)
      }
    this.#planNext(error, 0)
    this.#watchers.tellProblem(error)
    throw error
  }

  /** Returns the error of the calls in flight. */
  #afterLoss(loss: Loss, livedMs: number): WaraqError {
    const { afterLoss } = this.#options
    this.#watchers.follow(undefined)
    this.#planNext(workerNotReplaceable(loss), livedMs)
    const isTooOften = afterLoss && !this.#callee && !this.#over
    const lost = isTooOften ? workerLostTooOften(loss, this.#losses) : workerLost(loss)
    this.#watchers.tellProblem(this.#over ?? lost)
    return lost
  }

  #planNext(irreplaceable: WaraqError, livedMs: number): void {
    if (this.#over) return
    const { source, settings, afterLoss } = this.#options
    this.#callee = undefined
    if (typeof source !== 'function') {
      this.#over = irreplaceable
      return
    }
    if (!afterLoss) return
    const { losses, restartAfterMs } = afterLoss(this.#losses, livedMs)
    this.#losses = losses
    this.#nextTryAt = restartAfterMs === null ? null : settings.clock.now() + restartAfterMs
    if (restartAfterMs !== null) this.#start(restartAfterMs)
  }
}
