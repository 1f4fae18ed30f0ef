import {
  numbered,
  numbers,
  optionalFlag,
  optionalFlags,
  optionalNumbers,
  optionalTexts,
  pageOf,
} from './common.test-support.ts'
import { flag, inside, listOf, number, object, text, textOfLength, time } from './describe.test-support.ts'
import { Author, Mention, MentionItem } from './posts.test-support.ts'

/** What the document says of comments. */

const CommentTag = object({ id: number(), ...optionalTexts('name', 'language'), 'commentsCount?': number() })
const Comment = object({
  ...numbers('id', 'postId', 'parentId'),
  authorId: text,
  isPrivate: flag,
  'isEdited?': flag,
  body: text,
  createdAt: time,
  updatedAt: time,
  ...optionalNumbers('toxicityScore', 'repliesCount', 'likesCount', 'languageId', 'moderationStatus'),
  ...optionalFlags('reported', 'removed', 'hidden', 'moderationEvasionSuspected'),
  'languageName?': text,
  'author?': inside(Author),
  'mentions?': listOf(inside(Mention)),
  'tags?': listOf(inside(CommentTag)),
})
const commentBody = textOfLength(0, 8000)
const mentions = { 'mentions?': listOf(inside(MentionItem)) }

export const comments = {
  CommentTag,
  Comment,
  ListPostCommentsQuery: numbered({}, 20),
  PostCommentsResponse: pageOf(Comment, 'comments'),
  PostAllCommentsResponse: object({ comments: listOf(inside(Comment)), total: number() }),
  ListCommentRepliesQuery: numbered({}, 20),
  CommentRepliesResponse: object({
    ...numbers('total', 'currentPage', 'limit', 'pages'),
    replies: listOf(inside(Comment)),
    comment: inside(Comment),
  }),
  CreateCommentBody: object({
    comment: object({
      body: commentBody,
      postId: number(),
      isPrivate: flag,
      'parentId?': number(),
      ...mentions,
    }),
  }),
  CreateCommentResponse: object({ comment: inside(Comment), success: flag }),
  UpdateCommentBody: object({ comment: object({ 'body?': commentBody, ...mentions }) }),
  UpdateCommentResponse: object({ data: inside(Comment), success: flag }),
  DeleteCommentResponse: optionalFlag('removed'),
  ToggleCommentLikeResponse: optionalFlag('liked'),
}
