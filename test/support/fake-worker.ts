import type { Locks, SharedLocks } from './locks.ts'

/** The part of a worker's global scope that is needed for messages. */
export interface WorkerScope extends EventTarget {
  postMessage(message: unknown, transfer?: Transferable[]): void
}

/** A worker in this thread, with real ports and real copying. A subclass implements its code. */
export class FakeWorker extends EventTarget {
  readonly scope: WorkerScope
  /** Its `navigator.locks`, which the browser releases when the worker dies. */
  readonly locks: Locks | undefined
  readonly #shared: SharedLocks | undefined
  alive = true
  /** Whether messages arrive and are not handled, as in an endless loop. */
  hung = false
  /** The messages that arrived while it hung. */
  readonly #late: (() => void)[] = []
  /** The number of messages that reached it. */
  heard = 0
  terminations = 0
  /** Resolves when the latest port was closed, at either end. */
  portClosed: Promise<void> | undefined

  constructor(shared: SharedLocks | undefined) {
    super()
    this.#shared = shared
    this.locks = shared?.of(this)
    this.scope = Object.assign(new EventTarget(), {
      postMessage: (message: unknown, transfer?: Transferable[]) => this.#deliver(this, message, transfer),
    })
  }

  postMessage(message: unknown, transfer?: Transferable[]): void {
    this.heard += 1
    this.#deliver(this.scope, message, transfer)
  }

  terminate(): void {
    this.terminations += 1
    this.end()
  }

  /** Ends the hang, and handles the messages that arrived in the meantime. */
  goOn(): void {
    this.hung = false
    for (const handle of this.#late.splice(0)) handle()
  }

  /** Ends the worker. Termination, a crash, and its own `close` look the same from outside. */
  end(): void {
    this.alive = false
    this.#shared?.release(this)
  }

  /** The worker's end of a port. While the worker is dead or hangs, it neither receives nor sends messages. */
  gate(port: MessagePort): MessagePort {
    const gate = new EventTarget()
    port.addEventListener('message', ({ data }) => {
      this.heard += 1
      if (this.#listens) gate.dispatchEvent(new MessageEvent('message', { data }))
    })
    this.portClosed = new Promise((resolve) => port.addEventListener('close', () => resolve()))
    return Object.assign(gate, {
      postMessage: (message: unknown, transfer: Transferable[] = []) => {
        if (this.#listens) port.postMessage(message, transfer)
      },
      start: () => port.start(),
      close: () => port.close(),
    }) as unknown as MessagePort
  }

  get #listens(): boolean {
    return this.alive && !this.hung
  }

  #deliver(to: EventTarget, message: unknown, transfer: Transferable[] = []): void {
    const sent = { data: message, ports: transfer.filter((each) => each instanceof MessagePort) }
    const { data, ports } = structuredClone(sent, { transfer })
    const handle = () => {
      if (this.hung) this.#late.push(handle)
      if (!this.#listens) return
      const event = new MessageEvent('message', { data })
      // A port starts to deliver its messages when it is gated, so it is gated only when a test reads it.
      Object.defineProperty(event, 'ports', { get: () => ports.map((port) => this.gate(port)) })
      to.dispatchEvent(event)
    }
    queueMicrotask(handle)
  }
}
