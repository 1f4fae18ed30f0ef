import type { WaraqError } from '@waraq/contract'
import { expose } from 'comlink'
import { afterEach } from 'vitest'
import { HandClock, settle } from '../clock.test-support.ts'
import { engineDoor } from '../door/engine-door.ts'
import type { EngineDoor, RemoteEngineOptions } from '../door/protocol.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { Locks } from '../lock.ts'
import { fakeLocks } from '../locks.test-support.ts'
import type { ContentStore } from '../read/content-store.ts'
import type { OnStorageFull } from '../storage-care/on-storage-full.ts'
import { Connection } from './connection.ts'
import { resolveConnection, type ConnectOptions, type WorkerSource } from './options.ts'
import { ScriptedEngine } from './scripted-engine.test-support.ts'

/** A worker in this thread, with the same ports and the same copying. */
export class FakeWorker extends EventTarget {
  readonly engine = new ScriptedEngine()
  readonly #inside = new EventTarget() as EventTarget & { postMessage(message: unknown): void }
  readonly #die: () => void
  options: RemoteEngineOptions | undefined
  onStorageFull: OnStorageFull | undefined
  store: Partial<ContentStore> = {}
  alive = true
  terminations = 0
  /** Messages arrive and are not looked at: an endless loop. */
  hung = false
  heard = 0
  /** The session's port was closed, at either end. */
  portClosed: Promise<void> | undefined

  constructor(locks: Locks | undefined, door?: object) {
    super()
    let die = (): void => undefined
    const dead = new Promise<void>((resolve) => (die = resolve))
    this.#die = die
    // The browser takes the locks of whoever died.
    const own = locks && {
      request: ((name: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
        locks.request(name, options, (lock) => Promise.race([work(lock), dead]))) as Locks['request'],
    }
    this.engine.outcomes.status = () => ({ name: 'scripted' })
    this.engine.outcomes.subscribe = () => 'translations:20'
    this.engine.outcomes.close = () => undefined
    this.#inside.postMessage = (message, ports: Transferable[] = []) => this.#deliver(this, message, ports)
    const made = (options: RemoteEngineOptions, onStorageFull: OnStorageFull | undefined) => {
      this.options = options
      this.onStorageFull = onStorageFull
      return this.engine
    }
    const openStore = () => this.store as ContentStore
    const real = engineDoor({ createEngine: made, openStore, locks: own })
    const gated: EngineDoor = {
      open: (protocol, given, port) => real.open(protocol, given, this.#gate(port)),
    }
    expose(door ?? gated, this.#inside as unknown as MessagePort)
  }

  postMessage(message: unknown, ports: Transferable[] = []): void {
    this.heard += 1
    this.#deliver(this.#inside, message, ports)
  }

  terminate(): void {
    this.terminations += 1
    this.end()
  }

  /** Terminated, crashed, closed by itself: all look alike from outside. */
  end(): void {
    this.alive = false
    this.#die()
  }

  /** Once dead or hung, the worker's end of the port neither hears nor says anything. */
  #gate(port: MessagePort): MessagePort {
    const gate = new EventTarget()
    port.addEventListener('message', ({ data }) => {
      this.heard += 1
      if (this.alive && !this.hung) gate.dispatchEvent(new MessageEvent('message', { data }))
    })
    const gated = Object.assign(gate, {
      postMessage: (message: unknown, ports: Transferable[] = []) => {
        if (this.alive && !this.hung) port.postMessage(message, ports)
      },
      start: () => port.start(),
      close: () => port.close(),
    })
    this.portClosed = new Promise((resolve) => port.addEventListener('close', () => resolve()))
    return gated as unknown as MessagePort
  }

  #deliver(to: EventTarget, message: unknown, transfer: Transferable[]): void {
    const data: unknown = structuredClone(message, { transfer })
    queueMicrotask(() => {
      if (this.alive && !this.hung) to.dispatchEvent(new MessageEvent('message', { data }))
    })
  }
}

export interface Stage {
  readonly clock: HandClock
  readonly connection: Connection
  /** All that were made, in order. */
  readonly workers: FakeWorker[]
  readonly latest: FakeWorker
  /** Locks that somebody holds or waits for. */
  readonly lockNames: ReadonlySet<string>
  /** Who waits for the page to be looked at again. */
  readonly wakes: Set<(kind: Wake) => void>
  readonly returns: ReadonlySet<() => void>
  returnFromCache(): void
}

export interface StageOptions extends Partial<ConnectOptions> {
  /** Does something to each worker that is made, such as throwing; `n` counts from 1. */
  readonly make?: (worker: FakeWorker, n: number) => void
  readonly door?: object
  /** Give the worker itself instead of a function. */
  readonly single?: boolean
  readonly withoutLocks?: boolean
  /** The page, but not the worker, is refused its locks. */
  readonly pageRefusedLocks?: boolean
}

/** Which names are held or waited for. */
function watchedLocks(): { readonly locks: Locks; readonly names: Set<string> } {
  const { request } = fakeLocks()
  const names = new Set<string>()
  const uses = new Map<string, number>()
  const watched = async (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    names.add(name)
    uses.set(name, (uses.get(name) ?? 0) + 1)
    try {
      return await request(name, options, work)
    } finally {
      uses.set(name, uses.get(name)! - 1)
      if (uses.get(name) === 0) names.delete(name)
    }
  }
  return { locks: { request: watched as Locks['request'] }, names }
}

function stage({ make, door, single, withoutLocks, pageRefusedLocks, ...options }: StageOptions = {}): Stage {
  const clock = new HandClock()
  const { locks: shared, names } = watchedLocks()
  const locks = withoutLocks ? undefined : shared
  const workers: FakeWorker[] = []
  const returns = new Set<() => void>()
  const refuse = () => Promise.reject(new DOMException('refused', 'SecurityError'))
  const newWorker = () => {
    const worker = new FakeWorker(locks, door)
    workers.push(worker)
    make?.(worker, workers.length)
    return worker as unknown as Worker
  }
  const source: WorkerSource = single ? newWorker() : newWorker
  const onReturn = (listener: () => void) => {
    returns.add(listener)
    return () => void returns.delete(listener)
  }
  const wakes = new Set<(kind: Wake) => void>()
  const watchWakes = (listener: (kind: Wake) => void) => {
    wakes.add(listener)
    return () => void wakes.delete(listener)
  }
  const settings = resolveConnection(
    { contentRoot: 'http://127.0.0.1/content', relay: '/token', ...options },
    {
      clock,
      locks: pageRefusedLocks ? { request: refuse as Locks['request'] } : locks,
      onReturn,
      watchWakes,
    },
  )
  return {
    clock,
    connection: new Connection(source, settings),
    workers,
    get latest() {
      return workers.at(-1)!
    },
    lockNames: names,
    returns,
    wakes,
    returnFromCache: () => returns.forEach((listener) => listener()),
  }
}

const started: Stage[] = []

/** A connection to fake workers, closed after the test. */
export function start(options?: StageOptions): Stage {
  const each = stage(options)
  started.push(each)
  return each
}

afterEach(async () => {
  for (const { connection, clock } of started.splice(0)) {
    const closed = connection.close()
    await clock.advance(60_000)
    await closed
  }
})

/** The error of a call that has to fail; looked after from now on. */
export function failure(call: Promise<unknown>): Promise<WaraqError> {
  return call.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: unknown) => error as WaraqError,
  )
}

export { settle }
