import type { JsonObject, Mutation, ResourceRef } from '@waraq/protocol'
import type { FaultBook, FaultHandle } from './faults/fault-book.ts'
import type { FaultSpec } from './faults/fault.ts'
import type { ContentService } from './service/content-service.ts'
import type { ResourceLike, RowChange, ShortRowChange } from './service/row-change.ts'
import { createUserControls, type SandboxUserControls, type UserParts } from './user-controls.ts'

/**
 * The commands of a running sandbox. Those that change content return the mutations that went into the feed. All throw
 * `SandboxError` where the resource or row does not exist.
 */
export interface SandboxControls extends SandboxUserControls {
  /** Changes rows in order, up to the first invalid change; the feed tells each, but none of hidden resources. */
  publish(changes: readonly (RowChange | ShortRowChange)[]): Mutation[]
  /** RESOURCE_INVALIDATE; the feed does not tell the changes one by one. */
  invalidate(resource: ResourceLike, changes?: readonly (RowChange | ShortRowChange)[]): Mutation[]
  /** RESOURCE_DELETE with a reason; the rows are kept for `restore`. */
  hide(resource: ResourceLike, reason?: string): Mutation[]
  /** RESOURCE_CREATE of a hidden resource (with its present rows) or a deleted one (with its first rows). */
  restore(resource: ResourceLike): Mutation[]
  /** RESOURCE_DELETE; the rows are gone. */
  delete(resource: ResourceLike, reason?: string): Mutation[]
  /** RESOURCE_UPDATE: a freshness mark. */
  touch(resource: ResourceLike): Mutation[]
  /** A new resource with these rows, in a known group or in a new one. */
  add(resource: ResourceRef, rows: readonly JsonObject[], contentId?: number | null): Mutation[]
  /** Forgets the log up to a sequence (default: all of it); older tokens and cursors answer 410 from then on. */
  compact(upTo?: number): void
  /** Every token issued so far answers 401 from now on. */
  expireTokens(): void
  fault(spec: FaultSpec): FaultHandle
}

export interface ControlledParts extends UserParts {
  readonly service: ContentService
  readonly faults: FaultBook
}

export function createControls({ service, faults, ...users }: ControlledParts): SandboxControls {
  return {
    ...createUserControls(users),
    publish: (changes) => service.publish(changes),
    invalidate: (resource, changes) => service.invalidate(resource, changes),
    hide: (resource, reason = 'hidden') => service.withdraw(resource, reason, { delete: false }),
    restore: (resource) => service.restore(resource),
    delete: (resource, reason = 'deleted') => service.withdraw(resource, reason, { delete: true }),
    touch: (resource) => service.touch(resource),
    add: (resource, rows, contentId = resource.id) => [service.add(resource, contentId, () => [...rows])],
    compact: (upTo = service.log.current) => service.log.compact(upTo),
    expireTokens: () => users.authority.expireAll(),
    fault: (spec) => faults.add(spec),
  }
}
