import { ListPostCommentsQuery, PathNumber } from '@waraq/protocol/user'
import type { Comments } from '../comments/comments.ts'
import { CommentShowing } from '../comments/showing.ts'
import { numberedPart } from '../parts/lists.ts'
import { route, type UserRoute } from '../parts/route.ts'
import type { Posts } from './posts.ts'

const params = { id: PathNumber }
const scope = 'comment.read'

/** The two lists of a post's comments. */
export function commentListRoutes({
  posts,
  comments,
}: {
  readonly posts: Posts
  readonly comments: Comments
}): UserRoute[] {
  const showing = new CommentShowing(comments)
  return [
    // Replies are listed with the comment that they answer.
    route(
      'GET',
      '/v1/posts/{id}/comments',
      { scope, params, query: ListPostCommentsQuery },
      ({ userId, params: { id }, query }) => {
        const seen = comments.seenOn(posts.need(id, userId), userId)
        const part = numberedPart(
          seen.filter(({ parentId }) => parentId === 0),
          query,
        )
        return { ...part.numbers, comments: part.items.map((comment) => showing.show(userId, comment)) }
      },
    ),
    // The list includes replies.
    route('GET', '/v1/posts/{id}/all-comments', { scope, params }, ({ userId, params: { id } }) => {
      const seen = comments.seenOn(posts.need(id, userId), userId)
      return { comments: seen.map((comment) => showing.show(userId, comment)), total: seen.length }
    }),
  ]
}
