import {
  type CommentRepliesResponse,
  CreateCommentBody,
  ListCommentRepliesQuery,
  PathNumber,
  UpdateCommentBody,
} from '@waraq/protocol/user'
import { numberedPart } from '../parts/lists.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { Comments } from './comments.ts'
import { CommentShowing } from './showing.ts'

const params = { id: PathNumber }

/** Five operations. */
export function commentRoutes({ comments }: { readonly comments: Comments }): UserRoute[] {
  const showing = new CommentShowing(comments)
  return [...writingRoutes(comments, showing), ...otherRoutes(comments, showing)]
}

function writingRoutes(comments: Comments, showing: CommentShowing): UserRoute[] {
  return [
    route(
      'POST',
      '/v1/comments',
      { scope: 'comment.create', body: CreateCommentBody, status: 201 },
      ({ userId, body }) => ({
        success: true,
        comment: showing.show(userId, comments.create(userId, body.comment)),
      }),
    ),
    route(
      'PATCH',
      '/v1/comments/{id}',
      { scope: 'comment', params, body: UpdateCommentBody },
      ({ userId, params: { id }, body }) =>
        done(showing.show(userId, comments.update(id, userId, body.comment))),
    ),
    // It deletes, although it is a GET.
    route(
      'GET',
      '/v1/comments/{id}/delete',
      { scope: 'comment.delete', params },
      ({ userId, params: { id } }) => {
        comments.delete(id, userId)
        return { removed: true }
      },
    ),
  ]
}

function otherRoutes(comments: Comments, showing: CommentShowing): UserRoute[] {
  return [
    route(
      'POST',
      '/v1/comments/{id}/toggle-like',
      { scope: 'comment.like', params },
      ({ userId, params: { id } }) => ({
        liked: comments.likes.toggle(comments.need(id, userId).id, userId),
      }),
    ),
    route(
      'GET',
      '/v1/comments/{id}/replies',
      { scope: 'comment.read', params, query: ListCommentRepliesQuery },
      ({ userId, params: { id }, query }): CommentRepliesResponse => {
        const comment = comments.need(id, userId)
        const { items, numbers } = numberedPart(comments.repliesTo(comment, userId), query)
        const replies = items.map((reply) => showing.show(userId, reply))
        return { ...numbers, replies, comment: showing.show(userId, comment) }
      },
    ),
  ]
}
