/** The entry point that a bundler takes when it builds for development: it also logs each run and problem to the console. */
import { createWaraq as create, type Waraq, type WaraqOptions } from './app/create-waraq.ts'
import { logToConsole } from './devtools/log-to-console.ts'

export * from './index.ts'

export function createWaraq(options: WaraqOptions = {}): Waraq {
  const app = create(options)
  if (options.log !== false && typeof document !== 'undefined') logToConsole(app.engine)
  return app
}
