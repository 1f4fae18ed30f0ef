import type { InviteUserDto, RoomInviteUserResponseDto } from '@waraq/protocol/user'
import { invalidRequest } from '../parts/refusal.ts'
import type { People } from '../people/people.ts'
import type { InvitationAnswer } from './invitations.ts'
import type { Room } from './room.ts'
import type { Rooms } from './rooms.ts'

/** The reasons why a user or address was not invited. The API documentation does not define these texts. */
const inviteObstacles = {
  unknown: 'no such user',
  member: 'already a member',
  open: 'already invited',
  noAddress: 'not an address',
} as const

/** True if it worked, otherwise the reason why not. */
type InviteStatus = true | (typeof inviteObstacles)[keyof typeof inviteObstacles]

/**
 * Invites users by id and others by address. The API documentation does not say who may. Here admins may, in groups and
 * pages alike.
 * @throws {Refusal} 404 for no room, 403 for a user who is not an admin, 400 if both lists are empty
 */
export function invite(
  areas: { readonly rooms: Rooms; readonly people: People },
  { roomId, userId }: { readonly roomId: number; readonly userId: string },
  { userIds, emails }: InviteUserDto,
): RoomInviteUserResponseDto {
  const room = areas.rooms.needManaged(roomId, userId)
  if (userIds.length + emails.length === 0)
    throw invalidRequest('The invitation names no user and no address.')
  const statuses = [
    ...[...new Set(userIds)].map((id) => [id, inviteUser(areas, room, id)] as const),
    ...[...new Set(emails)].map((email) => [email, inviteAddress(areas.rooms, room, email)] as const),
  ]
  return {
    invited: statuses.some(([, status]) => status === true),
    inviteStatus: Object.fromEntries(statuses),
  }
}

function inviteUser(
  { rooms, people }: { readonly rooms: Rooms; readonly people: People },
  room: Room,
  userId: string,
): InviteStatus {
  if (!people.find(userId)) return inviteObstacles.unknown
  if (rooms.isMember(room, userId)) return inviteObstacles.member
  return rooms.invitationBook.add(room.id, { userId }) || inviteObstacles.open
}

/** The address is not compared with those of users: a room must not reveal which user has which address. */
function inviteAddress(rooms: Rooms, room: Room, email: string): InviteStatus {
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return inviteObstacles.noAddress
  return rooms.invitationBook.add(room.id, { email }) || inviteObstacles.open
}

/**
 * Accepts or declines an invitation. Accepting creates a membership; a user who became a member in the meantime stays one.
 * @throws {Refusal} 404 if there is no such invitation, if it belongs to another user, or if it was answered
 */
export function answerInvitation(rooms: Rooms, answer: InvitationAnswer): void {
  rooms.invitationBook.answer(answer)
  if (answer.state === 'accepted') rooms.memberships.add(answer.roomId, answer.userId)
}
