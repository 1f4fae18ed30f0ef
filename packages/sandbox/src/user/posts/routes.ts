import { CreatePostBodyDto, ExportPostsDto, PathNumber, UpdatePostDto } from '@waraq/protocol/user'
import type { Comments } from '../comments/comments.ts'
import { route, type UserRoute } from '../parts/route.ts'
import { commentListRoutes } from './comment-routes.ts'
import { exportedPosts } from './export.ts'
import { feedRoutes } from './feed-routes.ts'
import type { Posts } from './posts.ts'
import { reactionRoutes } from './reaction-routes.ts'
import { PostShowing } from './showing.ts'

const id = { id: PathNumber }

/** The 21 operations under /v1/posts. */
export function postRoutes(areas: { readonly posts: Posts; readonly comments: Comments }): UserRoute[] {
  return [
    ...writingRoutes(areas.posts, new PostShowing(areas)),
    ...feedRoutes(areas),
    ...reactionRoutes(areas),
    ...commentListRoutes(areas),
  ]
}

function writingRoutes(posts: Posts, showing: PostShowing): UserRoute[] {
  return [
    route(
      'POST',
      '/v1/posts',
      { scope: 'post.create', body: CreatePostBodyDto, status: 201 },
      ({ userId, body }) => ({
        success: true,
        post: showing.show(userId, posts.create(userId, body.post)),
      }),
    ),
    route('GET', '/v1/posts/{id}', { scope: 'post.read', params: id }, ({ userId, params }) =>
      showing.show(userId, posts.need(params.id, userId)),
    ),
    route(
      'PATCH',
      '/v1/posts/{id}',
      { scope: 'post.update', params: id, body: UpdatePostDto },
      ({ userId, params, body }) => ({
        success: true,
        post: showing.show(userId, posts.update(params.id, userId, body)),
      }),
    ),
    route('DELETE', '/v1/posts/{id}', { scope: 'post.delete', params: id }, ({ userId, params }) => {
      posts.delete(params.id, userId)
      return { success: true }
    }),
    route(
      'POST',
      '/v1/posts/export/pdf',
      { scope: 'post.export', body: ExportPostsDto },
      ({ userId, body }) => exportedPosts(posts, userId, body.ids),
    ),
  ]
}
