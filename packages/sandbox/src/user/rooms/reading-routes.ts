import {
  ListJoinedRoomsQuery,
  ListManagedRoomsQuery,
  ListRoomMembersQuery,
  PathNumber,
  SearchRoomsQuery,
} from '@waraq/protocol/user'
import { numberedData, numberedPart } from '../parts/lists.ts'
import { route, type UserRoute } from '../parts/route.ts'
import { ownRooms, searchedRooms } from './listing.ts'
import type { Room, RoomType } from './room.ts'
import { roomListItem, roomMember, roomProfile, type RoomSources } from './room-view.ts'

const scope = 'room.read'
const params = { id: PathNumber }
/** The maximum and default number of a user's own rooms in an answer. */
const ownRoomsLimit = 5

/** Rooms, lists of rooms, and members. */
export function readingRoutes(areas: RoomSources): UserRoute[] {
  return [...profileRoutes(areas), ...listRoutes(areas), membersRoute(areas)]
}

function profileRoutes(areas: RoomSources): UserRoute[] {
  const { rooms } = areas
  const profileAt = (roomType: RoomType, url: string, userId: string) => {
    const room = rooms.needAt(roomType, url)
    return roomProfile(areas, rooms.needReadable(room.id, userId), userId)
  }
  return [
    route('GET', '/v1/rooms/{id}', { scope, params }, ({ userId, params: { id } }) =>
      roomProfile(areas, rooms.needReadable(id, userId), userId),
    ),
    route('GET', '/v1/rooms/group/{url}', { scope }, ({ userId, params: { url } }) =>
      profileAt('group', url, userId),
    ),
    route('GET', '/v1/rooms/page/{subdomain}', { scope }, ({ userId, params: { subdomain } }) =>
      profileAt('page', subdomain, userId),
    ),
  ]
}

function listRoutes(areas: RoomSources): UserRoute[] {
  const { rooms, counts } = areas
  const listed = (part: ReturnType<typeof numberedPart<Room>>, userId: string) =>
    numberedData(part, (room) => roomListItem(areas, room, userId))
  return [
    route('GET', '/v1/rooms/search', { scope: 'room.search', query: SearchRoomsQuery }, ({ userId, query }) =>
      listed(numberedPart(searchedRooms(rooms, userId, query), query), userId),
    ),
    // The API documentation does not define which rooms count as joined. Here: all that the user is in, including the user's own.
    route('GET', '/v1/rooms/joined-rooms', { scope, query: ListJoinedRoomsQuery }, ({ userId, query }) => {
      const joined = ownRooms(rooms.joinedBy(userId), query, counts)
      return listed(numberedPart(joined, query, ownRoomsLimit), userId)
    }),
    route('GET', '/v1/rooms/managed-rooms', { scope, query: ListManagedRoomsQuery }, ({ userId, query }) => {
      const managed = rooms.joinedBy(userId).filter((room) => rooms.isAdmin(room, userId))
      return listed(numberedPart(ownRooms(managed, query, counts), query, ownRoomsLimit), userId)
    }),
  ]
}

function membersRoute(areas: RoomSources): UserRoute {
  const { rooms } = areas
  return route(
    'GET',
    '/v1/rooms/{id}/members',
    { scope: 'room.members.read', params, query: ListRoomMembersQuery },
    ({ userId, params: { id }, query }) => {
      const room = rooms.needReadable(id, userId)
      return numberedData(numberedPart(rooms.membersOf(room), query), (person) =>
        roomMember(areas, { room, viewerId: userId }, person),
      )
    },
  )
}
