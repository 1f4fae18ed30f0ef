import type { Callee } from '../link/protocol.ts'
import { openContentStore } from '../store/read/open-content-store.ts'
import type { SyncEngine } from '../sync/api/sync-engine.ts'
import type { EngineShape } from './protocol.ts'
import { serveEngine } from './serve-engine.ts'

/** An engine in this page, behind the same interface as one in a worker. */
export function serveHere(engine: SyncEngine): Callee<EngineShape> {
  return serveEngine(engine, async () => openContentStore({ engine }))
}
