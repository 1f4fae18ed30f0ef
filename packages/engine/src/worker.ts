/**
 * The worker door. Importing this module in a module worker exposes a `SyncEngine` to the page that started the worker; the
 * page connects with `connectSyncEngine` of `@waraq/engine/page`.
 */
import { contentAccess } from '@waraq/client'
import { createSyncEngine } from './create-sync-engine.ts'
import { engineDoor } from './door/engine-door.ts'
import { exposeInWorker } from './door/expose-in-worker.ts'
import type { Locks } from './lock.ts'
import { openContentStore } from './read/content-store.ts'

exposeInWorker(() => {
  const { locks }: { locks?: Locks } = navigator
  return engineDoor({
    createEngine: ({ relay, ...options }, onStorageFull) =>
      createSyncEngine({ ...options, onStorageFull, ...contentAccess(relay) }),
    openStore: ({ name, freshness }) => openContentStore({ name, freshness }),
    locks,
  })
})
