import { parts } from './parts.test-support.ts'
import fc from 'fast-check'
import {
  flags,
  numbered,
  numbers,
  optionalFlag,
  optionalFlags,
  optionalTexts,
  pageOf,
  someObject,
  texts,
} from './common.test-support.ts'
import {
  type Description,
  closed,
  flag,
  inside,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  text,
  textOfLength,
  time,
  words,
} from './describe.test-support.ts'
import { AvatarUrls, mutual } from './profiles.test-support.ts'

/** What the document says of rooms. */

const roomFields = {
  id: number(),
  ...texts('name', 'description', 'roomType', 'ownerId'),
  ...flags('isActive', 'isVerified', 'isPublic', 'isOwner', 'isAdmin'),
  'hideFollowJoinButton?': flag,
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
    'avatar?': parts.ImageDataUrl,
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
    'avatar?': parts.ImageDataUrl,
    'public?': nullable(flag),
    ...optionalFlags('removeAvatar', 'hideFollowJoinButton'),
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
