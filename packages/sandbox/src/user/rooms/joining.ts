import type { RoomAcceptByPrivateTokenResponseDto, RoomAdminUpdateDto } from '@waraq/protocol/user'
import { forbidden, notFound, unprocessable } from '../parts/refusal.ts'
import type { RoomType } from './room.ts'
import type { Rooms } from './rooms.ts'

/** A user, and the room that the user joins or leaves. */
export interface Passage {
  readonly roomType: RoomType
  readonly roomId: number
  readonly userId: string
}

/**
 * Joins a group or follows a page. A repeated request changes nothing. A private room cannot be joined this way: users who
 * are not in it do not see it.
 * @throws {Refusal} 404
 */
export function enterRoom(rooms: Rooms, { roomType, roomId, userId }: Passage): void {
  const room = rooms.needReadable(roomId, userId, roomType)
  rooms.memberships.add(room.id, userId)
}

/**
 * Leaves a group, or unfollows a page. Owners cannot leave: the API has no operation to hand over a room.
 * @throws {Refusal} 404 if the user is not in it, 422 for its owner
 */
export function leaveRoom(rooms: Rooms, { roomType, roomId, userId }: Passage): void {
  const room = rooms.needReadable(roomId, userId, roomType)
  if (room.ownerId === userId) throw unprocessable('The owner cannot leave a room.')
  if (!rooms.memberships.remove(room.id, userId)) throw notFound('membership')
}

/** The address of a room with the token that lets a user in. */
export interface PrivateAddress {
  readonly roomType: RoomType
  readonly url: string
  readonly token: string
}

/** @throws {Refusal} 404, the same for a wrong token and for no room */
export function enterByToken(
  rooms: Rooms,
  { roomType, url, token }: PrivateAddress,
  userId: string,
): RoomAcceptByPrivateTokenResponseDto {
  const room = rooms.needAt(roomType, url)
  if (room.privateToken !== token) throw notFound('room')
  return { roomId: room.id, success: true, isNewMember: rooms.memberships.add(room.id, userId) }
}

/**
 * Makes a member an admin, or removes the admin role.
 * @throws {Refusal} 404 for no room, 403 if another user owns it, 422 for a user who is not a member, and for the owner, who
 * stays an admin
 */
export function setAdmin(rooms: Rooms, userId: string, change: RoomAdminUpdateDto): void {
  const room = rooms.needReadable(change.roomId, userId)
  if (room.ownerId !== userId) throw forbidden('Only the owner says who administers the room.')
  if (change.userId === userId && !change.admin) throw unprocessable('The owner stays an admin.')
  if (!rooms.memberships.setAdmin(room.id, change.userId, change.admin)) {
    throw unprocessable('Only members can be admins.')
  }
}

/**
 * Removes a member. The API documentation does not say whether admins may remove each other. Here only the owner adds and
 * removes admins.
 * @throws {Refusal} 404 for no room or no member, 403 for a user who may not, 422 for the owner, and for the requesting
 * user, who can leave
 */
export function removeMember(
  rooms: Rooms,
  {
    roomId,
    memberId,
    userId,
  }: { readonly roomId: number; readonly memberId: string; readonly userId: string },
): void {
  const room = rooms.needManaged(roomId, userId)
  if (!rooms.isMember(room, memberId)) throw notFound('member')
  if (memberId === room.ownerId) throw unprocessable('The owner cannot be removed.')
  if (memberId === userId) throw unprocessable('To leave a room is another operation.')
  if (rooms.isAdmin(room, memberId) && room.ownerId !== userId) {
    throw forbidden('Only the owner removes admins.')
  }
  rooms.memberships.remove(room.id, memberId)
}
