/**
 * The user-data API as types, schemas and pure functions: bookmarks, collections, preferences, reading sessions, profiles,
 * following, rooms, posts, comments, tags, notes, goals, streaks and activity days. No I/O.
 *
 * A door of its own: an application that only reads content does not ship it, and an application ships only the areas that
 * it uses. Schemas of bodies and queries are named after their operation. See the guide for how open each kind is.
 */

// Errors, which both APIs share
export { StandardError } from '../service-error.ts'
export { standardErrorTypeOfStatus, standardErrorTypes } from '../vocabulary.ts'
export type { StandardErrorType } from '../vocabulary.ts'

// Parts that several areas share
export {
  formatVerseRange,
  parseVerseRange,
  VerseRange,
  verseRangePattern,
  VerseRanges,
} from './parts/verse-range.ts'
export type { VersePlace } from './parts/verse-range.ts'
export { textLength } from './parts/formats.ts'
export { ImageDataUrl, imageDataUrl, imageDataUrlPattern } from './parts/image-data-url.ts'
export { AnyMushafId, MushafId, mushafIds } from './parts/mushaf.ts'
export { PathNumber, PathText, PathVerseKey } from './parts/path.ts'
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
export { queryEntries } from './parts/query-entries.ts'
export { readQuery } from './parts/read-query.ts'
export type { QueryEntries } from './parts/read-query.ts'
export { fieldName, fieldsAtFault } from './parts/faults.ts'
export type { FieldPath } from './parts/faults.ts'

// Bookmarks
export {
  Bookmark,
  bookmarkTypes,
  BookmarkWithCollectionsCount,
  NullableBookmark,
} from './bookmarks/bookmark.ts'
export type { BookmarkType } from './bookmarks/bookmark.ts'
export {
  AddBookmarkBody,
  AddBookmarkResponse,
  DeleteBookmarkResponse,
  FindBookmarkQuery,
  FindBookmarkResponse,
  ListBookmarkCollectionsQuery,
  ListBookmarkCollectionsResponse,
  ListBookmarksQuery,
  ListBookmarksResponse,
  ListRangeBookmarksQuery,
  ListRangeBookmarksResponse,
} from './bookmarks/operations.ts'
export { normalizeRawBookmark, RawBookmark } from './bookmarks/raw-bookmark.ts'

// Collections
export {
  AddCollectionBookmarkBody,
  AddCollectionBookmarkResponse,
  RemoveCollectionBookmarkBody,
} from './collections/bookmarks.ts'
export { Collection, favoritesCollectionId } from './collections/collection.ts'
export {
  collectionBookmarkSortings,
  collectionSortings,
  CreateCollectionBody,
  CreateCollectionResponse,
  DeleteCollectionBookmarkResponse,
  DeleteCollectionResponse,
  GetCollectionQuery,
  GetCollectionResponse,
  ListCollectedBookmarksQuery,
  ListCollectedBookmarksResponse,
  ListCollectionsQuery,
  ListCollectionsResponse,
  RemoveCollectionBookmarkResponse,
  RenameCollectionBody,
  RenameCollectionResponse,
} from './collections/operations.ts'

// Preferences
export { UpdatePreferenceBody } from './preferences/one-field.ts'
export {
  GetPreferencesResponse,
  UpdatePreferenceQuery,
  UpdatePreferenceResponse,
  UpdatePreferencesQuery,
  UpdatePreferencesResponse,
} from './preferences/operations.ts'
export {
  missingPreferenceFields,
  Preference,
  requiredPreferenceFields,
  UpdatePreferencesBody,
} from './preferences/preference.ts'
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
export {
  ListReadingSessionsQuery,
  ListReadingSessionsResponse,
  ReadingSession,
  RecordReadingSessionBody,
  RecordReadingSessionResponse,
} from './reading-sessions/reading-session.ts'

