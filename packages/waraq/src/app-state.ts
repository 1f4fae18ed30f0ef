/**
 * App State on the device: JSON documents of an application's own that the service keeps for a signed-in user, so that choices
 * follow a person from device to device. `@quranjs/api`, the service's own client, has the protocol; this entry point has what that asks
 * of an application: a store on disk, a transport without tokens, and what becomes of writes that collide or are refused.
 *
 * An entry point of its own: who does without ships none of it, and needs no `@quranjs/api`.
 */

// The documents of an account
export { openAppState } from './user/app-state/open-app-state.ts'
export type {
  AnswerObserver,
  AppState,
  AppStateOptions,
  AppStateSdk,
  BlockedDocument as HeldDocument,
  LiveAnswers,
} from './user/app-state/open-app-state.ts'
export type { AppStateView } from './user/app-state/edits.ts'
export type { Refusal } from './user/app-state/edit.ts'
export { mergeFields } from './user/app-state/merge.ts'
export type { Merge, Sides } from './user/app-state/merge.ts'

// The parts, for a reconciler of the application's own
export { appStateStore } from './user/app-state/store.ts'
export type { AppStateStoreOptions, DurableAppStateStore } from './user/app-state/store.ts'
export { appStateTransport } from './user/app-state/transport.ts'
export type { AppStateTransportOptions } from './user/app-state/transport.ts'
