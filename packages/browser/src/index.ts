/**
 * What browsers give, and what has to be asked of them carefully. For packages of this project, and for applications that
 * want the same parts.
 */

// One at a time
export type { Locks } from './locks/locks.ts'
export { ProcessLocks, processLocks } from './locks/process-locks.ts'

// A seat that one tab or worker at a time has, and that a silent holder loses
export { openSeat } from './seat/seat.ts'
export type { OnWait, Seat, SeatOptions, SeatWork } from './seat/seat.ts'
export { aliveMs, isSameBeat, writerSuperseded } from './seat/fence.ts'
export type { Fence, Heartbeat } from './seat/fence.ts'

// Between tabs and workers
export { Announcements, broadcastChannel, isCount } from './channel.ts'
export type { Channel, Heard, OpenChannel } from './channel.ts'
export { Pace } from './pace.ts'

// The page and the device
export { onPageReturn } from './page-lifecycle.ts'
export { readConditions, wantsSaving } from './conditions.ts'
export type { Conditions, NavigatorParts } from './conditions.ts'

// Storage
export { browserCaches } from './storage/browser-caches.ts'
export { pageMarks, pageStorage } from './storage/browser-parts.ts'
export type { SiteStorage } from './storage/browser-parts.ts'
export { isErrorNamed } from './storage/error-name.ts'
export { opensAgain } from './storage/open-again.ts'
export type { OpenableDatabase, Opening } from './storage/open-again.ts'
export { answerOf, readDatabase } from './storage/read-database.ts'
export type { KeptDatabase } from './storage/read-database.ts'
export { Persistence } from './storage/persistence.ts'
export { askStorage } from './storage/storage-figures.ts'
export type { BrowserStorage, StorageFigures } from './storage/storage-figures.ts'
export { megabytes, noRoom, roomFor } from './storage/room.ts'
export type { Room } from './storage/room.ts'

// What tabs write into Dexie's databases
export { onAnyWrite, onWrites, touches } from './storage/writes.ts'
export type { DexieParts, Written } from './storage/writes.ts'

// Background sync
export type { BackgroundScope, BackgroundSyncEvent, SyncRegistration } from './background/events.ts'
export { askForBackgroundSync, registerBackgroundSync } from './background/register.ts'
export { defaultTag } from './background/tag.ts'

// Options
export { defaultName, wholeNumber } from './option-values.ts'
