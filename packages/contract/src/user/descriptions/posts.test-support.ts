import fc from 'fast-check'
import {
  numbered,
  numbers,
  optionalFlag,
  optionalFlags,
  optionalNumbers,
  optionalTexts,
  pageOf,
} from './common.test-support.ts'
import {
  anything,
  closed,
  eitherOf,
  flag,
  form,
  inside,
  listOf,
  nullable,
  number,
  object,
  oneOfNumbers,
  onlyValid,
  openNumbers,
  text,
  textOfLength,
  time,
  verseKey,
  words,
} from './describe.test-support.ts'
import { parts } from './parts.test-support.ts'
import { AvatarUrls } from './profiles.test-support.ts'

/** What the document says of posts. */

const authorFields = {
  ...optionalTexts('username', 'firstName', 'lastName'),
  'verified?': flag,
  ...optionalNumbers('memberType', 'postsCount'),
}
export const Author = object({ avatarUrls: inside(AvatarUrls), id: text, ...authorFields })
const AnyAuthor = object({ 'avatarUrls?': inside(AvatarUrls), 'id?': text, ...authorFields })
export const Mention = object({
  avatarUrls: inside(AvatarUrls),
  id: text,
  locations: anything,
  followersCount: number(),
  ...authorFields,
  'displayName?': text,
})
const PostTag = object({ id: number(), ...optionalTexts('name', 'language') })
const PostReference = object({ id: text, ...optionalNumbers('from', 'to', 'chapterId') })
const RecentComment = object({ id: number(), author: inside(AnyAuthor), body: text, createdAt: time })
const PostRoom = object({
  id: number(),
  ...optionalTexts('subdomain', 'roomType', 'name', '_group'),
  'verified?': flag,
  'isAdmin?': anything,
  'isOwner?': anything,
  'isPublic?': anything,
})
const roomPostStatus = oneOfNumbers(0, 1, 2)
const moderationStatus = oneOfNumbers(1, 2, 3, 4, 5, 6, 30)
const Post = object({
  id: number(),
  authorId: text,
  createdAt: time,
  updatedAt: time,
  ...numbers('commentsCount', 'roomId', 'postTypeId'),
  ...optionalTexts('body', 'languageName', 'postTypeName'),
  ...optionalNumbers(
    'discussionId',
    'toxicityScore',
    'views',
    'viewsCount',
    'likesCount',
    'languageId',
    'readsCount',
    'reviewStatus',
    'estimatedReadingTime',
  ),
  ...optionalFlags('draft', 'global', 'reported', 'removed', 'verified', 'hidden'),
  ...optionalFlags('isLiked', 'isByFollowedUser', 'isCommentedOn', 'isSaved'),
  'publishedAt?': time,
  'reviewedAt?': time,
  'featuredAt?': time,
  'pushedUpAt?': time,
  'roomPostStatus?': openNumbers(0, 1, 2),
  'moderationStatus?': openNumbers(1, 2, 3, 4, 5, 6, 30),
  'tags?': listOf(inside(PostTag)),
  'references?': listOf(inside(PostReference)),
  'author?': inside(AnyAuthor),
  'recentComment?': inside(RecentComment),
  'room?': nullable(inside(PostRoom)),
  'mentions?': listOf(inside(Mention)),
})
export const MentionItem = object({ marker: parts.MentionMarker, userId: text, displayName: text })
const ReferenceItem = object({ chapterId: number({ least: 1 }), from: number(), to: number() })
const postFields = {
  body: textOfLength(6),
  draft: flag,
  references: listOf(inside(ReferenceItem)),
  mentions: listOf(inside(MentionItem)),
}
const special = {
  'roomPostStatus?': roomPostStatus,
  'roomId?': number(),
  'postAsAuthorId?': text,
  'publishedAt?': time,
  'tags?': listOf(text),
}
const allOptional = Object.fromEntries(Object.entries(postFields).map(([name, field]) => [`${name}?`, field]))
/** A text that stands with others in one, joined by commas. */
const item = form(
  fc.string({ minLength: 1 }).map((value) => value.replaceAll(',', '.')),
  '',
  'a,b',
  ',',
)
const sortBy = { 'sortBy?': words('latest', 'popular') }
const postTypeIds = { 'postTypeIds?': listOf(number()) }
const operator = words('OR', 'AND')
export const place = number({ least: 1 })
const FeedFilter = closed({
  'verifiedOnly?': flag,
  'referencesOperator?': operator,
  'tagsOperator?': operator,
  ...postTypeIds,
  'pages?': listOf(item),
  'groups?': listOf(item),
  'references?': listOf(closed({ 'chapterId?': place, 'from?': place, 'to?': place })),
  'tags?': listOf(item),
  'authors?': listOf(item),
})

export const posts = {
  RequestRoomPostStatus: roomPostStatus,
  ModerationStatus: moderationStatus,
  Author,
  AnyAuthor,
  Mention,
  PostTag,
  PostReference,
  RecentComment,
  PostRoom,
  PostSerialized: Post,
  MentionMarker: parts.MentionMarker,
  MentionItem,
  ReferenceItem,
  CreatePostBodyDto: object({ post: object({ ...postFields, ...special }) }),
  UpdatePostDto: object({ ...allOptional, ...special }),
  PostCreatedResponse: eitherOf(
    object({ post: inside(Post), 'success?': flag }),
    onlyValid(object({ data: inside(Post), 'success?': flag })),
  ),
  DeletePostResponse: optionalFlag('success'),
  ReportAbuseBodyDto: object({ report: object({ abuse: text, comments: text }) }),
  ReportAbuseResponse: optionalFlag('reported'),
  ExportPostsDto: object({ ids: listOf(number(), 1) }),
  IsPostLikedResponse: optionalFlag('liked'),
  TogglePostLikeResponse: optionalFlag('liked'),
  TogglePostSaveResponse: optionalFlag('saved'),
  MarkPostViewedResponse: optionalFlag('success'),
  MarkPostReadResponse: optionalFlag('success'),
  CountRangePostsQuery: closed({ from: verseKey, to: verseKey }),
  CountRangePostsResponse: object({ 'count?': number() }),
  PostCountResponseDto: object({ count: number() }),
  FeedResponseDto: pageOf(Post),
  FeedFilter,
  FeedQuery: numbered({
    ...sortBy,
    'tab?': words(
      'newest',
      'latest',
      'qdc',
      'following',
      'draft',
      'favorite',
      'most_popular',
      'only_room_members',
      'public',
      'feed',
      'trending',
      'popular',
    ),
    'languages?': listOf(number()),
    'filter?': inside(FeedFilter),
  }),
  ListRelatedPostsQuery: numbered({}),
  ListReReflectionsQuery: numbered({}),
  ListMyPostsQuery: numbered(
    { 'tab?': words('my_reflections', 'saved', 'notes', 'mentions'), ...sortBy, ...postTypeIds },
    20,
  ),
  ListUserPostsQuery: numbered({ ...sortBy, ...postTypeIds }, 20),
}
