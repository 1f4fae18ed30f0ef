import * as z from 'zod/mini'
import { flagged } from '../parts/answers.ts'
import { verseKey } from '../parts/formats.ts'
import { optionalNumber, query } from '../parts/objects.ts'

/** GET /v1/posts/{id}/liked */
export const IsPostLikedResponse = /* @__PURE__ */ flagged('liked')
export type IsPostLikedResponse = z.infer<typeof IsPostLikedResponse>
/** POST /v1/posts/{id}/toggle-like. A second call undoes the first, so it is not safe to repeat. */
export const TogglePostLikeResponse = /* @__PURE__ */ flagged('liked')
export type TogglePostLikeResponse = z.infer<typeof TogglePostLikeResponse>
/** POST /v1/posts/{id}/toggle-save. A second call undoes the first, so it is not safe to repeat. */
export const TogglePostSaveResponse = /* @__PURE__ */ flagged('saved')
export type TogglePostSaveResponse = z.infer<typeof TogglePostSaveResponse>
/** POST /v1/posts/viewed/{id} */
export const MarkPostViewedResponse = /* @__PURE__ */ flagged('success')
export type MarkPostViewedResponse = z.infer<typeof MarkPostViewedResponse>
/** POST /v1/posts/read/{id} */
export const MarkPostReadResponse = /* @__PURE__ */ flagged('success')
export type MarkPostReadResponse = z.infer<typeof MarkPostReadResponse>

/** GET /v1/posts/count-within-range */
export const CountRangePostsQuery = /* @__PURE__ */ query({ from: verseKey, to: verseKey })
export type CountRangePostsQuery = z.infer<typeof CountRangePostsQuery>
export const CountRangePostsResponse = z.looseObject({ count: optionalNumber })
export type CountRangePostsResponse = z.infer<typeof CountRangePostsResponse>

/** GET /v1/posts/count-by-verse/{verseId} */
export const PostCountResponseDto = z.looseObject({ count: z.number() })
export type PostCountResponseDto = z.infer<typeof PostCountResponseDto>
