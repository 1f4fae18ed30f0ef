/**
 * Client of the user-data API: every operation that the service documents as a typed function, checked before it is sent
 * and when it is answered. A door of its own, so that an application which only reads content does not ship it.
 */

// The client
export { createUserClient, userClientOf } from './user-client.ts'
export type { UserClient, UserClientOptions, UserRetryNotice } from './user-client.ts'
export type { UserAnswerNotice, UserCallOptions } from './call-options.ts'
export type { Answer, Arguments, Call, Catalogue, UserClientOf } from './calls.ts'

// Where user data is
export { backendDoor, directDoor } from './user-door.ts'
export { userRoots } from './user-root.ts'
export type { UserRootOption } from './user-root.ts'
export { userRootsBelow } from '@waraq/contract/user'
export type { UserRoots, UserService } from '@waraq/contract/user'
export type { BackendDoorOptions, DirectDoorOptions, UserDoor } from './user-door.ts'

// What to ask the user for
export { scopesFor } from './scopes.ts'
export type { UserScope } from '@waraq/contract/user'

// The operations as data
export { userOperations } from './operations/index.ts'
export { appState } from './operations/app-state.ts'
export { activityDays } from './operations/activity-days.ts'
export { bookmarks } from './operations/bookmarks.ts'
export { collections } from './operations/collections.ts'
export { comments } from './operations/comments.ts'
export { goals } from './operations/goals.ts'
export { notes } from './operations/notes.ts'
export { posts } from './operations/posts.ts'
export { preferences } from './operations/preferences.ts'
export { readingSessions } from './operations/reading-sessions.ts'
export { rooms } from './operations/rooms.ts'
export { streaks } from './operations/streaks.ts'
export { sync } from './operations/sync.ts'
export { tags } from './operations/tags.ts'
export { users } from './operations/users.ts'
export type { Method, Operation, Paging, Schema } from './operation.ts'
export type { UnexpectedAnswer } from './read-answer.ts'
