import type { MentionItem } from '@waraq/protocol/user'
import type { StoredTag } from '../tags/tags.ts'

/** A comment as the sandbox stores it. */
export interface StoredComment {
  readonly id: number
  readonly postId: number
  /** 0 if it is not a reply. The field is required, and the API documentation does not define its value in that case. */
  readonly parentId: number
  readonly authorId: string
  /** Visible only to its author and the post's author. */
  readonly isPrivate: boolean
  isEdited: boolean
  body: string
  readonly createdAt: string
  updatedAt: string
  mentions: readonly MentionItem[]
  /** The hashtags in its body. A comment has no other field for them. */
  tags: readonly StoredTag[]
  /** The language of its author at the time of writing. */
  readonly languageId: number
}
