import { unprocessable } from '../parts/refusal.ts'
import type { People } from './people.ts'

/** Stores which users follow which. */
export class Follows {
  readonly #people: People
  readonly #followers = new Map<string, Set<string>>()
  readonly #followed = new Map<string, Set<string>>()

  constructor(people: People) {
    this.#people = people
  }

  follows(follower: string, followee: string): boolean {
    return this.#followed.get(follower)?.has(followee) ?? false
  }

  /** Ids, newest first. */
  followersOf(id: string): string[] {
    return [...(this.#followers.get(id) ?? [])].reverse()
  }

  /** Ids, newest first. */
  followedBy(id: string): string[] {
    return [...(this.#followed.get(id) ?? [])].reverse()
  }

  /**
   * Follows a user. A user who already follows keeps the position in both lists.
   * @throws {Refusal} 404 for an unknown user, 422 for the user's own id: the API documentation does not define these
   * statuses
   */
  follow(follower: string, followee: string): void {
    this.#people.need(followee)
    if (follower === followee) throw unprocessable('A user cannot follow their own account.')
    setIn(this.#followers, followee).add(follower)
    setIn(this.#followed, follower).add(followee)
  }

  /**
   * Unfollows a user. Returns whether the user had followed.
   * @throws {Refusal} 404 for an unknown user
   */
  unfollow(follower: string, followee: string): boolean {
    this.#people.need(follower)
    this.#people.need(followee)
    this.#followers.get(followee)?.delete(follower)
    return this.#followed.get(follower)?.delete(followee) ?? false
  }
}

function setIn(sets: Map<string, Set<string>>, id: string): Set<string> {
  const found = sets.get(id) ?? new Set()
  sets.set(id, found)
  return found
}
