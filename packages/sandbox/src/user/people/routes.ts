import {
  EditProfileDto,
  GetOwnProfileQuery,
  GetUserByNameQuery,
  GetUserQuery,
  ListFollowersQuery,
  ListFollowingQuery,
  ListMyRoomsQuery,
  SearchUsersQuery,
  ToggleFollowDto,
  UpdateProfileBodyDto,
} from '@waraq/protocol/user'
import { numberedData, numberedPart } from '../parts/lists.ts'
import { notFound } from '../parts/refusal.ts'
import { route, type UserRoute } from '../parts/route.ts'
import { userRoomItem } from '../rooms/room-view.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { hasText } from './matching.ts'
import { listedUser, ownProfile, profileFor, type ProfileSources, serializedUser } from './profile.ts'
import { foundUser, searchedUsers } from './search.ts'

/** The dependencies of operations on users. */
export interface PeopleAreas extends ProfileSources {
  readonly rooms: Rooms
}

/** Profiles, following, and lists of users. */
export function peopleRoutes(areas: PeopleAreas): UserRoute[] {
  return [...profileRoutes(areas), ...followRoutes(areas), ...followListRoutes(areas), ...findRoutes(areas)]
}

function profileRoutes(areas: PeopleAreas): UserRoute[] {
  const { people } = areas
  const read = 'user.profile.read'
  const update = 'user.profile.update'
  return [
    route('GET', '/v1/users/profile', { scope: read, query: GetOwnProfileQuery }, ({ userId, query }) =>
      ownProfile(areas, people.need(userId), query),
    ),
    route('PATCH', '/v1/users/profile', { scope: update, body: EditProfileDto }, ({ userId, body }) => {
      people.edit(userId, body)
      return { success: true }
    }),
    route('PUT', '/v1/users/profile', { scope: update, body: UpdateProfileBodyDto }, ({ userId, body }) =>
      serializedUser(areas, people.update(userId, body.user)),
    ),
    route('GET', '/v1/users/{id}', { scope: read, query: GetUserQuery }, ({ userId, params, query }) =>
      profileFor(areas, people.need(params.id), { viewerId: userId, qdc: query.qdc }),
    ),
    route(
      'GET',
      '/v1/users/{username}/profile',
      { scope: read, query: GetUserByNameQuery },
      ({ userId, params, query }) =>
        profileFor(areas, people.needByName(params.username), { viewerId: userId, qdc: query.qdc }),
    ),
  ]
}

function followRoutes({ follows }: PeopleAreas): UserRoute[] {
  return [
    // The operation is called toggle, but the action names the desired state, so a repeated request does no harm.
    route(
      'POST',
      '/v1/users/{followeeId}/toggle-follow',
      { scope: 'user.follow', body: ToggleFollowDto },
      ({ userId, params, body }) => {
        const followed = body.action === 'follow'
        if (followed) follows.follow(userId, params.followeeId)
        else follows.unfollow(userId, params.followeeId)
        return { followed }
      },
    ),
    route(
      'POST',
      '/v1/users/{followerId}/remove-follower',
      { scope: 'user.follow' },
      ({ userId, params }) => {
        if (!follows.unfollow(params.followerId, userId)) throw notFound('follower')
        return { removed: true }
      },
    ),
  ]
}

function followListRoutes(areas: PeopleAreas): UserRoute[] {
  const { people, follows } = areas
  const listed = (ids: readonly string[], query: ListFollowersQuery, viewerId: string) =>
    numberedData(numberedPart(ids, query), (id) => listedUser(areas, people.need(id), viewerId))
  return [
    route(
      'GET',
      '/v1/users/{id}/followers',
      { scope: 'user.followers.read', query: ListFollowersQuery },
      ({ userId, params, query }) => listed(follows.followersOf(people.need(params.id).id), query, userId),
    ),
    route(
      'GET',
      '/v1/users/{id}/following',
      { scope: 'user.following.read', query: ListFollowingQuery },
      ({ userId, params, query }) => listed(follows.followedBy(people.need(params.id).id), query, userId),
    ),
  ]
}

function findRoutes({ people, follows, rooms }: PeopleAreas): UserRoute[] {
  return [
    // The API documentation does not define which rooms are a user's own. Here: all that the user is in, the newest first.
    route(
      'GET',
      '/v1/users/my-rooms',
      { scope: 'user.rooms.read', query: ListMyRoomsQuery },
      ({ userId, query }) =>
        numberedData(
          numberedPart(
            rooms.joinedBy(userId).filter(({ name }) => hasText([name], query.name)),
            query,
          ),
          (room) => userRoomItem(rooms, room),
        ),
    ),
    route(
      'GET',
      '/v1/users/search',
      { scope: 'user.search', query: SearchUsersQuery },
      ({ userId, query }) => {
        const { roomId } = query
        const room = roomId === undefined ? undefined : rooms.needReadable(roomId, userId)
        const found = numberedPart(searchedUsers(people, userId, query), query)
        return numberedData(found, (person) => foundUser({ follows, rooms, userId, room }, person))
      },
    ),
  ]
}
