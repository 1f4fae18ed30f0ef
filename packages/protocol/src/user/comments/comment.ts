import * as z from 'zod/mini'
import { dateTime } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { limitedPageQuery, pageNumbers } from '../parts/numbered-page.ts'
import {
  documentedDefault,
  falseByDefault,
  optionalFlag,
  optionalNumber,
  optionalText,
  zeroByDefault,
} from '../parts/objects.ts'
import { Author, Mention } from '../posts/author.ts'

/** Maximum number of comments or replies in one request. */
export const commentListLimit = 20

export const CommentTag = z.looseObject({
  id: z.number(),
  name: optionalText,
  language: optionalText,
  commentsCount: optionalNumber,
})
export type CommentTag = z.infer<typeof CommentTag>

/** A user's comment on a post, or reply to another comment. */
export const Comment = z.looseObject({
  id: z.number(),
  postId: z.number(),
  parentId: z.number(),
  authorId: z.string(),
  isPrivate: documentedDefault(z.boolean(), false),
  /** Pre-production sends it. */
  isEdited: optionalFlag,
  body: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
  toxicityScore: optionalNumber,
  repliesCount: zeroByDefault,
  likesCount: zeroByDefault,
  languageId: optionalNumber,
  /** Any number: the states of comments are not documented. */
  moderationStatus: optionalNumber,
  reported: falseByDefault,
  removed: falseByDefault,
  hidden: falseByDefault,
  moderationEvasionSuspected: falseByDefault,
  languageName: optionalText,
  author: z.optional(Author),
  mentions: z.optional(list(Mention)),
  tags: z.optional(list(CommentTag)),
})
export type Comment = z.infer<typeof Comment>

/** GET /v1/posts/{id}/comments */
export const ListPostCommentsQuery = /* @__PURE__ */ limitedPageQuery(commentListLimit, {})
export type ListPostCommentsQuery = z.infer<typeof ListPostCommentsQuery>
/** A page whose list is `comments`: see `itemsOfPage`. */
export const PostCommentsResponse = z.looseObject({ ...pageNumbers, comments: list(Comment) })
export type PostCommentsResponse = z.infer<typeof PostCommentsResponse>

/** GET /v1/posts/{id}/all-comments. Not paged: the list is complete. */
export const PostAllCommentsResponse = z.looseObject({ comments: list(Comment), total: z.number() })
export type PostAllCommentsResponse = z.infer<typeof PostAllCommentsResponse>

/** GET /v1/comments/{id}/replies */
export const ListCommentRepliesQuery = /* @__PURE__ */ limitedPageQuery(commentListLimit, {})
export type ListCommentRepliesQuery = z.infer<typeof ListCommentRepliesQuery>
/** A page whose list is `replies`, and the comment that they answer. */
export const CommentRepliesResponse = z.looseObject({
  ...pageNumbers,
  replies: list(Comment),
  comment: Comment,
})
export type CommentRepliesResponse = z.infer<typeof CommentRepliesResponse>
