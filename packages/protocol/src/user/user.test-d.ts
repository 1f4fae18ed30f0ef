import type * as z from 'zod/mini'
import type { userJsonSchema, UserShapeName, userSchemas } from './json-schema.ts'
import {
  formatVerseRange,
  itemsOfPage,
  missingPreferenceFields,
  moderationState,
  roomPostStatusForRequest,
  roomPostStatusInPosts,
  type ActivityDay,
  type AddBookmarkBody,
  type AddCollectionBookmarkBody,
  type Bookmark,
  type BookmarkWithCollectionsCount,
  type Collection,
  type Comment,
  type CommentRepliesResponse,
  type CreateCollectionBody,
  type CreateCommentBody,
  type CreateGoalBody,
  type CreateGroupDto,
  type CreateNoteBody,
  type CreatePostBodyDto,
  type CursorPage,
  type EditProfileDto,
  type FeedQuery,
  type FeedResponseDto,
  type FindBookmarkQuery,
  type GetCollectionResponse,
  type ListBookmarksQuery,
  type ListCollectionsQuery,
  type ListCollectionsResponse,
  type ListRangeBookmarksResponse,
  type ListUserPostsQuery,
  type ModerationState,
  type ModerationStatus,
  type MushafId,
  type normalizeRawBookmark,
  type NullableBookmark,
  type Pagination,
  type PostCommentsResponse,
  type PostSerialized,
  type Preference,
  type RawBookmark,
  type RemoveCollectionBookmarkBody,
  type RequestRoomPostStatus,
  type RoomInviteUserResponseDto,
  type ToggleFollowDto,
  type UpdateGroupDto,
  type UpdatePostDto,
  type UpdatePreferenceBody,
  type UpdatePreferencesBody,
  type UserProfileResponseDto,
  type UserSerializedDto,
} from './index.ts'

/**
 * What the types of the user half promise; checked by the compiler, never run. A line under `@ts-expect-error` that
 * compiles is an error too.
 */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <True extends true>(): True | undefined => undefined
const accepts = <T>(value: T): T => value

// Bookmarks
holds<Same<Bookmark['verseNumber'], number | null | undefined>>()
holds<Same<Bookmark['isReading'], boolean | null>>()
holds<Same<Bookmark['collectionsCount'], number | undefined>>()
holds<Same<BookmarkWithCollectionsCount['collectionsCount'], number>>()
holds<Same<NullableBookmark, Bookmark | null>>()
holds<Same<ReturnType<typeof normalizeRawBookmark>, Bookmark>>()
holds<Same<ListRangeBookmarksResponse['data'], RawBookmark[]>>()
declare const bookmark: Bookmark
// What the service adds is kept, and of no known form.
holds<Same<typeof bookmark.addedSince, unknown>>()
declare const raw: RawBookmark
if (typeof raw.bookmarkType !== 'string') accepts<string>(raw.bookmarkType.type)
// @ts-expect-error it may be text
void raw.bookmarkType.type

accepts<AddBookmarkBody>({ key: 2, type: 'ayah', verseNumber: 255 })
accepts<AddBookmarkBody>({ key: 30, type: 'juz', isReading: true, mushafId: 4 })
// @ts-expect-error a verse has a number
accepts<AddBookmarkBody>({ key: 2, type: 'ayah' })
// @ts-expect-error a page has no verse
accepts<AddBookmarkBody>({ key: 2, type: 'page', verseNumber: 255 })
// @ts-expect-error there are four types
accepts<AddBookmarkBody>({ key: 2, type: 'word' })
// @ts-expect-error here the type is required
accepts<AddBookmarkBody>({ key: 2, verseNumber: 255 })
// @ts-expect-error a mushaf is one of nine
accepts<AddBookmarkBody>({ key: 2, type: 'surah', mushafId: 8 })
accepts<FindBookmarkQuery>({ isReading: true })
// @ts-expect-error the mushaf is required
accepts<ListBookmarksQuery>({ first: 5 })
holds<Same<MushafId, 1 | 2 | 3 | 4 | 5 | 6 | 7 | 11 | 19>>()

