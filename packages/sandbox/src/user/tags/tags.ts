import { ListTrendingHashtagsQuery, SearchTagsQuery, type Tag } from '@waraq/protocol/user'
import { numberedPart } from '../parts/lists.ts'
import { route, type UserRoute } from '../parts/route.ts'
import type { World } from '../parts/world.ts'
import { tagKey, tagName, wantedTagKey } from './names.ts'

/** A tag as the sandbox stores it. It keeps the spelling of its first use. */
export interface StoredTag {
  readonly id: number
  /** Without `#`. */
  readonly name: string
  readonly createdAt: string
}

/** A post or comment with tags that every user may see. */
export interface TagUse {
  readonly tagIds: readonly number[]
  /** The publication time, in milliseconds since the epoch. */
  readonly at: number
}

export interface CountedTag {
  readonly tag: StoredTag
  readonly postsCount: number
  readonly commentsCount: number
  /** Its rank among all tags, from 1 for the most used. */
  readonly rank: number
}

type TagUser = 'posts' | 'comments'
const trendOfMs = 7 * 24 * 3_600_000

/** The tags of posts and comments. The first use of a tag creates it. */
export class Tags {
  readonly #world: World
  readonly #byKey = new Map<string, StoredTag>()
  readonly #uses: Record<TagUser, () => readonly TagUse[]> = { posts: () => [], comments: () => [] }

  constructor(world: World) {
    this.#world = world
  }

  /**
   * Returns the tags of these names, each once. Creates those that do not exist yet.
   * @throws {Refusal} 400 for an invalid name
   */
  named(texts: readonly string[]): StoredTag[] {
    const names = texts.map((text) => tagName(text))
    return [...new Set(names.map((name) => this.#named(name)))]
  }

  /** Sets the functions that list the uses of tags. Uses are counted by them from now on. */
  countIn(user: TagUser, uses: () => readonly TagUse[]): void {
    this.#uses[user] = uses
  }

  /** Tags whose names start with `text`, most used first. Only uses that every user may see count: others would reveal drafts. */
  search(text = ''): CountedTag[] {
    const wanted = wantedTagKey(text)
    return this.#counted(-Infinity).filter(({ tag }) => tagKey(tag.name).startsWith(wanted))
  }

  /**
   * The most used tags of the last seven days, by their uses in that time. The API documentation does not define the period
   * of a trend.
   */
  trending(limit: number): CountedTag[] {
    return this.#counted(this.#world.now() - trendOfMs).slice(0, limit)
  }

  /** The number of comments that contain it. */
  commentsWith(tag: StoredTag): number {
    return this.#count('comments', -Infinity).get(tag.id) ?? 0
  }

  #named(name: string): StoredTag {
    const there = this.#byKey.get(tagKey(name))
    if (there) return there
    const tag = { id: this.#world.nextNumber('tag'), name, createdAt: this.#world.instant() }
    this.#byKey.set(tagKey(name), tag)
    return tag
  }

  /** Tags that were used since then, most used first, with older ones first among equals. */
  #counted(since: number): CountedTag[] {
    const posts = this.#count('posts', since)
    const comments = this.#count('comments', since)
    return [...this.#byKey.values()]
      .map((tag) => ({
        tag,
        postsCount: posts.get(tag.id) ?? 0,
        commentsCount: comments.get(tag.id) ?? 0,
      }))
      .filter((counted) => usesOf(counted) > 0)
      .toSorted((one, other) => usesOf(other) - usesOf(one))
      .map((counted, index) => ({ ...counted, rank: index + 1 }))
  }

  #count(user: TagUser, since: number): Map<number, number> {
    const counts = new Map<number, number>()
    for (const { tagIds, at } of this.#uses[user]()) {
      if (at >= since) for (const id of tagIds) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return counts
  }
}

function usesOf({ postsCount, commentsCount }: Pick<CountedTag, 'postsCount' | 'commentsCount'>): number {
  return postsCount + commentsCount
}

/** Two operations. */
export function tagRoutes({ tags }: { readonly tags: Tags }): UserRoute[] {
  return [
    route('GET', '/v1/tags', { scope: 'tag.read', query: SearchTagsQuery }, ({ query }) =>
      numberedPart(tags.search(query.query), query).items.map(shown),
    ),
    // The API documentation does not describe the answer. Here it is a bare list of tags, as of /v1/tags.
    route(
      'GET',
      '/v1/trending-hashtags',
      { scope: 'tag.read', query: ListTrendingHashtagsQuery },
      ({ query }) => tags.trending(query.limit).map(shown),
    ),
  ]
}

/** The language of a tag is left out: a word can belong to several languages. */
function shown({ tag, postsCount, commentsCount, rank }: CountedTag): Tag {
  const { id, name, createdAt } = tag
  return { id, createdAt, updatedAt: createdAt, name, rank, postsCount, commentsCount }
}
