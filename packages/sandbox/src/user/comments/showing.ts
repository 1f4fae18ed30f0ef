import type { Comment } from '@waraq/protocol/user'
import { authorOf } from '../people/profile.ts'
import { languageNameOf } from '../posts/language.ts'
import { shownMentions } from '../posts/mentions.ts'
import type { StoredComment } from './comment.ts'
import type { Comments } from './comments.ts'

/** Comments as the service shows them to a user. */
export class CommentShowing {
  readonly #comments: Comments

  constructor(comments: Comments) {
    this.#comments = comments
  }

  /**
   * Omits fields that the API documentation does not explain: `toxicityScore`, and `moderationStatus`, whose states are not
   * documented.
   */
  show(userId: string, comment: StoredComment): Comment {
    const { id, postId, parentId, authorId, isPrivate, isEdited, body, createdAt, updatedAt } = comment
    const { likes, people } = this.#comments
    return {
      id,
      postId,
      parentId,
      authorId,
      isPrivate,
      isEdited,
      body,
      createdAt,
      updatedAt,
      ...untouched,
      repliesCount: this.#comments.repliesTo(comment, userId).length,
      likesCount: likes.count(id),
      languageId: comment.languageId,
      languageName: languageNameOf(comment.languageId),
      author: authorOf(people.need(authorId)),
      mentions: shownMentions(this.#comments, body, comment.mentions),
      tags: this.#tagsOf(comment),
    }
  }

  #tagsOf({ tags }: StoredComment) {
    const all = this.#comments.tags
    return tags.map((tag) => ({ id: tag.id, name: tag.name, commentsCount: all.commentsWith(tag) }))
  }
}

/** No operation reports or hides a comment, and deleted comments are not stored. */
const untouched = { reported: false, removed: false, hidden: false, moderationEvasionSuspected: false }
