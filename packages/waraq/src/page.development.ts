/** The page entry point that a bundler takes when it builds for development: it also logs each run and problem to the console. */
import { logToConsole } from './devtools/log-to-console.ts'
import type { WorkerSource } from './link/settings.ts'
import { connectSyncEngine as connect } from './page.ts'
import type { ConnectedEngine, ConnectOptions } from './worker/options.ts'

export * from './page.ts'

export function connectSyncEngine(source: WorkerSource, options: ConnectOptions): ConnectedEngine {
  const engine = connect(source, options)
  if (options.log !== false && typeof document !== 'undefined') logToConsole(engine)
  return engine
}
