import * as z from 'zod/mini'
import { nullish } from '../../json.ts'
import { dateTime } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import {
  falseByDefault,
  openNumber,
  optionalFlag,
  optionalNumber,
  optionalText,
  documentedDefault,
  zeroByDefault,
} from '../parts/objects.ts'
import { AnyAuthor, Mention } from './author.ts'
import { moderationStatuses } from './moderation.ts'
import { roomPostStatusInPosts } from './room-post-status.ts'

const optionalTime = /* @__PURE__ */ z.optional(dateTime)

export const PostTag = z.looseObject({ id: z.number(), name: optionalText, language: optionalText })
export type PostTag = z.infer<typeof PostTag>

/** Verses that a post is about. */
export const PostReference = z.looseObject({
  id: z.string(),
  from: optionalNumber,
  to: optionalNumber,
  chapterId: optionalNumber,
})
export type PostReference = z.infer<typeof PostReference>

export const RecentComment = z.looseObject({
  id: z.number(),
  author: AnyAuthor,
  body: z.string(),
  createdAt: dateTime,
})
export type RecentComment = z.infer<typeof RecentComment>

/** The room that a post was written in. */
export const PostRoom = z.looseObject({
  id: z.number(),
  subdomain: optionalText,
  roomType: optionalText,
  name: optionalText,
  _group: optionalText,
  verified: optionalFlag,
  /** The type is not documented; objects were observed. */
  isAdmin: z.optional(z.unknown()),
  isOwner: z.optional(z.unknown()),
  isPublic: z.optional(z.unknown()),
})
export type PostRoom = z.infer<typeof PostRoom>

/** A reflection. The numbers of `roomPostStatus` differ from those in requests: see `roomPostStatusOfPost`. */
export const PostSerialized = /* @__PURE__ */ z.looseObject({
  id: z.number(),
  authorId: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
  commentsCount: documentedDefault(z.number(), 0),
  roomId: z.number(),
  postTypeId: z.number(),
  body: optionalText,
  discussionId: optionalNumber,
  draft: falseByDefault,
  publishedAt: optionalTime,
  reviewedAt: optionalTime,
  featuredAt: optionalTime,
  pushedUpAt: optionalTime,
  global: optionalFlag,
  toxicityScore: optionalNumber,
  reported: falseByDefault,
  removed: falseByDefault,
  verified: falseByDefault,
  hidden: falseByDefault,
  views: optionalNumber,
  viewsCount: optionalNumber,
  readsCount: optionalNumber,
  likesCount: optionalNumber,
  languageId: optionalNumber,
  languageName: optionalText,
  roomPostStatus: z._default(openNumber(Object.values(roomPostStatusInPosts)), 0),
  moderationStatus: z.optional(openNumber(Object.values(moderationStatuses))),
  /** 1, 2 and 100 were observed; their meaning is not documented. */
  reviewStatus: optionalNumber,
  estimatedReadingTime: zeroByDefault,
  postTypeName: optionalText,
  isLiked: optionalFlag,
  isByFollowedUser: optionalFlag,
  isCommentedOn: optionalFlag,
  isSaved: optionalFlag,
  tags: z.optional(list(PostTag)),
  references: z.optional(list(PostReference)),
  author: z.optional(AnyAuthor),
  recentComment: z.optional(RecentComment),
  room: nullish(PostRoom),
  mentions: z.optional(list(Mention)),
})
export type PostSerialized = z.infer<typeof PostSerialized>
