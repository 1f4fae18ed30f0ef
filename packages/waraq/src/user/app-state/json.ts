import type { AppStateJsonValue } from '@quranjs/api/public'

/**
 * The maximum nesting depth of a document. Deeper ones overflow the stack of a browser when they are compared or stored. The
 * settings that people choose have a few levels.
 */
export const mostDepth = 100

/** Whether a value has more levels than a document may. Uses no recursion, and stops at the first level too many. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostDepth) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

type Json = AppStateJsonValue | undefined

/** Whether two values are the same JSON, whatever the order of their fields. Uses no recursion: either may have any depth. */
export function isSameJson(one: Json, other: Json): boolean {
  const pairs: [Json, Json][] = [[one, other]]
  for (const [here, there] of pairs) {
    if (here === there) continue
    if (typeof here !== 'object' || typeof there !== 'object' || here === null || there === null) return false
    const fields = Object.entries(here)
    if (Array.isArray(here) !== Array.isArray(there) || fields.length !== Object.keys(there).length)
      return false
    for (const [field, value] of fields) {
      if (!Object.hasOwn(there, field)) return false
      pairs.push([value, (there as Record<string, Json>)[field]])
    }
  }
  return true
}
