import { WaraqError } from '@waraq/contract'
import { FakeWorker } from '@waraq/test-support/fake-worker'
import { SharedLocks } from '@waraq/test-support/locks'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { afterEach } from 'vitest'
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

/** A worker in which a search lives: one that does as the test tells it, unless another is given. */
export class SearchWorker extends FakeWorker {
  readonly search = new ScriptedSearch()
  options: RemoteSearchOptions | undefined

  constructor(shared: SharedLocks | undefined, real?: Search) {
    super(shared)
    openDoor(this.scope, {
      serve: (options) => {
        this.options = options
        const search = real ?? this.search
        return { search, close: () => search.close() }
      },
      locks: this.locks,
    })
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

const started: RemoteSearch[] = []

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
  const search = new RemoteSearch(source, resolveConnection(options, { clock, locks: locks?.of({}) }))
  started.push(search)
  return { clock, search, workers, lockNames: shared.names }
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
