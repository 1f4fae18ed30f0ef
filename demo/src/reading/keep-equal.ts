/**
 * Returns the newer of two answers, with every equal object replaced by that of the older one. React does not render the
 * same object again. For plain data.
 */
export function keepEqual<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after
  if (!isPlain(before) || !isPlain(after) || Array.isArray(before) !== Array.isArray(after)) return after
  const keys = Object.keys(after)
  let same = keys.length === Object.keys(before).length
  const kept: Record<string, unknown> | unknown[] = Array.isArray(after) ? [] : {}
  for (const key of keys) {
    const value = keepEqual(before[key], after[key])
    if (!Object.is(value, before[key]) || !Object.hasOwn(before, key)) same = false
    // Not an assignment, because content may have a field `__proto__`.
    Object.defineProperty(kept, key, { value, enumerable: true, writable: true, configurable: true })
  }
  return (same ? before : kept) as T
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