// Profiles
export { AccountProfile } from './profiles/account.ts'
export {
  EditProfileDto,
  EditProfileResponse,
  GetOwnProfileQuery,
  GetUserByNameQuery,
  GetUserQuery,
  UpdateProfileBodyDto,
  UserProfileOfAnyone,
} from './profiles/operations.ts'
export { RoomUserSearchItem, RoomUsersSearchResponse, SearchUsersQuery } from './profiles/search.ts'
export {
  AvatarUrls,
  OtherUserProfileDto,
  UserListItem,
  UserProfileResponseDto,
  UserSerializedDto,
  UserSettings,
} from './profiles/user.ts'

// Following
export {
  FeaturedUser,
  featuredUsersLimit,
  FeaturedUsersQuery,
  FeaturedUsersResponse,
  FollowFeaturedUsersResult,
} from './following/featured.ts'
export {
  followActions,
  followListLimit,
  ListFollowersQuery,
  ListFollowingQuery,
  RemoveFollowerResponse,
  ToggleFollowDto,
  ToggleFollowResponse,
  UsersProfileListResponse,
} from './following/follow.ts'

// Rooms
export {
  ListJoinedRoomsQuery,
  ListManagedRoomsQuery,
  ListMyRoomsQuery,
  ListRoomPostsQuery,
  roomListLimits,
  roomPostSortings,
  roomPostTabs,
  RoomPostUpdatePrivacyDto,
  roomSortings,
  SearchRoomsQuery,
} from './rooms/lists.ts'
export {
  CreateGroupDto,
  CreatePageDto,
  CreatePageResponse,
  groupLimits,
  RoomCreatedResponseDto,
  UpdateGroupDto,
  UpdateGroupResponse,
  UpdatePageDto,
  UpdatePageResponse,
} from './rooms/making.ts'
export {
  AcceptInviteQuery,
  FollowPageResponse,
  InviteUserDto,
  JoinGroupResponse,
  LeaveGroupResponse,
  ListRoomMembersQuery,
  RejectInviteQuery,
  RemoveRoomMemberResponse,
  RoomAcceptByPrivateTokenResponseDto,
  RoomAdminUpdateDto,
  RoomAdminUpdateResponse,
  RoomInviteAcceptedResponseDto,
  RoomInviteRejectedResponseDto,
  RoomInviteUserResponseDto,
  UnfollowPageResponse,
} from './rooms/membership.ts'
export {
  PaginatedRoomsResponseDto,
  RoomListItem,
  RoomMember,
  RoomMembersResponseDto,
  RoomProfileResponseDto,
  UserRoomItem,
  UserRoomsResponse,
} from './rooms/room.ts'

// Posts
export { AnyAuthor, Author, Mention } from './posts/author.ts'
export {
  FeedFilter,
  FeedQuery,
  FeedResponseDto,
  feedTabs,
  filterOperators,
  ListMyPostsQuery,
  ListRelatedPostsQuery,
  ListReReflectionsQuery,
  ListUserPostsQuery,
  myPostsTabs,
  postSortings,
  userPostsLimit,
} from './posts/feeds.ts'
export { MentionItem, MentionMarker, mentionMarker, mentionMarkerPattern } from './posts/mention.ts'
export { audienceOf, moderationState, ModerationStatus, moderationStatuses } from './posts/moderation.ts'
export type { ModerationState, PostAudience } from './posts/moderation.ts'
export { PostReference, PostRoom, PostSerialized, PostTag, RecentComment } from './posts/post.ts'
export {
  CountRangePostsQuery,
  CountRangePostsResponse,
  IsPostLikedResponse,
  MarkPostReadResponse,
  MarkPostViewedResponse,
  PostCountResponseDto,
  TogglePostLikeResponse,
  TogglePostSaveResponse,
} from './posts/reactions.ts'
export type { PostRoomPostStatus } from './posts/room-post-status.ts'
export {
  RequestRoomPostStatus,
  roomPostStatuses,
  roomPostStatusForPost,
  roomPostStatusForRequest,
  roomPostStatusInPosts,
  roomPostStatusInRequests,
  roomPostStatusOfPost,
  roomPostStatusOfRequest,
} from './posts/room-post-status.ts'
export type { RoomPostStatus } from './posts/room-post-status.ts'
export {
  CreatePostBodyDto,
  DeletePostResponse,
  ExportPostsDto,
  leastPostBody,
  PostCreatedResponse,
  postOfResponse,
  ReferenceItem,
  ReportAbuseBodyDto,
  ReportAbuseResponse,
  UpdatePostDto,
} from './posts/writing.ts'

