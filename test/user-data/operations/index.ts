import { userOperations, type Operation, type UserClient } from 'waraq/client'
import { users, rooms } from './people.ts'
import { bookmarks, collections, preferences, readingSessions } from './personal.ts'
import { comments, posts, tags } from './posts.ts'
import { activityDays, goals, notes, streaks } from './reading.ts'
import type { CallsOf, Scene } from './scene.ts'

/** A call of every existing operation. A missing one does not compile. */
export const calls: { readonly [Area in keyof UserClient]: CallsOf<Area> } = {
  activityDays,
  bookmarks,
  collections,
  comments,
  goals,
  notes,
  posts,
  preferences,
  readingSessions,
  rooms,
  streaks,
  tags,
  users,
}

/** One operation of the catalogue, and the call that demonstrates it. */
export interface CalledOperation {
  /** Such as `collections.list`. */
  readonly called: string
  readonly area: string
  readonly name: string
  readonly operation: Operation
  readonly call: (scene: Scene) => Promise<void>
}

/** Every operation of the catalogue. */
export const calledOperations: readonly CalledOperation[] = Object.entries(userOperations).flatMap(
  ([area, operations]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>).map(([name, operation]) => ({
      called: `${area}.${name}`,
      area,
      name,
      operation,
      call: (calls as unknown as Record<string, Record<string, CalledOperation['call']>>)[area]![name]!,
    })),
)
