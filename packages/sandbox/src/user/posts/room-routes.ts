import { ListRoomPostsQuery, PathNumber, RoomPostUpdatePrivacyDto } from '@waraq/protocol/user'
import type { Comments } from '../comments/comments.ts'
import { route, type UserRoute } from '../parts/route.ts'
import { postPage } from './feed-routes.ts'
import { Feeds } from './feeds.ts'
import type { Posts } from './posts.ts'
import { PostShowing } from './showing.ts'

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