// Collections
holds<Same<Collection['slug'], string | null>>()
holds<Same<Collection['url'], string | null | undefined>>()
holds<Same<ListCollectionsResponse['data'], Collection[]>>()
holds<Same<ListCollectionsResponse['pagination'], Pagination>>()
holds<Same<GetCollectionResponse['data']['bookmarks'], BookmarkWithCollectionsCount[] | undefined>>()
accepts<CreateCollectionBody>({ name: 'Patience' })
// @ts-expect-error no other keys
accepts<CreateCollectionBody>({ name: 'Patience', slug: 'patience' })
// @ts-expect-error a name is text
accepts<CreateCollectionBody>({ name: 1 })
accepts<AddCollectionBookmarkBody>({ key: 2, verseNumber: 255 })
accepts<AddCollectionBookmarkBody>({ key: 30, type: 'juz' })
accepts<RemoveCollectionBookmarkBody>({ bookmarkId: 'b' })
// @ts-expect-error by id or by what it is set to
accepts<RemoveCollectionBookmarkBody>({ bookmarkId: 'b', key: 2 })

// Cursor pages: the pairs exclude each other.
accepts<ListCollectionsQuery>({})
accepts<ListCollectionsQuery>({ sortBy: 'alphabetical', first: 20 })
accepts<ListCollectionsQuery>({ first: 20, after: 'a' })
accepts<ListCollectionsQuery>({ last: 20, before: 'b', type: 'juz' })
// @ts-expect-error never together
accepts<ListCollectionsQuery>({ first: 20, last: 20 })
// @ts-expect-error before goes with last
accepts<ListCollectionsQuery>({ first: 20, before: 'b' })
// @ts-expect-error after goes with first
accepts<CursorPage>({ after: 'a' })
// @ts-expect-error not a way to sort
accepts<ListCollectionsQuery>({ sortBy: 'newest' })
// @ts-expect-error not a parameter
accepts<ListCollectionsQuery>({ page: 2 })

// Preferences
holds<Same<keyof UpdatePreferencesBody, keyof typeof missing>>()
declare const missing: Record<Parameters<typeof missingPreferenceFields>[0], never>
holds<Same<NonNullable<Preference['reading']>['selectedReadingTranslation'], string>>()
holds<Same<NonNullable<Preference['audio']>['reciter'], number>>()
accepts<UpdatePreferencesBody>({ theme: { type: 'sepia' }, userHasCustomised: { userHasCustomised: true } })
// @ts-expect-error the reciter is required once there is the section
accepts<UpdatePreferencesBody>({ audio: { playbackRate: 1.5 } })
// @ts-expect-error no other sections
accepts<UpdatePreferencesBody>({ fonts: {} })
// Words, fields and sections that came later.
accepts<Preference>({ theme: { type: 'midnight', since: 1 }, fonts: {} })
// @ts-expect-error a theme is text
accepts<Preference>({ theme: { type: 1 } })
accepts<UpdatePreferenceBody>({ group: 'audio', key: 'playbackRate', value: 1.5 })
// @ts-expect-error not a rate
accepts<UpdatePreferenceBody>({ group: 'audio', key: 'playbackRate', value: 3 })
// @ts-expect-error not a field of the section
accepts<UpdatePreferenceBody>({ group: 'theme', key: 'reciter', value: 7 })
// @ts-expect-error a field has a value
accepts<UpdatePreferenceBody>({ group: 'theme', key: 'type' })

// Users
holds<Same<UserSerializedDto['verified'], boolean>>()
holds<Same<UserSerializedDto['languageIsoCode'], string>>()
holds<Same<UserSerializedDto['bio'], string | undefined>>()
holds<Same<UserProfileResponseDto['email'], string | undefined>>()
accepts<EditProfileDto>({ reflectionLanguages: ['en'] })
// @ts-expect-error here languages are texts
accepts<EditProfileDto>({ reflectionLanguages: [1] })
// @ts-expect-error not a field of the request
accepts<EditProfileDto>({ ayahLanguage: ['en'] })
accepts<ToggleFollowDto>({ action: 'unfollow' })
// @ts-expect-error not an action
accepts<ToggleFollowDto>({ action: 'block' })

// Rooms
holds<Same<RoomInviteUserResponseDto['inviteStatus'], Record<string, string | boolean>>>()
accepts<UpdateGroupDto>({ id: 1, country: null, public: null })
// @ts-expect-error the id is required
accepts<UpdateGroupDto>({ name: 'Readers' })
// @ts-expect-error a description is not null
accepts<CreateGroupDto>({ name: 'Readers', url: 'readers', description: null })

