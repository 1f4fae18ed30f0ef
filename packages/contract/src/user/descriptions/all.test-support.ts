import type { Description } from './describe.test-support.ts'
import * as reading from './reading.test-support.ts'
import * as social from './social.test-support.ts'

/** Each area's shapes as the document describes them. */
export const areas: Readonly<Record<string, Readonly<Record<string, Description>>>> = {
  parts: reading.parts,
  bookmarks: reading.bookmarks,
  collections: reading.collections,
  preferences: reading.preferences,
  'reading-sessions': reading.readingSessions,
  notes: reading.notes,
  'activity-days': reading.activityDays,
  streaks: reading.streaks,
  goals: reading.goals,
  profiles: social.profiles,
  following: social.following,
  rooms: social.rooms,
  posts: social.posts,
  comments: social.comments,
  tags: social.tagShapes,
}

export const descriptions: Readonly<Record<string, Description>> = Object.assign({}, ...Object.values(areas))
