/**
 * Whether the error, or one that it wraps, has this name. Dexie wraps the browser's errors, and those of a bulk operation in
 * one error.
 */
export function isErrorNamed(error: unknown, name: string, depth = 0): boolean {
  // Errors may wrap each other in a circle.
  if (error === null || typeof error !== 'object' || depth > 7) return false
  const { name: own, inner, cause, failures } = error as Partial<Record<string, unknown>>
  return own === name || [inner, cause, failures].flat().some((each) => isErrorNamed(each, name, depth + 1))
}
