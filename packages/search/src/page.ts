/** The page door: the search of a worker as if it were here. */
import { systemClock } from '@waraq/client'
import { resolveConnection, type ConnectSearchOptions, type WorkerSource } from './connection/options.ts'
import { RemoteSearch } from './connection/remote-search.ts'
import type { Locks } from './door/life-lock.ts'
import type { Search } from './search.ts'

export type { ConnectSearchOptions, WorkerSource } from './connection/options.ts'
export type {
  Search,
  SearchedResource,
  SearchHit,
  SearchOptions,
  SearchResult,
  SearchStatus,
  SnippetPart,
} from './search.ts'

/**
 * Connects to the search of a worker that imports `@waraq/search/worker`. The first worker is started at once. Signals work
 * across and errors keep their code and cause. Every call settles: where the worker was terminated, crashed or hangs, it
 * rejects with `worker_lost`, which is retryable, and the next call starts a new worker.
 * @throws {WaraqError} `invalid_argument`
 */
export function connectSearch(worker: WorkerSource, options: ConnectSearchOptions = {}): Search {
  const { locks }: { locks?: Locks } = globalThis.navigator ?? {}
  return new RemoteSearch(worker, resolveConnection(options, { clock: systemClock, locks }))
}
