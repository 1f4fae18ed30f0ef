import fc from 'fast-check'
import {
  anything,
  closed,
  eitherOf,
  flag,
  inside,
  integer,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  oneOfNumbers,
  onlyValid,
  text,
  textOfLength,
  time,
  verseKey,
  words,
  type Description,
} from './describe.test-support.ts'
import {
  flags,
  numbered,
  numbers,
  optionalFlag,
  optionalFlags,
  optionalNumbers,
  optionalTexts,
  page,
  pageOf,
  someObject,
  texts,
} from './common.test-support.ts'
import { parts } from './reading.test-support.ts'

/** What the document says of users, following, rooms, posts, comments and tags. */

// Users
const AvatarUrls = object(optionalTexts('small', 'medium', 'large'))
const UserSettings = object({
  'ayahLanguages?': listOf(number()),
  'reflectionLanguages?': listOf(number()),
  ...optionalFlags('customized', 'hideFollowSuggestion', 'showFollowFeaturedSuggestion'),
})
const userFields = {
  avatarUrls: inside(AvatarUrls),
  settings: inside(UserSettings),
  createdAt: text,
  joiningYear: number(),
  id: text,
  ...optionalTexts('username', 'firstName', 'lastName', 'bio', 'country', 'languageIsoCode'),
  ...optionalFlags('verified', 'postAs', 'isAdmin', 'followed'),
  ...optionalNumbers('postsCount', 'followersCount', 'likesCount', 'languageId'),
}
const User = object(userFields)
const mutual = { 'mutualFollowers?': listOf(inside(User)), 'mutualFollowersCount?': number() }
const account = { 'isPasswordSet?': flag, ...optionalTexts('email', 'photoUrl') }
const Own = object({ ...userFields, ...account })
const Other = object({ ...userFields, ...mutual })
const RoomUserSearchItem = object({
  id: text,
  avatarUrls: inside(AvatarUrls),
  isFollowed: flag,
  ...optionalTexts('username', 'firstName', 'lastName', 'bio'),
  ...optionalFlags('verified', 'followed', 'isMember'),
  'followersCount?': number(),
})
const { ImageDataUrl } = parts

export const profiles = {
  AvatarUrls,
  UserSettings,
  UserSerializedDto: User,
  UserProfileResponseDto: Own,
  OtherUserProfileDto: Other,
  UserListItem: User,
  UserProfileOfAnyone: object({ ...userFields, ...account, ...mutual }),
  AccountProfile: closed({
    'createdAt?': time,
    ...optionalTexts('id', 'email', 'firstName', 'lastName', 'username', 'photoUrl'),
    ...optionalFlags('isAdmin', 'isPasswordSet'),
  }),
  EditProfileDto: object({
    'languageId?': number(),
    'reflectionLanguages?': listOf(text),
    'ayahLanguages?': listOf(text),
    ...optionalFlags('customized', 'hideFollowSuggestion', 'showFollowFeaturedSuggestion'),
  }),
  EditProfileResponse: optionalFlag('success'),
  UpdateProfileBodyDto: object({
    user: object({
      'avatar?': ImageDataUrl,
      ...optionalTexts('firstName', 'lastName'),
      'bio?': nullable(text),
      'country?': nullable(text),
      'removeAvatar?': flag,
    }),
  }),
  GetOwnProfileQuery: closed({ 'qdc?': flag }),
  GetUserQuery: closed({ 'qdc?': flag }),
  GetUserByNameQuery: closed({ 'qdc?': flag }),
  SearchUsersQuery: numbered({
    ...optionalTexts('query', 'postingAsUserId'),
    ...optionalFlags('all', 'postingAs'),
    'roomId?': number(),
  }),
  RoomUserSearchItem,
  RoomUsersSearchResponse: pageOf(RoomUserSearchItem),
}

