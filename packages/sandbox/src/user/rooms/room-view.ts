import type {
  AvatarUrls,
  RoomListItem,
  RoomMember,
  RoomProfileResponseDto,
  UserRoomItem,
} from '@waraq/protocol/user'
import type { Person } from '../people/person.ts'
import { pictureUrl } from '../people/pictures.ts'
import { avatarUrlsOf, mutualFields, type ProfileSources } from '../people/profile.ts'
import type { Room } from './room.ts'
import type { Rooms } from './rooms.ts'

/** The areas from which a room's view is created. */
export interface RoomSources extends ProfileSources {
  readonly rooms: Rooms
}

/** Addresses of a room's picture in some sizes. None without a picture. */
function picturesOf({ picture }: Room, sizes: readonly string[]): Record<string, string> {
  if (picture === undefined) return {}
  return Object.fromEntries(sizes.map((size) => [size, pictureUrl(picture, size)]))
}

/** A room in a list. Pages also have a `url`: changing it changes the subdomain. */
export function roomListItem({ rooms, counts }: RoomSources, room: Room, viewerId: string): RoomListItem {
  const { id, name, description, roomType, isVerified, isPublic, hideFollowJoinButton, ownerId } = room
  return {
    id,
    name,
    description,
    roomType,
    isActive: true,
    isVerified,
    isPublic,
    hideFollowJoinButton,
    isOwner: ownerId === viewerId,
    isAdmin: rooms.isAdmin(room, viewerId),
    ownerId,
    postsCount: counts.inRoom(id),
    membersCount: rooms.membersOf(room).length,
    url: room.url,
    avatarUrls: picturesOf(room, ['thumb', 'original']),
    createdAt: room.createdAt,
    isMember: rooms.isMember(room, viewerId),
    subdomain: roomType === 'page' ? room.url : undefined,
    country: room.country,
  }
}

/** One room. Only admins see the token that lets others in. */
export function roomProfile(sources: RoomSources, room: Room, viewerId: string): RoomProfileResponseDto {
  const { rooms } = sources
  return {
    ...roomListItem(sources, room, viewerId),
    ...(rooms.isAdmin(room, viewerId) ? { privateToken: room.privateToken } : {}),
    ...mutualFields(sources, rooms.followedMembers(room, viewerId), viewerId),
  }
}

/** A room in the list of a user's own rooms. Groups have no subdomain and pages no group, but both fields are required. */
export function userRoomItem(rooms: Rooms, room: Room): UserRoomItem {
  const { id, name, roomType, url, description, isPublic, isVerified } = room
  const avatarUrl: AvatarUrls = picturesOf(room, ['small', 'medium', 'large'])
  return {
    id,
    name,
    group: roomType === 'group' ? url : '',
    roomType,
    subdomain: roomType === 'page' ? url : '',
    description,
    public: isPublic,
    verified: isVerified,
    membersCount: rooms.membersOf(room).length,
    avatarUrl,
  }
}

/** A member of a room, as a user sees it. */
export function roomMember(
  { rooms, follows }: RoomSources,
  { room, viewerId }: { readonly room: Room; readonly viewerId: string },
  person: Person,
): RoomMember {
  const { id, username, firstName, lastName, verified } = person
  return {
    id,
    username,
    firstName,
    lastName,
    avatarUrls: avatarUrlsOf(person),
    verified,
    isAdmin: rooms.isAdmin(room, id),
    isOwner: room.ownerId === id,
    isFollowed: follows.follows(viewerId, id),
    isActive: true,
    followersCount: follows.followersOf(id).length,
  }
}
