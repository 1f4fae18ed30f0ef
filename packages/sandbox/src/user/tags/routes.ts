import { ListTrendingHashtagsQuery, SearchTagsQuery, type Tag } from '@waraq/protocol/user'
import { numberedPart } from '../parts/lists.ts'
import { route, type UserRoute } from '../parts/route.ts'
import type { CountedTag, Tags } from './tags.ts'

/** Two operations. */
export function tagRoutes({ tags }: { readonly tags: Tags }): UserRoute[] {
  return [
    route('GET', '/v1/tags', { scope: 'tag.read', query: SearchTagsQuery }, ({ query }) =>
      numberedPart(tags.search(query.query), query).items.map(shown),
    ),
    // Its answer is not documented. Here: a bare list of tags, as of /v1/tags.
    route(
      'GET',
      '/v1/trending-hashtags',
      { scope: 'tag.read', query: ListTrendingHashtagsQuery },
      ({ query }) => tags.trending(query.limit).map(shown),
    ),
  ]
}

/** The language of a tag is left out: one word may be of several. */
function shown({ tag, postsCount, commentsCount, rank }: CountedTag): Tag {
  const { id, name, createdAt } = tag
  return { id, createdAt, updatedAt: createdAt, name, rank, postsCount, commentsCount }
}
