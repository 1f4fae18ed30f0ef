/** Entry point that bundlers use for development builds: it also logs each run and problem to the console. */
import { createWaraq as create, type Waraq, type WaraqOptions } from './app/create-waraq.ts'
import { logToConsole } from './devtools/log-to-console.ts'
import type { WorkerSource } from './link/settings.ts'
import { connectSyncEngine as connect } from './worker/connect.ts'
import type { ConnectedEngine, ConnectOptions } from './worker/options.ts'

export * from './index.ts'

export function createWaraq(options: WaraqOptions = {}): Waraq {
  const app = create(options)
  if (options.log !== false && typeof document !== 'undefined') logToConsole(app.engine)
  return app
}

export function connectSyncEngine(source: WorkerSource, options: ConnectOptions): ConnectedEngine {
  const engine = connect(source, options)
  if (options.log !== false && typeof document !== 'undefined') logToConsole(engine)
  return engine
}
