import * as z from 'zod/mini'
import { isJsonObject } from '../../json.ts'
import { flagged } from '../parts/answers.ts'
import { choice } from '../parts/choice.ts'
import { dateTime } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { body, documentedDefault } from '../parts/objects.ts'
import { MentionItem } from './mention.ts'
import { PostSerialized } from './post.ts'
import { RequestRoomPostStatus } from './room-post-status.ts'

/** A post has at least so many characters. */
export const leastPostBody = 6

/** Verses that a post is about. All three fields are sent; the default of 0 is the document's word for `from` and `to`. */
export const ReferenceItem = /* @__PURE__ */ body({
  chapterId: z.number().check(z.gte(1)),
  from: documentedDefault(z.number(), 0),
  to: documentedDefault(z.number(), 0),
})
export type ReferenceItem = z.infer<typeof ReferenceItem>

const fields = {
  /** Read otherwise than in posts: see `roomPostStatusForRequest`. */
  roomPostStatus: documentedDefault(RequestRoomPostStatus, 1),
  body: /* @__PURE__ */ z.string().check(z.minLength(leastPostBody)),
  draft: z.boolean(),
  references: list(ReferenceItem),
  mentions: list(MentionItem),
  roomId: z.number(),
  postAsAuthorId: z.string(),
  publishedAt: dateTime,
}
/** Each has to match a pattern, which is not documented. */
const tags = /* @__PURE__ */ z.optional(list(z.string()))

/** POST /v1/posts */
export const CreatePostBodyDto = /* @__PURE__ */ body({ post: body({ ...fields, tags }) })
export type CreatePostBodyDto = z.infer<typeof CreatePostBodyDto>

/** PATCH /v1/posts/{id}: the same fields, all optional. What is absent stays as it is. */
export const UpdatePostDto = /* @__PURE__ */ body({
  post: body({
    roomPostStatus: z.optional(RequestRoomPostStatus),
    body: z.optional(fields.body),
    draft: z.optional(fields.draft),
    tags,
    references: z.optional(fields.references),
    mentions: z.optional(fields.mentions),
    roomId: z.optional(fields.roomId),
    postAsAuthorId: z.optional(fields.postAsAuthorId),
    publishedAt: z.optional(fields.publishedAt),
  }),
})
export type UpdatePostDto = z.infer<typeof UpdatePostDto>

/** The post that was made or changed, as `post`; a list of shared shapes calls it `data`. See `postOfResponse`. */
export const PostCreatedResponse = /* @__PURE__ */ choice(
  [
    z.looseObject({ post: PostSerialized, success: z.boolean() }),
    z.looseObject({ data: PostSerialized, success: z.boolean() }),
  ],
  (value) => (isJsonObject(value) && value['post'] === undefined && value['data'] !== undefined ? 1 : 0),
)
export type PostCreatedResponse = z.infer<typeof PostCreatedResponse>

/** The post of an answer, under whichever key it came. */
export function postOfResponse(response: PostCreatedResponse): PostSerialized {
  return (response.post ?? response.data) as PostSerialized
}

/** DELETE /v1/posts/{id} */
export const DeletePostResponse = /* @__PURE__ */ flagged('success')
export type DeletePostResponse = z.infer<typeof DeletePostResponse>

/** POST /v1/posts/{id}/report */
export const ReportAbuseBodyDto = /* @__PURE__ */ body({
  report: body({ abuse: z.string(), comments: z.optional(z.string()) }),
})
export type ReportAbuseBodyDto = z.infer<typeof ReportAbuseBodyDto>
export const ReportAbuseResponse = /* @__PURE__ */ flagged('reported')
export type ReportAbuseResponse = z.infer<typeof ReportAbuseResponse>

/** POST /v1/posts/export/pdf. What it answers is not documented. */
export const ExportPostsDto = /* @__PURE__ */ body({
  ids: /* @__PURE__ */ list(z.number()).check(z.minLength(1)),
})
export type ExportPostsDto = z.infer<typeof ExportPostsDto>
