import { ListTrendingHashtagsQuery, SearchTagsQuery, SearchTagsResponse } from '@waraq/contract/user'
import { operation } from '../operation.ts'

export const tags = {
  search: /* @__PURE__ */ operation({
    service: 'quranReflect',
    method: 'GET',
    path: '/v1/tags',
    query: SearchTagsQuery,
    answer: SearchTagsResponse,
    scope: 'tag.read',
    repeat: 'safe',
  }),
  listTrending: /* @__PURE__ */ operation({
    service: 'quranReflect',
    method: 'GET',
    path: '/v1/trending-hashtags',
    query: ListTrendingHashtagsQuery,
    answer: 'json',
    scope: 'tag.read',
    repeat: 'safe',
  }),
}
