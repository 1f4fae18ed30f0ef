/** The page door where a bundler builds for development: the same, and the console hears of each run and problem. */
import { logToConsole } from './devtools/log-to-console.ts'
import type { WorkerSource } from './link/settings.ts'
import { connectSyncEngine as connect } from './page.ts'
import type { ConnectedEngine, ConnectOptions } from './remote/options.ts'

export * from './page.ts'

export function connectSyncEngine(source: WorkerSource, options: ConnectOptions): ConnectedEngine {
  const engine = connect(source, options)
  if (options.log !== false && typeof document !== 'undefined') logToConsole(engine)
  return engine
}
