import { systemClock } from '../client/clock.ts'
import { onReturn } from '../platform/page-lifecycle.ts'
import { resolveConnection, type ConnectSearchOptions } from './remote/options.ts'
import { RemoteSearch } from './remote/remote-search.ts'
import type { Search } from './search.ts'

/** Creates a worker that imports `waraq/search-worker`: the first one, and another one each time a worker is lost. */
export type SearchWorkerSource = () => Worker

/**
 * Connects to the search of a worker that imports `waraq/search-worker`. Starts the first worker immediately. Signals work
 * across the connection, and errors keep their code and cause. Every call settles. If the worker was terminated, crashed or
 * hangs, the call rejects with `worker_lost`, which is retryable, and the next call starts a new worker. If a worker is alive
 * but does not reply in time, the call rejects with `timeout`.
 * @throws {WaraqError} `invalid_argument`
 */
export function connectSearch(worker: SearchWorkerSource, options: ConnectSearchOptions = {}): Search {
  const { locks }: { locks?: LockManager } = globalThis.navigator ?? {}
  const isOffline = () => globalThis.navigator?.onLine === false
  const parts = { clock: systemClock, locks, onReturn, isOffline }
  return new RemoteSearch(worker, resolveConnection(options, parts))
}
