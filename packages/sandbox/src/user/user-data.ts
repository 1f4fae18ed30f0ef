import type { UserService } from '@waraq/protocol/user'
import { ActivityDays } from './activity-days/activity-days.ts'
import { activityDayRoutes } from './activity-days/routes.ts'
import { AppStateDocuments } from './app-state/documents.ts'
import { appStateRoutes } from './app-state/routes.ts'
import type { AppStateSettings } from './app-state/settings.ts'
import { Bookmarks } from './bookmarks/bookmarks.ts'
import { bookmarkRoutes } from './bookmarks/routes.ts'
import { Collections } from './collections/collections.ts'
import { collectionRoutes } from './collections/routes.ts'
import { Comments } from './comments/comments.ts'
import { commentRoutes } from './comments/routes.ts'
import { Goals } from './goals/goals.ts'
import { goalRoutes } from './goals/routes.ts'
import { Notes } from './notes/notes.ts'
import { noteRoutes } from './notes/routes.ts'
import type { UserRoute } from './parts/route.ts'
import type { World } from './parts/world.ts'
import { Follows } from './people/follows.ts'
import type { People } from './people/people.ts'
import { peopleRoutes } from './people/routes.ts'
import { Posts } from './posts/posts.ts'
import { postRoutes, roomPostRoutes } from './posts/routes.ts'
import { Preferences, preferenceRoutes } from './preferences/preferences.ts'
import { ReadingSessions, readingSessionRoutes } from './reading-sessions/reading-sessions.ts'
import { Rooms } from './rooms/rooms.ts'
import { roomRoutes } from './rooms/routes.ts'
import { Streaks, streakRoutes } from './streaks/streaks.ts'
import { ReadingBookmarks } from './reading-bookmarks/reading-bookmarks.ts'
import type { FavoritesInFeed, ReadingBookmarksInFeed } from './sync/feed.ts'
import { syncFeedRoutes } from './sync/routes.ts'
import { Tags, tagRoutes } from './tags/tags.ts'

export type UserRoutes = Readonly<Record<UserService, readonly UserRoute[]>>

/** The data of all users, and the operations on it. */
export interface UserData {
  /** The routes by service. */
  readonly routes: UserRoutes
  readonly posts: Posts
  readonly rooms: Rooms
}

/** Settings in which services may differ. */
export interface UserDataSettings {
  readonly favoritesInFeed?: FavoritesInFeed | undefined
  readonly readingBookmarksInFeed?: ReadingBookmarksInFeed | undefined
  readonly appState?: AppStateSettings | undefined
}

/** Creates the areas of user data, empty at first. */
export function createUserData(world: World, people: People, settings: UserDataSettings = {}): UserData {
  const { routes, posts, rooms } = socialAreas(world, people)
  return { posts, rooms, routes: { auth: personalRoutes(world, posts, settings), quranReflect: routes } }
}

/** The areas that belong to one user only. */
function personalRoutes(
  world: World,
  posts: Posts,
  { favoritesInFeed = 'flag', readingBookmarksInFeed = 'flag', appState }: UserDataSettings,
): UserRoute[] {
  const notes = new Notes(world)
  const readingSessions = new ReadingSessions(world)
  const readingBookmarks = new ReadingBookmarks(world)
  const bookmarks = new Bookmarks(world)
  const collections = new Collections(world, bookmarks)
  const goals = new Goals(world)
  const activityDays = new ActivityDays(world, goals)
  return [
    ...bookmarkRoutes({ bookmarks, collections }),
    ...collectionRoutes({ collections, bookmarks }),
    ...preferenceRoutes({ preferences: new Preferences() }),
    ...readingSessionRoutes({ readingSessions }),
    ...noteRoutes({
      notes,
      publish: (userId, reflection) => posts.publishNote(userId, reflection),
    }),
    ...goalRoutes({ goals, activityDays }),
    ...activityDayRoutes({ activityDays }),
    ...streakRoutes({ streaks: new Streaks(activityDays) }),
    ...syncFeedRoutes(
      {
        journal: world.journal,
        bookmarks,
        collections,
        notes,
        readingSessions,
        readingBookmarks,
        favorites: favoritesInFeed,
        readingForm: readingBookmarksInFeed,
      },
      world,
    ),
    ...appStateRoutes(new AppStateDocuments(world, appState)),
  ]
}

/** The areas that users share with each other. */
function socialAreas(world: World, people: People) {
  const follows = new Follows(people)
  const rooms = new Rooms(world, people, follows)
  const tags = new Tags(world)
  const posts = new Posts(world, people, follows, rooms, tags)
  const comments = new Comments(world, people, follows, posts)
  const routes = [
    ...peopleRoutes({ people, follows, rooms, counts: posts }),
    ...roomRoutes({ rooms, people, follows, counts: posts }),
    ...postRoutes({ posts, comments }),
    ...roomPostRoutes({ posts, comments }),
    ...commentRoutes({ comments }),
    ...tagRoutes({ tags }),
  ]
  return { routes, posts, rooms }
}
