import { callListener } from '../client/observable.ts'
import type { WaraqError } from '@waraq/protocol'
import { expose, wrap, type Remote } from 'comlink'
import { Calls } from './calls.ts'
import { callTimedOut, type Loss } from './errors.ts'
import type { Handshake } from './handshake.ts'
import { Heartbeat } from './heartbeat.ts'
import { lifeEnded } from './life-lock.ts'
import type { StatusListener } from './listener.ts'
import type {
  Answer,
  Arguments,
  Callee,
  Extras,
  LinkShape,
  Method,
  PageConnection,
  Reply,
  SessionConnection,
} from './protocol.ts'
import { received } from './replies.ts'
import type { LinkSettings } from './settings.ts'
import { unpackError, unpackValue } from './wire.ts'

interface LinkOptions<S extends LinkShape> {
  readonly worker: Worker
  readonly handshake: Handshake
  /** The connection created the worker, so it also terminates it. */
  readonly owned: boolean
  readonly settings: LinkSettings<S>
  /** Returns the error that calls in flight end with. */
  readonly onLost: (loss: Loss) => WaraqError
}

/** One worker, from its handshake to its end. Every call settles, even if the worker ends. */
export class Link<S extends LinkShape> implements Callee<S> {
  readonly #options: LinkOptions<S>
  readonly #session: Remote<SessionConnection>
  readonly #calls: Calls
  readonly #heartbeat: Heartbeat
  readonly #over = new AbortController()
  readonly #progress = new Map<number, (progress: S['progress']) => void>()
  readonly #watches = new Map<number, StatusListener<S['status']>>()
  /** Whether a lock reports the worker's end. */
  #guarded = false
  #phase: 'open' | 'closing' | 'over' = 'open'
  #lastNumber = 0

  constructor(options: LinkOptions<S>) {
    const { worker, handshake, settings } = options
    const { port, lifeLock } = handshake
    const { clock, pingMs, locks } = settings
    const { signal } = this.#over
    this.#options = options
    this.#session = wrap<SessionConnection>(port)
    expose(this.#pageConnection(), port)
    this.#calls = new Calls({ clock, onChange: () => this.#setHeartbeat() })
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
        this.#setHeartbeat()
      },
    )
  }

  /** Aborted once the worker is lost or closed. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  async call<M extends Method<S>>(method: M, args: Arguments<S, M>): Promise<Answer<S, M>> {
    const { noDeadline, rows, options = -1 } = this.#options.settings.protocol.methods[method]
    const { signal, onProgress, ...plain } = (args[options] ?? {}) as Extras<S>
    signal?.throwIfAborted()
    const crossing = args.map((arg, place) => (place === options ? plain : arg))
    const id = ++this.#lastNumber
    const cancel = () => void this.#session.abort(id)
    signal?.addEventListener('abort', cancel, { once: true })
    if (onProgress) this.#progress.set(id, onProgress)
    try {
      const send = () => this.#session.call(id, method, crossing, onProgress !== undefined)
      const value = await this.#ask(method, send, noDeadline)
      return (rows ? value : unpackValue(value)) as Answer<S, M>
    } catch (failure) {
      signal?.throwIfAborted()
      throw failure
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#progress.delete(id)
    }
  }

  watch(
    status: StatusListener<S['status']>['status'],
    problem?: StatusListener<S['status']>['problem'],
  ): () => void {
    const watch = ++this.#lastNumber
    this.#watches.set(watch, { status, problem })
    // Statuses arrive as separate messages, so a reply that is late or missing does no harm.
    this.#ask('watch', () => this.#session.watch(watch)).catch(() => undefined)
    return () => {
      this.#watches.delete(watch)
      this.#ask('unwatch', () => this.#session.unwatch(watch)).catch(() => undefined)
    }
  }

  /** Never fails: a worker that cannot close is terminated, and a worker that is gone counts as closed. */
  async close(): Promise<void> {
    if (this.#phase !== 'open') return
    this.#phase = 'closing'
    const { closed } = this.#options.settings.protocol
    try {
      await this.#ask('close', () => this.#session.close())
    } catch {
      this.#end(closed(), true)
    }
    this.#end(closed())
  }

  #pageConnection(): PageConnection {
    return {
      progress: (call, progress) => {
        const listener = this.#progress.get(call)
        if (listener) callListener(listener, progress)
      },
      status: (watch, status) => this.#watches.get(watch)?.status(unpackValue(status) as S['status']),
      problem: (watch, problem) => this.#watches.get(watch)?.problem?.(unpackError(problem) as WaraqError),
      ask: async (question) => this.#options.settings.answer?.(question),
    }
  }

  #ask(method: string, send: () => Promise<Reply>, noDeadline = false): Promise<unknown> {
    const { callMs: ms, protocol } = this.#options.settings
    const error = () => callTimedOut(method, ms)
    return received(this.#calls.ask(send, noDeadline ? undefined : { ms, error }), protocol)
  }

  /** Pings while calls are in flight. If no lock reports the worker's end, also pings while the page watches. */
  #setHeartbeat(): void {
    const awaited = this.#calls.inFlight > 0 || (!this.#guarded && this.#watches.size > 0)
    if (awaited && this.#phase !== 'over') this.#heartbeat.start()
    else this.#heartbeat.stop()
  }

  #lose(loss: Loss): void {
    if (this.#phase === 'closing') this.#end(this.#options.settings.protocol.closed(), loss !== 'gone')
    if (this.#phase !== 'open') return
    this.#tearDown(loss !== 'gone')
    this.#calls.end(this.#options.onLost(loss))
  }

  #end(error: WaraqError, terminate = false): void {
    if (this.#phase === 'over') return
    this.#tearDown(terminate)
    this.#calls.end(error)
  }

  /**
   * Terminates a worker that the connection created. A worker that was passed in is terminated only if it might continue to
   * run unnoticed.
   */
  #tearDown(terminate: boolean): void {
    const { worker, owned, handshake } = this.#options
    this.#phase = 'over'
    this.#over.abort()
    this.#heartbeat.stop()
    handshake.port.close()
    if (owned || terminate) worker.terminate()
  }
}
