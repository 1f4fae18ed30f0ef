/**
 * A person's own data, offline: favorites, collections, notes, bookmarks, the place where they read, and settings. Changes
 * appear immediately, survive restarts, are delivered once and never lost, and are private to the account.
 */

// Opening user data
export { openUserData } from './user/user-data.ts'
export type { Undo, UserData, UserDataOptions, UserObserver } from './user/api.ts'
export type { NoteLimits, Place, Setting } from './user/arguments.ts'
export type { ImportOptions, ImportPreview, ImportProgress } from './user/import.ts'
export type { PlacedReadingBookmark, FavoriteVerse, UserDataFile } from './user/portable.ts'
export { backendSession } from './user/accounts/session.ts'
export type { Session, SessionConnection } from './user/accounts/session.ts'
export type { AccountState } from './user/accounts/accounts.ts'

// The feed of user data as the transport of an account: `openUserData({ root, feed: userFeed })`. An application whose client
// has no scope for it does not import it, and ships none of it
export { userFeed } from './user/deliver/open-feed.ts'
export type { UserFeed } from './user/deliver/fed.ts'

// In a service worker
export { deliverInBackground } from './user/background.ts'
export type { BackgroundDeliveryOptions } from './user/background.ts'

// Queries
export {
  allBookmarks,
  allCollections,
  collectionMembers,
  counts,
  marksOfChapter,
  readingBookmarks,
  setting,
  favorites,
} from './user/view/queries.ts'
export { allNotes } from './user/view/note-queries.ts'
export { outbox } from './user/view/outbox-query.ts'
export { readingPlace, recentPlaces } from './user/view/place-queries.ts'
export type {
  ChapterMarks,
  Counts,
  StoredCollection,
  StoredHighlight,
  StoredMember,
  StoredReadingBookmark,
} from './user/view/queries.ts'
export type { BlockedChange, Outbox } from './user/view/outbox-query.ts'
export type { StoredItem, MemberOrder, UserQuery } from './user/view/answered.ts'
export type { StoredNote, NoteFilter } from './user/view/note-queries.ts'
export type { ReadingPlace } from './user/view/place-queries.ts'
export type { Kind, NoteValue, ReadingBookmark, SettingField, Target, Value } from './user/model/entity.ts'
export type { Blocked, TransportName, WhyBlocked } from './user/model/records.ts'
export type { Resolution } from './user/store/mutate.ts'
