import type { ModerationStatus } from '@waraq/protocol/user'
import { SandboxError } from './sandbox-error.ts'
import type { RefreshTokens } from './service/refresh-tokens.ts'
import type { TokenAuthority } from './service/token-authority.ts'
import { Refusal } from './user/parts/refusal.ts'
import type { People } from './user/people/people.ts'
import type { Person, SandboxUser } from './user/people/person.ts'
import type { Posts } from './user/posts/posts.ts'

/** Commands about the users of a sandbox. All throw `SandboxError` if the user or post does not exist. */
export interface SandboxUserControls {
  /** Adds a user who can sign in. Returns the user's id. Throws `SandboxError` if the name is taken. */
  addUser(user: SandboxUser): string
  /** Expires every token of a user: requests with it are answered with 401. `username` is the user's name. */
  endSessions(username: string): void
  /** Puts a post into a moderation state, as moderators do. */
  moderate(postId: number, status: ModerationStatus): void
}

export interface UserDependencies {
  readonly authority: TokenAuthority
  readonly refreshTokens: RefreshTokens
  readonly people: People
  readonly posts: Posts
}

/** @throws {SandboxError} */
export function personNamed(people: People, username: string): Person {
  const person = people.findByName(username)
  if (!person) throw new SandboxError(`This sandbox has no user named ${username}.`)
  return person
}

export function createUserControls({
  authority,
  refreshTokens,
  people,
  posts,
}: UserDependencies): SandboxUserControls {
  return {
    addUser: (user) => reported(() => people.add(user).id),
    endSessions(username) {
      const { id } = personNamed(people, username)
      authority.endSessionsOf(id)
      refreshTokens.endSessionsOf(id)
    },
    moderate: (postId, status) => reported(() => posts.moderate(postId, status)),
  }
}

/** Converts a refusal of an area to a `SandboxError`. */
function reported<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal || error instanceof TypeError) throw new SandboxError(error.message)
    throw error
  }
}
