import { WaraqError } from './error.ts'
import { parseResourceKey, resourceKey, type ResourceRef, type ResourceKey } from './resource.ts'

/** Argument checks. Without them, an empty result would hide a mistake in an argument. */

export function invalidArgument(argument: string, wanted: string, given: unknown): WaraqError {
  const shown = typeof given === 'string' || typeof given === 'number' ? ` It was ${String(given)}.` : ''
  return new WaraqError({
    code: 'invalid_argument',
    message: `"${argument}" has to be ${wanted}.${shown}`,
    details: { argument },
  })
}

/** Returns the resource of a reference, or of a key such as `translations:20`. Throws `invalid_argument` for anything else. */
export function checkRef(ref: ResourceRef | ResourceKey, argument = 'ref'): ResourceRef {
  const key = typeof ref === 'object' && ref !== null ? resourceKey(ref) : typeof ref === 'string' ? ref : ''
  const known = parseResourceKey(key)
  if (!known) throw invalidArgument(argument, 'a resource, such as translations:20', key)
  return known
}
