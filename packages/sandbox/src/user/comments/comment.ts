import type { MentionItem } from '@waraq/protocol/user'
import type { StoredTag } from '../tags/tags.ts'

/** A comment as the sandbox keeps it. */
export interface StoredComment {
  readonly id: number
  readonly postId: number
  /** 0 where it answers no other: the field is required, and the document does not say what stands there then. */
  readonly parentId: number
  readonly authorId: string
  /** Seen by its author and the post's author only. */
  readonly isPrivate: boolean
  isEdited: boolean
  body: string
  readonly createdAt: string
  updatedAt: string
  mentions: readonly MentionItem[]
  /** The hashtags in its body: a comment has no other place for them. */
  tags: readonly StoredTag[]
  /** Of its author when it was written. */
  readonly languageId: number
}
