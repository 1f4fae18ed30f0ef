import {
  AcceptInviteQuery,
  InviteUserDto,
  PathNumber,
  RejectInviteQuery,
  RoomAdminUpdateDto,
} from '@waraq/protocol/user'
import { route, type UserRoute } from '../parts/route.ts'
import { answerInvitation, invite } from './inviting.ts'
import { enterByToken, enterRoom, leaveRoom, removeMember, setAdmin } from './joining.ts'
import type { RoomSources } from './room-view.ts'

const params = { id: PathNumber }

/** Members, admins and invitations of rooms. */
export function membershipRoutes(areas: RoomSources): UserRoute[] {
  return [
    ...groupRoutes(areas),
    ...pageRoutes(areas),
    ...memberRoutes(areas),
    ...invitationRoutes(areas),
    ...tokenRoutes(areas),
  ]
}

function groupRoutes({ rooms }: RoomSources): UserRoute[] {
  const params = { groupId: PathNumber }
  return [
    route(
      'POST',
      '/v1/rooms/{groupId}/join',
      { scope: 'room.join', params },
      ({ userId, params: { groupId } }) => {
        enterRoom(rooms, { roomType: 'group', roomId: groupId, userId })
        return { joined: true }
      },
    ),
    route(
      'POST',
      '/v1/rooms/{groupId}/leave',
      { scope: 'room.leave', params },
      ({ userId, params: { groupId } }) => {
        leaveRoom(rooms, { roomType: 'group', roomId: groupId, userId })
        return { left: true }
      },
    ),
  ]
}

function pageRoutes({ rooms }: RoomSources): UserRoute[] {
  const params = { pageId: PathNumber }
  return [
    route(
      'POST',
      '/v1/rooms/{pageId}/follow',
      { scope: 'room.follow', params },
      ({ userId, params: { pageId } }) => {
        enterRoom(rooms, { roomType: 'page', roomId: pageId, userId })
        return { followed: true }
      },
    ),
    route(
      'POST',
      '/v1/rooms/{pageId}/unfollow',
      { scope: 'room.unfollow', params },
      ({ userId, params: { pageId } }) => {
        leaveRoom(rooms, { roomType: 'page', roomId: pageId, userId })
        return { unfollowed: true }
      },
    ),
  ]
}

function memberRoutes({ rooms }: RoomSources): UserRoute[] {
  return [
    route(
      'POST',
      '/v1/rooms/admins-access',
      { scope: 'room.admin', body: RoomAdminUpdateDto },
      ({ userId, body }) => {
        setAdmin(rooms, userId, body)
        return { success: true }
      },
    ),
    route(
      'DELETE',
      '/v1/rooms/{id}/members/{userId}',
      { scope: 'room.members.remove', params },
      ({ userId, params: { id, userId: memberId } }) => {
        removeMember(rooms, { roomId: id, memberId, userId })
        return { success: true }
      },
    ),
  ]
}

function invitationRoutes(areas: RoomSources): UserRoute[] {
  const { rooms } = areas
  return [
    route(
      'POST',
      '/v1/rooms/{id}/invite',
      { scope: 'room.invite', params, body: InviteUserDto },
      ({ userId, params: { id }, body }) => invite(areas, { roomId: id, userId }, body),
    ),
    route(
      'GET',
      '/v1/rooms/{id}/accept-invite',
      { scope: 'room.join', params, query: AcceptInviteQuery },
      ({ userId, params: { id }, query: { token } }) => {
        answerInvitation(rooms, { roomId: id, token, userId, state: 'accepted' })
        return { accepted: true }
      },
    ),
    route(
      'GET',
      '/v1/rooms/{id}/reject-invite',
      { scope: 'room.join', params, query: RejectInviteQuery },
      ({ userId, params: { id }, query: { token } }) => {
        answerInvitation(rooms, { roomId: id, token, userId, state: 'rejected' })
        return { rejected: true }
      },
    ),
  ]
}

function tokenRoutes({ rooms }: RoomSources): UserRoute[] {
  return [
    route(
      'GET',
      '/v1/rooms/group/{url}/accept/{token}',
      { scope: 'room.join' },
      ({ userId, params: { url, token } }) => enterByToken(rooms, { roomType: 'group', url, token }, userId),
    ),
    route(
      'GET',
      '/v1/rooms/page/{subdomain}/accept/{token}',
      { scope: 'room.join' },
      ({ userId, params: { subdomain, token } }) =>
        enterByToken(rooms, { roomType: 'page', url: subdomain, token }, userId),
    ),
  ]
}
