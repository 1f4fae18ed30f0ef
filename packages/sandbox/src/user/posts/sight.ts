import { audienceOf } from '@waraq/contract/user'
import type { PostNeighbours } from './neighbours.ts'
import type { Post } from './post.ts'

/** Who sees which posts. */
export class Sight {
  readonly #neighbours: PostNeighbours

  constructor(neighbours: PostNeighbours) {
    this.#neighbours = neighbours
  }

  /** A post of a time to come is as good as a draft until then: what else it might be is not documented. */
  isPublished({ content }: Post): boolean {
    return !content.draft && Date.parse(content.publishedAt) <= this.#neighbours.world.now()
  }

  /** Whether it stands in the feeds of those who see it. Hidden ones do not: one has to know their id. */
  isInFeeds(post: Post): boolean {
    return this.isPublished(post) && isForEveryone(post)
  }

  /** Whether everybody finds it in feeds. */
  isPublic(post: Post): boolean {
    const { roomId, roomPostStatus } = post.content
    if (!this.isInFeeds(post)) return false
    return roomId === 0 || (roomPostStatus !== 'onlyMembers' && this.#neighbours.rooms.need(roomId).isPublic)
  }

  /** Whether a user gets it who knows its id. */
  sees(userId: string, post: Post): boolean {
    if (!this.#isInAudience(userId, post)) return false
    return post.authorId === userId || (this.isPublished(post) && this.#isOpenTo(userId, post))
  }

  /** Whether it stands in a user's feeds. */
  lists(userId: string, post: Post): boolean {
    return this.isInFeeds(post) && this.sees(userId, post)
  }

  /** Nothing in the API makes a private link, so that nobody comes by one. */
  #isInAudience(userId: string, post: Post): boolean {
    const audience = audienceOf(post.moderationStatus)
    if (audience.includes('everyone')) return true
    if (audience.includes('author') && post.authorId === userId) return true
    return audience.includes('moderators') && (this.#neighbours.people.find(userId)?.isAdmin ?? false)
  }

  /** Nothing gets out of a private room, whatever its author chose: the document only says what the choices are called. */
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
