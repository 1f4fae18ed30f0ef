import type { JsonObject, Mutation, ResourceRef } from '@waraq/protocol'
import type { FaultBook, FaultHandle } from './faults/fault-book.ts'
import type { FaultSpec } from './faults/fault.ts'
import type { ContentService } from './service/content-service.ts'
import type { ResourceLike, RowChange, ShortRowChange } from './service/row-change.ts'
import { createUserControls, type SandboxUserControls, type UserDependencies } from './user-controls.ts'

/**
 * The commands of a running sandbox. Those that change content return the mutations that were added to the feed. All throw
 * `SandboxError` if the resource or row does not exist.
 */
export interface SandboxControls extends SandboxUserControls {
  /** Changes rows in order, up to the first invalid change. The feed reports each change, except those of hidden resources. */
  publish(changes: readonly (RowChange | ShortRowChange)[]): Mutation[]
  /** RESOURCE_INVALIDATE. The feed does not report the single changes. */
  invalidate(resource: ResourceLike, changes?: readonly (RowChange | ShortRowChange)[]): Mutation[]
  /** RESOURCE_DELETE with a reason; the rows are kept for `restore`. */
  hide(resource: ResourceLike, reason?: string): Mutation[]
  /** RESOURCE_CREATE of a hidden resource (with its current rows) or a deleted one (with its first rows). */
  restore(resource: ResourceLike): Mutation[]
  /** RESOURCE_DELETE. The rows are removed. */
  delete(resource: ResourceLike, reason?: string): Mutation[]
  /** RESOURCE_UPDATE: a freshness mark. */
  touch(resource: ResourceLike): Mutation[]
  /** Adds a resource with these rows, in a known or a new group. */
  add(resource: ResourceRef, rows: readonly JsonObject[], contentId?: number | null): Mutation[]
  /** Forgets the log up to a sequence (default: all of it). Older tokens and cursors are then answered with 410. */
  compact(upTo?: number): void
  /** Expires every token issued so far: requests with it are answered with 401. */
  expireTokens(): void
  /** @throws {SandboxError} if the fault has a field that does not exist */
  fault(spec: FaultSpec): FaultHandle
}

export interface ControlledDependencies extends UserDependencies {
  readonly service: ContentService
  readonly faults: FaultBook
}

export function createControls({ service, faults, ...users }: ControlledDependencies): SandboxControls {
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
