import type { feedTabs, myPostsTabs, postSortings, roomPostTabs } from '@waraq/contract/user'
import type { SeenPost } from './seen-post.ts'

export type PostSorting = (typeof postSortings)[number]
export type FeedTab = (typeof feedTabs)[number]

/** One view of the posts that a user sees. */
export interface Tab {
  keeps(seen: SeenPost): boolean
  /** Where the request says nothing. */
  readonly sorting: PostSorting
}

const week = 7 * 24 * 3_600_000
const latest = (keeps: Tab['keeps']): Tab => ({ keeps, sorting: 'latest' })
const popular = (keeps: Tab['keeps']): Tab => ({ keeps, sorting: 'popular' })

/** The document names them and says no more. Unless it is `draft`, a tab keeps of what stands in feeds. */
const feed: Readonly<Record<FeedTab, Tab>> = {
  /** All. */
  newest: latest(({ isInFeeds }) => isInFeeds),
  /** The same. */
  latest: latest(({ isInFeeds }) => isInFeeds),
  /** What a reading application shows next to its verses: all that is about some. */
  qdc: latest(({ isInFeeds, post }) => isInFeeds && post.content.references.length > 0),
  /** By users whom one follows. */
  following: latest(({ isInFeeds, isByFollowed }) => isInFeeds && isByFollowed),
  /** What one has not published yet, or for a time to come. */
  draft: latest(({ isOwn, isPublished }) => isOwn && !isPublished),
  /** What one likes. What one saved has a tab among one's own posts. */
  favorite: latest(({ isInFeeds, isLiked }) => isInFeeds && isLiked),
  /** All, those with most likes first. */
  most_popular: popular(({ isInFeeds }) => isInFeeds),
  /** What is only for the members of rooms that one is in. */
  only_room_members: latest(
    ({ isInFeeds, isInOwnRoom, post }) =>
      isInFeeds && isInOwnRoom && post.content.roomPostStatus === 'onlyMembers',
  ),
  /** What everybody sees. */
  public: latest(({ isInFeeds, isPublic }) => isInFeeds && isPublic),
  /** What concerns one: by oneself, by users whom one follows, and in one's rooms. */
  feed: latest(
    ({ isInFeeds, isOwn, isByFollowed, isInOwnRoom }) => isInFeeds && (isOwn || isByFollowed || isInOwnRoom),
  ),
  /** Of the last seven days, those with most likes first. */
  trending: popular(({ isInFeeds, age }) => isInFeeds && age <= week),
  /** The same as `most_popular`. */
  popular: popular(({ isInFeeds }) => isInFeeds),
}

/** Without a tab all posts come: the document has no default. */
export function feedTab(name: FeedTab = 'newest'): Tab {
  return feed[name]
}

const ofUser: Readonly<Record<(typeof myPostsTabs)[number], Tab>> = {
  /** What one published, also what moderators have hidden since: its author still sees it. */
  my_reflections: latest(({ isOwn, isPublished }) => isOwn && isPublished),
  /** What one saved, as long as one sees it. */
  saved: latest(({ isPublished, isSaved }) => isPublished && isSaved),
  /** What one published of one's notes. */
  notes: latest(({ isOwn, isPublished, post }) => isOwn && isPublished && post.ofNote),
  /** What mentions one. */
  mentions: latest(
    ({ isInFeeds, userId, post }) =>
      isInFeeds && post.content.mentions.some((mention) => mention.userId === userId),
  ),
}

export function myPostsTab(name: (typeof myPostsTabs)[number] = 'my_reflections'): Tab {
  return ofUser[name]
}

const ofRoom: Readonly<Record<(typeof roomPostTabs)[number], Tab>> = {
  /** All that one sees of the room. */
  reflections: latest(({ isInFeeds }) => isInFeeds),
  /** What one saved of it. */
  saved: latest(({ isInFeeds, isSaved }) => isInFeeds && isSaved),
  /** What is not only for members. In a private room no others see it, either. */
  public: latest(({ isInFeeds, post }) => isInFeeds && post.content.roomPostStatus !== 'onlyMembers'),
  /** What is only for them. */
  members_only: latest(({ isInFeeds, post }) => isInFeeds && post.content.roomPostStatus === 'onlyMembers'),
}

export function roomPostTab(name: (typeof roomPostTabs)[number] = 'reflections'): Tab {
  return ofRoom[name]
}