// Following
const FeaturedUser = object({
  ...texts('id', 'username', 'firstName', 'lastName', 'fullName'),
  verified: flag,
  avatarUrls: inside(AvatarUrls),
  followersCount: number(),
  'bio?': text,
})
export const following = {
  ToggleFollowDto: object({ action: words('follow', 'unfollow') }),
  ToggleFollowResponse: optionalFlag('followed'),
  RemoveFollowerResponse: optionalFlag('removed'),
  ListFollowersQuery: numbered({}, 20),
  ListFollowingQuery: numbered({}, 20),
  UsersProfileListResponse: pageOf(User),
  FeaturedUser,
  FeaturedUsersQuery: closed({ 'limit?': integer({ least: 1, most: 9 }), 'page?': page }),
  FeaturedUsersResponse: pageOf(FeaturedUser),
  FollowFeaturedUsersResult: object({
    ...numbers('requested', 'followed', 'skipped', 'failed'),
    complete: flag,
    'failedItems?': listOf(object({ followeeId: text, reason: text })),
  }),
}

// Rooms
const roomFields = {
  id: number(),
  ...texts('name', 'description', 'roomType', 'ownerId'),
  ...flags('isActive', 'isVerified', 'isPublic', 'hideFollowJoinButton', 'isOwner', 'isAdmin'),
  ...numbers('postsCount', 'membersCount'),
  avatarUrls: object(optionalTexts('thumb', 'original')),
  'createdAt?': time,
  'isMember?': flag,
  ...optionalTexts('url', 'subdomain', 'country'),
}
const RoomListItem = object(roomFields)
const UserRoomItem = object({
  id: number(),
  ...texts('name', 'group', 'roomType', 'subdomain', 'description'),
  ...flags('public', 'verified'),
  membersCount: number(),
  avatarUrl: inside(AvatarUrls),
})
const RoomMember = object({
  ...texts('id', 'username', 'firstName', 'lastName'),
  avatarUrls: inside(AvatarUrls),
  ...flags('verified', 'isAdmin', 'isOwner', 'isFollowed', 'isActive'),
  followersCount: number(),
})
const inviteStatus: Description = {
  valid: fc.oneof(fc.boolean(), fc.string()),
  breaks: [
    {
      rule: 'flag or text',
      broken: fc.constantFrom<unknown[]>(1, null, [], {}).map((value) => ({ value, path: [] })),
    },
  ],
}
const own = {
  'query?': text,
  'sortBy?': words('NAME_ASC', 'NAME_DESC', 'LATEST_ACTIVITY'),
}

