/**
 * HTTP clients of the service, in browsers, workers and Node: of content, with the two headers, tokens, retries and timeouts;
 * and of the user-data API, whose every documented operation is a typed function. Requests of user data and all answers are
 * validated. An application that reads content only does not ship the client of user data.
 *
 * Not exported: single requests without retries, and addresses. The clients take the service's own addresses and return
 * validated answers.
 */

// The client of content
export { createContentClient } from './client/content-client.ts'
export type {
  AddressKind,
  CallOptions,
  ContentAccess,
  ContentClient,
  ContentClientOptions,
  ContentProxy,
  RetryNotice,
  SnapshotDownload,
  SyncAnswer,
  SyncRequest,
  Timeouts,
} from './client/options.ts'

// Files of other hosts
export { createFileClient } from './client/files/file-client.ts'
export type {
  FileCallOptions,
  FileClient,
  FileClientOptions,
  FileReceiver,
} from './client/files/file-client.ts'
export type { FileHead } from './client/files/file-head.ts'

// The application's own server
export { contentAccess } from './client/content-access.ts'
export type { RelayOption } from './client/content-access.ts'
export type { CallerOptions } from './client/sent-headers.ts'

// Tokens
export { relayTokens } from './client/relay-tokens.ts'
export type { RelayTokensOptions } from './client/relay-tokens.ts'
export type { AccessToken, TokenSource } from './client/token-source.ts'

// Retries and time
export type { RetryPolicy } from './client/retry-policy.ts'
export { systemClock } from './client/clock.ts'
export type { Clock } from './client/clock.ts'
export { beforeDeadline } from './client/waits.ts'
export type { Deadline } from './client/waits.ts'

// Observable values
export { ObservableValue } from './client/observable.ts'
export type { Observable } from './client/observable.ts'

// The client of user data
export { createUserClient, userClientOf } from './client/user/user-client.ts'
export type { UserClient, UserClientOptions, UserRetryNotice } from './client/user/user-client.ts'
export type { UserAnswerNotice, UserCallOptions } from './client/user/call-options.ts'
export type { Answer, Arguments, Call, Catalogue, UserClientOf } from './client/user/calls.ts'

// Connections
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

// Scopes to request from the user
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
