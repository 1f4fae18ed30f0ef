import * as z from 'zod/mini'
import { dateTime, positive } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { numberedPageQuery } from '../parts/numbered-page.ts'
import { optionalNumber, optionalText, query, zeroByDefault } from '../parts/objects.ts'

export const Tag = z.looseObject({
  id: z.number(),
  createdAt: dateTime,
  updatedAt: dateTime,
  name: optionalText,
  rank: zeroByDefault,
  languageId: optionalNumber,
  languageName: optionalText,
  postsCount: optionalNumber,
  commentsCount: optionalNumber,
})
export type Tag = z.infer<typeof Tag>

/** GET /v1/tags */
export const SearchTagsQuery = /* @__PURE__ */ numberedPageQuery({ query: optionalText })
export type SearchTagsQuery = z.infer<typeof SearchTagsQuery>
/** A bare list, although it has pages: it ends with an empty page. */
export const SearchTagsResponse = /* @__PURE__ */ list(Tag)
export type SearchTagsResponse = z.infer<typeof SearchTagsResponse>

/** GET /v1/trending-hashtags. Its response is not documented. */
export const ListTrendingHashtagsQuery = /* @__PURE__ */ query({ limit: positive })
export type ListTrendingHashtagsQuery = z.infer<typeof ListTrendingHashtagsQuery>
