/**
 * What a person keeps of their own, offline: stars, collections, notes, bookmarks, the place where they read and settings.
 * Shown at once, kept over restarts, delivered once, never lost, and private to the account.
 */

// Opening it
export { openUserData } from './user-data.ts'
export type { UserData, UserDataOptions, UserObserver } from './api.ts'
export type { UserFeed } from './deliver/fed.ts'
export type { NoteLimits, Place, Setting } from './arguments.ts'
export type { ImportOptions, ImportProgress } from './import.ts'
export type { PlacedReadingBookmark, StarredVerse, UserDataFile } from './portable.ts'
export { backendSession } from './accounts/session.ts'
export type { Session, SessionDoor } from './accounts/session.ts'
export type { AccountState } from './accounts/accounts.ts'

// In a service worker
export { deliverInBackground } from './background.ts'
export type { BackgroundDeliveryOptions } from './background.ts'

// Questions
export {
  allBookmarks,
  allCollections,
  allNotes,
  collectionMembers,
  marksOfChapter,
  outbox,
  readingBookmarks,
  readingPlace,
  setting,
  stars,
} from './view/queries.ts'
export type {
  ChapterMarks,
  HeldChange,
  Kept,
  KeptCollection,
  KeptHighlight,
  KeptMember,
  KeptNote,
  KeptReadingBookmark,
  MemberOrder,
  Outbox,
  ReadingPlace,
  UserQuery,
} from './view/queries.ts'
export type { Kind, NoteValue, ReadingBookmark, SettingField, Target, Value } from './model/entity.ts'
export type { Held, WayName, WhyHeld } from './model/records.ts'
export type { Resolution } from './store/acts.ts'
