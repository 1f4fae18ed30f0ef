import {
  EditProfileDto,
  EditProfileResponse,
  GetOwnProfileQuery,
  GetUserByNameQuery,
  GetUserQuery,
  ListFollowersQuery,
  ListFollowingQuery,
  ListMyRoomsQuery,
  RemoveFollowerResponse,
  RoomUsersSearchResponse,
  SearchUsersQuery,
  ToggleFollowDto,
  ToggleFollowResponse,
  UpdateProfileBodyDto,
  UserProfileOfAnyone,
  UserProfileResponseDto,
  UserRoomsResponse,
  UserSerializedDto,
  UsersProfileListResponse,
} from '@waraq/protocol/user'
import { quranReflect } from '../operation.ts'

export const users = {
  getOwnProfile: /* @__PURE__ */ quranReflect(
    'GET /v1/users/profile',
    'user.profile.read',
    UserProfileResponseDto,
    { query: GetOwnProfileQuery },
  ),
  /** Updates the fields that are sent. */
  editProfile: /* @__PURE__ */ quranReflect(
    'PATCH /v1/users/profile',
    'user.profile.update',
    EditProfileResponse,
    { body: EditProfileDto },
  ),
  updateProfile: /* @__PURE__ */ quranReflect(
    'PUT /v1/users/profile',
    'user.profile.update',
    UserSerializedDto,
    { body: UpdateProfileBodyDto },
  ),
  get: /* @__PURE__ */ quranReflect('GET /v1/users/{id}', 'user.profile.read', UserProfileOfAnyone, {
    query: GetUserQuery,
  }),
  getByName: /* @__PURE__ */ quranReflect(
    'GET /v1/users/{username}/profile',
    'user.profile.read',
    UserProfileOfAnyone,
    { query: GetUserByNameQuery },
  ),
  listMyRooms: /* @__PURE__ */ quranReflect('GET /v1/users/my-rooms', 'user.rooms.read', UserRoomsResponse, {
    query: ListMyRoomsQuery,
    paging: 'numbered',
  }),
  search: /* @__PURE__ */ quranReflect('GET /v1/users/search', 'user.search', RoomUsersSearchResponse, {
    query: SearchUsersQuery,
    paging: 'numbered',
  }),
  toggleFollow: /* @__PURE__ */ quranReflect(
    'POST /v1/users/{followeeId}/toggle-follow',
    'user.follow',
    ToggleFollowResponse,
    { body: ToggleFollowDto },
  ),
  removeFollower: /* @__PURE__ */ quranReflect(
    'POST /v1/users/{followerId}/remove-follower',
    'user.follow',
    RemoveFollowerResponse,
  ),
  listFollowers: /* @__PURE__ */ quranReflect(
    'GET /v1/users/{id}/followers',
    'user.followers.read',
    UsersProfileListResponse,
    { query: ListFollowersQuery, paging: 'numbered' },
  ),
  listFollowing: /* @__PURE__ */ quranReflect(
    'GET /v1/users/{id}/following',
    'user.following.read',
    UsersProfileListResponse,
    { query: ListFollowingQuery, paging: 'numbered' },
  ),
}
