import * as z from 'zod/mini'
import { numberedPage, numberedPageQuery } from '../parts/numbered-page.ts'
import {
  falseByDefault,
  optionalFlag,
  optionalNumber,
  optionalText,
  zeroByDefault,
} from '../parts/objects.ts'
import { AvatarUrls } from './user.ts'

/** GET /v1/users/search: users to mention, to invite, or to post as. */
export const SearchUsersQuery = /* @__PURE__ */ numberedPageQuery({
  query: optionalText,
  all: optionalFlag,
  postingAs: optionalFlag,
  postingAsUserId: optionalText,
  roomId: optionalNumber,
})
export type SearchUsersQuery = z.infer<typeof SearchUsersQuery>

export const RoomUserSearchItem = z.looseObject({
  id: z.string(),
  avatarUrls: AvatarUrls,
  isFollowed: z.boolean(),
  username: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  bio: optionalText,
  verified: falseByDefault,
  followersCount: zeroByDefault,
  followed: optionalFlag,
  isMember: optionalFlag,
})
export type RoomUserSearchItem = z.infer<typeof RoomUserSearchItem>
export const RoomUsersSearchResponse = /* @__PURE__ */ numberedPage(RoomUserSearchItem)
export type RoomUsersSearchResponse = z.infer<typeof RoomUsersSearchResponse>
