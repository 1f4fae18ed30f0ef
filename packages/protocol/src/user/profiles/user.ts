import * as z from 'zod/mini'
import { list } from '../parts/list.ts'
import {
  falseByDefault,
  optionalFlag,
  optionalNumber,
  optionalText,
  zeroByDefault,
} from '../parts/objects.ts'

/** Addresses of a user's picture in three sizes. */
export const AvatarUrls = z.looseObject({ small: optionalText, medium: optionalText, large: optionalText })
export type AvatarUrls = z.infer<typeof AvatarUrls>

export const UserSettings = z.looseObject({
  ayahLanguages: z.optional(list(z.number())),
  reflectionLanguages: z.optional(list(z.number())),
  customized: optionalFlag,
  /** Hides the suggestion to follow a post's author after liking the post. */
  hideFollowSuggestion: optionalFlag,
  /** Shows featured users to follow to new users. */
  showFollowFeaturedSuggestion: falseByDefault,
})
export type UserSettings = z.infer<typeof UserSettings>

export const userFields = {
  avatarUrls: AvatarUrls,
  /** Pre-production sends it. */
  settings: /* @__PURE__ */ z.optional(UserSettings),
  createdAt: z.string(),
  joiningYear: z.number(),
  id: z.string(),
  username: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  bio: optionalText,
  country: optionalText,
  verified: falseByDefault,
  postAs: falseByDefault,
  postsCount: zeroByDefault,
  followersCount: zeroByDefault,
  likesCount: zeroByDefault,
  languageId: optionalNumber,
  isAdmin: falseByDefault,
  isPasswordSet: optionalFlag,
  languageIsoCode: /* @__PURE__ */ z._default(z.string(), 'en'),
  /** Whether the requesting user follows this one. */
  followed: optionalFlag,
}

/** A user of the reflection feature: the fields that all variants have. */
export const UserSerializedDto = z.looseObject(userFields)
export type UserSerializedDto = z.infer<typeof UserSerializedDto>

/** Fields of other users only: shared followers, if the caller is signed in. */
export const mutualFollowerFields = {
  mutualFollowers: /* @__PURE__ */ z.optional(list(UserSerializedDto)),
  mutualFollowersCount: optionalNumber,
}

export const accountFields = { email: optionalText, photoUrl: optionalText }

/** The user's own profile. `email` and `photoUrl` are present only with `qdc=true` and a connected account. */
export const UserProfileResponseDto = z.looseObject({ ...userFields, ...accountFields })
export type UserProfileResponseDto = z.infer<typeof UserProfileResponseDto>

/** Another user's profile. Mutual followers are present only if the caller is signed in. */
export const OtherUserProfileDto = z.looseObject({ ...userFields, ...mutualFollowerFields })
export type OtherUserProfileDto = z.infer<typeof OtherUserProfileDto>

/** A user in a list of followers or followed users. */
export const UserListItem = z.looseObject(userFields)
export type UserListItem = z.infer<typeof UserListItem>
