import type { Room } from '../rooms/room.ts'
import type { Post } from './post.ts'
import type { Posts } from './posts.ts'

/** A post with all facts that feeds and answers need for the user who sees it. */
export interface SeenPost {
  readonly post: Post
  /** The user who sees it. */
  readonly userId: string
  readonly isPublished: boolean
  readonly isInFeeds: boolean
  readonly isPublic: boolean
  readonly isOwn: boolean
  readonly isByFollowed: boolean
  readonly isByVerified: boolean
  readonly isLiked: boolean
  readonly isSaved: boolean
  readonly likes: number
  /** Milliseconds since it was published. */
  readonly age: number
  /** The room in which it was written; undefined outside of rooms. */
  readonly room: Room | undefined
  readonly isInOwnRoom: boolean
}

export function seenPost(posts: Posts, userId: string, post: Post): SeenPost {
  const { neighbours, reactions, visibility } = posts
  const { id, authorId, content } = post
  const room = content.roomId === 0 ? undefined : neighbours.rooms.need(content.roomId)
  return {
    post,
    userId,
    isPublished: visibility.isPublished(post),
    isInFeeds: visibility.isInFeeds(post),
    isPublic: visibility.isPublic(post),
    isOwn: authorId === userId,
    isByFollowed: neighbours.follows.follows(userId, authorId),
    isByVerified: neighbours.people.need(authorId).verified,
    isLiked: reactions.likes.has(id, userId),
    isSaved: reactions.saves.has(id, userId),
    likes: reactions.likes.count(id),
    age: neighbours.world.now() - Date.parse(content.publishedAt),
    room,
    isInOwnRoom: room !== undefined && neighbours.rooms.isMember(room, userId),
  }
}
