import { WaraqError } from './error.ts'
import { parseResourceKey, resourceKey, type ResourceRef } from './resource.ts'

/** Checks of arguments: an empty answer would hide a mistake in them. */

export function invalidArgument(argument: string, wanted: string, given: unknown): WaraqError {
  const shown = typeof given === 'string' || typeof given === 'number' ? ` It was ${String(given)}.` : ''
  return new WaraqError({
    code: 'invalid_argument',
    message: `"${argument}" has to be ${wanted}.${shown}`,
    details: { argument },
  })
}

export function checkRef(ref: ResourceRef, argument = 'ref'): ResourceRef {
  const key = typeof ref === 'object' && ref !== null ? resourceKey(ref) : ''
  const known = parseResourceKey(key)
  if (!known) throw invalidArgument(argument, "a resource, such as { group: 'translations', id: 20 }", key)
  return known
}
