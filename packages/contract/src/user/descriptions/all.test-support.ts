import { activityDays } from './activity-days.test-support.ts'
import { appState } from './app-state.test-support.ts'
import { bookmarks } from './bookmarks.test-support.ts'
import { collections } from './collections.test-support.ts'
import { comments } from './comments.test-support.ts'
import { following } from './following.test-support.ts'
import { goals } from './goals.test-support.ts'
import { notes } from './notes.test-support.ts'
import { parts } from './parts.test-support.ts'
import { posts } from './posts.test-support.ts'
import { preferences } from './preferences.test-support.ts'
import { profiles } from './profiles.test-support.ts'
import { readingSessions } from './reading-sessions.test-support.ts'
import { rooms } from './rooms.test-support.ts'
import { streaks } from './streaks.test-support.ts'
import { sync } from './sync.test-support.ts'
import { tagShapes } from './tags.test-support.ts'
import type { Description } from './describe.test-support.ts'

/** Each area's shapes as the document describes them. */
export const areas: Readonly<Record<string, Readonly<Record<string, Description>>>> = {
  parts,
  bookmarks,
  collections,
  preferences,
  'reading-sessions': readingSessions,
  profiles,
  following,
  rooms,
  posts,
  comments,
  tags: tagShapes,
  notes,
  goals,
  streaks,
  'activity-days': activityDays,
  sync,
  'app-state': appState,
}

export const descriptions: Readonly<Record<string, Description>> = Object.assign({}, ...Object.values(areas))
