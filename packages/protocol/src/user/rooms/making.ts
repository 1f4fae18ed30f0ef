import * as z from 'zod/mini'
import { nullish } from '../../json.ts'
import { textOf } from '../parts/formats.ts'
import { ImageDataUrl } from '../parts/image-data-url.ts'
import {
  anyObject,
  body,
  documentedDefault,
  optionalFlag,
  optionalNullableText,
  optionalText,
} from '../parts/objects.ts'
import { RoomListItem } from './room.ts'

/** Limits of groups, in characters. Pages have none. */
export const groupLimits = {
  name: { least: 1, most: 50 },
  url: { least: 1, most: 50 },
  description: { most: 200 },
}

const name = /* @__PURE__ */ textOf(1, 50)
const url = /* @__PURE__ */ textOf(1, 50)
const description = /* @__PURE__ */ z.optional(/* @__PURE__ */ textOf(0, 200))

/** POST /v1/rooms/groups */
export const CreateGroupDto = /* @__PURE__ */ body({
  name,
  url,
  description,
  public: optionalFlag,
  hideFollowJoinButton: optionalFlag,
})
export type CreateGroupDto = z.infer<typeof CreateGroupDto>
export const RoomCreatedResponseDto = z.looseObject({ success: z.boolean(), data: RoomListItem })
export type RoomCreatedResponseDto = z.infer<typeof RoomCreatedResponseDto>

const nullableFlag = /* @__PURE__ */ documentedDefault(nullish(z.boolean()), null)

/** PATCH /v1/rooms/groups */
export const UpdateGroupDto = /* @__PURE__ */ body({
  id: z.number(),
  name: z.optional(name),
  description,
  url: z.optional(url),
  removeAvatar: optionalFlag,
  avatar: z.optional(ImageDataUrl),
  country: optionalNullableText,
  public: nullableFlag,
  hideFollowJoinButton: nullableFlag,
})
export type UpdateGroupDto = z.infer<typeof UpdateGroupDto>
export const UpdateGroupResponse = z.looseObject({ room: z.optional(anyObject) })
export type UpdateGroupResponse = z.infer<typeof UpdateGroupResponse>

/** POST /v1/rooms/pages */
export const CreatePageDto = /* @__PURE__ */ body({
  name: z.string(),
  jobTitle: z.string(),
  contactNumber: z.string(),
  organizationName: z.string(),
  purpose: z.string(),
  url: z.string(),
  description: optionalText,
  organizationWebsite: optionalText,
  additionalDetails: optionalText,
  country: optionalText,
  public: optionalFlag,
  hideFollowJoinButton: optionalFlag,
})
export type CreatePageDto = z.infer<typeof CreatePageDto>
export const CreatePageResponse = z.looseObject({ data: anyObject, message: optionalText })
export type CreatePageResponse = z.infer<typeof CreatePageResponse>

/** PATCH /v1/rooms/pages */
export const UpdatePageDto = /* @__PURE__ */ body({
  id: z.number(),
  removeAvatar: optionalFlag,
  avatar: z.optional(ImageDataUrl),
  public: nullableFlag,
  hideFollowJoinButton: optionalFlag,
  name: optionalText,
  description: optionalText,
  organizationWebsite: optionalText,
  country: optionalText,
  url: optionalText,
})
export type UpdatePageDto = z.infer<typeof UpdatePageDto>
export const UpdatePageResponse = z.looseObject({ room: z.optional(anyObject) })
export type UpdatePageResponse = z.infer<typeof UpdatePageResponse>
