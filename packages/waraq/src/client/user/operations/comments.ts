import {
  CommentRepliesResponse,
  CreateCommentBody,
  CreateCommentResponse,
  DeleteCommentResponse,
  ListCommentRepliesQuery,
  PathNumber,
  ToggleCommentLikeResponse,
  UpdateCommentBody,
  UpdateCommentResponse,
} from '@waraq/protocol/user'
import { quranReflect } from '../operation.ts'

export const comments = {
  create: /* @__PURE__ */ quranReflect('POST /v1/comments', 'comment.create', CreateCommentResponse, {
    body: CreateCommentBody,
  }),
  update: /* @__PURE__ */ quranReflect('PATCH /v1/comments/{id}', 'comment', UpdateCommentResponse, {
    params: { id: PathNumber },
    body: UpdateCommentBody,
  }),
  /** Changes data, although it is a GET. */
  delete: /* @__PURE__ */ quranReflect(
    'GET /v1/comments/{id}/delete',
    'comment.delete',
    DeleteCommentResponse,
    { params: { id: PathNumber }, repeat: 'unsafe' },
  ),
  toggleLike: /* @__PURE__ */ quranReflect(
    'POST /v1/comments/{id}/toggle-like',
    'comment.like',
    ToggleCommentLikeResponse,
    { params: { id: PathNumber } },
  ),
  listReplies: /* @__PURE__ */ quranReflect(
    'GET /v1/comments/{id}/replies',
    'comment.read',
    CommentRepliesResponse,
    { params: { id: PathNumber }, query: ListCommentRepliesQuery, paging: 'numbered' },
  ),
}
