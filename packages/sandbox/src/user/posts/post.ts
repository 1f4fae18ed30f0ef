import type { MentionItem, ModerationStatus, RoomPostStatus } from '@waraq/protocol/user'
import type { StoredTag } from '../tags/tags.ts'
import type { StoredReference } from './references.ts'

/** The part of a post that its author decides: its text, its subject and its audience. */
export interface PostContent {
  readonly body: string
  readonly draft: boolean
  /** An instant in UTC. */
  readonly publishedAt: string
  /** 0 for a post in no room. The field is required, and the API documentation does not define its value in that case. */
  readonly roomId: number
  /** By name, because its number in a request differs from that in an answer. */
  readonly roomPostStatus: RoomPostStatus
  readonly references: readonly StoredReference[]
  readonly tags: readonly StoredTag[]
  readonly mentions: readonly MentionItem[]
}

/** A post as the sandbox stores it. `Reactions` stores likes, views and reports. */
export interface Post {
  readonly id: number
  readonly authorId: string
  readonly createdAt: string
  /** The time of the last change by its author or an admin of its room. */
  updatedAt: string
  content: PostContent
  moderationStatus: ModerationStatus
  /** The time when a moderator last set its state. */
  reviewedAt: string | undefined
  /** The time since which it is featured; undefined if it is not. */
  featuredAt: string | undefined
  /** Whether it was created from a note of its author. */
  readonly ofNote: boolean
  /**
   * The language of its author at the time of writing. The API documentation does not say how the service detects the
   * language of a text.
   */
  readonly languageId: number
}

/** The only type of post that the API creates. The number is not documented. */
export const reflectionType = { id: 1, name: 'Reflection' } as const
