/**
 * HTTP client of the content service: the two headers, tokens, retries, timeouts, and answers that were checked before
 * they are handed on. Runs in browsers, workers and Node.
 *
 * Held back: single requests without retries, and addresses; the service's own addresses go in, checked answers come out.
 */

// The client
export { createContentClient } from './content-client.ts'
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
} from './options.ts'

// Files of other hosts
export { createFileClient } from './files/file-client.ts'
export type { FileCallOptions, FileClient, FileClientOptions, FileReceiver } from './files/file-client.ts'
export type { FileHead } from './files/file-head.ts'

// The application's own server
export { contentAccess } from './content-access.ts'
export type { RelayOption } from './content-access.ts'
export type { CallerOptions } from './sent-headers.ts'

// Tokens
export { relayTokens } from './relay-tokens.ts'
export type { RelayTokensOptions } from './relay-tokens.ts'
export type { AccessToken, TokenSource } from './token-source.ts'

// Retries and time
export { backoffMs, decideRetry, defaultRetryPolicy } from './retry-policy.ts'
export type { RetryDecision, RetryPolicy } from './retry-policy.ts'
export { systemClock } from './clock.ts'
export type { Clock } from './clock.ts'
export { beforeDeadline, sleepAwake, timedSignal, unlessAborted } from './waits.ts'
export type { Deadline, TimedSignal } from './waits.ts'

// Values that are watched
export { callListener, ObservableValue } from './observable.ts'
export type { Observable } from './observable.ts'
