/**
 * What a person keeps of their own, offline: favorites, collections, notes, bookmarks, the place where they read and settings.
 * Shown at once, kept over restarts, delivered once, never lost, and private to the account.
 */

// Opening it
export { openUserData } from './user/user-data.ts'
export type { UserData, UserDataOptions, UserObserver } from './user/api.ts'
export type { NoteLimits, Place, Setting } from './user/arguments.ts'
export type { ImportOptions, ImportProgress } from './user/import.ts'
export type { PlacedReadingBookmark, FavoriteVerse, UserDataFile } from './user/portable.ts'
export { backendSession } from './user/accounts/session.ts'
export type { Session, SessionConnection } from './user/accounts/session.ts'
export type { AccountState } from './user/accounts/accounts.ts'

// The feed of user data as the way of an account: `openUserData({ root, feed: userFeed })`. An application whose client has no
// scope for it does not import it, and ships none of it
export { userFeed } from './user/deliver/open-feed.ts'
export type { UserFeed } from './user/deliver/fed.ts'

// In a service worker
export { deliverInBackground } from './user/background.ts'
export type { BackgroundDeliveryOptions } from './user/background.ts'

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
  favorites,
} from './user/view/queries.ts'
export type {
  ChapterMarks,
  BlockedChange as HeldChange,
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
} from './user/view/queries.ts'
export type { Kind, NoteValue, ReadingBookmark, SettingField, Target, Value } from './user/model/entity.ts'
export type {
  Blocked as Held,
  TransportName as WayName,
  WhyBlocked as WhyHeld,
} from './user/model/records.ts'
export type { Resolution } from './user/store/acts.ts'
