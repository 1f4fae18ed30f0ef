import * as z from 'zod/mini'
import { flagged } from '../parts/answers.ts'
import { ImageDataUrl } from '../parts/image-data-url.ts'
import { list } from '../parts/list.ts'
import {
  body,
  documentedDefault,
  optionalFlag,
  optionalNullableText,
  optionalNumber,
  optionalText,
  query,
} from '../parts/objects.ts'
import { accountFields, mutualFollowerFields, userFields } from './user.ts'

const textList = /* @__PURE__ */ z.optional(list(z.string()))

/** PATCH /v1/users/profile: languages and settings. Languages are texts here, and numbers in the settings. */
export const EditProfileDto = /* @__PURE__ */ body({
  languageId: optionalNumber,
  reflectionLanguages: textList,
  ayahLanguages: textList,
  customized: documentedDefault(optionalFlag, false),
  hideFollowSuggestion: optionalFlag,
  showFollowFeaturedSuggestion: optionalFlag,
})
export type EditProfileDto = z.infer<typeof EditProfileDto>
export const EditProfileResponse = /* @__PURE__ */ flagged('success')
export type EditProfileResponse = z.infer<typeof EditProfileResponse>

/** PUT /v1/users/profile: who the user is. The response is a `UserSerializedDto`. */
export const UpdateProfileBodyDto = /* @__PURE__ */ body({
  user: body({
    /** A new picture. */
    avatar: z.optional(ImageDataUrl),
    firstName: optionalText,
    lastName: optionalText,
    bio: optionalNullableText,
    country: optionalNullableText,
    removeAvatar: optionalFlag,
  }),
})
export type UpdateProfileBodyDto = z.infer<typeof UpdateProfileBodyDto>

/** GET /v1/users/profile. `qdc` also requests the fields of the connected account. */
export const GetOwnProfileQuery = /* @__PURE__ */ query({ qdc: optionalFlag })
export type GetOwnProfileQuery = z.infer<typeof GetOwnProfileQuery>

/** GET /v1/users/{id} */
export const GetUserQuery = /* @__PURE__ */ query({ qdc: optionalFlag })
export type GetUserQuery = z.infer<typeof GetUserQuery>

/** GET /v1/users/{username}/profile */
export const GetUserByNameQuery = /* @__PURE__ */ query({ qdc: optionalFlag })
export type GetUserByNameQuery = z.infer<typeof GetUserByNameQuery>

/**
 * The profile of the signed-in user or of another user. No field says which, so it has the fields of both, each present only if
 * it applies.
 */
export const UserProfileOfAnyone = z.looseObject({ ...userFields, ...accountFields, ...mutualFollowerFields })
export type UserProfileOfAnyone = z.infer<typeof UserProfileOfAnyone>
