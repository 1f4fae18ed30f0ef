/**
 * The worker entry point. Importing this module in a module worker exposes a `SyncEngine` to the page that started the worker; the
 * page connects with `connectSyncEngine` of `waraq`.
 */
import { contentAccess } from './client/content-access.ts'
import { createSyncEngine } from './sync/engine/create-sync-engine.ts'
import { serveInWorker } from './link/worker-connection.ts'
import { engineProtocol } from './worker/protocol.ts'
import { serveEngine } from './worker/serve-engine.ts'

serveInWorker(engineProtocol, ({ relay, asksWhatToDrop, ...options }, ask) => {
  const onStorageFull = asksWhatToDrop ? ask : undefined
  const engine = createSyncEngine({ ...options, onStorageFull, ...contentAccess(relay) })
  return serveEngine(engine, async () => {
    // Loaded only when needed: pages read the database directly, unless they cannot open it.
    const { openContentStore } = await import('./store/read/open-content-store.ts')
    return openContentStore({ name: options.name, freshness: options.freshness })
  })
})
