import * as z from 'zod/mini'

/** The moderation states of a post. Moderators set them, and the author sets 6. */
export const moderationStatuses = {
  /** Sticky: at the top of feeds for a while. */
  featured: 1,
  /** Of high quality: after featured posts. */
  promoted: 2,
  /** The first state of every post: found by search, in latest and popular views and the feed of followers. */
  normal: 3,
  hidden: 4,
  /** Made private by moderators. */
  private_note: 5,
  /** The author asked for a review; until then it is treated as hidden. */
  requested_review: 6,
  deleted: 30,
} as const

export type ModerationState = keyof typeof moderationStatuses
export const ModerationStatus = /* @__PURE__ */ z.literal([1, 2, 3, 4, 5, 6, 30])
export type ModerationStatus = z.infer<typeof ModerationStatus>

/** Who can see a post. `private_link`: users with a link that the author shared. */
export type PostAudience = 'everyone' | 'author' | 'moderators' | 'private_link'

const audiences: Readonly<Record<ModerationState, readonly PostAudience[]>> = {
  featured: ['everyone'],
  promoted: ['everyone'],
  normal: ['everyone'],
  hidden: ['author', 'moderators', 'private_link'],
  private_note: ['author', 'private_link'],
  requested_review: ['author', 'moderators'],
  deleted: [],
}

/** Returns the name of a state; undefined for an unknown number. */
export function moderationState(status: number): ModerationState | undefined {
  const states = Object.entries(moderationStatuses) as [ModerationState, ModerationStatus][]
  return states.find(([, value]) => value === status)?.[0]
}

/** Returns who can see a post in this state. Empty if the post is deleted or the state is unknown. */
export function audienceOf(status: number): readonly PostAudience[] {
  const state = moderationState(status)
  return state ? audiences[state] : []
}
