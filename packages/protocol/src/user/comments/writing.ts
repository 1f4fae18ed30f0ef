import * as z from 'zod/mini'
import { flagged } from '../parts/answers.ts'
import { textOf } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { body, documentedDefault } from '../parts/objects.ts'
import { MentionItem } from '../posts/mention.ts'
import { Comment } from './comment.ts'

/** Maximum length of a comment, in characters. */
export const mostCommentBody = 8000

const text = /* @__PURE__ */ textOf(0, mostCommentBody)
const mentions = /* @__PURE__ */ z.optional(list(MentionItem))

/** POST /v1/comments. A reply names the comment that it answers as `parentId`. */
export const CreateCommentBody = /* @__PURE__ */ body({
  comment: body({
    body: text,
    postId: z.number(),
    isPrivate: documentedDefault(z.boolean(), false),
    parentId: z.optional(z.number()),
    mentions,
  }),
})
export type CreateCommentBody = z.infer<typeof CreateCommentBody>
export const CreateCommentResponse = z.looseObject({ comment: Comment, success: z.boolean() })
export type CreateCommentResponse = z.infer<typeof CreateCommentResponse>

/** PATCH /v1/comments/{id} */
export const UpdateCommentBody = /* @__PURE__ */ body({ comment: body({ body: z.optional(text), mentions }) })
export type UpdateCommentBody = z.infer<typeof UpdateCommentBody>
/** The comment is in `data` here, and in `comment` when one is created. */
export const UpdateCommentResponse = z.looseObject({ data: Comment, success: z.boolean() })
export type UpdateCommentResponse = z.infer<typeof UpdateCommentResponse>

/** Returns the comment of either response. */
export function commentOfResponse(response: CreateCommentResponse | UpdateCommentResponse): Comment {
  return (response['comment'] ?? response['data']) as Comment
}

/** GET /v1/comments/{id}/delete. It removes the comment although it is a GET, so it must never be prefetched. */
export const DeleteCommentResponse = /* @__PURE__ */ flagged('removed')
export type DeleteCommentResponse = z.infer<typeof DeleteCommentResponse>

/** POST /v1/comments/{id}/toggle-like. A second call undoes the first, so it is not safe to repeat. */
export const ToggleCommentLikeResponse = /* @__PURE__ */ flagged('liked')
export type ToggleCommentLikeResponse = z.infer<typeof ToggleCommentLikeResponse>
