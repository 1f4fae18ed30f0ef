import { systemClock } from '../client/clock.ts'
import { onReturn } from '../platform/page-lifecycle.ts'
import { resolveConnection, type ConnectSearchOptions } from './remote/options.ts'
import { RemoteSearch } from './remote/remote-search.ts'
import type { Search } from './search.ts'

/** Makes a worker that imports `waraq/search-worker`: the first one, and another one after that was lost. */
export type SearchWorkerSource = () => Worker

/**
 * Connects to the search of a worker that imports `waraq/search-worker`. The first worker is started at once. Signals work
 * across and errors keep their code and cause. Every call settles: if the worker was terminated, crashed or hangs, it
 * rejects with `worker_lost`, which is retryable, and the next call starts a new worker. A worker that lives and does not
 * reply in time is `timeout`.
 * @throws {WaraqError} `invalid_argument`
 */
export function connectSearch(worker: SearchWorkerSource, options: ConnectSearchOptions = {}): Search {
  const { locks }: { locks?: LockManager } = globalThis.navigator ?? {}
  const isOffline = () => globalThis.navigator?.onLine === false
  const parts = { clock: systemClock, locks, onReturn, isOffline }
  return new RemoteSearch(worker, resolveConnection(options, parts))
}
