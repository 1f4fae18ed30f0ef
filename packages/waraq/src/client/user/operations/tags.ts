import { ListTrendingHashtagsQuery, SearchTagsQuery, SearchTagsResponse } from '@waraq/protocol/user'
import { quranReflect } from '../operation.ts'

export const tags = {
  search: /* @__PURE__ */ quranReflect('GET /v1/tags', 'tag.read', SearchTagsResponse, {
    query: SearchTagsQuery,
  }),
  listTrending: /* @__PURE__ */ quranReflect('GET /v1/trending-hashtags', 'tag.read', 'json', {
    query: ListTrendingHashtagsQuery,
  }),
}
