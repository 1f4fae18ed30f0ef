import type { feedTabs, myPostsTabs, postSortings, roomPostTabs } from '@waraq/protocol/user'
import type { SeenPost } from './seen-post.ts'

export type PostSorting = (typeof postSortings)[number]
export type FeedTab = (typeof feedTabs)[number]

/** One view of the posts that a user sees. */
export interface Tab {
  keeps(seen: SeenPost): boolean
  /** The order if the request names none. */
  readonly sorting: PostSorting
}

const week = 7 * 24 * 3_600_000
const latest = (keeps: Tab['keeps']): Tab => ({ keeps, sorting: 'latest' })
const popular = (keeps: Tab['keeps']): Tab => ({ keeps, sorting: 'popular' })

/** The documented tabs. The API documentation only lists their names. All but `draft` show posts that appear in feeds. */
const feed: Readonly<Record<FeedTab, Tab>> = {
  /** All. */
  newest: latest(({ isInFeeds }) => isInFeeds),
  /** The same. */
  latest: latest(({ isInFeeds }) => isInFeeds),
  /** Posts that a reading application shows next to its verses: all that are about verses. */
  qdc: latest(({ isInFeeds, post }) => isInFeeds && post.content.references.length > 0),
  /** Posts by users whom the requesting user follows. */
  following: latest(({ isInFeeds, isByFollowed }) => isInFeeds && isByFollowed),
  /** The user's posts that are not published yet, or only at a future time. */
  draft: latest(({ isOwn, isPublished }) => isOwn && !isPublished),
  /** Posts that the user likes. Saved posts have a tab among the user's own posts. */
  favorite: latest(({ isInFeeds, isLiked }) => isInFeeds && isLiked),
  /** All, those with most likes first. */
  most_popular: popular(({ isInFeeds }) => isInFeeds),
  /** Posts that are only for members of the user's rooms. */
  only_room_members: latest(
    ({ isInFeeds, isInOwnRoom, post }) =>
      isInFeeds && isInOwnRoom && post.content.roomPostStatus === 'onlyMembers',
  ),
  /** Posts that every user sees. */
  public: latest(({ isInFeeds, isPublic }) => isInFeeds && isPublic),
  /** Posts by the user, by users whom the user follows, and in the user's rooms. */
  feed: latest(
    ({ isInFeeds, isOwn, isByFollowed, isInOwnRoom }) => isInFeeds && (isOwn || isByFollowed || isInOwnRoom),
  ),
  /** Posts of the last seven days, those with most likes first. */
  trending: popular(({ isInFeeds, age }) => isInFeeds && age <= week),
  /** The same as `most_popular`. */
  popular: popular(({ isInFeeds }) => isInFeeds),
}

/** Without a tab all posts are returned: the API documentation names no default. */
export function feedTab(name: FeedTab = 'newest'): Tab {
  return feed[name]
}

const ofUser: Readonly<Record<(typeof myPostsTabs)[number], Tab>> = {
  /** Posts that the user published, including those that moderators have hidden since: their author still sees them. */
  my_reflections: latest(({ isOwn, isPublished }) => isOwn && isPublished),
  /** Posts that the user saved and still sees. */
  saved: latest(({ isPublished, isSaved }) => isPublished && isSaved),
  /** Posts that the user created from notes. */
  notes: latest(({ isOwn, isPublished, post }) => isOwn && isPublished && post.ofNote),
  /** Posts that mention the user. */
  mentions: latest(
    ({ isInFeeds, userId, post }) =>
      isInFeeds && post.content.mentions.some((mention) => mention.userId === userId),
  ),
}

export function myPostsTab(name: (typeof myPostsTabs)[number] = 'my_reflections'): Tab {
  return ofUser[name]
}

const ofRoom: Readonly<Record<(typeof roomPostTabs)[number], Tab>> = {
  /** All posts of the room that the user sees. */
  reflections: latest(({ isInFeeds }) => isInFeeds),
  /** Posts of the room that the user saved. */
  saved: latest(({ isInFeeds, isSaved }) => isInFeeds && isSaved),
  /** Posts that are not only for members. In a private room only members see these, too. */
  public: latest(({ isInFeeds, post }) => isInFeeds && post.content.roomPostStatus !== 'onlyMembers'),
  /** Posts that are only for members. */
  members_only: latest(({ isInFeeds, post }) => isInFeeds && post.content.roomPostStatus === 'onlyMembers'),
}

export function roomPostTab(name: (typeof roomPostTabs)[number] = 'reflections'): Tab {
  return ofRoom[name]
}
