/**
 * The sync engine and the store that it fills, for any context with IndexedDB. A page usually runs the engine in a worker:
 * see the doors `@waraq/engine/worker` and `@waraq/engine/page`.
 */

// The engine
export { createSyncEngine } from './engine/create-sync-engine.ts'
export type { SignalOption, SubscribeOptions, SyncEngine, SyncOptions } from './api/sync-engine.ts'
export type { SyncEngineOptions } from './engine/options.ts'
export type { Locks } from './platform/locks.ts'

// What it reports
export type { Outcome } from './store/outcome.ts'
export type { FetchReason } from './run/plan/plan-types.ts'
export type {
  Mode,
  OwedResource,
  Phase,
  ResourceProgress,
  RunReport,
  SyncProgress,
  SyncReport,
  UnavailableResource,
} from './run/report.ts'
export type { VerifyReport } from './run/verify.ts'
export { staleAfterMs } from './store/freshness.ts'
export type { FreshnessOption, FreshnessOptions } from './store/freshness.ts'
export type { EngineStatus, SubscriptionStatus } from './status/status.ts'
export type { Problem } from './status/problem.ts'
export type { ScheduleReason } from './store/schedule-record.ts'
export type { ScheduleStatus } from './schedule/schedule-status.ts'
export type { ScheduleOptions } from './schedule/settings.ts'
export type { WakeAnswer, WakeOptions } from './schedule/scheduler.ts'
export type { Wake } from './schedule/timetable.ts'
export type { StorageStatus } from './space/storage-status.ts'
export type { OnStorageFull, StorageFull } from './space/on-storage-full.ts'
export type { DropCandidate } from './space/least-used.ts'
export type { Activity } from './tabs/activity.ts'
export type { Channel, OpenChannel } from './platform/channel.ts'

// Reading
export { openContentStore } from './read/content-store.ts'
export type { ContentStore, ContentStoreOptions } from './read/content-store.ts'
export type { DataOf, Row, StoreView } from './read/store-view.ts'
export type { Live, Observer } from './read/live.ts'
export type { ResourceInfo } from './read/resource-info.ts'
export type { RowChanges } from './read/row-changes.ts'
export type { RejectedRows } from './store/records.ts'
export type { LocatorRange } from './store/directory.ts'
export { chapterRange, pageLocator, pageRange, verseLocator } from './store/locator.ts'
export type { Locator } from './store/locator.ts'
