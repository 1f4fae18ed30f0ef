import {
  CreatePostBodyDto,
  ExportPostsDto,
  PathNumber,
  UpdatePostDto,
  ListRoomPostsQuery,
  RoomPostUpdatePrivacyDto,
} from '@waraq/protocol/user'
import type { Comments } from '../comments/comments.ts'
import { route, type UserRoute } from '../parts/route.ts'
import type { Person } from '../people/person.ts'
import { commentListRoutes } from './comment-routes.ts'
import { feedRoutes, postPage } from './feed-routes.ts'
import { Feeds } from './feeds.ts'
import { withNames } from './mentions.ts'
import { pdfOf } from './pdf.ts'
import type { Post } from './post.ts'
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

/**
 * Exports posts as a PDF, each once and in the requested order. The API documentation does not describe the answer.
 * @throws {Refusal} 404 if the user does not see one of them
 */
function exportedPosts(posts: Posts, userId: string, ids: readonly number[]): Response {
  const wanted = [...new Set(ids)].map((id) => posts.need(id, userId))
  const { people } = posts.neighbours
  const paragraphs = wanted.flatMap((post) => paragraphsOf(post, people.need(post.authorId)))
  return new Response(pdfOf(paragraphs), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="posts.pdf"',
    },
  })
}

function paragraphsOf({ content }: Post, { firstName, lastName, username }: Person): string[] {
  const { publishedAt, references, body, mentions } = content
  const verses = references.map(({ chapterId, from, to }) =>
    to === 0 ? `${chapterId}` : from === to ? `${chapterId}:${from}` : `${chapterId}:${from}-${to}`,
  )
  return [
    `${`${firstName} ${lastName}`.trim()} (${username}), ${publishedAt.slice(0, 10)}`,
    ...(verses.length > 0 ? [verses.join(', ')] : []),
    withNames(body, mentions),
    '',
  ]
}

/** The two operations under /v1/rooms whose answers are posts. */
export function roomPostRoutes(areas: { readonly posts: Posts; readonly comments: Comments }): UserRoute[] {
  const { posts } = areas
  const { rooms } = posts.neighbours
  const feeds = new Feeds(posts)
  const showing = new PostShowing(areas)
  return [
    route(
      'GET',
      '/v1/rooms/{id}/posts',
      { scope: 'room.posts.read', params: { id: PathNumber }, query: ListRoomPostsQuery },
      ({ userId, params, query }) => {
        const room = rooms.needReadable(params.id, userId)
        return postPage(showing, feeds.inRoom(userId, room, query), query)
      },
    ),
    route(
      'PATCH',
      '/v1/rooms/{roomId}/posts/{postId}/privacy',
      {
        scope: 'room.posts.update',
        params: { roomId: PathNumber, postId: PathNumber },
        body: RoomPostUpdatePrivacyDto,
      },
      ({ userId, params: { roomId, postId }, body }) => {
        const room = rooms.needReadable(roomId, userId)
        return showing.show(userId, posts.setPublic(room.id, postId, userId, body.isPublic))
      },
    ),
  ]
}
