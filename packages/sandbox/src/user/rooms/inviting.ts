import type { InviteUserDto, RoomInviteUserResponseDto } from '@waraq/contract/user'
import { invalidRequest } from '../parts/refusal.ts'
import type { People } from '../people/people.ts'
import type { InvitationAnswer } from './invitations.ts'
import type { Room } from './room.ts'
import type { Rooms } from './rooms.ts'

/** Why somebody was not invited. The document does not name the words. */
const inviteObstacles = {
  unknown: 'no such user',
  member: 'already a member',
  open: 'already invited',
  noAddress: 'not an address',
} as const

/** Whether it worked, or why it did not. */
type InviteStatus = true | (typeof inviteObstacles)[keyof typeof inviteObstacles]

/**
 * Invites users by id and others by address. Who may is not documented: admins, in groups and pages alike.
 * @throws {Refusal} 404 for no room, 403 for who is no admin, 400 where nobody is invited
 */
export function invite(
  areas: { readonly rooms: Rooms; readonly people: People },
  { roomId, userId }: { readonly roomId: number; readonly userId: string },
  { userIds, emails }: InviteUserDto,
): RoomInviteUserResponseDto {
  const room = areas.rooms.needManaged(roomId, userId)
  if (userIds.length + emails.length === 0) throw invalidRequest('Nobody is to be invited.')
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

/** Whose address it is does not matter: a room must not tell who has which. */
function inviteAddress(rooms: Rooms, room: Room, email: string): InviteStatus {
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return inviteObstacles.noAddress
  return rooms.invitationBook.add(room.id, { email }) || inviteObstacles.open
}

/**
 * Accepting makes a member; who became one in the meantime stays one.
 * @throws {Refusal} 404 where there is no such invitation, it is somebody else's, or it was answered
 */
export function answerInvitation(rooms: Rooms, answer: InvitationAnswer): void {
  rooms.invitationBook.answer(answer)
  if (answer.state === 'accepted') rooms.memberships.add(answer.roomId, answer.userId)
}
