import {
  type JsonObject,
  parseResourceKey,
  recordKeyOf,
  recordTypeOf,
  type ResourceRef,
} from '@waraq/protocol'
import type { StoredResource } from './stored-resource.ts'
import { SandboxError } from '../sandbox-error.ts'

/** A resource, or its string form: `translations:20`. */
export type ResourceLike = ResourceRef | string

/** One change of a row, as the feed reports it. */
export interface RowChange {
  readonly resource: ResourceLike
  readonly type: 'ROW_CREATE' | 'ROW_UPDATE' | 'ROW_DELETE'
  /** Needed only if the group mixes record types and the key does not determine the type. */
  readonly recordType?: string | undefined
  readonly recordKey: string
  /** Fields of the row. An update keeps the fields that it does not name. */
  readonly data?: JsonObject | undefined
  /** Type and key that the feed reports instead of the row's own, to test that a client does not trust them. */
  readonly announce?: { readonly recordType?: string; readonly recordKey?: string } | undefined
}

/** A row change in short form. */
export type ShortRowChange = {
  readonly resource: ResourceLike
  readonly recordType?: string | undefined
} & (
  | { readonly create: JsonObject }
  | { readonly update: JsonObject & { readonly key: string | number } }
  | { readonly remove: string | number }
)

export function toRef(resource: ResourceLike): ResourceRef {
  if (typeof resource !== 'string') return resource
  const ref = parseResourceKey(resource)
  if (!ref)
    throw new SandboxError(
      `${JSON.stringify(resource)} is no resource. Write group:id, such as translations:20.`,
    )
  return ref
}

export function toRowChange(change: RowChange | ShortRowChange): RowChange {
  if ('type' in change) return change
  const { resource, recordType } = change
  if ('create' in change) {
    const { group } = toRef(resource)
    const type = recordType ?? recordTypeOf(group, change.create)
    const recordKey = type === undefined ? undefined : recordKeyOf(type, change.create)
    if (recordKey === undefined)
      throw new SandboxError('A created row needs an id, and a record type in a mixed group.')
    return { resource, type: 'ROW_CREATE', recordType: type, recordKey, data: change.create }
  }
  if ('remove' in change)
    return { resource, type: 'ROW_DELETE', recordType, recordKey: String(change.remove) }
  const { key, ...data } = change.update
  return { resource, type: 'ROW_UPDATE', recordType, recordKey: String(key), data }
}

/** The record type that a change is about. */
export function recordTypeOfChange(resource: StoredResource, change: RowChange): string {
  const named = change.recordType ?? recordTypeOf(resource.group, change.data ?? {})
  if (named !== undefined) return named
  const types = resource.history.typesWithKey(change.recordKey)
  if (types.length === 1) return types[0]!
  throw new SandboxError(
    types.length === 0
      ? `${resource.group}:${resource.id} has no row ${change.recordKey}.`
      : `${resource.group}:${resource.id} has row ${change.recordKey} as ${types.join(' and ')}. Name the recordType.`,
  )
}

/** The row after a create or update. */
export function rowAfter(
  change: RowChange,
  recordType: string,
  before: JsonObject | undefined,
  now: string,
): JsonObject | undefined {
  if (change.type === 'ROW_DELETE') return undefined
  const row: Record<string, unknown> = { ...before, ...change.data }
  const numeric = /^[0-9]+$/.test(change.recordKey)
  if (!('id' in row) && numeric && recordType !== 'article_localization') row['id'] = Number(change.recordKey)
  if (before && 'updated_at' in before && !('updated_at' in (change.data ?? {}))) row['updated_at'] = now
  return row
}
