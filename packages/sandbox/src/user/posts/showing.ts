import {
  moderationStatuses,
  type PostSerialized,
  type RecentComment,
  roomPostStatusInPosts,
} from '@waraq/protocol/user'
import type { Comments } from '../comments/comments.ts'
import { authorOf } from '../people/profile.ts'
import { languageNameOf } from './language.ts'
import { shownMentions } from './mentions.ts'
import { type Post, reflectionType } from './post.ts'
import type { Posts } from './posts.ts'
import { type SeenPost, seenPost } from './seen-post.ts'

const wordsPerMinute = 200

/** Posts as the service shows them to a user. */
export class PostShowing {
  readonly #posts: Posts
  readonly #comments: Comments

  constructor({ posts, comments }: { readonly posts: Posts; readonly comments: Comments }) {
    this.#posts = posts
    this.#comments = comments
  }

  /** A post that the user sees. */
  show(userId: string, post: Post): PostSerialized {
    return this.shown(seenPost(this.#posts, userId, post))
  }

  /** Omits fields that the API documentation does not explain: `discussionId`, `pushedUpAt`, `global`, `toxicityScore`. */
  shown(seen: SeenPost): PostSerialized {
    const { post } = seen
    return {
      id: post.id,
      authorId: post.authorId,
      createdAt: post.createdAt,
      updatedAt: post.updatedAt,
      ...contentOf(post),
      ...stateOf(seen),
      ...this.#reactionsTo(seen),
      ...this.#commentsOn(seen),
      ...this.#peopleOf(post),
      ...this.#roomOf(seen),
    }
  }

  #reactionsTo({ post: { id }, userId, likes, isLiked, isSaved, isByFollowed }: SeenPost) {
    const { reactions } = this.#posts
    const views = reactions.viewsOf(id)
    return {
      views: views.times,
      viewsCount: views.users,
      likesCount: likes,
      isLiked,
      isSaved,
      isByFollowedUser: isByFollowed,
      // Only the user who reported it sees this. Others see the post as before.
      reported: reactions.isReportedBy(id, userId),
    }
  }

  #commentsOn({ post, userId }: SeenPost) {
    const comments = this.#comments.seenOn(post, userId)
    const newest = comments[0]
    return {
      commentsCount: comments.length,
      isCommentedOn: comments.some(({ authorId }) => authorId === userId),
      ...(newest && { recentComment: this.#recent(newest) }),
    }
  }

  #recent({ id, authorId, body, createdAt }: ReturnType<Comments['seenOn']>[number]): RecentComment {
    return { id, author: authorOf(this.#posts.neighbours.people.need(authorId)), body, createdAt }
  }

  /** A post in a room's name has its author, too: the API documentation does not hide which admin wrote it. */
  #peopleOf({ authorId, content: { body, mentions } }: Post) {
    const { neighbours } = this.#posts
    const author = neighbours.people.need(authorId)
    return {
      author: authorOf(author),
      verified: author.verified,
      mentions: shownMentions(neighbours, body, mentions),
    }
  }

  #roomOf({ room, userId }: SeenPost) {
    return { room: room ? this.#posts.neighbours.rooms.brief(room, userId) : null }
  }
}

function contentOf({ content, languageId }: Post) {
  const { body, draft, publishedAt, roomId, roomPostStatus, tags, references } = content
  return {
    postTypeId: reflectionType.id,
    postTypeName: reflectionType.name,
    body,
    draft,
    publishedAt,
    roomId,
    roomPostStatus: roomPostStatusInPosts[roomPostStatus],
    languageId,
    languageName: languageNameOf(languageId),
    // In minutes, rounded up. The API documentation names no unit.
    estimatedReadingTime: Math.ceil(body.trim().split(/\s+/).length / wordsPerMinute),
    tags: tags.map(({ id, name }) => ({ id, name })),
    references: references.map(({ id, chapterId, from, to }) => ({ id, chapterId, from, to })),
  }
}

const hiddenStatuses: readonly number[] = [
  moderationStatuses.hidden,
  moderationStatuses.private_note,
  moderationStatuses.requested_review,
]

/** `removed` is always false, because no user sees a deleted post. */
function stateOf({ post: { moderationStatus, reviewedAt, featuredAt } }: SeenPost) {
  return {
    moderationStatus,
    hidden: hiddenStatuses.includes(moderationStatus),
    removed: false,
    ...(reviewedAt !== undefined && { reviewedAt }),
    ...(featuredAt !== undefined && { featuredAt }),
  }
}
