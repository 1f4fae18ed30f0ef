/**
 * Client of the user-data API: every operation that the service documents as a typed function, checked before it is sent
 * and when it is answered. An entry point of its own, so that an application which only reads content does not ship it.
 */

// The client
export { createUserClient, userClientOf } from './client/user/user-client.ts'
export type { UserClient, UserClientOptions, UserRetryNotice } from './client/user/user-client.ts'
export type { UserAnswerNotice, UserCallOptions } from './client/user/call-options.ts'
export type { Answer, Arguments, Call, Catalogue, UserClientOf } from './client/user/calls.ts'

// Where user data is
export { backendConnection, directConnection } from './client/user/user-connection.ts'
export { userRoots } from './client/user/user-root.ts'
export type { UserRootOption } from './client/user/user-root.ts'
export { userRootsBelow } from '@waraq/protocol/user'
export type { UserRoots, UserService } from '@waraq/protocol/user'
export type {
  BackendConnectionOptions,
  DirectConnectionOptions,
  UserConnection,
} from './client/user/user-connection.ts'

// What to ask the user for
export { scopesFor } from './client/user/scopes.ts'
export type { UserScope } from '@waraq/protocol/user'

// The operations as data
export { userOperations } from './client/user/operations/index.ts'
export { appState } from './client/user/operations/app-state.ts'
export { activityDays } from './client/user/operations/activity-days.ts'
export { bookmarks } from './client/user/operations/bookmarks.ts'
export { collections } from './client/user/operations/collections.ts'
export { comments } from './client/user/operations/comments.ts'
export { goals } from './client/user/operations/goals.ts'
export { notes } from './client/user/operations/notes.ts'
export { posts } from './client/user/operations/posts.ts'
export { preferences } from './client/user/operations/preferences.ts'
export { readingSessions } from './client/user/operations/reading-sessions.ts'
export { rooms } from './client/user/operations/rooms.ts'
export { streaks } from './client/user/operations/streaks.ts'
export { sync } from './client/user/operations/sync.ts'
export { tags } from './client/user/operations/tags.ts'
export { users } from './client/user/operations/users.ts'
export type { Method, Operation, Paging, Schema } from './client/user/operation.ts'
export type { UnexpectedAnswer } from './client/user/read-answer.ts'
