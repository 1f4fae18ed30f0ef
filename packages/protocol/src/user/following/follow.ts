import * as z from 'zod/mini'
import { flagged } from '../parts/answers.ts'
import { limitedPageQuery, numberedPage } from '../parts/numbered-page.ts'
import { body } from '../parts/objects.ts'
import { UserListItem } from '../profiles/user.ts'

export const followActions = ['follow', 'unfollow'] as const
/** Maximum number of users in one request of a list of followers. */
export const followListLimit = 20

/** POST /v1/users/{followeeId}/toggle-follow */
export const ToggleFollowDto = /* @__PURE__ */ body({ action: z.enum(followActions) })
export type ToggleFollowDto = z.infer<typeof ToggleFollowDto>
export const ToggleFollowResponse = /* @__PURE__ */ flagged('followed')
export type ToggleFollowResponse = z.infer<typeof ToggleFollowResponse>

/** POST /v1/users/{followerId}/remove-follower */
export const RemoveFollowerResponse = /* @__PURE__ */ flagged('removed')
export type RemoveFollowerResponse = z.infer<typeof RemoveFollowerResponse>

/** GET /v1/users/{id}/followers */
export const ListFollowersQuery = /* @__PURE__ */ limitedPageQuery(followListLimit, {})
export type ListFollowersQuery = z.infer<typeof ListFollowersQuery>

/** GET /v1/users/{id}/following */
export const ListFollowingQuery = /* @__PURE__ */ limitedPageQuery(followListLimit, {})
export type ListFollowingQuery = z.infer<typeof ListFollowingQuery>

/** Response of both lists. */
export const UsersProfileListResponse = /* @__PURE__ */ numberedPage(UserListItem)
export type UsersProfileListResponse = z.infer<typeof UsersProfileListResponse>
