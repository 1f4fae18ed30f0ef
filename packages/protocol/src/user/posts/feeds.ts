import * as z from 'zod/mini'
import { list } from '../parts/list.ts'
import { limitedPageQuery, numberedPage, numberedPageQuery } from '../parts/numbered-page.ts'
import { documentedDefault, optionalFlag } from '../parts/objects.ts'
import { PostSerialized } from './post.ts'

export const postSortings = ['latest', 'popular'] as const
export const feedTabs = [
  'newest',
  'latest',
  'qdc',
  'following',
  'draft',
  'favorite',
  'most_popular',
  'only_room_members',
  'public',
  'feed',
  'trending',
  'popular',
] as const
export const myPostsTabs = ['my_reflections', 'saved', 'notes', 'mentions'] as const
export const filterOperators = ['OR', 'AND'] as const
/** Maximum number of posts of one user in one request. */
export const userPostsLimit = 20

/** A page of posts: the response of every list of posts. */
export const FeedResponseDto = /* @__PURE__ */ numberedPage(PostSerialized)
export type FeedResponseDto = z.infer<typeof FeedResponseDto>

const sortBy = /* @__PURE__ */ z.optional(z.enum(postSortings))
const operator = /* @__PURE__ */ z.optional(z.enum(filterOperators))
const numbers = /* @__PURE__ */ z.optional(list(z.number()))
/** Lists are joined by commas, so a text must not contain one. A list with one empty text would look like an empty list. */
const texts = /* @__PURE__ */ z.optional(list(z.string().check(z.regex(/^[^,]+$/))))
const place = /* @__PURE__ */ z.optional(/* @__PURE__ */ z.number().check(z.gte(1)))

/** Selects the posts of a feed. Sent as `filter[tags]`, `filter[references][0][from]`: see `queryEntries`. */
export const FeedFilter = z.strictObject({
  verifiedOnly: documentedDefault(optionalFlag, false),
  referencesOperator: operator,
  tagsOperator: operator,
  postTypeIds: numbers,
  pages: texts,
  groups: texts,
  references: z.optional(list(z.strictObject({ chapterId: place, from: place, to: place }))),
  tags: texts,
  authors: texts,
})
export type FeedFilter = z.infer<typeof FeedFilter>

/** GET /v1/posts/feed */
export const FeedQuery = /* @__PURE__ */ numberedPageQuery({
  sortBy,
  tab: z.optional(z.enum(feedTabs)),
  languages: numbers,
  filter: z.optional(FeedFilter),
})
export type FeedQuery = z.infer<typeof FeedQuery>

/** GET /v1/posts/{postId}/related */
export const ListRelatedPostsQuery = /* @__PURE__ */ numberedPageQuery({})
export type ListRelatedPostsQuery = z.infer<typeof ListRelatedPostsQuery>

/** GET /v1/posts/{postId}/re-reflections */
export const ListReReflectionsQuery = /* @__PURE__ */ numberedPageQuery({})
export type ListReReflectionsQuery = z.infer<typeof ListReReflectionsQuery>

/** GET /v1/posts/my-posts */
export const ListMyPostsQuery = /* @__PURE__ */ limitedPageQuery(userPostsLimit, {
  tab: z.optional(z.enum(myPostsTabs)),
  sortBy,
  postTypeIds: numbers,
})
export type ListMyPostsQuery = z.infer<typeof ListMyPostsQuery>

/** GET /v1/posts/user-posts/{id} */
export const ListUserPostsQuery = /* @__PURE__ */ limitedPageQuery(userPostsLimit, {
  sortBy,
  postTypeIds: numbers,
})
export type ListUserPostsQuery = z.infer<typeof ListUserPostsQuery>