export const rooms = {
  RoomListItem,
  PaginatedRoomsResponseDto: pageOf(RoomListItem),
  RoomProfileResponseDto: object({ ...roomFields, 'privateToken?': text, ...mutual }),
  UserRoomItem,
  UserRoomsResponse: pageOf(UserRoomItem),
  RoomMember,
  RoomMembersResponseDto: pageOf(RoomMember),
  CreateGroupDto: object({
    name: textOfLength(1, 50),
    url: textOfLength(1, 50),
    'description?': textOfLength(0, 200),
    ...optionalFlags('public', 'hideFollowJoinButton'),
  }),
  RoomCreatedResponseDto: object({ success: flag, data: inside(RoomListItem) }),
  UpdateGroupDto: object({
    id: number(),
    'name?': textOfLength(1, 50),
    'description?': textOfLength(0, 200),
    'url?': textOfLength(1, 50),
    'removeAvatar?': flag,
    'avatar?': ImageDataUrl,
    'country?': nullable(text),
    'public?': nullable(flag),
    'hideFollowJoinButton?': nullable(flag),
  }),
  UpdateGroupResponse: object({ 'room?': someObject }),
  CreatePageDto: object({
    ...texts('name', 'jobTitle', 'contactNumber', 'organizationName', 'purpose', 'url'),
    ...optionalTexts('description', 'organizationWebsite', 'additionalDetails', 'country'),
    ...optionalFlags('public', 'hideFollowJoinButton'),
  }),
  CreatePageResponse: object({ data: someObject, 'message?': text }),
  UpdatePageDto: object({
    id: number(),
    'avatar?': ImageDataUrl,
    ...optionalFlags('removeAvatar', 'public', 'hideFollowJoinButton'),
    ...optionalTexts('name', 'description', 'organizationWebsite', 'country', 'url'),
  }),
  UpdatePageResponse: object({ 'room?': someObject }),
  RoomAdminUpdateDto: object({ roomId: number(), userId: text, admin: flag }),
  RoomAdminUpdateResponse: optionalFlag('success'),
  ListRoomMembersQuery: numbered({}),
  RemoveRoomMemberResponse: optionalFlag('success'),
  InviteUserDto: object({ userIds: listOf(text), emails: listOf(text) }),
  RoomInviteUserResponseDto: object({ invited: flag, inviteStatus: mapOf(inviteStatus) }),
  AcceptInviteQuery: closed({ token: text }),
  RoomInviteAcceptedResponseDto: object({ accepted: flag }),
  RejectInviteQuery: closed({ token: text }),
  RoomInviteRejectedResponseDto: object({ rejected: flag }),
  RoomAcceptByPrivateTokenResponseDto: object({ roomId: number(), success: flag, isNewMember: flag }),
  JoinGroupResponse: optionalFlag('joined'),
  LeaveGroupResponse: optionalFlag('left'),
  FollowPageResponse: optionalFlag('followed'),
  UnfollowPageResponse: optionalFlag('unfollowed'),
  ListJoinedRoomsQuery: numbered(own, 5),
  ListManagedRoomsQuery: numbered(own, 5),
  SearchRoomsQuery: numbered(optionalTexts('query', 'roomType')),
  ListMyRoomsQuery: numbered({ 'name?': text }),
  ListRoomPostsQuery: numbered(
    {
      'sortBy?': words('latest', 'popular'),
      'tab?': words('reflections', 'saved', 'public', 'members_only'),
    },
    20,
  ),
  RoomPostUpdatePrivacyDto: object({ isPublic: flag }),
}

// Posts
const authorFields = {
  ...optionalTexts('username', 'firstName', 'lastName'),
  'verified?': flag,
  ...optionalNumbers('memberType', 'postsCount'),
}
const Author = object({ avatarUrls: inside(AvatarUrls), id: text, ...authorFields })
const AnyAuthor = object({ 'avatarUrls?': inside(AvatarUrls), 'id?': text, ...authorFields })
const Mention = object({
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
  ...optionalFlags('verified', 'isAdmin', 'isOwner', 'isPublic'),
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
    'estimatedReadingTime',
  ),
  ...optionalFlags('draft', 'global', 'reported', 'removed', 'verified', 'hidden'),
  ...optionalFlags('isLiked', 'isByFollowedUser', 'isCommentedOn', 'isSaved'),
  'publishedAt?': time,
  'reviewedAt?': time,
  'featuredAt?': time,
  'pushedUpAt?': time,
  'roomPostStatus?': roomPostStatus,
  'moderationStatus?': moderationStatus,
  'tags?': listOf(inside(PostTag)),
  'references?': listOf(inside(PostReference)),
  'author?': inside(AnyAuthor),
  'recentComment?': inside(RecentComment),
  'room?': nullable(inside(PostRoom)),
  'mentions?': listOf(inside(Mention)),
})
const MentionItem = object({ marker: parts.MentionMarker, userId: text, displayName: text })
const ReferenceItem = object({ chapterId: number({ least: 1 }), from: number(), to: number() })
const postFields = {
  roomPostStatus,
  body: textOfLength(6),
  draft: flag,
  references: listOf(inside(ReferenceItem)),
  mentions: listOf(inside(MentionItem)),
  roomId: number(),
  postAsAuthorId: text,
  publishedAt: time,
}
const tags = { 'tags?': listOf(text) }
const allOptional = Object.fromEntries(Object.entries(postFields).map(([name, field]) => [`${name}?`, field]))
const sortBy = { 'sortBy?': words('latest', 'popular') }
const postTypeIds = { 'postTypeIds?': listOf(number()) }
const operator = words('OR', 'AND')
const place = number({ least: 1 })
const FeedFilter = closed({
  'verifiedOnly?': flag,
  'referencesOperator?': operator,
  'tagsOperator?': operator,
  ...postTypeIds,
  'pages?': listOf(text),
  'groups?': listOf(text),
  'references?': listOf(closed({ 'chapterId?': place, 'from?': place, 'to?': place })),
  'tags?': listOf(text),
  'authors?': listOf(text),
})

