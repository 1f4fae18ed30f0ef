import { WaraqError } from '@waraq/protocol'
import { FakeWorker } from '@waraq/test-support/fake-worker'
import { SharedLocks } from '@waraq/test-support/locks'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { workerConnection } from '../../link/worker-connection.ts'
import { expose } from 'comlink'
import { onTestFinished } from 'vitest'
import type { Search, SearchOptions, SearchResult, SearchStatus } from '../search.ts'
import { resolveConnection, type ConnectSearchOptions } from './options.ts'
import { searchProtocol, type RemoteSearchOptions } from './protocol.ts'
import { RemoteSearch } from './remote-search.ts'
import { serveSearch } from './serve-search.ts'

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

/** A worker in which a search lives. Unless the test gives a search, it is scripted. */
export class SearchWorker extends FakeWorker {
  readonly search = new ScriptedSearch()
  options: RemoteSearchOptions | undefined
  /** How often the search's `close` was called. */
  closed = 0

  constructor(shared: SharedLocks | undefined, real?: Search) {
    super(shared)
    const connection = workerConnection({
      protocol: searchProtocol,
      serve: (options) => {
        this.options = options
        return serveSearch(real ?? this.search, () => void this.closed++)
      },
      locks: this.locks,
    })
    const gated: typeof connection = {
      open: (version, options, port) => connection.open(version, options, this.gate(port)),
    }
    expose(gated, this.scope as unknown as MessagePort)
  }
}

export interface Stage {
  readonly clock: VirtualClock
  readonly search: RemoteSearch
  /** All that were made, in order. */
  readonly workers: SearchWorker[]
  /** Locks that are held or waited for. */
  readonly lockNames: ReadonlySet<string>
}

export interface StageOptions extends ConnectSearchOptions {
  /** Does something to each worker that is made, such as throwing; `n` counts from 1. */
  readonly make?: (worker: SearchWorker, n: number) => void
  readonly withoutLocks?: boolean
  /** What lives in the worker, instead of a scripted one. */
  readonly real?: () => Search
}

/** A connection to fake workers, closed after the test. */
export function start({ make, withoutLocks, real, ...options }: StageOptions = {}): Stage {
  const clock = new VirtualClock()
  const shared = new SharedLocks()
  const locks = withoutLocks ? undefined : shared
  const workers: SearchWorker[] = []
  const source = () => {
    const worker = new SearchWorker(locks, real?.())
    workers.push(worker)
    make?.(worker, workers.length)
    return worker as unknown as Worker
  }
  const parts = { clock, locks: locks?.of({}), onReturn: () => () => undefined }
  const search = new RemoteSearch(source, resolveConnection(options, parts))
  onTestFinished(() => search.close())
  return { clock, search, workers, lockNames: shared.names }
}

export const problem = new WaraqError({
  code: 'storage_blocked',
  message: 'another tab',
  retryable: true,
  retryAt: 7,
  details: { a: [1] },
  cause: new Error('deeper'),
})
