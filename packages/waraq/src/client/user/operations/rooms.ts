import {
  AcceptInviteQuery,
  CreateGroupDto,
  CreatePageDto,
  CreatePageResponse,
  FeedResponseDto,
  FollowPageResponse,
  InviteUserDto,
  JoinGroupResponse,
  LeaveGroupResponse,
  ListJoinedRoomsQuery,
  ListManagedRoomsQuery,
  ListRoomMembersQuery,
  ListRoomPostsQuery,
  PaginatedRoomsResponseDto,
  PathNumber,
  PostSerialized,
  RejectInviteQuery,
  RemoveRoomMemberResponse,
  RoomAcceptByPrivateTokenResponseDto,
  RoomAdminUpdateDto,
  RoomAdminUpdateResponse,
  RoomCreatedResponseDto,
  RoomInviteAcceptedResponseDto,
  RoomInviteRejectedResponseDto,
  RoomInviteUserResponseDto,
  RoomMembersResponseDto,
  RoomPostUpdatePrivacyDto,
  RoomProfileResponseDto,
  SearchRoomsQuery,
  UnfollowPageResponse,
  UpdateGroupDto,
  UpdateGroupResponse,
  UpdatePageDto,
  UpdatePageResponse,
} from '@waraq/protocol/user'
import { quranReflect } from '../operation.ts'

export const rooms = {
  get: /* @__PURE__ */ quranReflect('GET /v1/rooms/{id}', 'room.read', RoomProfileResponseDto, {
    params: { id: PathNumber },
  }),
  getGroup: /* @__PURE__ */ quranReflect('GET /v1/rooms/group/{url}', 'room.read', RoomProfileResponseDto),
  getPage: /* @__PURE__ */ quranReflect(
    'GET /v1/rooms/page/{subdomain}',
    'room.read',
    RoomProfileResponseDto,
  ),
  search: /* @__PURE__ */ quranReflect('GET /v1/rooms/search', 'room.search', PaginatedRoomsResponseDto, {
    query: SearchRoomsQuery,
    paging: 'numbered',
  }),
  listJoined: /* @__PURE__ */ quranReflect(
    'GET /v1/rooms/joined-rooms',
    'room.read',
    PaginatedRoomsResponseDto,
    { query: ListJoinedRoomsQuery, paging: 'numbered' },
  ),
  listManaged: /* @__PURE__ */ quranReflect(
    'GET /v1/rooms/managed-rooms',
    'room.read',
    PaginatedRoomsResponseDto,
    { query: ListManagedRoomsQuery, paging: 'numbered' },
  ),
  listMembers: /* @__PURE__ */ quranReflect(
    'GET /v1/rooms/{id}/members',
    'room.members.read',
    RoomMembersResponseDto,
    { params: { id: PathNumber }, query: ListRoomMembersQuery, paging: 'numbered' },
  ),
  listPosts: /* @__PURE__ */ quranReflect('GET /v1/rooms/{id}/posts', 'room.posts.read', FeedResponseDto, {
    params: { id: PathNumber },
    query: ListRoomPostsQuery,
    paging: 'numbered',
  }),
  createGroup: /* @__PURE__ */ quranReflect('POST /v1/rooms/groups', 'room.create', RoomCreatedResponseDto, {
    body: CreateGroupDto,
  }),
  updateGroup: /* @__PURE__ */ quranReflect('PATCH /v1/rooms/groups', 'room.update', UpdateGroupResponse, {
    body: UpdateGroupDto,
  }),
  createPage: /* @__PURE__ */ quranReflect('POST /v1/rooms/pages', 'room.create', CreatePageResponse, {
    body: CreatePageDto,
  }),
  updatePage: /* @__PURE__ */ quranReflect('PATCH /v1/rooms/pages', 'room.update', UpdatePageResponse, {
    body: UpdatePageDto,
  }),
  updateAdmins: /* @__PURE__ */ quranReflect(
    'POST /v1/rooms/admins-access',
    'room.admin',
    RoomAdminUpdateResponse,
    { body: RoomAdminUpdateDto },
  ),
  invite: /* @__PURE__ */ quranReflect(
    'POST /v1/rooms/{id}/invite',
    'room.invite',
    RoomInviteUserResponseDto,
    { params: { id: PathNumber }, body: InviteUserDto },
  ),
  /** Changes data, although it is a GET. */
  acceptInvite: /* @__PURE__ */ quranReflect(
    'GET /v1/rooms/{id}/accept-invite',
    'room.join',
    RoomInviteAcceptedResponseDto,
    { params: { id: PathNumber }, query: AcceptInviteQuery, repeat: 'unsafe' },
  ),
  /** Changes data, although it is a GET. */
  rejectInvite: /* @__PURE__ */ quranReflect(
    'GET /v1/rooms/{id}/reject-invite',
    'room.join',
    RoomInviteRejectedResponseDto,
    { params: { id: PathNumber }, query: RejectInviteQuery, repeat: 'unsafe' },
  ),
  /** Changes data, although it is a GET. */
  acceptGroupToken: /* @__PURE__ */ quranReflect(
    'GET /v1/rooms/group/{url}/accept/{token}',
    'room.join',
    RoomAcceptByPrivateTokenResponseDto,
    { repeat: 'unsafe' },
  ),
  /** Changes data, although it is a GET. */
  acceptPageToken: /* @__PURE__ */ quranReflect(
    'GET /v1/rooms/page/{subdomain}/accept/{token}',
    'room.join',
    RoomAcceptByPrivateTokenResponseDto,
    { repeat: 'unsafe' },
  ),
  removeMember: /* @__PURE__ */ quranReflect(
    'DELETE /v1/rooms/{id}/members/{userId}',
    'room.members.remove',
    RemoveRoomMemberResponse,
    { params: { id: PathNumber } },
  ),
  joinGroup: /* @__PURE__ */ quranReflect('POST /v1/rooms/{groupId}/join', 'room.join', JoinGroupResponse, {
    params: { groupId: PathNumber },
  }),
  leaveGroup: /* @__PURE__ */ quranReflect(
    'POST /v1/rooms/{groupId}/leave',
    'room.leave',
    LeaveGroupResponse,
    { params: { groupId: PathNumber } },
  ),
  followPage: /* @__PURE__ */ quranReflect(
    'POST /v1/rooms/{pageId}/follow',
    'room.follow',
    FollowPageResponse,
    { params: { pageId: PathNumber } },
  ),
  unfollowPage: /* @__PURE__ */ quranReflect(
    'POST /v1/rooms/{pageId}/unfollow',
    'room.unfollow',
    UnfollowPageResponse,
    { params: { pageId: PathNumber } },
  ),
  updatePostPrivacy: /* @__PURE__ */ quranReflect(
    'PATCH /v1/rooms/{roomId}/posts/{postId}/privacy',
    'room.posts.update',
    PostSerialized,
    { params: { roomId: PathNumber, postId: PathNumber }, body: RoomPostUpdatePrivacyDto },
  ),
}
