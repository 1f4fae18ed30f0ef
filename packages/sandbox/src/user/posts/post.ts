import type { MentionItem, ModerationStatus, RoomPostStatus } from '@waraq/protocol/user'
import type { StoredTag } from '../tags/tags.ts'
import type { StoredReference } from './references.ts'

/** The part of a post that its author decides: its text, its subject and its audience. */
export interface PostContent {
  readonly body: string
  readonly draft: boolean
  /** An instant in UTC. */
  readonly publishedAt: string
  /** 0 for a post in no room. The field is required, and the document does not say what stands there then. */
  readonly roomId: number
  /** By name, since its number in a request is another one than in an answer. */
  readonly roomPostStatus: RoomPostStatus
  readonly references: readonly StoredReference[]
  readonly tags: readonly StoredTag[]
  readonly mentions: readonly MentionItem[]
}

/** A post as the sandbox keeps it. `Reactions` keeps likes, views and reports. */
export interface Post {
  readonly id: number
  readonly authorId: string
  readonly createdAt: string
  /** When its author, or an admin of its room, changed it last. */
  updatedAt: string
  content: PostContent
  moderationStatus: ModerationStatus
  /** When a moderator last put it into a state. */
  reviewedAt: string | undefined
  /** Since when it is featured; undefined where it is not. */
  featuredAt: string | undefined
  /** Whether it was a note of its author before. */
  readonly ofNote: boolean
  /** Of its author when it was written: the document does not say how the service finds out the language of a text. */
  readonly languageId: number
}

/** The only type of post that the API makes. The number is not documented. */
export const reflectionType = { id: 1, name: 'Reflection' } as const
