import { systemClock } from '../client/clock.ts'
import type { WorkerSource } from '../link/settings.ts'
import { onReturn } from '../platform/page-lifecycle.ts'
import { pageMarks } from '../platform/storage/browser-parts.ts'
import type { Wake } from '../sync/schedule/timetable.ts'
import { watchPage } from '../sync/schedule/wakes.ts'
import { resolveConnection, type ConnectedEngine, type ConnectOptions } from './options.ts'
import { remoteEngine } from './remote-engine.ts'

function watchWakes(listener: (kind: Wake) => void): () => void {
  return watchPage({ global: globalThis, navigator, document, clock: systemClock }, listener)
}

/**
 * Connects to the engine of a worker that imports `waraq/worker`. Calls wait until the worker has started. Errors
 * keep their code and cause; `signal` and `onProgress` work across.
 *
 * Given a function that makes the worker, the connection survives the worker. When a worker is terminated, crashes or hangs,
 * calls in flight reject with `worker_lost`, which is retryable; the connection starts a new worker and watchers are told
 * again. Every call settles: with its reply, at its deadline, or when the worker is lost.
 *
 * On a server no worker is made, and calls stay pending: they settle in a browser only.
 * @throws {WaraqError} `invalid_option`
 */
export function connectSyncEngine(source: WorkerSource, options: ConnectOptions): ConnectedEngine {
  const { locks }: { locks?: LockManager } = globalThis.navigator ?? {}
  const session = { marks: pageMarks('sessionStorage'), locks }
  const isOffline = () => globalThis.navigator?.onLine === false
  const parts = { clock: systemClock, locks, onReturn, isOffline, watchWakes, session }
  const settings = resolveConnection(options, parts)
  return remoteEngine(typeof document === 'undefined' ? undefined : source, settings)
}
