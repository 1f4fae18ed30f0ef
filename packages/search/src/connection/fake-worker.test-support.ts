import { WaraqError } from '@waraq/contract'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { afterEach } from 'vitest'
import type { Locks } from '../door/life-lock.ts'
import type { RemoteSearchOptions } from '../door/protocol.ts'
import { openDoor } from '../door/search-door.ts'
import type { Search, SearchOptions, SearchResult, SearchStatus } from '../search.ts'
import { resolveConnection, type ConnectSearchOptions } from './options.ts'
import { RemoteSearch } from './remote-search.ts'

export const result: SearchResult = { text: 'lord', total: 1, hits: [], partial: false }
export const someStatus: SearchStatus = { state: 'ready', resources: [], persistent: true }

/** A search that notes what it is asked for, and answers or does not. */
export class ScriptedSearch implements Search {
  readonly calls: unknown[][] = []
  readonly listeners = new Set<(status: SearchStatus) => void>()
  /** Calls are not answered. */
  isSilent = false
  failure: Error | undefined
  signal: AbortSignal | undefined
  closed = 0

  choose = (resources: unknown) => this.#take<void>(undefined, 'choose', resources)
  search = (text: string, { signal, ...options }: SearchOptions = {}) => {
    this.signal = signal
    return this.#take(result, 'search', text, options)
  }
  status = () => this.#take(someStatus, 'status')
  watch(listener: (status: SearchStatus) => void) {
    this.calls.push(['watch'])
    this.listeners.add(listener)
    listener(someStatus)
    return () => void this.listeners.delete(listener)
  }
  close = () => void this.closed++

  tell(status: SearchStatus): void {
    for (const listener of this.listeners) listener(status)
  }

  async #take<T>(value: T, ...call: unknown[]): Promise<T> {
    this.calls.push(call)
    if (this.isSilent) return new Promise<never>(() => undefined)
    if (this.failure) throw this.failure
    return value
  }
}

/** A worker in this thread, with real ports and real copying. */
export class FakeWorker extends EventTarget {
  readonly search = new ScriptedSearch()
  readonly #inside = new EventTarget()
  readonly #die: () => void
  options: RemoteSearchOptions | undefined
  isAlive = true
  terminations = 0

  constructor(locks: Locks | undefined, real?: Search) {
    super()
    let die = (): void => undefined
    const dead = new Promise<void>((resolve) => (die = resolve))
    this.#die = die
    // The browser takes the locks of whoever died.
    const own = locks && {
      request: ((name: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
        locks.request(name, options, (lock) => Promise.race([work(lock), dead]))) as Locks['request'],
    }
    openDoor(this.#inside, {
      serve: (options) => {
        this.options = options
        const search = real ?? this.search
        return { search, close: () => search.close() }
      },
      locks: own,
    })
  }

  postMessage(message: unknown, ports: MessagePort[] = []): void {
    const data: unknown = structuredClone(message)
    queueMicrotask(() => {
      if (!this.isAlive) return
      this.#inside.dispatchEvent(
        Object.assign(new Event('message'), { data, ports: ports.map((port) => this.#gate(port)) }),
      )
    })
  }

  terminate(): void {
    this.terminations++
    this.end()
  }

  /** Terminated, crashed, closed by itself: all look alike from outside. */
  end(): void {
    this.isAlive = false
    this.#die()
  }

  /** Once dead, the worker's end of the port neither hears nor says anything. */
  #gate(port: MessagePort): MessagePort {
    const gate = new EventTarget()
    port.addEventListener('message', ({ data }) => {
      if (this.isAlive) gate.dispatchEvent(new MessageEvent('message', { data }))
    })
    return Object.assign(gate, {
      postMessage: (message: unknown, transfer: Transferable[] = []) => {
        if (this.isAlive) port.postMessage(message, transfer)
      },
      start: () => port.start(),
      close: () => port.close(),
    }) as unknown as MessagePort
  }
}

/** Web Locks as far as they are used here: one holder a name, and a queue. */
function fakeLocks(): { readonly locks: Locks; readonly names: Set<string> } {
  const names = new Set<string>()
  const tails = new Map<string, Promise<unknown>>()
  const request = async (name: string, { signal }: LockOptions, work: LockGrantedCallback<unknown>) => {
    signal?.throwIfAborted()
    names.add(name)
    const before = tails.get(name) ?? Promise.resolve()
    const held = Promise.race([
      before,
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    ]).then(() => work(null))
    tails.set(
      name,
      held.catch(() => before),
    )
    try {
      return await held
    } finally {
      names.delete(name)
    }
  }
  return { locks: { request: request as Locks['request'] }, names }
}

export interface Stage {
  readonly clock: VirtualClock
  readonly search: RemoteSearch
  /** All that were made, in order. */
  readonly workers: FakeWorker[]
  /** Locks that somebody holds or waits for. */
  readonly lockNames: ReadonlySet<string>
}

export interface StageOptions extends ConnectSearchOptions {
  /** Does something to each worker that is made, such as throwing; `n` counts from 1. */
  readonly make?: (worker: FakeWorker, n: number) => void
  readonly withoutLocks?: boolean
  /** What lives in the worker, instead of a scripted one. */
  readonly real?: () => Search
}

const started: RemoteSearch[] = []

/** A connection to fake workers, closed after the test. */
export function start({ make, withoutLocks, real, ...options }: StageOptions = {}): Stage {
  const clock = new VirtualClock()
  const { locks, names } = fakeLocks()
  const workers: FakeWorker[] = []
  const own = withoutLocks ? undefined : locks
  const source = () => {
    const worker = new FakeWorker(own, real?.())
    workers.push(worker)
    make?.(worker, workers.length)
    return worker as unknown as Worker
  }
  const search = new RemoteSearch(source, resolveConnection(options, { clock, locks: own }))
  started.push(search)
  return { clock, search, workers, lockNames: names }
}

afterEach(() => {
  for (const search of started.splice(0)) search.close()
})

export const problem = new WaraqError({
  code: 'storage_blocked',
  message: 'another tab',
  retryable: true,
  retryAt: 7,
  details: { a: [1] },
  cause: new Error('deeper'),
})