// Posts
holds<Same<PostSerialized['roomPostStatus'], number>>()
holds<Same<PostSerialized['moderationStatus'], number | undefined>>()
holds<Same<ModerationStatus, 1 | 2 | 3 | 4 | 5 | 6 | 30>>()
holds<Same<ReturnType<typeof moderationState>, ModerationState | undefined>>()
holds<Same<PostSerialized['draft'], boolean>>()
holds<Same<PostSerialized['addedSince'], unknown>>()
holds<Same<ReturnType<typeof roomPostStatusForRequest<2>>, RequestRoomPostStatus>>()
holds<Same<ReturnType<typeof roomPostStatusForRequest<number>>, RequestRoomPostStatus | undefined>>()
// @ts-expect-error vocabularies do not change
roomPostStatusInPosts.asRoom = 0
const post: CreatePostBodyDto['post'] = {
  roomPostStatus: 1,
  body: 'A reflection',
  draft: true,
  references: [{ chapterId: 2, from: 255, to: 255 }],
  mentions: [],
  roomId: 1,
  postAsAuthorId: 'u',
  publishedAt: '2026-08-01T00:00:00Z',
}
accepts<CreatePostBodyDto>({ post })
accepts<CreatePostBodyDto>({ post: { ...post, tags: ['patience'] } })
// @ts-expect-error all of it stands in `post`
accepts<CreatePostBodyDto>(post)
// @ts-expect-error a draft or not has to be said
accepts<CreatePostBodyDto>({ post: { ...post, draft: undefined } })
// @ts-expect-error not a status
accepts<CreatePostBodyDto>({ post: { ...post, roomPostStatus: 3 } })
// @ts-expect-error a misspelt field
accepts<CreatePostBodyDto>({ post: { ...post, tag: ['patience'] } })
accepts<UpdatePostDto>({ draft: false })
// @ts-expect-error not within `post`
accepts<UpdatePostDto>({ post: { draft: false } })
accepts<FeedQuery>({ tab: 'trending', filter: { tags: ['a'], references: [{ chapterId: 2 }] }, page: 2 })
// @ts-expect-error not a tab
accepts<FeedQuery>({ tab: 'saved' })
// @ts-expect-error not a filter
accepts<FeedQuery>({ filter: { verified: true } })
// @ts-expect-error a number
accepts<ListUserPostsQuery>({ limit: '20' })

// Pages: items are found by type, too.
declare const feed: FeedResponseDto
declare const comments: PostCommentsResponse
declare const replies: CommentRepliesResponse
accepts<readonly PostSerialized[]>(itemsOfPage(feed))
accepts<readonly Comment[]>(itemsOfPage(comments))
accepts<readonly Comment[]>(itemsOfPage(replies))
// @ts-expect-error comments are no posts
accepts<readonly PostSerialized[]>(itemsOfPage(comments))

// Comments, notes, goals, activity days
accepts<CreateCommentBody>({ comment: { body: 'Amin', postId: 1, isPrivate: false, parentId: 2 } })
// @ts-expect-error whether it is private has to be said
accepts<CreateCommentBody>({ comment: { body: 'Amin', postId: 1 } })
accepts<CreateNoteBody>({
  body: 'A note',
  saveToQR: false,
  ranges: [formatVerseRange({ chapter: 1, verse: 1 })],
})
const note = { body: 'A note', saveToQR: false }
// @ts-expect-error the only entity is a reflection
accepts<CreateNoteBody>({ ...note, attachedEntity: { entityId: 'p', entityType: 'post' } })
accepts<CreateGoalBody>({ type: 'QURAN_PAGES', amount: 10, category: 'QURAN' })
accepts<CreateGoalBody>({ type: 'QURAN_RANGE', amount: '1:1-2:286', category: 'QURAN' })
// @ts-expect-error not an amount
accepts<CreateGoalBody>({ type: 'QURAN_PAGES', amount: true, category: 'QURAN' })
holds<Same<ActivityDay['progress'], number>>()
holds<Same<ActivityDay['ranges'], string[] | undefined>>()

// JSON Schema
accepts<UserShapeName>('Bookmark')
// @ts-expect-error a function is no shape
accepts<UserShapeName>('normalizeRawBookmark')
// @ts-expect-error neither is a vocabulary
accepts<Parameters<typeof userJsonSchema>[0]>('moderationStatuses')
holds<typeof userSchemas extends Record<UserShapeName, z.core.$ZodType> ? true : false>()
