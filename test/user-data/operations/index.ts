import type { UserClient } from '@waraq/client/user'
import { users, rooms } from './people.ts'
import { bookmarks, collections, preferences, readingSessions } from './personal.ts'
import { comments, posts, tags } from './posts.ts'
import { activityDays, goals, notes, streaks } from './reading.ts'
import type { CallsOf } from './scene.ts'

/** A call of every operation there is. One that is missing does not compile. */
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
