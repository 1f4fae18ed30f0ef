import type { Mutation } from '@waraq/protocol'

/** Kinds of changes that planning distinguishes. */

export const rowChangeTypes: ReadonlySet<string> = new Set(['ROW_CREATE', 'ROW_UPDATE', 'ROW_DELETE'])
export const knownChangeTypes: ReadonlySet<string> = new Set([
  ...rowChangeTypes,
  'RESOURCE_CREATE',
  'RESOURCE_INVALIDATE',
  'RESOURCE_DELETE',
  'RESOURCE_UPDATE',
])

/**
 * Returns whether a mutation replaces or removes the entire resource. A type that this version does not know counts as a
 * reset.
 */
export function isReset(mutation: Mutation): boolean {
  return mutation.type !== 'RESOURCE_UPDATE' && !rowChangeTypes.has(mutation.type)
}
