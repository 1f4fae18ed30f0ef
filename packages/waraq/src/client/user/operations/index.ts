import { activityDays } from './activity-days.ts'
import { bookmarks } from './bookmarks.ts'
import { collections } from './collections.ts'
import { comments } from './comments.ts'
import { goals } from './goals.ts'
import { notes } from './notes.ts'
import { posts } from './posts.ts'
import { preferences } from './preferences.ts'
import { readingSessions } from './reading-sessions.ts'
import { rooms } from './rooms.ts'
import { streaks } from './streaks.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** Every operation of the user-data API that the service documents, by area. */
export const userOperations = {
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
