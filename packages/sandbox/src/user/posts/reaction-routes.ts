import { PathNumber, ReportAbuseBodyDto } from '@waraq/protocol/user'
import { route, type UserRoute } from '../parts/route.ts'
import type { Posts } from './posts.ts'

const id = { id: PathNumber }
const log = { scope: 'post.log', params: id } as const

/** Likes, views, reports and other reactions. All require a post that the user sees. */
export function reactionRoutes({ posts }: { readonly posts: Posts }): UserRoute[] {
  return [...likeRoutes(posts), ...noticeRoutes(posts)]
}

function likeRoutes(posts: Posts): UserRoute[] {
  const { likes, saves } = posts.reactions
  return [
    route('GET', '/v1/posts/{id}/liked', { scope: 'post.read', params: id }, ({ userId, params }) => ({
      liked: likes.has(posts.need(params.id, userId).id, userId),
    })),
    route('POST', '/v1/posts/{id}/toggle-like', { scope: 'post.like', params: id }, ({ userId, params }) => ({
      liked: likes.toggle(posts.need(params.id, userId).id, userId),
    })),
    route('POST', '/v1/posts/{id}/toggle-save', { scope: 'post.save', params: id }, ({ userId, params }) => ({
      saved: saves.toggle(posts.need(params.id, userId).id, userId),
    })),
  ]
}

function noticeRoutes(posts: Posts): UserRoute[] {
  return [
    route('POST', '/v1/posts/viewed/{id}', log, ({ userId, params }) => {
      posts.reactions.view(posts.need(params.id, userId).id, userId)
      return { success: true }
    }),
    route('POST', '/v1/posts/read/{id}', log, ({ userId, params }) => {
      posts.need(params.id, userId)
      return { success: true }
    }),
    route(
      'POST',
      '/v1/posts/{id}/report',
      { scope: 'post.report', params: id, body: ReportAbuseBodyDto },
      ({ userId, params, body }) => {
        posts.reactions.report(posts.need(params.id, userId).id, userId, body.report)
        return { reported: true }
      },
    ),
  ]
}
