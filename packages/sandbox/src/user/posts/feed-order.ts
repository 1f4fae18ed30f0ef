import { moderationStatuses } from '@waraq/contract/user'
import type { PostSorting } from './feed-tabs.ts'
import type { SeenPost } from './seen-post.ts'

const byTime = (one: SeenPost, other: SeenPost) => one.age - other.age || other.post.id - one.post.id
const byLikes = (one: SeenPost, other: SeenPost) => other.likes - one.likes || byTime(one, other)

/** Newest first, or those with most likes first and the newest first among equals. */
export function sorted(seen: readonly SeenPost[], sorting: PostSorting): SeenPost[] {
  return seen.toSorted(sorting === 'popular' ? byLikes : byTime)
}

const { featured, promoted } = moderationStatuses
const rankOf = ({ post: { moderationStatus } }: SeenPost) =>
  moderationStatus === featured ? 0 : moderationStatus === promoted ? 1 : 2

/** Featured posts come first, then promoted ones. For how long is not documented; here for as long as they are featured. */
export function withFeaturedFirst(seen: readonly SeenPost[]): SeenPost[] {
  return seen.toSorted((one, other) => rankOf(one) - rankOf(other))
}
