import { audienceOf } from '@waraq/protocol/user'
import type { PostNeighbours } from './neighbours.ts'
import type { Post } from './post.ts'

/** Decides which users see which posts. */
export class Visibility {
  readonly #neighbours: PostNeighbours

  constructor(neighbours: PostNeighbours) {
    this.#neighbours = neighbours
  }

  /** A post with a future publication time counts as a draft until then. The API documentation does not define this. */
  isPublished({ content }: Post): boolean {
    return !content.draft && Date.parse(content.publishedAt) <= this.#neighbours.world.now()
  }

  /** Whether it appears in the feeds of users who see it. Hidden posts do not: they are found only by their id. */
  isInFeeds(post: Post): boolean {
    return this.isPublished(post) && isForEveryone(post)
  }

  /** Whether every user finds it in feeds. */
  isPublic(post: Post): boolean {
    const { roomId, roomPostStatus } = post.content
    if (!this.isInFeeds(post)) return false
    return roomId === 0 || (roomPostStatus !== 'onlyMembers' && this.#neighbours.rooms.need(roomId).isPublic)
  }

  /** Whether a user who knows its id can get it. */
  sees(userId: string, post: Post): boolean {
    if (!this.#isInAudience(userId, post)) return false
    return post.authorId === userId || (this.isPublished(post) && this.#isOpenTo(userId, post))
  }

  /** Whether it appears in a user's feeds. */
  lists(userId: string, post: Post): boolean {
    return this.isInFeeds(post) && this.sees(userId, post)
  }

  /** No operation creates a private link, so no user has one. */
  #isInAudience(userId: string, post: Post): boolean {
    const audience = audienceOf(post.moderationStatus)
    if (audience.includes('everyone')) return true
    if (audience.includes('author') && post.authorId === userId) return true
    return audience.includes('moderators') && (this.#neighbours.people.find(userId)?.isAdmin ?? false)
  }

  /** Posts of a private room stay in it, even if the author chose otherwise. The API documentation only names the choices. */
  #isOpenTo(userId: string, { content: { roomId, roomPostStatus } }: Post): boolean {
    if (roomId === 0) return true
    const { rooms } = this.#neighbours
    const room = rooms.need(roomId)
    return roomPostStatus === 'onlyMembers' ? rooms.isMember(room, userId) : rooms.mayRead(room, userId)
  }
}

function isForEveryone({ moderationStatus }: Post): boolean {
  return audienceOf(moderationStatus).includes('everyone')
}
