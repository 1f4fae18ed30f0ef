import * as z from 'zod/mini'
import { isJsonObject } from '../../json-object.ts'
import { flagged } from '../parts/answers.ts'
import { choice } from '../parts/choice.ts'
import { dateTime, textOf } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { body, documentedDefault, optionalFlag, optionalNumber, optionalText } from '../parts/objects.ts'
import { MentionItem } from './mention.ts'
import { PostSerialized } from './post.ts'
import { RequestRoomPostStatus } from './room-post-status.ts'

/** Minimum length of a post, in characters. */
export const leastPostBody = 6

/** Verses that a post is about. All three fields are sent. For `from` and `to`, 0 is the documented default. */
export const ReferenceItem = /* @__PURE__ */ body({
  chapterId: z.number().check(z.gte(1)),
  from: documentedDefault(z.number(), 0),
  to: documentedDefault(z.number(), 0),
})
export type ReferenceItem = z.infer<typeof ReferenceItem>

const text = /* @__PURE__ */ textOf(leastPostBody)

/** Fields that only some posts have: an ordinary post is public, in no room, by its author, and published when it is created. */
const special = {
  /** The numbers differ from those in posts: see `roomPostStatusForRequest`. */
  roomPostStatus: /* @__PURE__ */ z.optional(RequestRoomPostStatus),
  roomId: optionalNumber,
  /** The user or room in whose name the post is. */
  postAsAuthorId: optionalText,
  /** Drafts have none. */
  publishedAt: /* @__PURE__ */ z.optional(dateTime),
  /** Each tag has to match a pattern, which is not documented. */
  tags: /* @__PURE__ */ z.optional(list(z.string())),
}

/** POST /v1/posts */
export const CreatePostBodyDto = /* @__PURE__ */ body({
  post: body({
    ...special,
    roomPostStatus: documentedDefault(special.roomPostStatus, 1),
    body: text,
    draft: z.boolean(),
    references: list(ReferenceItem),
    mentions: list(MentionItem),
  }),
})
export type CreatePostBodyDto = z.infer<typeof CreatePostBodyDto>

/** PATCH /v1/posts/{id}: the same fields, all optional, and not within `post`. Absent fields stay unchanged. */
export const UpdatePostDto = /* @__PURE__ */ body({
  ...special,
  body: z.optional(text),
  draft: z.optional(z.boolean()),
  references: z.optional(list(ReferenceItem)),
  mentions: z.optional(list(MentionItem)),
})
export type UpdatePostDto = z.infer<typeof UpdatePostDto>

/** The created or changed post, in `post`; a list of shared shapes names the field `data`. See `postOfResponse`. */
export const PostCreatedResponse = /* @__PURE__ */ choice(
  [
    z.looseObject({ post: PostSerialized, success: optionalFlag }),
    z.looseObject({ data: PostSerialized, success: optionalFlag }),
  ],
  (value) => (isJsonObject(value) && value['post'] === undefined && value['data'] !== undefined ? 1 : 0),
)
export type PostCreatedResponse = z.infer<typeof PostCreatedResponse>

/** Returns the post of a response, under either key. */
export function postOfResponse(response: PostCreatedResponse): PostSerialized {
  return (response.post ?? response.data) as PostSerialized
}

/** DELETE /v1/posts/{id} */
export const DeletePostResponse = /* @__PURE__ */ flagged('success')
export type DeletePostResponse = z.infer<typeof DeletePostResponse>

/** POST /v1/posts/{id}/report */
export const ReportAbuseBodyDto = /* @__PURE__ */ body({
  report: body({ abuse: z.string(), comments: documentedDefault(z.string(), '') }),
})
export type ReportAbuseBodyDto = z.infer<typeof ReportAbuseBodyDto>
export const ReportAbuseResponse = /* @__PURE__ */ flagged('reported')
export type ReportAbuseResponse = z.infer<typeof ReportAbuseResponse>

/** POST /v1/posts/export/pdf. Its response is not documented. */
export const ExportPostsDto = /* @__PURE__ */ body({
  ids: /* @__PURE__ */ list(z.number()).check(z.minLength(1)),
})
export type ExportPostsDto = z.infer<typeof ExportPostsDto>
