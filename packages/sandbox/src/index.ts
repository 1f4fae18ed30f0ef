/**
 * The service in a box: token issuer, change feed, snapshots, catalogue and user data, with faults on demand and an admin
 * endpoint. It is for development and tests. It runs in Node and keeps everything in memory.
 */
export { createSandbox } from './sandbox.ts'
export type { Sandbox, SandboxResource, SandboxToken, SandboxUserToken } from './sandbox.ts'
export type { SandboxControls } from './controls.ts'
export type { SandboxUserControls } from './user-controls.ts'
export type { ListeningSandbox } from './listen.ts'
export type { LoggedRequest } from './http/request-log.ts'

// Options
export { sandboxClientId, sandboxClientSecret, sandboxDefaults } from './options.ts'
export type { SandboxClient, SandboxOptions, SandboxQuirks } from './options.ts'
export { contentPresets } from './content/selection.ts'
export type { ContentPreset, ContentSelection } from './content/selection.ts'

// App State
export type { AppStateCollection, AppStateLimits, AppStateSettings } from './user/app-state/settings.ts'

// Users
export { sandboxUsers } from './user/people/person.ts'
export type { SandboxUser } from './user/people/person.ts'
export type { Invitation } from './user/rooms/invitations.ts'

// Changes
export { SandboxError } from './sandbox-error.ts'
export type { ResourceLike, RowChange, ShortRowChange } from './service/row-change.ts'

// Faults
export type { FaultEffect, FaultMatch, FaultSpec, RequestKind } from './faults/fault.ts'
export type { FaultHandle } from './faults/fault-book.ts'
