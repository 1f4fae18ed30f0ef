import { type ModerationStatus, moderationStatuses } from '@waraq/protocol/user'
import type { PostCounts } from '../parts/post-counts.ts'
import { forbidden, notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import type { Follows } from '../people/follows.ts'
import type { People } from '../people/people.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { TagUse, Tags } from '../tags/tags.ts'
import type { PostNeighbours } from './neighbours.ts'
import type { Post, PostContent } from './post.ts'
import { Reactions } from './reactions.ts'
import { referencesOfRange } from './references.ts'
import { Sight } from './sight.ts'
import { nothingWritten, type SentPost, written } from './writing.ts'

/** The posts of all users. */
export class Posts implements PostCounts {
  readonly neighbours: PostNeighbours
  readonly reactions = new Reactions()
  readonly sight: Sight
  readonly #posts = new Map<number, Post>()

  constructor(world: World, people: People, follows: Follows, rooms: Rooms, tags: Tags) {
    this.neighbours = { world, people, follows, rooms, tags }
    this.sight = new Sight(this.neighbours)
    tags.countIn('posts', () => this.#tagUses())
  }

  /** All posts, with any audience and including deleted ones, in the order in which they were made. */
  get all(): readonly Post[] {
    return [...this.#posts.values()]
  }

  /** A post that a user sees, or undefined. */
  find(id: number, userId: string): Post | undefined {
    const post = this.#posts.get(id)
    return post && this.sight.sees(userId, post) ? post : undefined
  }

  /** @throws {Refusal} 404 where the user does not see it */
  need(id: number, userId: string): Post {
    const post = this.find(id, userId)
    if (!post) throw notFound('post')
    return post
  }

  /** @throws {Refusal} as `written` does */
  create(userId: string, sent: SentPost): Post {
    const content = written(this.neighbours, userId, sent, this.#nothingWritten())
    return this.#add(userId, content, { ofNote: false })
  }

  /**
   * Makes a public post of a note.
   * @param reflection ranges are such as `2:255-2:257`
   * @returns the post's id
   * @throws {Refusal} 422 for a range of no verses
   */
  publishNote(
    userId: string,
    { body, ranges }: { readonly body: string; readonly ranges: readonly string[] },
  ): number {
    const references = ranges.flatMap((range) => referencesOfRange(range))
    const content = written(this.neighbours, userId, { body, references }, this.#nothingWritten())
    return this.#add(userId, content, { ofNote: true }).id
  }

  /** @throws {Refusal} 404, 403 for another user's post, and as `written` does */
  update(id: number, userId: string, sent: SentPost): Post {
    const post = this.#needOwn(id, userId)
    this.#rewrite(post, written(this.neighbours, userId, sent, post.content))
    return post
  }

  /** @throws {Refusal} 404, 403 for another user's post */
  delete(id: number, userId: string): void {
    this.#needOwn(id, userId).moderationStatus = moderationStatuses.deleted
  }

  /**
   * Sets a state of moderation, for which the API has no operation. A moderator can restore a deleted post, too.
   * @throws {Refusal} 404
   */
  moderate(id: number, status: ModerationStatus): void {
    const post = this.#posts.get(id)
    if (!post) throw notFound('post')
    post.moderationStatus = status
    post.reviewedAt = this.neighbours.world.instant()
    post.featuredAt = status === moderationStatuses.featured ? post.reviewedAt : undefined
  }

  /**
   * Opens a post in a room to all users or keeps it to the members. Who may do so is not documented; here its author and the
   * room's admins. A post in the room's name is open already, and stays in its name.
   * @throws {Refusal} 404 where there is no such post in the room for the user, 403
   */
  setPublic(roomId: number, id: number, userId: string, isPublic: boolean): Post {
    const { rooms } = this.neighbours
    const post = this.need(id, userId)
    const { content } = post
    if (content.roomId !== roomId) throw notFound('post')
    const mayChange = post.authorId === userId || rooms.isAdmin(rooms.need(roomId), userId)
    if (!mayChange) throw forbidden('Only its author and admins of the room may do that.')
    const open = content.roomPostStatus === 'asRoom' ? 'asRoom' : 'publicly'
    this.#rewrite(post, { ...content, roomPostStatus: isPublic ? open : 'onlyMembers' })
    return post
  }

  ofAuthor(userId: string): number {
    return this.#inFeedsOf(userId).length
  }

  likesOfAuthor(userId: string): number {
    return this.#inFeedsOf(userId).reduce((sum, { id }) => sum + this.reactions.likes.count(id), 0)
  }

  inRoom(roomId: number): number {
    return this.#inFeedsIn(roomId).length
  }

  latestInRoom(roomId: number): string | undefined {
    return this.#inFeedsIn(roomId)
      .map(({ content }) => content.publishedAt)
      .toSorted()
      .at(-1)
  }

  #add(authorId: string, content: PostContent, { ofNote }: Pick<Post, 'ofNote'>): Post {
    const { world, people } = this.neighbours
    const post: Post = {
      id: world.nextNumber('post'),
      authorId,
      createdAt: world.instant(),
      updatedAt: world.instant(),
      content,
      moderationStatus: moderationStatuses.normal,
      reviewedAt: undefined,
      featuredAt: undefined,
      ofNote,
      languageId: people.need(authorId).languageId,
    }
    this.#posts.set(post.id, post)
    return post
  }

  #rewrite(post: Post, content: PostContent): void {
    post.content = content
    post.updatedAt = this.neighbours.world.instant()
  }

  #needOwn(id: number, userId: string): Post {
    const post = this.need(id, userId)
    if (post.authorId !== userId) throw forbidden('Only its author may do that.')
    return post
  }

  #nothingWritten(): PostContent {
    return nothingWritten(this.neighbours.world.instant())
  }

  #inFeedsOf(userId: string): Post[] {
    return this.all.filter((post) => post.authorId === userId && this.sight.isInFeeds(post))
  }

  #inFeedsIn(roomId: number): Post[] {
    return this.all.filter((post) => post.content.roomId === roomId && this.sight.isInFeeds(post))
  }

  #tagUses(): TagUse[] {
    return this.all
      .filter((post) => this.sight.isPublic(post))
      .map(({ content: { tags, publishedAt } }) => ({
        tagIds: tags.map(({ id }) => id),
        at: Date.parse(publishedAt),
      }))
  }
}
