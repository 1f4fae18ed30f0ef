import {
  type FeedQuery,
  type ListMyPostsQuery,
  type ListRoomPostsQuery,
  type ListUserPostsQuery,
  moderationStatuses,
} from '@waraq/protocol/user'
import type { VerseSpan } from '../parts/verse-index.ts'
import type { Room } from '../rooms/room.ts'
import { filterOf, isAbout, ofTypes } from './feed-filter.ts'
import { feedTab, myPostsTab, roomPostTab, type PostSorting } from './feed-tabs.ts'
import type { Post } from './post.ts'
import type { Posts } from './posts.ts'
import { type SeenPost, seenPost } from './seen-post.ts'

/** The lists of posts, each as one user sees it. They contain posts that appear in feeds, unless stated otherwise. */
export class Feeds {
  readonly #posts: Posts

  constructor(posts: Posts) {
    this.#posts = posts
  }

  /** @throws {Refusal} 422 if the filter has verses that do not exist */
  everything(userId: string, query: FeedQuery): SeenPost[] {
    const tab = feedTab(query.tab)
    const passes = filterOf(query)
    const kept = this.#seenBy(userId).filter((seen) => tab.keeps(seen) && passes(seen))
    return withFeaturedFirst(sorted(kept, query.sortBy ?? tab.sorting))
  }

  /** The posts of a user's own tabs, including hidden ones, which their author still sees. */
  ofOneself(userId: string, { tab: name, sortBy, postTypeIds }: ListMyPostsQuery): SeenPost[] {
    const tab = myPostsTab(name)
    const isOfType = ofTypes(postTypeIds)
    const kept = this.#seenBy(userId).filter((seen) => tab.keeps(seen) && (isOfType?.(seen) ?? true))
    return sorted(kept, sortBy ?? tab.sorting)
  }

  /** Posts of one author. Featured posts do not come first. */
  ofAuthor(userId: string, authorId: string, { sortBy, postTypeIds }: ListUserPostsQuery): SeenPost[] {
    const isOfType = ofTypes(postTypeIds)
    const kept = this.#inFeeds(userId).filter(
      (seen) => seen.post.authorId === authorId && (isOfType?.(seen) ?? true),
    )
    return sorted(kept, sortBy ?? 'latest')
  }

  inRoom(userId: string, room: Room, { tab: name, sortBy }: ListRoomPostsQuery): SeenPost[] {
    const tab = roomPostTab(name)
    const kept = this.#inFeeds(userId).filter((seen) => seen.room?.id === room.id && tab.keeps(seen))
    return withFeaturedFirst(sorted(kept, sortBy ?? tab.sorting))
  }

  /** Posts about one of these verses. A post about a complete chapter is about all of its verses. */
  about(userId: string, verses: VerseSpan): SeenPost[] {
    const kept = this.#inFeeds(userId).filter(({ post }) => isAbout(post, verses))
    return withFeaturedFirst(sorted(kept, 'latest'))
  }

  /**
   * Other posts that are about one of its verses or have one of its tags. The API documentation does not define related
   * posts.
   */
  relatedTo(userId: string, { id, content }: Post): SeenPost[] {
    const tags = new Set(content.tags)
    const kept = this.#inFeeds(userId).filter(
      ({ post }) =>
        post.id !== id &&
        (post.content.tags.some((tag) => tags.has(tag)) ||
          content.references.some(({ span }) => isAbout(post, span))),
    )
    return withFeaturedFirst(sorted(kept, 'latest'))
  }

  #inFeeds(userId: string): SeenPost[] {
    return this.#seenBy(userId).filter(({ isInFeeds }) => isInFeeds)
  }

  #seenBy(userId: string): SeenPost[] {
    return this.#posts.all
      .filter((post) => this.#posts.visibility.sees(userId, post))
      .map((post) => seenPost(this.#posts, userId, post))
  }
}

const byTime = (one: SeenPost, other: SeenPost) => one.age - other.age || other.post.id - one.post.id
const byLikes = (one: SeenPost, other: SeenPost) => other.likes - one.likes || byTime(one, other)

/** Newest first, or by most likes, with the newest first among equals. */
function sorted(seen: readonly SeenPost[], sorting: PostSorting): SeenPost[] {
  return seen.toSorted(sorting === 'popular' ? byLikes : byTime)
}

const { featured, promoted } = moderationStatuses
const rankOf = ({ post: { moderationStatus } }: SeenPost) =>
  moderationStatus === featured ? 0 : moderationStatus === promoted ? 1 : 2

/**
 * Featured posts come first, then promoted ones. The API documentation does not say for how long. Here it is for as long as
 * they are featured.
 */
function withFeaturedFirst(seen: readonly SeenPost[]): SeenPost[] {
  return seen.toSorted((one, other) => rankOf(one) - rankOf(other))
}
