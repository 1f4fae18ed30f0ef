import {
  CountRangePostsQuery,
  CountRangePostsResponse,
  CreatePostBodyDto,
  DeletePostResponse,
  ExportPostsDto,
  FeedQuery,
  FeedResponseDto,
  IsPostLikedResponse,
  ListMyPostsQuery,
  ListPostCommentsQuery,
  ListRelatedPostsQuery,
  ListReReflectionsQuery,
  ListUserPostsQuery,
  MarkPostReadResponse,
  MarkPostViewedResponse,
  PathNumber,
  PostAllCommentsResponse,
  PostCommentsResponse,
  PostCountResponseDto,
  PostCreatedResponse,
  PostSerialized,
  ReportAbuseBodyDto,
  ReportAbuseResponse,
  TogglePostLikeResponse,
  TogglePostSaveResponse,
  UpdatePostDto,
  PathVerseKey,
} from '@waraq/protocol/user'
import { quranReflect } from '../operation.ts'

export const posts = {
  create: /* @__PURE__ */ quranReflect('POST /v1/posts', 'post.create', PostCreatedResponse, {
    body: CreatePostBodyDto,
  }),
  get: /* @__PURE__ */ quranReflect('GET /v1/posts/{id}', 'post.read', PostSerialized, {
    params: { id: PathNumber },
  }),
  update: /* @__PURE__ */ quranReflect('PATCH /v1/posts/{id}', 'post.update', PostCreatedResponse, {
    params: { id: PathNumber },
    body: UpdatePostDto,
  }),
  delete: /* @__PURE__ */ quranReflect('DELETE /v1/posts/{id}', 'post.delete', DeletePostResponse, {
    params: { id: PathNumber },
  }),
  listFeed: /* @__PURE__ */ quranReflect('GET /v1/posts/feed', 'post.read', FeedResponseDto, {
    query: FeedQuery,
    paging: 'numbered',
  }),
  listRelated: /* @__PURE__ */ quranReflect('GET /v1/posts/{postId}/related', 'post.read', FeedResponseDto, {
    params: { postId: PathNumber },
    query: ListRelatedPostsQuery,
    paging: 'numbered',
  }),
  listReReflections: /* @__PURE__ */ quranReflect(
    'GET /v1/posts/{postId}/re-reflections',
    'post.read',
    FeedResponseDto,
    { params: { postId: PathNumber }, query: ListReReflectionsQuery, paging: 'numbered' },
  ),
  listMine: /* @__PURE__ */ quranReflect('GET /v1/posts/my-posts', 'post.read', FeedResponseDto, {
    query: ListMyPostsQuery,
    paging: 'numbered',
  }),
  listOfUser: /* @__PURE__ */ quranReflect('GET /v1/posts/user-posts/{id}', 'post.read', FeedResponseDto, {
    query: ListUserPostsQuery,
    paging: 'numbered',
  }),
  listByVerse: /* @__PURE__ */ quranReflect(
    'GET /v1/posts/by-verse/{verseKey}',
    'post.read',
    FeedResponseDto,
    { params: { verseKey: PathVerseKey } },
  ),
  countInRange: /* @__PURE__ */ quranReflect(
    'GET /v1/posts/count-within-range',
    'post.read',
    CountRangePostsResponse,
    { query: CountRangePostsQuery },
  ),
  countByVerse: /* @__PURE__ */ quranReflect(
    'GET /v1/posts/count-by-verse/{verseId}',
    'post.read',
    PostCountResponseDto,
    { params: { verseId: PathNumber } },
  ),
  isLiked: /* @__PURE__ */ quranReflect('GET /v1/posts/{id}/liked', 'post.read', IsPostLikedResponse, {
    params: { id: PathNumber },
  }),
  toggleLike: /* @__PURE__ */ quranReflect(
    'POST /v1/posts/{id}/toggle-like',
    'post.like',
    TogglePostLikeResponse,
    { params: { id: PathNumber } },
  ),
  toggleSave: /* @__PURE__ */ quranReflect(
    'POST /v1/posts/{id}/toggle-save',
    'post.save',
    TogglePostSaveResponse,
    { params: { id: PathNumber } },
  ),
  markViewed: /* @__PURE__ */ quranReflect('POST /v1/posts/viewed/{id}', 'post.log', MarkPostViewedResponse, {
    params: { id: PathNumber },
  }),
  markRead: /* @__PURE__ */ quranReflect('POST /v1/posts/read/{id}', 'post.log', MarkPostReadResponse, {
    params: { id: PathNumber },
  }),
  report: /* @__PURE__ */ quranReflect('POST /v1/posts/{id}/report', 'post.report', ReportAbuseResponse, {
    params: { id: PathNumber },
    body: ReportAbuseBodyDto,
  }),
  listComments: /* @__PURE__ */ quranReflect(
    'GET /v1/posts/{id}/comments',
    'comment.read',
    PostCommentsResponse,
    { params: { id: PathNumber }, query: ListPostCommentsQuery, paging: 'numbered' },
  ),
  listAllComments: /* @__PURE__ */ quranReflect(
    'GET /v1/posts/{id}/all-comments',
    'comment.read',
    PostAllCommentsResponse,
    { params: { id: PathNumber } },
  ),
  /** The PDF as received. */
  exportPdf: /* @__PURE__ */ quranReflect('POST /v1/posts/export/pdf', 'post.export', 'file', {
    body: ExportPostsDto,
    repeat: 'safe',
  }),
}
