import type { World } from '../parts/world.ts'
import { tagKey, tagName, wantedTagKey } from './names.ts'

/** A tag as the sandbox keeps it. It keeps the spelling of its first use. */
export interface StoredTag {
  readonly id: number
  /** Without `#`. */
  readonly name: string
  readonly createdAt: string
}

/** A post or comment with tags that every user may see. */
export interface TagUse {
  readonly tagIds: readonly number[]
  /** When it was published, in milliseconds since the epoch. */
  readonly at: number
}

export interface CountedTag {
  readonly tag: StoredTag
  readonly postsCount: number
  readonly commentsCount: number
  /** Its place among all tags, from 1 for the most used. */
  readonly rank: number
}

type TagUser = 'posts' | 'comments'
const trendOfMs = 7 * 24 * 3_600_000

/** The tags of posts and comments. The first use of a tag makes it. */
export class Tags {
  readonly #world: World
  readonly #byKey = new Map<string, StoredTag>()
  readonly #uses: Record<TagUser, () => readonly TagUse[]> = { posts: () => [], comments: () => [] }

  constructor(world: World) {
    this.#world = world
  }

  /**
   * The tags of these names, each once. Makes those that do not exist yet.
   * @throws {Refusal} 400 for an invalid name
   */
  named(texts: readonly string[]): StoredTag[] {
    const names = texts.map((text) => tagName(text))
    return [...new Set(names.map((name) => this.#named(name)))]
  }

  /** Sets the functions that list the uses of tags, by which they are counted from now on. */
  countIn(user: TagUser, uses: () => readonly TagUse[]): void {
    this.#uses[user] = uses
  }

  /** Tags whose names begin so, most used first. Only uses that every user may see count: others would give drafts away. */
  search(text = ''): CountedTag[] {
    const wanted = wantedTagKey(text)
    return this.#counted(-Infinity).filter(({ tag }) => tagKey(tag.name).startsWith(wanted))
  }

  /** Tags used most in the last seven days, by their uses in that time. How long a trend lasts is not documented. */
  trending(limit: number): CountedTag[] {
    return this.#counted(this.#world.now() - trendOfMs).slice(0, limit)
  }

  /** In how many comments it stands. */
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

  /** Tags that were used since then, used most first, and older ones first among equals. */
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
