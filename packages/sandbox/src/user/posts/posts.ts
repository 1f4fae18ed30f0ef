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
import { Visibility } from './visibility.ts'
import { nothingWritten, type SentPost, written } from './writing.ts'

/** The posts of all users. */
export class Posts implements PostCounts {
  readonly neighbours: PostNeighbours
  readonly reactions = new Reactions()
  readonly visibility: Visibility
  readonly #posts = new Map<number, Post>()

  constructor(world: World, people: People, follows: Follows, rooms: Rooms, tags: Tags) {
    this.neighbours = { world, people, follows, rooms, tags }
    this.visibility = new Visibility(this.neighbours)
    tags.countIn('posts', () => this.#tagUses())
  }

  /** All posts, with any audience and including deleted ones, in the order of creation. */
  get all(): readonly Post[] {
    return [...this.#posts.values()]
  }

  /** Returns a post that a user sees, or undefined. */
  find(id: number, userId: string): Post | undefined {
    const post = this.#posts.get(id)
    return post && this.visibility.sees(userId, post) ? post : undefined
  }

  /** @throws {Refusal} 404 if the user does not see it */
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
   * Creates a public post from a note.
   * @param reflection ranges are such as `2:255-2:257`
   * @returns the post's id
   * @throws {Refusal} 422 for a range that is not a range of verses
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
   * Sets a moderation state, for which the API has no operation. A moderator can also restore a deleted post.
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
   * Opens a post in a room to all users or restricts it to the members. The API documentation does not say who may do so.
   * Here its author and the room's admins may. A post in the room's name is already open, and stays in its name.
   * @throws {Refusal} 404 if the user sees no such post in the room, 403
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
    return this.all.filter((post) => post.authorId === userId && this.visibility.isInFeeds(post))
  }

  #inFeedsIn(roomId: number): Post[] {
    return this.all.filter((post) => post.content.roomId === roomId && this.visibility.isInFeeds(post))
  }

  #tagUses(): TagUse[] {
    return this.all
      .filter((post) => this.visibility.isPublic(post))
      .map(({ content: { tags, publishedAt } }) => ({
        tagIds: tags.map(({ id }) => id),
        at: Date.parse(publishedAt),
      }))
  }
}
