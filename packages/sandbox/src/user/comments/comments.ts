import type { CreateCommentBody, UpdateCommentBody } from '@waraq/protocol/user'
import { forbidden, invalidRequest, notFound, unprocessable } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import type { Follows } from '../people/follows.ts'
import type { People } from '../people/people.ts'
import { Marks } from '../posts/marks.ts'
import { checkedMentions, mentionsLeft } from '../posts/mentions.ts'
import type { Post } from '../posts/post.ts'
import type { Posts } from '../posts/posts.ts'
import { tagNamesIn } from '../tags/names.ts'
import type { TagUse, Tags } from '../tags/tags.ts'
import type { StoredComment } from './comment.ts'

/** The comments of users on posts, and the replies to them. */
export class Comments {
  readonly people: People
  readonly follows: Follows
  readonly tags: Tags
  readonly likes = new Marks()
  readonly #world: World
  readonly #posts: Posts
  readonly #comments = new Map<number, StoredComment>()

  constructor(world: World, people: People, follows: Follows, posts: Posts) {
    this.people = people
    this.follows = follows
    this.tags = posts.neighbours.tags
    this.#world = world
    this.#posts = posts
    this.tags.countIn('comments', () => this.#tagUses())
  }

  /** All comments on a post that a user can see, including replies. Newest first. */
  seenOn(post: Post, userId: string): StoredComment[] {
    return [...this.#comments.values()]
      .filter((comment) => comment.postId === post.id && this.#sees(userId, comment, post))
      .toReversed()
  }

  /** Newest first. */
  repliesTo({ id, postId }: StoredComment, userId: string): StoredComment[] {
    const post = this.#posts.find(postId, userId)
    return post ? this.seenOn(post, userId).filter(({ parentId }) => parentId === id) : []
  }

  /** @throws {Refusal} 404 if the user cannot see it */
  need(id: number, userId: string): StoredComment {
    const comment = this.#comments.get(id)
    const post = comment && this.#posts.find(comment.postId, userId)
    if (!post || !this.#sees(userId, comment, post)) throw notFound('comment')
    return comment
  }

  /**
   * @throws {Refusal} 400 for an empty body and for invalid mentions, 404 if the user does not see the post, 422 if
   * `parentId` is not a comment on that post
   */
  create(userId: string, sent: CreateCommentBody['comment']): StoredComment {
    const post = this.#posts.need(sent.postId, userId)
    const comment: StoredComment = {
      postId: post.id,
      parentId: this.#parentOf(userId, post, sent.parentId),
      authorId: userId,
      isPrivate: sent.isPrivate,
      isEdited: false,
      ...this.#written(sent, { body: '', mentions: [] }),
      createdAt: this.#world.instant(),
      updatedAt: this.#world.instant(),
      languageId: this.people.need(userId).languageId,
      id: this.#world.nextNumber('comment'),
    }
    this.#comments.set(comment.id, comment)
    return comment
  }

  /** @throws {Refusal} 400 as `create`, 404, 403 for another user's comment */
  update(id: number, userId: string, sent: UpdateCommentBody['comment']): StoredComment {
    const comment = this.need(id, userId)
    if (comment.authorId !== userId) throw forbidden('Only its author may do that.')
    const updatedAt = this.#world.instant()
    return Object.assign(comment, this.#written(sent, comment), { isEdited: true, updatedAt })
  }

  /**
   * Deletes a comment and its replies. Its author, the post's author and administrators of the service may delete it: the
   * API documentation does not say who may.
   * @throws {Refusal} 404, 403
   */
  delete(id: number, userId: string): void {
    const comment = this.need(id, userId)
    const { authorId } = this.#posts.need(comment.postId, userId)
    const may = [comment.authorId, authorId].includes(userId) || this.people.need(userId).isAdmin
    if (!may) throw forbidden('Only its author and the author of the post may do that.')
    this.#remove(comment)
  }

  #remove({ id }: StoredComment): void {
    this.#comments.delete(id)
    this.likes.clear(id)
    for (const reply of this.#comments.values()) if (reply.parentId === id) this.#remove(reply)
  }

  #parentOf(userId: string, post: Post, id = 0): number {
    if (id === 0) return 0
    const parent = this.#comments.get(id)
    if (parent?.postId !== post.id || !this.#sees(userId, parent, post)) {
      throw unprocessable('parentId is of no comment on this post.')
    }
    return id
  }

  #written(sent: UpdateCommentBody['comment'], before: Pick<StoredComment, 'body' | 'mentions'>) {
    const body = sent.body ?? before.body
    if (body.trim() === '') throw invalidRequest('A comment says something.')
    return {
      body,
      mentions: sent.mentions
        ? checkedMentions(this.people, body, sent.mentions)
        : mentionsLeft(body, before.mentions),
      tags: this.tags.named(tagNamesIn(body)),
    }
  }

  /** A reply is visible only if the comment that it answers is visible. */
  #sees(userId: string, { parentId, isPrivate, authorId }: StoredComment, post: Post): boolean {
    const parent = this.#comments.get(parentId)
    if (parent && !this.#sees(userId, parent, post)) return false
    return !isPrivate || [authorId, post.authorId].includes(userId)
  }

  /** Counts only comments that every user can see. */
  #tagUses(): TagUse[] {
    const open = this.#posts.all.filter((post) => this.#posts.visibility.isPublic(post))
    return open.flatMap((post) =>
      this.seenOn(post, unknownUser).map(({ tags, createdAt }) => ({
        tagIds: tags.map(({ id }) => id),
        at: Date.parse(createdAt),
      })),
    )
  }
}

/** An id that no user has. */
const unknownUser = ''
