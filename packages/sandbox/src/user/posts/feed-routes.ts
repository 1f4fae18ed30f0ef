import {
  CountRangePostsQuery,
  FeedQuery,
  type FeedResponseDto,
  ListMyPostsQuery,
  ListRelatedPostsQuery,
  ListReReflectionsQuery,
  ListUserPostsQuery,
  PathNumber,
  PathVerseKey,
} from '@waraq/protocol/user'
import type { Comments } from '../comments/comments.ts'
import { numberedData, numberedPart } from '../parts/lists.ts'
import { unprocessable } from '../parts/refusal.ts'
import { route, type UserRoute } from '../parts/route.ts'
import { needVerseOfKey, spanOfKeys, verseCount } from '../parts/verse-index.ts'
import { Feeds } from './feeds.ts'
import type { Posts } from './posts.ts'
import type { SeenPost } from './seen-post.ts'
import { PostShowing } from './showing.ts'

type PageQuery = Parameters<typeof numberedPart>[1]
const postId = { postId: PathNumber }
const scope = 'post.read'

/** Returns a page of a list of posts. */
export function postPage(showing: PostShowing, list: readonly SeenPost[], query: PageQuery): FeedResponseDto {
  return numberedData(numberedPart(list, query), (seen) => showing.shown(seen))
}

/** Lists of posts, and their counts. */
export function feedRoutes(areas: { readonly posts: Posts; readonly comments: Comments }): UserRoute[] {
  const feeds = new Feeds(areas.posts)
  const showing = new PostShowing(areas)
  return [
    ...listRoutes(areas.posts, feeds, showing),
    ...nearPostRoutes(areas.posts, feeds, showing),
    ...verseRoutes(feeds, showing),
  ]
}

function listRoutes({ neighbours }: Posts, feeds: Feeds, showing: PostShowing): UserRoute[] {
  return [
    route('GET', '/v1/posts/feed', { scope, query: FeedQuery }, ({ userId, query }) =>
      postPage(showing, feeds.everything(userId, query), query),
    ),
    route('GET', '/v1/posts/my-posts', { scope, query: ListMyPostsQuery }, ({ userId, query }) =>
      postPage(showing, feeds.ofOneself(userId, query), query),
    ),
    route(
      'GET',
      '/v1/posts/user-posts/{id}',
      { scope, query: ListUserPostsQuery },
      ({ userId, params, query }) => {
        const author = neighbours.people.need(params.id)
        return postPage(showing, feeds.ofAuthor(userId, author.id, query), query)
      },
    ),
  ]
}

function nearPostRoutes(posts: Posts, feeds: Feeds, showing: PostShowing): UserRoute[] {
  return [
    route(
      'GET',
      '/v1/posts/{postId}/related',
      { scope, params: postId, query: ListRelatedPostsQuery },
      ({ userId, params, query }) =>
        postPage(showing, feeds.relatedTo(userId, posts.need(params.postId, userId)), query),
    ),
    // Posts that answer this one. No operation creates such a post, so the list is empty.
    route(
      'GET',
      '/v1/posts/{postId}/re-reflections',
      { scope, params: postId, query: ListReReflectionsQuery },
      ({ userId, params, query }) => {
        posts.need(params.postId, userId)
        return postPage(showing, [], query)
      },
    ),
  ]
}

function verseRoutes(feeds: Feeds, showing: PostShowing): UserRoute[] {
  const aboutVerse = (userId: string, verseId: number) => feeds.about(userId, { from: verseId, to: verseId })
  return [
    // The request cannot name a page, so all posts are on one.
    route(
      'GET',
      '/v1/posts/by-verse/{verseKey}',
      { scope, params: { verseKey: PathVerseKey } },
      ({ userId, params }) => {
        const list = aboutVerse(userId, needVerseOfKey(params.verseKey).id)
        return postPage(showing, list, { limit: Math.max(20, list.length) })
      },
    ),
    route(
      'GET',
      '/v1/posts/count-within-range',
      { scope, query: CountRangePostsQuery },
      ({ userId, query }) => ({ count: feeds.about(userId, spanOfKeys(query)).length }),
    ),
    route(
      'GET',
      '/v1/posts/count-by-verse/{verseId}',
      { scope, params: { verseId: PathNumber } },
      ({ userId, params: { verseId } }) => {
        if (verseId > verseCount) throw unprocessable(`There is no verse ${verseId}.`)
        return { count: aboutVerse(userId, verseId).length }
      },
    ),
  ]
}
