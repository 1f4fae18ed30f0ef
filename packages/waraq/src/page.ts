/** The page entry point: a `SyncEngine` whose calls a worker answers. */
export { connectSyncEngine } from './worker/connect.ts'
export type { ConnectedEngine, ConnectOptions } from './worker/options.ts'
export { askForBackgroundSync, registerBackgroundSync } from './platform/background/register.ts'
export { careForStorage } from './worker/storage-care/care-for-storage.ts'
export type { StorageCare, StorageCareState } from './worker/storage-care/care-for-storage.ts'
