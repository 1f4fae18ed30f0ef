import { isWaraqError, type WaraqError } from '@waraq/contract'
import { expose, wrap, type Remote } from 'comlink'
import { lifeEnded } from '../door/life-lock.ts'
import {
  protocolVersion,
  type PageDoor,
  type PortMessage,
  type RemoteCalls,
  type RemoteMethod,
  type Reply,
  type WorkerDoor,
} from '../door/protocol.ts'
import { unpackError, unpackStatus, type WireStatus } from '../door/wire.ts'
import type { SearchStatus } from '../search.ts'
import { notPlainData, workerFailed, workerLost, type Loss } from './errors.ts'
import type { ConnectionSettings } from './options.ts'
import { sleepAwake } from './sleep-awake.ts'

export interface LinkListeners {
  readonly onStatus: (status: SearchStatus) => void
  /** The worker is of no use any more, for this reason. */
  readonly onLost: (error: WaraqError) => void
}

/** The value of a reply, or its error thrown. */
function accept(reply: Reply<unknown>): unknown {
  if (!reply.ok) throw unpackError(reply.error)
  return reply.value
}

/** What Comlink itself rejects with: the arguments cannot be copied, or there is no such door. */
function comlinkError(error: unknown): unknown {
  if (isWaraqError(error)) return error
  const isCopying = error instanceof DOMException && error.name === 'DataCloneError'
  return isCopying
    ? notPlainData(error)
    : workerFailed('The worker does not answer as this version does', error)
}

/** One worker, from its first message to its end. Every call settles: a port by itself never tells that nobody is there. */
export class WorkerLink {
  readonly #worker: Worker
  readonly #settings: ConnectionSettings
  readonly #listeners: LinkListeners
  readonly #port: MessagePort
  readonly #door: Remote<WorkerDoor>
  readonly #over = new AbortController()
  #isOpen = false
  #lastCall = 0

  constructor(worker: Worker, settings: ConnectionSettings, listeners: LinkListeners) {
    const { port1, port2 } = new MessageChannel()
    this.#worker = worker
    this.#settings = settings
    this.#listeners = listeners
    this.#port = port1
    this.#door = wrap<WorkerDoor>(port1)
    expose(this.#pageDoor(), port1)
    this.#listen()
    worker.postMessage({ type: 'waraq-search:port' } satisfies PortMessage, [port2])
  }

  /** @throws {WaraqError} `worker_failed`, `protocol_mismatch` */
  async open(): Promise<void> {
    const { remote, handshakeMs, locks } = this.#settings
    const late = () => workerFailed(`The worker did not answer within ${handshakeMs} ms`)
    try {
      const opened = await this.#within(handshakeMs, late, () => this.#door.open(protocolVersion, remote))
      const { lifeLock } = accept(opened) as { lifeLock: string | null }
      this.#isOpen = true
      if (!locks || lifeLock === null) return
      const gone = () => this.#lose('gone')
      lifeEnded(locks, lifeLock, this.#over.signal).then(gone, () => undefined)
    } catch (error) {
      this.end(error as WaraqError)
      throw error
    }
  }

  /** Settles with the reply, with the signal's reason, or with why no reply can come. */
  async call<Method extends RemoteMethod>(
    method: Method,
    input: RemoteCalls[Method],
    signal?: AbortSignal | undefined,
  ): Promise<unknown> {
    const id = ++this.#lastCall
    const { callMs } = this.#settings
    const cancel = () => void this.#door.abort(id)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const late = () => this.#lose('hung')
      return accept(await this.#within(callMs, late, () => this.#door.call(id, method, input), signal))
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Ends the worker; calls in flight reject with the error. */
  end(error: WaraqError): void {
    if (this.#over.signal.aborted) return
    this.#over.abort(error)
    this.#port.close()
    this.#worker.terminate()
  }

  #listen(): void {
    const { signal } = this.#over
    // Later errors are uncaught ones inside, which are not its end.
    this.#worker.addEventListener('error', ({ message }) => this.#failed(message), { signal })
    for (const end of [this.#port, this.#worker])
      end.addEventListener('messageerror', () => void this.#lose('unreadable'), { signal })
  }

  #failed(message: string | undefined): void {
    if (!this.#isOpen) this.end(workerFailed('The worker failed', message || undefined))
  }

  #lose(loss: Loss): WaraqError {
    const error = workerLost(loss)
    if (!this.#over.signal.aborted) {
      this.end(error)
      this.#listeners.onLost(error)
    }
    return error
  }

  #pageDoor(): PageDoor {
    return { status: (status) => this.#listeners.onStatus(unpackStatus(status as WireStatus)) }
  }

  /** Waits for a reply, for so long; not beyond the end of the worker, nor beyond the signal. */
  async #within(
    ms: number,
    late: () => WaraqError,
    ask: () => Promise<Reply<unknown>>,
    signal?: AbortSignal | undefined,
  ): Promise<Reply<unknown>> {
    const settled = new AbortController()
    const ends = AbortSignal.any([this.#over.signal, ...(signal ? [signal] : [])])
    const waiting = AbortSignal.any([ends, settled.signal])
    const asked = ask().catch((error: unknown) => Promise.reject(comlinkError(error) as Error))
    asked.catch(() => undefined)
    const deadline = sleepAwake(this.#settings.clock, ms, waiting).then(
      () => Promise.reject(late()),
      () => (ends.aborted ? Promise.reject(ends.reason as Error) : new Promise<never>(() => undefined)),
    )
    deadline.catch(() => undefined)
    try {
      return await Promise.race([asked, deadline])
    } finally {
      settled.abort('answered')
    }
  }
}
