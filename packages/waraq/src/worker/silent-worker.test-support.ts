import { serveInWorker } from '../link/worker-connection.ts'
import { engineProtocol } from './protocol.ts'
import { ScriptedEngine } from './scripted-engine.test-support.ts'
import { serveEngine } from './serve-engine.ts'

/** A worker that answers pings, and whose engine never answers. */
serveInWorker(engineProtocol, () =>
  serveEngine(new ScriptedEngine(), () => {
    throw new Error('No test reads here')
  }),
)
