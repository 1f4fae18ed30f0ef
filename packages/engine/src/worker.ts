/**
 * The worker door. Importing this module in a module worker exposes a `SyncEngine` to the page that started the worker; the
 * page connects with `connectSyncEngine` of `@waraq/engine/page`.
 */
import { contentAccess } from '@waraq/client'
import { createSyncEngine } from './engine/create-sync-engine.ts'
import { serveInWorker } from './link/worker-door.ts'
import { engineProtocol } from './remote/protocol.ts'
import { serveEngine } from './remote/serve-engine.ts'

serveInWorker(engineProtocol, ({ relay, asksWhatToDrop, ...options }, ask) => {
  const onStorageFull = asksWhatToDrop ? ask : undefined
  const engine = createSyncEngine({ ...options, onStorageFull, ...contentAccess(relay) })
  return serveEngine(engine, async () => {
    // Loaded only then: pages read the database by themselves, unless they can open none.
    const { openContentStore } = await import('./read/open-content-store.ts')
    return openContentStore({ name: options.name, freshness: options.freshness })
  })
})
