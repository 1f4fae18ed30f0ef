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

/** Whether two values are the same JSON, in whatever order their fields stand. */
export function isSameJson(
  one: AppStateJsonValue | undefined,
  other: AppStateJsonValue | undefined,
): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [fields, others] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    fields.length === others.size &&
    fields.every(([field, value]) => others.has(field) && isSameJson(value, others.get(field)))
  )
}
