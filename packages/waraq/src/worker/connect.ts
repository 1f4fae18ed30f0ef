import { systemClock } from '../client/clock.ts'
import type { WorkerSource } from '../link/settings.ts'
import { onReturn } from '../platform/page-lifecycle.ts'
import { pageMarks } from '../platform/storage/browser-parts.ts'
import type { SyncTrigger } from '../sync/schedule/timetable.ts'
import { watchPage } from '../sync/schedule/triggers.ts'
import { resolveConnection, type ConnectedEngine, type ConnectOptions } from './options.ts'
import { remoteEngine } from './remote-engine.ts'

function watchTriggers(listener: (kind: SyncTrigger) => void): () => void {
  return watchPage({ global: globalThis, navigator, document, clock: systemClock }, listener)
}

/**
 * Connects to the engine of a worker that imports `waraq/worker`. Calls wait until the worker has started. Errors keep their
 * code and cause; `signal` and `onProgress` work across threads.
 *
 * With a function that creates the worker, the connection survives the loss of a worker. When a worker is terminated, crashes
 * or hangs, calls in flight reject with `worker_lost`, which is retryable. The connection then starts a new worker and calls
 * watchers again. Every call settles: with its reply, at its deadline, or when the worker is lost.
 *
 * On a server no worker is created, and calls stay pending: they settle only in a browser.
 * @throws {WaraqError} `invalid_option`
 */
export function connectSyncEngine(source: WorkerSource, options: ConnectOptions): ConnectedEngine {
  const { locks }: { locks?: LockManager } = globalThis.navigator ?? {}
  const session = { marks: pageMarks('sessionStorage'), locks }
  const isOffline = () => globalThis.navigator?.onLine === false
  const parts = { clock: systemClock, locks, onReturn, isOffline, watchTriggers, session }
  const settings = resolveConnection(options, parts)
  return remoteEngine(typeof document === 'undefined' ? undefined : source, settings)
}
