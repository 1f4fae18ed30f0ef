/**
 * The sync engine and the store that it fills, for any context with IndexedDB. A page usually runs the engine in a worker:
 * see the doors `@waraq/engine/worker` and `@waraq/engine/page`.
 */

// The engine
export { createSyncEngine } from './engine/create-sync-engine.ts'
export type { SyncEngine } from './api/sync-engine.ts'
export type { SyncEngineOptions } from './engine/options.ts'

// What it reports
export type { ResourceProgress, RunReport, SyncProgress, SyncReport } from './run/report.ts'
export { staleAfterMs } from './store/freshness.ts'
export type { FreshnessOptions } from './store/freshness.ts'
export type { EngineStatus, SubscriptionStatus } from './status/status.ts'
export type { Problem } from './status/problem.ts'
export { sawNoAnswer } from './errors/error-meanings.ts'
export type { ScheduleReason } from './store/schedule-record.ts'
export type { StorageStatus } from './space/storage-status.ts'
export type { OnStorageFull } from './space/on-storage-full.ts'
export type { DropCandidate } from './space/least-used.ts'
export type { Activity } from './tabs/activity.ts'

// Reading
export { openContentStore } from './read/open-content-store.ts'
export type { ContentStore, ContentStoreOptions } from './read/content-store.ts'
export type { Row, RowsOptions, StoreView } from './read/store-view.ts'
export type { Arriving } from './store/arriving.ts'
export type { Live, Observer } from './read/live.ts'
export type { ResourceInfo } from './read/resource-info.ts'
export type { LocatorRange } from './store/directory.ts'