// Comments
export {
  Comment,
  commentListLimit,
  CommentRepliesResponse,
  CommentTag,
  ListCommentRepliesQuery,
  ListPostCommentsQuery,
  PostAllCommentsResponse,
  PostCommentsResponse,
} from './comments/comment.ts'
export {
  commentOfResponse,
  CreateCommentBody,
  CreateCommentResponse,
  DeleteCommentResponse,
  mostCommentBody,
  ToggleCommentLikeResponse,
  UpdateCommentBody,
  UpdateCommentResponse,
} from './comments/writing.ts'

// Tags
export { ListTrendingHashtagsQuery, SearchTagsQuery, SearchTagsResponse, Tag } from './tags/tag.ts'

// Notes
export { AttachedEntity, attachedEntityTypes, Note, noteBodyLimits } from './notes/note.ts'
export {
  CountRangeNotesQuery,
  CountRangeNotesResponse,
  CreateNoteBody,
  DeleteNoteResponse,
  GetNoteQuery,
  ListEntityNotesQuery,
  ListEntityNotesResponse,
  ListNotesQuery,
  ListNotesResponse,
  ListRangeNotesQuery,
  ListRangeNotesResponse,
  ListVerseNotesResponse,
  notePageLimits,
  NoteResponse,
  noteSortings,
  PublishNoteBody,
  PublishNoteResponse,
  UpdateNoteBody,
} from './notes/operations.ts'

// Goals
export {
  EstimatedGoalDay,
  EstimatedGoalTimeline,
  GoalAmount,
  goalCategories,
  goalTypes,
  plannedGoalTypes,
  TodaysPlan,
} from './goals/goal.ts'
export {
  CreateGoalBody,
  CreateGoalQuery,
  CreateGoalResponse,
  DeleteGoalQuery,
  DeleteGoalResponse,
  EstimateGoalQuery,
  EstimateGoalResponse,
  GetTodaysPlanQuery,
  GetTodaysPlanResponse,
  UpdateGoalBody,
  UpdateGoalQuery,
  UpdateGoalResponse,
} from './goals/operations.ts'

// Streaks
export {
  CurrentStreakQuery,
  CurrentStreakResponse,
  ListStreaksQuery,
  ListStreaksResponse,
  Streak,
  streakOrders,
  streakStatuses,
} from './streaks/streak.ts'

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
export {
  AppliedSyncMutation,
  readingSlots,
  SyncBookmark,
  SyncCollection,
  syncLimits,
  SyncMembership,
  SyncMutation,
  syncMutationTypes,
  SyncNote,
  SyncReadingBookmark,
  SyncReadingSession,
  syncResources,
} from './sync/mutation.ts'
export type { ReadingSlot, SyncMutationType, SyncResource } from './sync/mutation.ts'
export { PushedMutation, PushSyncBody } from './sync/pushing.ts'
export { PullSyncQuery, PullSyncResponse, PushSyncQuery, PushSyncResponse } from './sync/operations.ts'
export { isOutOfSync } from './sync/out-of-sync.ts'
export { highlightCollectionName, highlightColorOf, highlightColors } from './sync/highlights.ts'
export type { HighlightColor } from './sync/highlights.ts'

// App State
export { ListAppStateChangesQuery, ListAppStateQuery, PutAppStateBody } from './app-state/operations.ts'

// Where it is, and by what right
export { userRootsBelow, userServicePaths } from './services.ts'
export type { UserRoots, UserService } from './services.ts'
export { areaOfScope, signInScopes, userScopeAreas, userScopes } from './scopes.ts'
export type { UserScope, UserScopeArea } from './scopes.ts'

// Words that the service adds to
export type { OpenWord } from './parts/objects.ts'
