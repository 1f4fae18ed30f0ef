import * as z from 'zod/mini'
import { dateTime } from '../parts/formats.ts'
import { numberedPage } from '../parts/numbered-page.ts'
import { optionalFlag, optionalText } from '../parts/objects.ts'
import { AvatarUrls, mutualFollowerFields } from '../profiles/user.ts'

/** Rooms are groups, which users join, or pages, which users follow. Their pictures have different sizes than those of users. */
const fields = {
  id: z.number(),
  name: z.string(),
  description: z.string(),
  roomType: z.string(),
  isActive: z.boolean(),
  isVerified: z.boolean(),
  isPublic: z.boolean(),
  /** Pre-production sends it. */
  hideFollowJoinButton: optionalFlag,
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  ownerId: z.string(),
  postsCount: z.number(),
  membersCount: z.number(),
  url: optionalText,
  avatarUrls: z.looseObject({ thumb: optionalText, original: optionalText }),
  createdAt: /* @__PURE__ */ z.optional(dateTime),
  isMember: optionalFlag,
  subdomain: optionalText,
  country: optionalText,
}

export const RoomListItem = z.looseObject(fields)
export type RoomListItem = z.infer<typeof RoomListItem>

export const PaginatedRoomsResponseDto = /* @__PURE__ */ numberedPage(RoomListItem)
export type PaginatedRoomsResponseDto = z.infer<typeof PaginatedRoomsResponseDto>

/** One room. `privateToken` is for addresses that let users into a private room. */
export const RoomProfileResponseDto = z.looseObject({
  ...fields,
  privateToken: optionalText,
  ...mutualFollowerFields,
})
export type RoomProfileResponseDto = z.infer<typeof RoomProfileResponseDto>

/** A room in the list of the user's own rooms. */
export const UserRoomItem = z.looseObject({
  id: z.number(),
  name: z.string(),
  group: z.string(),
  roomType: z.string(),
  subdomain: z.string(),
  description: z.string(),
  public: z.boolean(),
  verified: z.boolean(),
  membersCount: z.number(),
  avatarUrl: AvatarUrls,
})
export type UserRoomItem = z.infer<typeof UserRoomItem>
export const UserRoomsResponse = /* @__PURE__ */ numberedPage(UserRoomItem)
export type UserRoomsResponse = z.infer<typeof UserRoomsResponse>

export const RoomMember = z.looseObject({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatarUrls: AvatarUrls,
  verified: z.boolean(),
  isAdmin: z.boolean(),
  isOwner: z.boolean(),
  isFollowed: z.boolean(),
  isActive: z.boolean(),
  followersCount: z.number(),
})
export type RoomMember = z.infer<typeof RoomMember>
export const RoomMembersResponseDto = /* @__PURE__ */ numberedPage(RoomMember)
export type RoomMembersResponseDto = z.infer<typeof RoomMembersResponseDto>
