import * as z from 'zod/mini'
import { positive } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { numberedPage } from '../parts/numbered-page.ts'
import { documentedDefault, optionalText, query } from '../parts/objects.ts'
import { AvatarUrls } from '../profiles/user.ts'

/** Maximum and default number of featured users in one request. */
export const featuredUsersLimit = 9

/** Users that are recommended to follow. The path of the operation is not documented. */
export const FeaturedUsersQuery = /* @__PURE__ */ query({
  limit: documentedDefault(
    z.optional(z.int().check(z.gte(1), z.lte(featuredUsersLimit))),
    featuredUsersLimit,
  ),
  page: documentedDefault(z.optional(positive), 1),
})
export type FeaturedUsersQuery = z.infer<typeof FeaturedUsersQuery>

export const FeaturedUser = z.looseObject({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  verified: z.boolean(),
  avatarUrls: AvatarUrls,
  followersCount: z.number(),
  bio: optionalText,
})
export type FeaturedUser = z.infer<typeof FeaturedUser>

/** Sorted, without banned and dangerous accounts and without those that the user already follows. */
export const FeaturedUsersResponse = /* @__PURE__ */ numberedPage(FeaturedUser)
export type FeaturedUsersResponse = z.infer<typeof FeaturedUsersResponse>

/** Response to following all featured users. The path of the operation is not documented. */
export const FollowFeaturedUsersResult = z.looseObject({
  requested: z.number(),
  followed: z.number(),
  skipped: z.number(),
  failed: z.number(),
  complete: z.boolean(),
  failedItems: z.optional(list(z.looseObject({ followeeId: z.string(), reason: z.string() }))),
})
export type FollowFeaturedUsersResult = z.infer<typeof FollowFeaturedUsersResult>
