/**
 * App State on the device: the application's own JSON documents that the service stores for a signed-in user, so that
 * settings follow a person from device to device. `@quranjs/api`, the service's own client, implements the protocol. This
 * entry point adds what an application needs for it: a store on disk, a transport without tokens, and the handling of writes
 * that conflict or are refused.
 *
 * A separate entry point: an application that does not use it ships none of it, and does not need `@quranjs/api`.
 */

// The documents of an account
export { openAppState } from './user/app-state/open-app-state.ts'
export type {
  AnswerObserver,
  AppState,
  AppStateOptions,
  AppStateSdk,
  BlockedDocument,
  LiveAnswers,
} from './user/app-state/open-app-state.ts'
export type { AppStateView } from './user/app-state/edits.ts'
export type { Refusal } from './user/app-state/edit.ts'
export { mergeFields } from './user/app-state/merge.ts'
export type { Merge, Sides } from './user/app-state/merge.ts'

// Building blocks, for a custom reconciler
export { appStateStore } from './user/app-state/store.ts'
export type { AppStateStoreOptions, DurableAppStateStore } from './user/app-state/store.ts'
export { appStateTransport } from './user/app-state/transport.ts'
export type { AppStateTransportOptions } from './user/app-state/transport.ts'
