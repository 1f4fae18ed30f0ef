/**
 * The user-data API as types, schemas and pure functions: bookmarks, collections, preferences, reading sessions, profiles,
 * following, rooms, posts, comments, tags, notes, goals, streaks and activity days. No I/O.
 *
 * It is a separate entry point, so that an application that only reads content does not ship it. An application ships only the
 * areas that it uses. Schemas of bodies and queries are named after their operation. The guide says how open each kind of
 * schema is.
 */

// Errors, which both APIs share
export { StandardError } from '../service-error.ts'
export { standardErrorTypeOfStatus, standardErrorTypes } from '../vocabulary.ts'
export type { StandardErrorType } from '../vocabulary.ts'

// Parts that several areas share
export * from './parts/verse-range.ts'
export { textLength } from './parts/formats.ts'
export * from './parts/image-data-url.ts'
export * from './parts/mushaf.ts'
export * from './parts/path.ts'
export {
  cursorPageLimits,
  misplacedCursorParameter,
  pageAfter,
  pageBefore,
  Pagination,
} from './parts/cursor.ts'
export type { CursorPage, CursorParameters } from './parts/cursor.ts'
export { itemsOfPage, nextPageNumber, pageListKeys } from './parts/numbered-page.ts'
export type { PageListKey } from './parts/numbered-page.ts'
export * from './parts/query-entries.ts'
export * from './parts/read-query.ts'
export * from './parts/faults.ts'

// Bookmarks
export {
  Bookmark,
  bookmarkTypes,
  BookmarkWithCollectionsCount,
  NullableBookmark,
} from './bookmarks/bookmark.ts'
export type { BookmarkType } from './bookmarks/bookmark.ts'
export * from './bookmarks/operations.ts'
export * from './bookmarks/raw-bookmark.ts'

// Collections
export * from './collections/bookmarks.ts'
export * from './collections/collection.ts'
export * from './collections/operations.ts'

// Preferences
export * from './preferences/one-field.ts'
export * from './preferences/operations.ts'
export * from './preferences/preference.ts'
export type { PreferenceSection } from './preferences/sections.ts'
export {
  interfaceLanguages,
  mushafLineCounts,
  playbackRates,
  quranFonts,
  readingPreferences,
  themes,
  wordByWordContents,
  wordByWordDisplays,
  wordByWordLocales,
  wordClicks,
} from './preferences/vocabulary.ts'

// Reading sessions
export * from './reading-sessions/reading-session.ts'

// Profiles
export * from './profiles/account.ts'
export * from './profiles/operations.ts'
export * from './profiles/search.ts'
export {
  AvatarUrls,
  OtherUserProfileDto,
  UserListItem,
  UserProfileResponseDto,
  UserSerializedDto,
  UserSettings,
} from './profiles/user.ts'

// Following
export * from './following/featured.ts'
export * from './following/follow.ts'

// Rooms
export * from './rooms/lists.ts'
export * from './rooms/making.ts'
export * from './rooms/membership.ts'
export * from './rooms/room.ts'

// Posts
export * from './posts/author.ts'
export * from './posts/feeds.ts'
export * from './posts/mention.ts'
export * from './posts/moderation.ts'
export * from './posts/post.ts'
export * from './posts/reactions.ts'
export * from './posts/room-post-status.ts'
export * from './posts/writing.ts'

// Comments
export * from './comments/comment.ts'
export * from './comments/writing.ts'

// Tags
export * from './tags/tag.ts'

// Notes
export { AttachedEntity, attachedEntityTypes, Note, noteBodyLimits } from './notes/note.ts'
export * from './notes/operations.ts'

// Goals
export * from './goals/goal.ts'
export * from './goals/operations.ts'

// Streaks
export * from './streaks/streak.ts'

// Activity days
export {
  ActivityDay,
  ActivityType,
  activityTypes,
  EstimateReadingTimeQuery,
  EstimateReadingTimeResponse,
  ListActivityDaysQuery,
  ListActivityDaysResponse,
  RecordActivityDayBody,
  RecordActivityDayResponse,
} from './activity-days/activity-day.ts'

// The feed of user data
export * from './sync/mutation.ts'
export * from './sync/pushing.ts'
export * from './sync/operations.ts'
export * from './sync/out-of-sync.ts'
export * from './sync/highlights.ts'

// App State
export * from './app-state/operations.ts'

// Services and scopes
export * from './services.ts'
export * from './scopes.ts'

// Open word lists
export type { OpenWord } from './parts/objects.ts'