export const posts = {
  RequestRoomPostStatus: roomPostStatus,
  PostRoomPostStatus: roomPostStatus,
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
  CreatePostBodyDto: object({ post: object({ ...postFields, ...tags }) }),
  UpdatePostDto: object({ post: object({ ...allOptional, ...tags }) }),
  PostCreatedResponse: eitherOf(
    object({ post: inside(Post), success: flag }),
    onlyValid(object({ data: inside(Post), success: flag })),
  ),
  DeletePostResponse: optionalFlag('success'),
  ReportAbuseBodyDto: object({ report: object({ abuse: text, 'comments?': text }) }),
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

// Comments
const CommentTag = object({ id: number(), ...optionalTexts('name', 'language'), 'commentsCount?': number() })
const Comment = object({
  ...numbers('id', 'postId', 'parentId'),
  authorId: text,
  ...flags('isPrivate', 'isEdited'),
  body: text,
  createdAt: time,
  updatedAt: time,
  ...optionalNumbers('toxicityScore', 'repliesCount', 'likesCount', 'languageId', 'moderationStatus'),
  ...optionalFlags('reported', 'removed', 'hidden', 'moderationEvasionSuspected'),
  'languageName?': text,
  'author?': inside(Author),
  'mentions?': listOf(inside(Mention)),
  'tags?': listOf(inside(CommentTag)),
})
const commentBody = textOfLength(0, 8000)
const mentions = { 'mentions?': listOf(inside(MentionItem)) }

export const comments = {
  CommentTag,
  Comment,
  ListPostCommentsQuery: numbered({}, 20),
  PostCommentsResponse: pageOf(Comment, 'comments'),
  PostAllCommentsResponse: object({ comments: listOf(inside(Comment)), total: number() }),
  ListCommentRepliesQuery: numbered({}, 20),
  CommentRepliesResponse: object({
    ...numbers('total', 'currentPage', 'limit', 'pages'),
    replies: listOf(inside(Comment)),
    comment: inside(Comment),
  }),
  CreateCommentBody: object({
    comment: object({
      body: commentBody,
      postId: number(),
      isPrivate: flag,
      'parentId?': number(),
      ...mentions,
    }),
  }),
  CreateCommentResponse: object({ comment: inside(Comment), success: flag }),
  UpdateCommentBody: object({ comment: object({ 'body?': commentBody, ...mentions }) }),
  UpdateCommentResponse: object({ data: inside(Comment), success: flag }),
  DeleteCommentResponse: optionalFlag('removed'),
  ToggleCommentLikeResponse: optionalFlag('liked'),
}

// Tags
const Tag = object({
  id: number(),
  createdAt: time,
  updatedAt: time,
  ...optionalTexts('name', 'languageName'),
  ...optionalNumbers('rank', 'languageId', 'postsCount', 'commentsCount'),
})
export const tagShapes = {
  Tag,
  SearchTagsQuery: numbered({ 'query?': text }),
  SearchTagsResponse: listOf(inside(Tag)),
  ListTrendingHashtagsQuery: closed({ limit: integer({ least: 1 }) }),
}
