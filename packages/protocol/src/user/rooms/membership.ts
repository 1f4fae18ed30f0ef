import * as z from 'zod/mini'
import { flagged } from '../parts/answers.ts'
import { choice } from '../parts/choice.ts'
import { list } from '../parts/list.ts'
import { numberedPageQuery } from '../parts/numbered-page.ts'
import { body, query } from '../parts/objects.ts'

/** POST /v1/rooms/admins-access: makes a member an admin, or removes that role. */
export const RoomAdminUpdateDto = /* @__PURE__ */ body({
  roomId: z.number(),
  userId: z.string(),
  admin: z.boolean(),
})
export type RoomAdminUpdateDto = z.infer<typeof RoomAdminUpdateDto>
export const RoomAdminUpdateResponse = /* @__PURE__ */ flagged('success')
export type RoomAdminUpdateResponse = z.infer<typeof RoomAdminUpdateResponse>

/** GET /v1/rooms/{id}/members */
export const ListRoomMembersQuery = /* @__PURE__ */ numberedPageQuery({})
export type ListRoomMembersQuery = z.infer<typeof ListRoomMembersQuery>

/** DELETE /v1/rooms/{id}/members/{userId} */
export const RemoveRoomMemberResponse = /* @__PURE__ */ flagged('success')
export type RemoveRoomMemberResponse = z.infer<typeof RemoveRoomMemberResponse>

/** POST /v1/rooms/{id}/invite: users by id, others by email address. Both lists are required; either may be empty. */
export const InviteUserDto = /* @__PURE__ */ body({ userIds: list(z.string()), emails: list(z.string()) })
export type InviteUserDto = z.infer<typeof InviteUserDto>

/** For each invited user or address: whether the invitation succeeded, or a text about it. */
const inviteStatus = /* @__PURE__ */ choice([z.boolean(), z.string()], (value) =>
  typeof value === 'string' ? 1 : 0,
)
export const RoomInviteUserResponseDto = z.looseObject({
  invited: z.boolean(),
  inviteStatus: z.record(z.string(), inviteStatus),
})
export type RoomInviteUserResponseDto = z.infer<typeof RoomInviteUserResponseDto>

/** GET /v1/rooms/{id}/accept-invite. It changes data although it is a GET, so it must never be prefetched. */
export const AcceptInviteQuery = /* @__PURE__ */ query({ token: z.string() })
export type AcceptInviteQuery = z.infer<typeof AcceptInviteQuery>
export const RoomInviteAcceptedResponseDto = z.looseObject({ accepted: z.boolean() })
export type RoomInviteAcceptedResponseDto = z.infer<typeof RoomInviteAcceptedResponseDto>

/** GET /v1/rooms/{id}/reject-invite. It must never be prefetched, either. */
export const RejectInviteQuery = /* @__PURE__ */ query({ token: z.string() })
export type RejectInviteQuery = z.infer<typeof RejectInviteQuery>
export const RoomInviteRejectedResponseDto = z.looseObject({ rejected: z.boolean() })
export type RoomInviteRejectedResponseDto = z.infer<typeof RoomInviteRejectedResponseDto>

/** GET /v1/rooms/group/{url}/accept/{token} and GET /v1/rooms/page/{subdomain}/accept/{token} */
export const RoomAcceptByPrivateTokenResponseDto = z.looseObject({
  roomId: z.number(),
  success: z.boolean(),
  isNewMember: z.boolean(),
})
export type RoomAcceptByPrivateTokenResponseDto = z.infer<typeof RoomAcceptByPrivateTokenResponseDto>

/** POST /v1/rooms/{groupId}/join */
export const JoinGroupResponse = /* @__PURE__ */ flagged('joined')
export type JoinGroupResponse = z.infer<typeof JoinGroupResponse>
/** POST /v1/rooms/{groupId}/leave */
export const LeaveGroupResponse = /* @__PURE__ */ flagged('left')
export type LeaveGroupResponse = z.infer<typeof LeaveGroupResponse>
/** POST /v1/rooms/{pageId}/follow */
export const FollowPageResponse = /* @__PURE__ */ flagged('followed')
export type FollowPageResponse = z.infer<typeof FollowPageResponse>
/** POST /v1/rooms/{pageId}/unfollow */
export const UnfollowPageResponse = /* @__PURE__ */ flagged('unfollowed')
export type UnfollowPageResponse = z.infer<typeof UnfollowPageResponse>
