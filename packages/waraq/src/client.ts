/**
 * HTTP client of the content service: the two headers, tokens, retries, timeouts, and answers that were checked before
 * they are handed on. Runs in browsers, workers and Node.
 *
 * Held back: single requests without retries, and addresses; the service's own addresses go in, checked answers come out.
 */

// The client
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

// Values that are watched
export { ObservableValue } from './client/observable.ts'
export type { Observable } from './client/observable.ts'
