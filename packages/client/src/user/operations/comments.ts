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
} from '@waraq/contract/user'
import { operation } from '../operation.ts'

export const comments = {
  create: /* @__PURE__ */ operation({
    service: 'quranReflect',
    method: 'POST',
    path: '/v1/comments',
    body: CreateCommentBody,
    answer: CreateCommentResponse,
    scope: 'comment.create',
    repeat: 'unsafe',
  }),
  update: /* @__PURE__ */ operation({
    service: 'quranReflect',
    method: 'PATCH',
    path: '/v1/comments/{id}',
    params: { id: PathNumber },
    body: UpdateCommentBody,
    answer: UpdateCommentResponse,
    scope: 'comment',
    repeat: 'safe',
  }),
  /** Changes something, although it is a GET. */
  delete: /* @__PURE__ */ operation({
    service: 'quranReflect',
    method: 'GET',
    path: '/v1/comments/{id}/delete',
    params: { id: PathNumber },
    answer: DeleteCommentResponse,
    scope: 'comment.delete',
    repeat: 'unsafe',
  }),
  toggleLike: /* @__PURE__ */ operation({
    service: 'quranReflect',
    method: 'POST',
    path: '/v1/comments/{id}/toggle-like',
    params: { id: PathNumber },
    answer: ToggleCommentLikeResponse,
    scope: 'comment.like',
    repeat: 'unsafe',
  }),
  listReplies: /* @__PURE__ */ operation({
    service: 'quranReflect',
    method: 'GET',
    path: '/v1/comments/{id}/replies',
    params: { id: PathNumber },
    query: ListCommentRepliesQuery,
    answer: CommentRepliesResponse,
    scope: 'comment.read',
    repeat: 'safe',
    paging: 'numbered',
  }),
}
