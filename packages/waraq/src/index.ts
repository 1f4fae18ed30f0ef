/**
 * The sync engine and the store that it fills, for any context with IndexedDB. A page usually runs the engine in a worker,
 * whose file imports `waraq/worker`, and connects to it.
 */

// An application's library
export { createWaraq } from './app/create-waraq.ts'
export type { AppQuery, Waraq, WaraqOptions } from './app/create-waraq.ts'
export type { LiveAnswer, LiveAnswers, Watchable } from './app/answers.ts'
export type { LiveResult } from './app/live-result.ts'
export type { RefTo } from './quran/readers/arguments.ts'

// The engine
export { createSyncEngine } from './sync/engine/create-sync-engine.ts'
export type { SyncEngine } from './sync/api/sync-engine.ts'
export type { SyncEngineOptions } from './sync/engine/options.ts'

// The page: an engine whose calls a worker answers, syncs in the background, and storage that lasts
export { connectSyncEngine } from './worker/connect.ts'
export type { ConnectedEngine, ConnectOptions } from './worker/options.ts'
export { askForBackgroundSync, registerBackgroundSync } from './platform/background/register.ts'
export { careForStorage } from './worker/storage-care/care-for-storage.ts'
export type { StorageCare, StorageCareState } from './worker/storage-care/care-for-storage.ts'

// Reports and status
export type { ResourceProgress, RunReport, SyncProgress, SyncReport } from './sync/run/report.ts'
export { staleAfterMs } from './store/freshness.ts'
export type { FreshnessOption, FreshnessOptions } from './store/freshness.ts'
export type { EngineStatus, SubscriptionStatus } from './sync/status/status.ts'
export type { Problem } from './sync/status/problem.ts'
export { isNetworkError } from './sync/errors/error-meanings.ts'
export type { ScheduleReason } from './store/schedule-record.ts'
export type { StorageStatus } from './sync/space/storage-status.ts'
export type { OnStorageFull } from './sync/space/on-storage-full.ts'
export type { DropCandidate } from './sync/space/least-used.ts'
export type { Activity } from './sync/tabs/activity.ts'

// Reading
export { openContentStore } from './store/read/open-content-store.ts'
export type { ContentStore, ContentStoreOptions } from './store/read/content-store.ts'
export type { Row, RowsOptions, StoreView } from './store/read/store-view.ts'
export type { PartialSnapshot } from './store/partial.ts'
export type { Live, Observer } from './store/read/live.ts'
export type { ResourceInfo } from './store/read/resource-info.ts'
export type { LocatorRange } from './store/manifest.ts'

// For developers: the work of the engine, on the console and as a list of runs. Syncing and reading do not need it
export { logToConsole } from './devtools/log-to-console.ts'
export { openPanel } from './devtools/panel.ts'
export { withReport, withStatus } from './devtools/run-log.ts'
export type { LoggedRun } from './devtools/run-log.ts'
