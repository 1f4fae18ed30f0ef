import type { AppStateJsonValue } from '@quranjs/api/public'

/**
 * How deep a document is nested at most. Deeper ones end a browser's stack where they are compared or stored; what people choose
 * has a few levels.
 */
export const mostDepth = 100

/** Whether a value has more levels than a document may. It takes a stack of its own, and ends at the first level too many. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostDepth) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

type Json = AppStateJsonValue | undefined

/** Whether two values are the same JSON, in whatever order their fields stand. It takes a stack of its own, as either may be the service's. */
export function isSameJson(one: Json, other: Json): boolean {
  const pairs: [Json, Json][] = [[one, other]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [here, there] = pair
    if (here === there) continue
    if (typeof here !== 'object' || typeof there !== 'object' || here === null || there === null) return false
    if (Array.isArray(here) !== Array.isArray(there)) return false
    const [fields, others] = [Object.entries(here), new Map(Object.entries(there))]
    if (fields.length !== others.size) return false
    for (const [field, value] of fields) {
      if (!others.has(field)) return false
      pairs.push([value, others.get(field)])
    }
  }
  return true
}
